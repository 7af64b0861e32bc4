import type { Browser } from '@playwright/test';
import { median, newPhoneContext, type Visit, visit } from './browser.ts';
import { TIMING_LIMITS } from './budgets.ts';
import type { Figure } from './report.ts';

export type TwoVisits = { readonly first: Visit; readonly second: Visit };

/** The login on a phone that has never opened it, and again when the service worker is ready. The HTTP cache is empty both times. */
export const visitTwice = async (browser: Browser, portal: string): Promise<TwoVisits> => {
  const phone = await newPhoneContext(browser, 'allow');
  const url = `${portal}/login`;
  const first = await visit(phone, url);
  const page = await phone.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const isStored = async () => (await caches.match('/')) !== undefined;
  await page.waitForFunction(isStored);
  const session = await phone.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
  const second = await visit(phone, url);
  await phone.close();
  return { first, second };
};

export const secondVisitFigures = (rounds: readonly TwoVisits[]): readonly Figure[] => {
  const first = median(rounds.map((round) => round.first.fcp));
  const second = median(rounds.map((round) => round.second.fcp));
  return [
    {
      what: 'first paint of a second visit, against the first visit',
      measured: second / Math.max(first, 1),
      limit: TIMING_LIMITS.secondPaint,
      unit: '×',
      from: `${second.toFixed(0)} : ${first.toFixed(0)} ms`,
    },
    {
      what: 'bytes that a second visit transfers before its first paint',
      measured: Math.max(...rounds.map((round) => round.second.bytesBeforePaint)),
      limit: TIMING_LIMITS.again,
      unit: 'bytes',
    },
  ];
};
