import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import type { Browser } from '../../src/platform/browser.ts';
import { createConnectivity } from '../../src/platform/connectivity.ts';
import { createPaymentWindows, type PaymentWindow } from '../../src/platform/payment-windows.ts';
import { ORDER_ROW } from '../support/api/fake-api.ts';
import { createFakeTab } from '../support/browser/fake-browser.ts';
import { openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';
import { until } from '../support/machines/until.ts';

const ORDER_ID = ORDER_ROW.sdk_order_id;
const DELIVERED = ORDER_STATUS_CODE.delivered;

type Feature = {
  readonly owner: 'window' | 'navigator' | 'document' | 'performance';
  readonly name: string;
  /** For a feature that is a value: another one. */
  readonly wrong?: unknown;
};

/**
 * Features that only add comfort. Not here: `fetch`, `addEventListener` and `crypto.getRandomValues`, which nothing can replace, and both
 * storages together, without which the portal sends no order and says so.
 */
const FEATURES: readonly Feature[] = [
  { owner: 'window', name: 'BroadcastChannel' },
  { owner: 'window', name: 'localStorage' },
  { owner: 'window', name: 'sessionStorage' },
  { owner: 'window', name: 'matchMedia' },
  { owner: 'window', name: 'print' },
  { owner: 'window', name: 'open' },
  { owner: 'navigator', name: 'locks' },
  { owner: 'navigator', name: 'clipboard' },
  { owner: 'navigator', name: 'onLine', wrong: false },
  { owner: 'navigator', name: 'userAgent', wrong: null },
  { owner: 'navigator', name: 'maxTouchPoints', wrong: 'many' },
  { owner: 'document', name: 'visibilityState', wrong: 'hidden' },
  { owner: 'performance', name: 'now', wrong: () => undefined },
];

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** A function, constructor and object in one: each call, construction and method has the same outcome. */
const stub = (outcome: () => unknown): object => {
  class Stub {}
  const method = () => outcome();
  const methods = new Proxy(new Stub(), { get: () => method, set: () => true });
  return new Proxy(Stub, {
    apply: outcome,
    construct: () => {
      outcome();
      return methods;
    },
    get: () => method,
    set: () => true,
  });
};

const WAYS: Readonly<Record<string, () => PropertyDescriptor>> = {
  'is missing': () => ({ value: undefined }),
  'throws when it is read': () => ({ get: refuse }),
  'throws when it is called': () => ({ value: stub(refuse) }),
  'does nothing': () => ({ value: stub(() => undefined) }),
  'never responds': () => ({ value: stub(() => new Promise(() => {})) }),
};

const CASES = FEATURES.flatMap(({ owner, name, wrong }) => {
  const own = Object.entries(WAYS).filter(([way]) => wrong === undefined || !/called|nothing|responds/.test(way));
  const value: typeof own = wrong === undefined ? [] : [['is wrong', () => ({ value: wrong })]];
  return [...own, ...value].map(([way, describe]) => ({
    what: `${owner}.${name} ${way}`,
    takeAway: (browser: Browser): void => {
      const target = owner === 'window' ? browser : browser[owner];
      Object.defineProperty(target, name, { configurable: true, ...describe() });
    },
  }));
});

const deliveredIn = async (tab: PortalTab): Promise<void> => {
  await orderIn(tab);
  tab.api.reply('/api/order/record', orderAnswer(DELIVERED));
  await until(() => expect(tab.paymentOf(ORDER_ID)).toBe('delivered'));
};

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_000 }));

test.each(CASES)('login → delivered although $what', async ({ takeAway }) => {
  const tab = openPortalTab('/main/recharge', undefined, {}, takeAway);
  await deliveredIn(tab);
});

