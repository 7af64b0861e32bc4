import { carriesTimes, shiftRequest, shiftResponse, shiftSignature } from './shift-times.ts';

type Page = Pick<Window, 'setTimeout' | 'clearTimeout' | 'fetch' | 'location' | 'addEventListener'> & {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly performance: Pick<Performance, 'now'>;
  readonly Date: Pick<DateConstructor, 'now'>;
};

type Timer = { real: number; readonly due: number; readonly ring: () => void };

const KEY = 'qa.clock.passed';

const readPassed = ({ localStorage }: Page): number => {
  const ms = Number(localStorage.getItem(KEY));
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0;
};

const bodyOf = ({ body }: RequestInit, ms: number): RequestInit =>
  typeof body === 'string' ? { body: shiftRequest(body, ms) } : {};

/**
 * Lets time pass for a page as if its device had slept: afterwards its clocks are on, and every time-out that was due rings, the earliest
 * first, each in a task of its own. Intervals go on as they were. The server stays in everybody's time, where the orders of this
 * browser got older instead: so it is asked and heard in that time, and the page reads when they began as before. Kept for the browser:
 * its other tabs move along, and a page that is loaded anew is as late.
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

  page.fetch = async (input, init) => {
    const ms = passedMs();
    if (ms === 0 || input instanceof Request) return fetch.call(page, input, init);
    const url = new URL(input, page.location.href);
    if (!carriesTimes(url.pathname)) return fetch.call(page, shiftSignature(url, ms), init);
    const answer = await fetch.call(page, url, { ...init, ...bodyOf(init ?? {}, ms) });
    const { status, headers } = answer;
    return status === 200 ? new Response(shiftResponse(await answer.text(), passedMs()), { status, headers }) : answer;
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
    /** How much later it is in this browser than everywhere else. */
    passedMs,
    pass: (ms: number): void => {
      moveOn(ms);
      page.localStorage.setItem(KEY, String(passedMs()));
    },
    /** Back to everybody's time, which a page that runs cannot do: it is loaded anew. */
    forget: (): void => {
      page.localStorage.removeItem(KEY);
      page.location.reload();
    },
  };
};

export type LabClock = ReturnType<typeof createLabClock>;
