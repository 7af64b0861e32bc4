/** The part of `window` that analytics observe. */
export type WatchedPage = {
  readonly document: Document;
  readonly performance: Performance;
  readonly navigator: Pick<Navigator, 'sendBeacon'>;
  readonly MutationObserver: typeof MutationObserver;
  readonly addEventListener: (type: 'pagehide' | 'pageshow', listen: () => void) => void;
};

const USABLE = 'app-ready';

/** Ms from the start of the navigation. Call it after the first render: `usable_ms` is the time of this call if no page is usable yet. */
export const readTiming = ({ performance }: WatchedPage) => {
  const [entry] = performance.getEntriesByType('navigation');
  const timing = entry instanceof PerformanceNavigationTiming ? entry : null;
  const ms = (value: number | undefined): number => Math.max(0, Math.round(value ?? 0));
  return {
    response_ms: ms(timing?.responseStart),
    interactive_ms: ms(timing?.domInteractive),
    complete_ms: ms(timing?.domComplete),
    usable_ms: ms(performance.getEntriesByName(USABLE)[0]?.startTime ?? performance.now()),
  };
};

export type PageReports = {
  /** Reports the analytics id or the kind of the element, never its text. */
  readonly clicked: (button: string, screen: string) => void;
  readonly popupShown: (popup: string) => void;
  readonly hidden: () => void;
  readonly visible: () => void;
};

const stateOf = (element: Element | null): string => element?.closest('[data-state]')?.getAttribute('data-state') ?? '';

const kindOf = (element: Element): string => {
  if (element.tagName === 'A') return 'link';
  return element.getAttribute('type') === 'submit' ? 'submit' : 'button';
};

export const watchPage = (page: WatchedPage, reports: PageReports): void => {
  const { document } = page;
  document.addEventListener(
    'click',
    ({ target }) => {
      const pressed = target instanceof Element ? target.closest('button, a[href]') : null;
      if (pressed) reports.clicked(pressed.getAttribute('data-track') ?? kindOf(pressed), stateOf(pressed));
    },
    { capture: true, passive: true },
  );
  new page.MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof HTMLDialogElement && target.open) reports.popupShown(stateOf(target) || 'dialog');
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['open'] });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reports.visible();
    else reports.hidden();
  });
  page.addEventListener('pagehide', reports.hidden);
  page.addEventListener('pageshow', reports.visible);
};
