import { isRecord, parsedJson } from '../../core/redact/plain-copy.ts';

/** Calls whose bodies contain creation times or the current time. */
const TIMED: readonly string[] = [
  '/api/setting/time',
  '/api/order/webCreate',
  '/api/order/record',
  '/api/payment/order/create/epoint',
  '/api/epoint/paymentIds/detail',
];

/** A call whose time is signed: the shift is added to its URL. */
const SIGNED = '/api/analytics/event';

/** The fields with times, and their units in ms. */
const RESPONSE_FIELDS: ReadonlyMap<string, number> = new Map([
  ['ts', 1_000],
  ['ts_ms', 1],
  ['create_ts', 1_000],
]);
const REQUEST_FIELDS: ReadonlyMap<string, number> = new Map([
  ['begin', 1_000],
  ['end', 1_000],
]);

const shiftFields = (fields: unknown, units: ReadonlyMap<string, number>, ms: number): unknown =>
  isRecord(fields)
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => {
          const unit = units.get(name);
          return [name, unit !== undefined && typeof value === 'number' && value > 0 ? value + ms / unit : value];
        }),
      )
    : fields;

/** Shifts every timestamp in a response by `ms`. */
const shiftResponse = (text: string, ms: number): string => {
  const body = parsedJson(text);
  if (!isRecord(body)) return text;
  const { result } = body;
  const shifted = Array.isArray(result)
    ? result.map((row) => shiftFields(row, RESPONSE_FIELDS, ms))
    : shiftFields(result, RESPONSE_FIELDS, ms);
  return JSON.stringify({ ...body, result: shifted });
};

/** Shifts the time range of a request back by `ms`. */
const shiftRequest = (question: string, ms: number): string => {
  const body = parsedJson(question);
  return isRecord(body) ? JSON.stringify(shiftFields(body, REQUEST_FIELDS, -ms)) : question;
};

type Page = Pick<Window, 'setTimeout' | 'clearTimeout' | 'fetch' | 'location' | 'addEventListener'> & {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly performance: Pick<Performance, 'now'>;
  Date: DateConstructor;
};

type Timer = { real: number; readonly due: number; readonly ring: () => void };

const KEY = 'qa.clock.passed';

const readPassed = ({ localStorage }: Page): number => {
  const ms = Number(localStorage.getItem(KEY));
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0;
};

/**
 * Advances the time of a page as if its device had slept: the clocks jump, and every due timer fires, the earliest first, each in its
 * own task. Intervals keep their schedule. The server stays in real time and makes the orders of this browser older instead, so requests
 * and responses are shifted between the two times. The offset is stored for the browser: other tabs and reloaded pages share it.
 */
export const createLabClock = (page: Page) => {
  const { setTimeout, clearTimeout, fetch } = page;
  const realMonotonic = page.performance.now.bind(page.performance);
  const realNow = page.Date.now.bind(page.Date);
  const timers = new Map<number, Timer>();
  const passedBefore = readPassed(page);
  let passedHere = 0;

  const passedMs = (): number => passedBefore + passedHere;
  const monotonic = (): number => realMonotonic() + passedHere;
  const start = (ring: () => void, due: number): number => setTimeout.call(page, ring, Math.max(0, due - monotonic()));

  page.setTimeout = (handler, ms = 0, ...given) => {
    if (typeof handler !== 'function') return setTimeout.call(page, handler, ms);
    const due = monotonic() + ms;
    const ring = (): void => {
      timers.delete(name);
      handler(...given);
    };
    const name = start(ring, due);
    timers.set(name, { real: name, due, ring });
    return name;
  };
  page.clearTimeout = (name) => {
    clearTimeout.call(page, name === undefined ? name : (timers.get(name)?.real ?? name));
    if (name !== undefined) timers.delete(name);
  };
  page.performance.now = monotonic;
  page.Date.now = () => realNow() + passedMs();
  page.Date = new Proxy(page.Date, {
    construct: (real, given, self) => Reflect.construct(real, given.length === 0 ? [real.now()] : given, self),
  });

  page.fetch = async (input, init) => {
    const ms = passedMs();
    if (ms === 0 || input instanceof Request) return fetch.call(page, input, init);
    const url = new URL(input, page.location.href);
    if (url.pathname === SIGNED) url.searchParams.set('ahead', String(ms / 1_000));
    if (!TIMED.includes(url.pathname)) return fetch.call(page, url, init);
    const body = init?.body;
    const shifted = typeof body === 'string' ? { ...init, body: shiftRequest(body, ms) } : init;
    const response = await fetch.call(page, url, shifted);
    const { status, headers } = response;
    return status === 200
      ? new Response(shiftResponse(await response.text(), passedMs()), { status, headers })
      : response;
  };

  const moveOn = (ms: number): void => {
    passedHere += ms;
    for (const timer of [...timers.values()].toSorted((a, b) => a.due - b.due)) {
      clearTimeout.call(page, timer.real);
      timer.real = start(timer.ring, timer.due);
    }
  };
  page.addEventListener('storage', ({ key }) => {
    const ms = key === KEY ? readPassed(page) - passedMs() : 0;
    if (ms > 0) moveOn(ms);
  });

  return {
    /** How far this browser is ahead of the server, ms. */
    passedMs,
    pass: (ms: number): void => {
      moveOn(ms);
      page.localStorage.setItem(KEY, String(passedMs()));
    },
    reset: (): void => {
      page.localStorage.removeItem(KEY);
      page.location.reload();
    },
  };
};

export type LabClock = ReturnType<typeof createLabClock>;
