import type { PortalActor } from '../views/app/portal.context.tsx';

/**
 * Connects the browser's URL to the portal until the router bridge does: reports the URL immediately, so that the first render can draw its
 * page, and executes redirects. Returns the function that stops it.
 */
export const openFirstUrl = (portal: PortalActor, { location, history }: Pick<Window, 'location' | 'history'>) => {
  const report = (action: 'POP' | 'REPLACE'): void =>
    portal.send({ type: 'url.changed', path: location.pathname, search: location.search, action });
  const redirects = portal.on('nav', ({ to }) => {
    history.replaceState(null, '', to);
    report('REPLACE');
  });
  report('POP');
  return (): void => redirects.unsubscribe();
};
