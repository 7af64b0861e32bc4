import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** A phone on a slow network: latency in ms, bytes a second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU = 4;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-US' } as const;

/** Measurements of one visit; times in ms since its start. */
export type Visit = {
  readonly fcp: number;
  readonly lcp: number;
  /** The element of the largest contentful paint: its tag, and the file or the text that it shows. */
  readonly lcpElement: string;
  /** `performance.mark('app-ready')`. */
  readonly ready: number;
  /** When the expected element was inserted. */
  readonly data: number;
  readonly cls: number;
  /** Total blocking time: the part of long tasks beyond 50 ms. */
  readonly tbt: number;
  readonly requestsUntilReady: number;
  /** All files and calls that were requested before the first data, the page included. The browser may ask for its icon twice. */
  readonly requestsUntilData: number;
  /** Transferred bytes of scripts and styles. */
  readonly codeBytes: number;
  /** Transferred bytes of the page and of what it requests before its first paint. */
  readonly bytesBeforePaint: number;
};

/** Runs in the page before its own scripts. */
const observe = () => {
  const seen = { lcp: 0, lcpElement: '', cls: 0, tbt: 0 };
  Object.assign(window, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    const { startTime, element, url } = entry as PerformanceEntry & { element: Element | null; url: string };
    const file = url.slice(url.lastIndexOf('/') + 1).replace(/-[\w-]{8}(?=\.)/, '');
    seen.lcp = startTime;
    seen.lcpElement = `${element?.localName ?? 'removed'} ${file || (element?.textContent ?? '').trim().slice(0, 40)}`;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  watch('longtask', ({ duration }) => {
    seen.tbt += Math.max(0, duration - 50);
  });
};

/** The name of the function that a page calls when it is ready. */
const READY = 'benchReady';
const READY_WITHIN_MS = 60_000;

/**
 * Runs in the page before its own scripts. Records when the first element that matches `selector` is inserted, and reports when the page is
 * ready, is painted and has this element. The browser reports a paint only when the frame is on the screen: on a slow machine, long after
 * the page is ready.
 */
const watchReady = ({ selector, ready }: { selector: string | null; ready: string }) => {
  const seen = { dataAt: 0 };
  if (selector) Object.assign(window, { data: seen });
  let isReady = false;
  let isPainted = false;
  const report = () => {
    if (isReady && isPainted && (!selector || seen.dataAt)) (Reflect.get(window, ready) as (text: string) => void)('');
  };
  new PerformanceObserver((list) => {
    isReady ||= list.getEntriesByName('app-ready').length > 0;
    report();
  }).observe({ type: 'mark', buffered: true });
  new PerformanceObserver((list) => {
    isPainted ||= list.getEntriesByName('first-contentful-paint').length > 0;
    report();
  }).observe({ type: 'paint', buffered: true });
  if (!selector) return;
  const look = () => {
    if (!document.querySelector(selector)) return;
    seen.dataAt = performance.now();
    observer.disconnect();
    report();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
};

/** Resolves when the page reports that it is ready. Evaluating a condition in it would load 330 kB of Playwright right before its first paint. */
const untilReady = (session: CDPSession): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`the page was not ready within ${READY_WITHIN_MS} ms`)),
      READY_WITHIN_MS,
    );
    session.on('Runtime.bindingCalled', ({ name }) => {
      if (name !== READY) return;
      clearTimeout(late);
      resolve();
    });
  });

type Seen = { lcp: number; lcpElement: string; cls: number; tbt: number };

const seenIn = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

const throttle = async (session: CDPSession): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
};

/** Service workers are blocked by default, because one would serve every visit after the first. */
export const newPhoneContext = (
  browser: Browser,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> => browser.newContext({ ...PHONE, serviceWorkers });

/** Visits a page on the slow phone. `shows`: a selector of the first data; by default, the page has its data when it is ready. */
export const visit = async (context: BrowserContext, url: string, shows?: string): Promise<Visit> => {
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.addInitScript(watchReady, { selector: shows ?? null, ready: READY });
  const session = await page.context().newCDPSession(page);
  await throttle(session);
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: READY });
  const ready = untilReady(session);
  await page.goto(url, { waitUntil: 'commit' });
  await ready;
  await page.waitForLoadState('networkidle');
  const read = await page.evaluate(() => {
    const ready = performance.getEntriesByName('app-ready')[0]?.startTime ?? 0;
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (!paint) throw new Error('the page has no first contentful paint');
    const fcp = paint.startTime;
    const data = (window as unknown as { data?: { dataAt: number } }).data?.dataAt ?? ready;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      ready,
      data,
      fcp,
      bytesBeforePaint: [opened, ...files.filter(({ startTime }) => startTime <= fcp)].reduce(
        (sum, file) => sum + (file?.transferSize ?? 0),
        0,
      ),
      requestsUntilReady:
        1 + files.filter(({ startTime, name }) => startTime < ready && !name.includes('/api/')).length,
      requestsUntilData: 1 + new Set(files.filter(({ startTime }) => startTime < data).map(({ name }) => name)).size,
      codeBytes: files
        .filter(({ name }) => /\.(?:js|css)$/.test(name))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    };
  });
  const { lcp, lcpElement, cls, tbt } = await seenIn(page);
  await page.close();
  return { ...read, lcp, lcpElement, cls, tbt };
};

/** Creates an account in the sandbox and logs in on the top-up page. */
export const logInNewPlayer = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/main/recharge`);
  const { result } = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/sandbox/accounts', { method: 'POST', headers, body: '{}' });
    return (await response.json()) as { result: { account: string; password: string } };
  });
  await page.getByLabel('Username or email').fill(result.account);
  await page.getByLabel('Password', { exact: true }).fill(result.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
