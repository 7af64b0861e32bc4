import type { Page } from '@playwright/test';
import { newGate } from '../support/machines/gate.ts';

/** Holds the page's requests to a URL pattern, `times` of them or all. Returns the function that lets them continue. */
export const holdRequests = async (page: Page, url: string | RegExp, times = Infinity): Promise<() => void> => {
  const { passed, open } = newGate();
  await page.route(
    url,
    async (route) => {
      await passed;
      await route.continue();
    },
    { times },
  );
  return open;
};
