import type { Page } from '@playwright/test';

const LEAD_MS = 1_000;

/**
 * Pauses the clock of the page. Returns the page's time, epoch ms.
 *
 * Playwright refuses a time in the past, and a busy machine can need longer than the lead. A refused command has stopped the
 * clock nevertheless, so the next one is in time.
 */
export const pauseClock = async (page: Page): Promise<number> => {
  const pauseSoon = async (): Promise<number> => {
    const at = (await page.evaluate(() => Date.now())) + LEAD_MS;
    await page.clock.pauseAt(at);
    return at;
  };
  return pauseSoon().catch(pauseSoon);
};
