import { attempt } from './attempt.ts';

type FirstPageBrowser = {
  readonly document: { readonly documentElement: { readonly dataset: { [name: string]: string | undefined } } };
  readonly performance: { readonly mark: (name: string) => unknown };
  readonly setTimeout: (run: () => void, ms: number) => unknown;
};

const LONGEST_WAIT_MS = 5_000;

export const createFirstPage = (browser: FirstPageBrowser) => {
  let resolve = () => {};
  const drawn = new Promise<void>((done) => {
    resolve = done;
  });
  browser.setTimeout(resolve, LONGEST_WAIT_MS);
  let isDrawn = false;
  return {
    /** Resolves when a page is drawn, with its data if the response has arrived, or after five seconds, because its code may fail to load. */
    drawn,
    /** The portal is usable from now on. Later calls do nothing. */
    markDrawn: (): void => {
      if (isDrawn) return;
      isDrawn = true;
      attempt(() => browser.performance.mark('app-ready'));
      // The shell shows the picture of the first view only once.
      delete browser.document.documentElement.dataset['firstView'];
      resolve();
    },
  };
};

export type FirstPage = ReturnType<typeof createFirstPage>;
