import { attempt } from './attempt.ts';

type Timer = { readonly setTimeout: (run: () => void, ms: number) => unknown };

/** Resolves when the player opens the page. A browser may prerender it earlier; until then it sends no request. */
export const whenActivated = (document: Document): Promise<void> =>
  new Promise((resolve) => {
    if (attempt(() => document.prerendering))
      document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });

/** Resolves in a task of its own, so that the browser can draw and respond in between. */
export const nextTask = (browser: Timer): Promise<void> =>
  new Promise((resolve) => void browser.setTimeout(resolve, 0));

/** Resolves when every style sheet has loaded or failed. The page's script adds them, so that the shell is painted without them. */
export const styleSheetsSettled = async (page: Pick<Document, 'querySelectorAll'>): Promise<void> => {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const settled = (link: HTMLLinkElement): Promise<void> =>
    new Promise((resolve) => {
      if (link.sheet) return resolve();
      link.addEventListener('load', () => resolve(), { once: true });
      link.addEventListener('error', () => resolve(), { once: true });
    });
  await Promise.all(links.map(settled));
};

export const createGate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

type FirstPageBrowser = Timer & {
  readonly document: { readonly documentElement: { readonly dataset: { [name: string]: string | undefined } } };
  readonly performance: { readonly mark: (name: string) => unknown };
};

const LONGEST_DRAWING_MS = 5_000;

export const createFirstPage = (browser: FirstPageBrowser) => {
  const { open, opened } = createGate();
  browser.setTimeout(open, LONGEST_DRAWING_MS);
  let isDrawn = false;
  return {
    /** Resolves when a page is drawn, with its data if the response has arrived, or after five seconds, because its code may fail to load. */
    drawn: opened,
    /** The portal is usable from now on. Later calls do nothing. */
    markDrawn: (): void => {
      if (isDrawn) return;
      isDrawn = true;
      attempt(() => browser.performance.mark('app-ready'));
      // The shell shows the picture of the first view only once.
      delete browser.document.documentElement.dataset['firstView'];
      open();
    },
  };
};

export type FirstPage = ReturnType<typeof createFirstPage>;

type IdleBrowser = Timer & {
  /** Absent in Safari. */
  readonly requestIdleCallback?: (run: () => void, options: { readonly timeout: number }) => unknown;
};

const LONGEST_WAIT_MS = 1_000;
/** Long enough to draw what React has rendered. */
const PAUSE_MS = 50;

/** Resolves when the browser has drawn the page and is idle, after a second at the latest. */
export const whenIdle = (browser: IdleBrowser): Promise<void> =>
  new Promise((resolve) => {
    const request = attempt(() => browser.requestIdleCallback?.(resolve, { timeout: LONGEST_WAIT_MS }));
    browser.setTimeout(resolve, request === undefined ? PAUSE_MS : LONGEST_WAIT_MS);
  });
