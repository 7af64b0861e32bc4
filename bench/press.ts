import type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from '@playwright/test';

const CPU = 4;
/** Longer than the work that follows a press. Nothing in the page marks the end of this work: an interaction below 16 ms has no entry. */
const REST_MS = 600;
/** The browser reports no shorter interaction. */
const SHORTEST_MS = 16;

/** Runs in the page: keeps the duration of the slowest interaction, from the event to the next frame. */
export const watchInteractions = () => {
  const seen = { slowest: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) seen.slowest = Math.max(seen.slowest, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
};

export type Phone = { readonly page: Page; readonly session: CDPSession };

/** A page in a new browser context. */
export const newPhone = async (browser: Browser, options: BrowserContextOptions): Promise<Phone> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page) };
};

const slowDown = ({ session }: Phone, rate: number): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

/** Moves the mouse to `target`. */
export const aimAt = async ({ page }: Phone, target: Locator): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
};

export const pressMouse = async ({ page }: Phone): Promise<void> => {
  await page.mouse.down();
  await page.mouse.up();
};

/** ms from an interaction to its next paint, on a CPU slowed down four times and with the page at rest; the page needs `watchInteractions`. */
export const paintMs = async (phone: Phone, interact: () => Promise<void>): Promise<number> => {
  const { page } = phone;
  await slowDown(phone, CPU);
  await page.waitForTimeout(REST_MS);
  await page.evaluate(() => Object.assign((window as unknown as { seen: object }).seen, { slowest: 0 }));
  await interact();
  await page.waitForTimeout(REST_MS);
  const slowest = await page.evaluate(() => (window as unknown as { seen: { slowest: number } }).seen.slowest);
  await slowDown(phone, 1);
  return Math.max(slowest, SHORTEST_MS);
};

const threadMs = async ({ session }: Phone): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000;
};

/** CPU time of the page's main thread in ms, at full speed, for `act` and the work that follows it. */
export const mainThreadMs = async (phone: Phone, act: () => Promise<unknown>): Promise<number> => {
  await phone.session.send('Performance.enable');
  await phone.page.waitForTimeout(REST_MS);
  const before = await threadMs(phone);
  await act();
  await phone.page.waitForTimeout(REST_MS);
  return (await threadMs(phone)) - before;
};