describe('navigator.onLine is false although the network works', () => {
  test('the page keeps reading the order and never says that the player is offline (BRWS-02)', async () => {
    const changes: boolean[] = [];
    const tab = openPortalTab('/main/recharge', undefined, {}, (browser) =>
      Object.defineProperty(browser.navigator, 'onLine', { value: false }),
    );
    tab.actor.subscribe(({ context }) => void changes.push(context.online));
    await deliveredIn(tab);
    expect(new Set(changes)).toEqual(new Set([true]));
  });

  const watched = (online: boolean, isReachable: boolean) => {
    const tab = createFakeTab();
    tab.setOnline(online, isReachable);
    const connectivity = createConnectivity(tab.browser);
    return { tab, connectivity, send: connectivity.observe(tab.browser.fetch) };
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test('a request that fails while the browser reports offline is the proof', async () => {
    const { tab, connectivity } = watched(false, false);
    expect(connectivity.isOnline()).toBe(true);
    await pass(0);
    expect(connectivity.isOnline()).toBe(false);
    tab.setOnline(true);
    expect(connectivity.isOnline()).toBe(true);
  });

  test('a page that is offline finds the network within five seconds, although the browser reports nothing', async () => {
    const { tab, connectivity } = watched(false, false);
    await pass(60_000);
    expect(connectivity.isOnline()).toBe(false);
    tab.state.isReachable = true;
    await pass(5_000);
    expect(connectivity.isOnline()).toBe(true);
  });

  test('any call that succeeds ends it', async () => {
    const { connectivity, send } = watched(false, false);
    await pass(0);
    expect(connectivity.isOnline()).toBe(false);
    await send('/api/setting/init', { method: 'POST' });
    expect(connectivity.isOnline()).toBe(true);
  });

  test('an event that reports offline changes nothing while requests succeed', async () => {
    const { tab, connectivity } = watched(true, true);
    tab.setOnline(false, true);
    await pass(60_000);
    expect(connectivity.isOnline()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a report that the network is back is passed on, even if no request has failed since', () => {
    const { tab, connectivity } = watched(true, true);
    const reports: boolean[] = [];
    connectivity.watch((online) => reports.push(online));
    tab.setOnline(true);
    expect(reports).toEqual([true, true]);
  });

  test('a call that fails while the browser reports online does not make the page offline', async () => {
    const { connectivity } = watched(true, false);
    const send = connectivity.observe(() => Promise.reject(new TypeError('fetch failed')));
    await expect(send('/api/setting/init')).rejects.toThrow('fetch failed');
    expect(connectivity.isOnline()).toBe(true);
  });
});

describe('window.open of an in-app browser', () => {
  const open = (result: (browser: Browser) => unknown) => {
    const { browser } = createFakeTab();
    const preparing = vi.fn(() => ({ lang: 'en-US', title: '', text: '' }));
    const windows = createPaymentWindows({
      open: () => result(browser) as PaymentWindow,
      isOwn: (handle) => Object.is(handle, browser),
      newRef: () => 'w1',
      preparing,
      onUnload: () => {},
    });
    return { windows, preparing, ref: windows.openBlank() };
  };

  test.each<[string, (browser: Browser) => unknown]>([
    ["returns the portal's own window", (browser) => browser],
    ['returns null', () => null],
    ['returns a closed window', () => ({ closed: true })],
    ['returns an object whose members throw', () => new Proxy({}, { get: refuse })],
    ['throws', refuse],
  ])('%s: there is no payment window, and nothing is drawn', (_, result) => {
    const { preparing, ref } = open(result);
    expect(ref).toBeNull();
    expect(preparing).not.toHaveBeenCalled();
  });

  test('returns a window that never leaves about:blank: it is reported after two checks, and again when it leaves', async () => {
    const location = { href: 'about:blank', replace: () => {} };
    const { windows } = open(() => ({ closed: false, close: () => {}, location, document: {}, opener: null }));
    windows.navigate('w1', 'https://pay.example/c/1', ORDER_ID);
    const blank: boolean[] = [];
    const stop = windows.watch(
      'w1',
      () => {},
      (isBlank) => blank.push(isBlank),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    expect(blank).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(blank).toEqual([true]);
    location.href = 'https://pay.example/c/1';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(blank).toEqual([true, false]);
    stop();
  });
});
