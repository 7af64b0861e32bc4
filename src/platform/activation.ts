type Prerenderable = {
  /** Absent in browsers that never prerender. */
  readonly prerendering?: boolean;
  readonly addEventListener: (type: 'prerenderingchange', listen: () => void, options: { readonly once: true }) => void;
};

/** Resolves when the player opens the page, which a browser may have prerendered before: until then it calls nothing. */
export const activated = (document: Prerenderable): Promise<void> =>
  new Promise((resolve) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });
