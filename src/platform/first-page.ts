import type { Browser } from './browser.ts';

/** Set by the first page when it can be used. */
const MARK = 'app-ready';
/** A page that fails to load is never drawn. */
const LONGEST_WAIT_MS = 3_000;

/** Resolves when the first page is drawn, after three seconds at the latest. */
export const firstPageDrawn = ({
  performance,
  PerformanceObserver,
}: Pick<Browser, 'performance' | 'PerformanceObserver'>): Promise<void> =>
  new Promise((resolve) => {
    const isDrawn = (): boolean => performance.getEntriesByName?.(MARK).length !== 0;
    if (isDrawn() || !PerformanceObserver) {
      resolve();
      return;
    }
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new PerformanceObserver(() => {
      if (isDrawn()) end();
    });
    const timer = setTimeout(end, LONGEST_WAIT_MS);
    observer.observe({ type: 'mark' });
  });
