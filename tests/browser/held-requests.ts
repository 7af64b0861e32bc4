import type { Page } from '@playwright/test';

/** Holds the page's requests to a URL pattern. Returns the function that lets them continue. */
export const holdRequests = async (page: Page, url: string): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};
