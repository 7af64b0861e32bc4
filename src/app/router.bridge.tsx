import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { PortalActor } from '../views/app/portal.context.tsx';

type Props = {
  readonly portal: PortalActor;
  readonly browserLocation: Pick<Location, 'pathname' | 'search'>;
};

/**
 * Connects the router to the portal machine: sends URL changes as events and executes its `nav` events. The portal knows the URL of its
 * first render from `connectFirstUrl`.
 */
export const RouterBridge = ({ portal, browserLocation }: Props): ReactNode => {
  const navigate = useNavigate();
  const location = useLocation();
  const action = useNavigationType();
  const isMounted = useRef(false);

  useEffect(() => {
    const subscription = portal.on('nav', ({ to, replace }) => void navigate(to, { replace }));
    // A navigation during the first render had no listener. It is dropped if the player has gone back since.
    const { pendingUrl, path, search } = portal.getSnapshot().context;
    const isAtKnownUrl = browserLocation.pathname === path && browserLocation.search === search;
    if (!isMounted.current && pendingUrl !== null && isAtKnownUrl) void navigate(pendingUrl, { replace: true });
    return () => subscription.unsubscribe();
  }, [portal, navigate, browserLocation]);

  useEffect(() => {
    const { pathname, search } = location;
    const { context } = portal.getSnapshot();
    const isKnown = !isMounted.current && context.path === pathname && context.search === search;
    isMounted.current = true;
    if (!isKnown) portal.send({ type: 'url.changed', path: pathname, search, action });
  }, [portal, location, action]);

  return null;
};
