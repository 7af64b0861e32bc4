import type { Page } from '@playwright/test';

const LEAD_MS = 1_000;

/**
 * Pauses the clock of the page. Returns the page's time, epoch ms.
 *
 * Playwright refuses a time in the past, and a busy machine can take longer than the lead. Even a refused command stops the
 * clock, so the second command is in time.
 */
export const pauseClock = async (page: Page): Promise<number> => {
  const pauseSoon = async (): Promise<number> => {
    const at = (await page.evaluate(() => Date.now())) + LEAD_MS;
    await page.clock.pauseAt(at);
    return at;
  };
  return pauseSoon().catch(pauseSoon);
};
