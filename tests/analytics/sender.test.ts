import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { trafficSource } from '../../src/analytics/observer.ts';
import { createSender } from '../../src/analytics/sender.ts';
import type { AnalyticsEvent } from '../../src/contract/analytics.contract.ts';

const URL_OF_LOGGER = 'https://log.example/collect';
const KEY = 'a build-time key';
const NOW = 1_760_000_000_250;

const event = (n = 0): AnalyticsEvent => ({
  name: 'web_payment_page_enter',
  visit: 'v-1',
  at: NOW,
  page: 'home',
  details: { n },
});

const setUp = (change: Partial<Parameters<typeof createSender>[0]> = {}) => {
  const posted: { url: string; body: string }[] = [];
  const beacons: { url: string; body: string }[] = [];
  let nonces = 0;
  const sender = createSender({
    loggerUrl: () => URL_OF_LOGGER,
    key: KEY,
    now: () => NOW,
    newNonce: () => `n-${++nonces}`,
    post: async (url, body) => void posted.push({ url, body }),
    beacon: (url, body) => beacons.push({ url, body }) > 0,
    ...change,
  });
  const numbers = (list: readonly { body: string }[]) => list.map(({ body }) => JSON.parse(body).details.n);
  return { sender, posted, beacons, numbers };
};

beforeEach(() => void vi.useFakeTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the signed query', () => {
  test('HMAC-SHA256 over event, nonce and ts in this order, with the build’s key (ANLT-01)', async () => {
    const { sender, posted } = setUp();
    sender.send(event());
    await settle();
    const [{ url, body } = { url: '', body: '' }] = posted;
    const text = 'event=web_payment_page_enter&nonce=n-1&ts=1760000000';
    expect(url).toBe(`${URL_OF_LOGGER}?${text}&sign=${createHmac('sha256', KEY).update(text).digest('hex')}`);
    expect(JSON.parse(body)).toEqual(event());
  });

  test('each event has its own nonce, and a URL keeps its query (ANLT-01)', async () => {
    const { sender, posted } = setUp({ loggerUrl: () => `${URL_OF_LOGGER}?app=7` });
    sender.send(event(1));
    sender.send(event(2));
    await settle();
    expect(posted.map(({ url }) => url.slice(0, url.indexOf('&ts=')))).toEqual([
      `${URL_OF_LOGGER}?app=7&event=web_payment_page_enter&nonce=n-1`,
      `${URL_OF_LOGGER}?app=7&event=web_payment_page_enter&nonce=n-2`,
    ]);
  });
});

describe('a faulty logger', () => {
  test('without a logger nothing is sent, and the queue is sent when there is one (ANLT-03, C71)', async () => {
    let url: string | null = null;
    const { sender, posted, beacons, numbers } = setUp({ loggerUrl: () => url });
    sender.send(event(1));
    sender.flush();
    await settle();
    expect([posted, beacons]).toEqual([[], []]);
    url = URL_OF_LOGGER;
    sender.wake();
    await settle();
    expect(numbers(posted)).toEqual([1]);
  });

  test('down: each event is tried once, nothing is thrown (ANLT-03, C71)', async () => {
    let tries = 0;
    const { sender } = setUp({
      post: () => {
        tries += 1;
        return Promise.reject(new TypeError('fetch failed'));
      },
    });
    for (let n = 0; n < 5; n += 1) sender.send(event(n));
    await settle();
    expect(tries).toBe(5);
  });

  test('no response: one open request, at most 50 queued events, the oldest are dropped (ANLT-03, C71)', async () => {
    let open = 0;
    const { sender, beacons, numbers } = setUp({
      post: () => {
        open += 1;
        return new Promise(() => undefined);
      },
    });
    for (let n = 0; n < 200; n += 1) sender.send(event(n));
    await settle();
    expect(open).toBe(1);
    sender.flush();
    expect(numbers(beacons)).toEqual(Array.from({ length: 50 }, (_, at) => 150 + at));
    sender.flush();
    expect(beacons).toHaveLength(50);
  });

  test('stops when the browser refuses a beacon (ANLT-03)', () => {
    let requestCount = 0;
    const { sender } = setUp({
      post: () => new Promise(() => undefined),
      beacon: () => {
        requestCount += 1;
        return false;
      },
    });
    for (let n = 0; n < 10; n += 1) sender.send(event(n));
    sender.flush();
    expect(requestCount).toBe(1);
  });
});

test.each([
  ['?channel=summer_ads-24', 'summer_ads-24'],
  ['?a=1&channel=x', 'x'],
  ['', ''],
  ['?channel=ada@example.org', ''],
  ['?channel=%3Cscript%3E', ''],
  [`?channel=${'x'.repeat(65)}`, ''],
  [`?${'&'.repeat(100_000)}channel=x`, ''],
])('the source of %j is %j (ANLT-02, C60)', (search, source) => expect(trafficSource(search)).toBe(source));
