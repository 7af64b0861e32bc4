import { expect, type Page } from '@playwright/test';

/** Paths in the caches of the origin, with their queries. */
export const storedPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return [...new Set(requests.flat().map(({ url }) => url.slice(location.origin.length)))];
  });

/** Resolves when the worker serves the page and has stored its build with its language. */
export const workerReady = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
  await expect.poll(() => storedPaths(page)).toContainEqual(expect.stringMatching(/\/en-US\.all-/));
};

export const clearHttpCache = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};
