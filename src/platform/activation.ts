import { attempt } from './attempt.ts';

type Prerenderable = {
  /** Absent in browsers that never prerender. */
  readonly prerendering?: boolean;
  readonly addEventListener: (type: 'prerenderingchange', listen: () => void, options: { readonly once: true }) => void;
};

/** Resolves when the player opens the page. A browser may prerender it earlier; until then it sends no request. */
export const whenActivated = (document: Prerenderable): Promise<void> =>
  new Promise((resolve) => {
    if (attempt(() => document.prerendering))
      document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });
