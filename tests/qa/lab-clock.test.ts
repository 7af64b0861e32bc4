import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLabClock } from '../../src/qa/portal/lab/lab.clock.ts';
import { createFakeStore } from '../support/browser/fake-browser.ts';

const START = 1_700_000_000_000;
const RECORD = '/api/order/record';

beforeEach(() => void vi.useFakeTimers({ now: START }));

const openPage = (answer: () => Response = () => Response.json({ code: 0 }), localStorage = createFakeStore()) => {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  const events = new EventTarget();
  const reload = vi.fn();
  const page = {
    setTimeout: ((ring: () => void, ms?: number) => globalThis.setTimeout(ring, ms)) as unknown as Window['setTimeout'],
    clearTimeout: ((timer: number) => globalThis.clearTimeout(timer)) as Window['clearTimeout'],
    fetch: (async (input: RequestInfo | URL, init?: RequestInit) => {
      sent.push({ url: String(input), body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
      return answer();
    }) as typeof fetch,
    location: { href: 'https://portal.example/main/recharge', reload } as unknown as Location,
    localStorage,
    addEventListener: events.addEventListener.bind(events) as Window['addEventListener'],
    performance: { now: () => Date.now() - START },
    Date: class extends Date {} as DateConstructor,
  };
  /** Dispatches the storage event like the browser in other tabs. */
  const receiveStorageEvent = (key: string) => events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { page, localStorage, receiveStorageEvent, reload, sent, clock: createLabClock(page) };
};

const rings = () => {
  const rung: string[] = [];
  return { rung, ring: (name: string) => () => void rung.push(name) };
};

describe('time passes for a page (INSP-06)', () => {
  test('both clocks jump at once', () => {
    const { page, clock } = openPage();
    clock.pass(300_000);
    expect(page.Date.now()).toBe(START + 300_000);
    expect(new page.Date().getTime()).toBe(START + 300_000);
    expect(new page.Date(0).getTime()).toBe(0);
    expect(new page.Date()).toBeInstanceOf(page.Date);
    expect(page.performance.now()).toBe(300_000);
    expect(clock.passedMs()).toBe(300_000);
    vi.advanceTimersByTime(1_000);
    expect(page.performance.now()).toBe(301_000);
  });

  test('due timers fire in order; later ones fire earlier by the passed time', () => {
    const { page, clock } = openPage();
    const { rung, ring } = rings();
    page.setTimeout(ring('300 s'), 300_000);
    page.setTimeout(ring('3 s'), 3_000);
    page.setTimeout(ring('301 s'), 301_000);
    page.setTimeout(ring('another 3 s'), 3_000);
    clock.pass(300_000);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(rung).toEqual(['3 s', 'another 3 s', '300 s']);
    vi.advanceTimersByTime(999);
    expect(rung).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['3 s', 'another 3 s', '300 s', '301 s']);
  });

  test('a timer that an earlier one clears does not fire; one that it starts begins now', () => {
    const { page, clock } = openPage();
    const { rung, ring } = rings();
    const later = page.setTimeout(ring('later'), 20_000);
    const restart = (name: string): void => {
      page.clearTimeout(later);
      page.setTimeout(ring(name), 5_000);
    };
    page.setTimeout(restart, 10_000, 'new');
    clock.pass(60_000);
    vi.advanceTimersByTime(4_999);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['new']);
    vi.advanceTimersByTime(60_000);
    expect(rung).toEqual(['new']);
  });

  test('the other tabs of the browser follow, each once', () => {
    const { clock, localStorage } = openPage();
    const other = openPage(undefined, localStorage);
    const { rung, ring } = rings();
    other.page.setTimeout(ring('due'), 30_000);
    clock.pass(30_000);
    for (const key of ['token', 'qa.clock.passed', 'qa.clock.passed']) other.receiveStorageEvent(key);
    vi.advanceTimersByTime(0);
    expect([other.page.performance.now(), rung]).toEqual([30_000, ['due']]);
  });

  test('a reloaded page keeps the shift, and its own clock starts at zero', () => {
    const { clock, localStorage } = openPage();
    clock.pass(30_000);
    clock.pass(60_000);
    const { page, clock: next } = openPage(undefined, localStorage);
    expect([next.passedMs(), page.Date.now(), page.performance.now()]).toEqual([90_000, START + 90_000, 0]);
  });

  test('back to the real time: the shift is deleted and the page reloads', () => {
    const { clock, localStorage, reload } = openPage();
    clock.pass(30_000);
    clock.reset();
    expect(reload).toHaveBeenCalledOnce();
    expect(openPage(undefined, localStorage).clock.passedMs()).toBe(0);
  });

  test.each(['', 'soon', '-5', '1e400'])('the stored shift may be invalid: "%s" means none', (text) => {
    const localStorage = createFakeStore();
    localStorage.setItem('qa.clock.passed', text);
    expect(openPage(undefined, localStorage).clock.passedMs()).toBe(0);
  });
});

describe('the server stays in real time (INSP-06)', () => {
  const ORDER = { sdk_order_id: 'o1', create_ts: 1_000, status: 1, history: [{ status: 1, ts: 1_000 }] };
  const fetchJson = async (page: { readonly fetch: typeof fetch }, url: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await page.fetch(url, init)).json();
  };

  test('without a shift nothing changes', async () => {
    const answer = Response.json({ code: 0, result: [ORDER] });
    const { page, sent } = openPage(() => answer);
    expect(await page.fetch(RECORD, { method: 'POST', body: '{"begin":5,"end":0}' })).toBe(answer);
    expect(sent).toEqual([{ url: RECORD, body: { begin: 5, end: 0 } }]);
  });

  test('an order that became older there keeps its creation time, and its time range is shifted', async () => {
    const { page, clock, sent } = openPage(() => Response.json({ code: 0, total: 1, result: [ORDER] }));
    clock.pass(300_000);
    expect(await fetchJson(page, RECORD, { page: 1, begin: 2_000, end: 0 })).toEqual({
      code: 0,
      total: 1,
      result: [{ ...ORDER, create_ts: 1_300 }],
    });
    expect(sent).toEqual([{ url: `https://portal.example${RECORD}`, body: { page: 1, begin: 1_700, end: 0 } }]);
  });

  test('the server time is shifted to the page’s time', async () => {
    const { page, clock } = openPage(() => Response.json({ code: 0, result: { ts: 2_000, ts_ms: 2_000_500 } }));
    clock.pass(60_000);
    expect(await fetchJson(page, '/api/setting/time', {})).toEqual({
      code: 0,
      result: { ts: 2_060, ts_ms: 2_060_500 },
    });
  });

  test('a signed call carries the shift as a parameter', async () => {
    const { page, clock, sent } = openPage();
    clock.pass(60_000);
    await page.fetch('/api/analytics/event?event=a&ts=5&sign=00', { method: 'POST', body: '{}' });
    expect(sent.map(({ url }) => url)).toEqual([
      'https://portal.example/api/analytics/event?event=a&ts=5&sign=00&ahead=60',
    ]);
  });

  test.each(['/api/setting/webArticle', '/sandbox/clock', '/api/epoint/record'])('%s keeps its times', async (url) => {
    const body = { code: 0, result: { ts: 2_000, create_ts: 3_000 } };
    const { page, clock } = openPage(() => Response.json(body));
    clock.pass(60_000);
    expect(await fetchJson(page, url, {})).toEqual(body);
  });

  test('a response without JSON and an error response are unchanged', async () => {
    const responses = [
      new Response('{"code":0,"res'),
      new Response(null, { status: 204 }),
      new Response('x', { status: 503 }),
    ];
    const { page, clock } = openPage(() => responses.shift() ?? Response.error());
    clock.pass(60_000);
    expect(await (await page.fetch(RECORD)).text()).toBe('{"code":0,"res');
    expect((await page.fetch(RECORD)).status).toBe(204);
    expect((await page.fetch(RECORD)).status).toBe(503);
  });
});
