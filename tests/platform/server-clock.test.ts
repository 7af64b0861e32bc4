import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createClockSync } from '../../src/adapters/clock-sync.ts';
import type { ApiClient } from '../../src/api/api-client.ts';
import { createServerClock } from '../../src/platform/server-clock.ts';
import { startServerTimer } from '../../src/platform/server-timer.ts';
import { createFakeTab } from '../support/browser/fake-browser.ts';
import { until } from '../support/machines/until.ts';

const DAY = 86_400_000;
const SERVER_START = Date.parse('2025-10-09T08:53:20Z');

/** A device with a wrong clock that may jump, a server with the right time, and a network with a delay each way. */
const harness = (skewMs: number) => {
  const state = { elapsed: 0, skewMs };
  const serverNow = () => SERVER_START + state.elapsed;
  const clock = createServerClock({
    monotonic: () => 1_000 + state.elapsed,
    wall: () => serverNow() + state.skewMs,
  });
  const sampleOf = (there: number, back: number, exact = true) => {
    const sentAt = clock.monotonic();
    state.elapsed += there;
    const at = serverNow();
    state.elapsed += back;
    return { sentAt, receivedAt: clock.monotonic(), serverMs: exact ? at : Math.floor(at / 1_000) * 1_000 + 500 };
  };
  return { state, clock, sampleOf, serverNow };
};

const skew = fc.integer({ min: -DAY, max: DAY });
const delay = fc.integer({ min: 0, max: 900 });

describe('server time', () => {
  test('any skew up to a day either way: at most 1.5 s off, also from whole seconds (C13, SESS-14)', () => {
    fc.assert(
      fc.property(
        skew,
        fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.nat(400_000),
        (off, trips, exact, later) => {
          const { state, clock, sampleOf, serverNow } = harness(off);
          clock.adopt(trips.map(([there, back]) => sampleOf(there, back, exact)));
          state.elapsed += later;
          expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(1_500);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('the fastest sample counts, and the offset is server minus device (C13, SESS-14)', () => {
    const { clock, sampleOf } = harness(3_600_000);
    clock.adopt([sampleOf(800, 0), sampleOf(20, 20), sampleOf(0, 700)]);
    expect(clock.offsetMs()).toBe(-3_600_000);
  });

  test('a jump of the device clock has no effect and is detected (C14)', () => {
    fc.assert(
      fc.property(skew, fc.integer({ min: 2_001, max: DAY }), fc.boolean(), (off, jump, forward) => {
        const { state, clock, sampleOf, serverNow } = harness(off);
        clock.adopt([sampleOf(10, 10)]);
        expect(clock.hasDrifted()).toBe(false);
        state.skewMs += forward ? jump : -jump;
        state.elapsed += 1_000;
        expect(clock.now()).toBe(serverNow());
        expect(clock.hasDrifted()).toBe(true);
        clock.adopt([sampleOf(10, 10)]);
        expect([clock.hasDrifted(), clock.now()]).toEqual([false, serverNow()]);
      }),
    );
  });
});

describe('synchronization', () => {
  const sampler = (trips: readonly (number | 'fails')[], exact: boolean) => {
    const { state, clock, serverNow } = harness(DAY);
    let requests = 0;
    const sync = createClockSync(
      {
        call: (async () => {
          const trip = trips[requests] ?? 0;
          requests += 1;
          if (trip === 'fails') throw { reason: 'requestError' };
          state.elapsed += trip / 2;
          const ts = Math.floor(serverNow() / 1_000) * 1_000;
          const ts_ms = exact ? serverNow() : null;
          state.elapsed += trip / 2;
          return { ts, ts_ms };
        }) as ApiClient['call'],
      },
      clock,
    );
    return { sync, clock, serverNow, state, requests: () => requests };
  };

  test('with slow responses the fastest of five samples is used (C13, SESS-14)', async () => {
    const { sync, clock, serverNow, requests } = sampler([900, 800, 400, 700, 600, 40], false);
    await sync.sync();
    expect(requests()).toBe(5);
    expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(700);
  });

  test('a failure after a sample is ignored; without one it rejects (C20)', async () => {
    const some = sampler([900, 'fails'], true);
    expect(await some.sync.sync()).toEqual({ offsetMs: -DAY });
    const none = sampler(['fails'], true);
    await expect(none.sync.sync()).rejects.toEqual({ reason: 'requestError' });
  });

  test('after a jump or a sleep the clock is repaired, once at a time and silently (C14, C15)', async () => {
    const { sync, clock, state, requests } = sampler([10, 10, 'fails', 10], true);
    await sync.sync();
    sync.repair();
    expect(requests()).toBe(1);
    state.skewMs += 10_000;
    sync.repair();
    sync.repair();
    await until(() => expect(clock.hasDrifted()).toBe(false));
    expect(requests()).toBe(2);
    state.skewMs += 10_000;
    await until(() => {
      sync.repair();
      expect(requests()).toBe(4);
    });
    await until(() => expect(clock.hasDrifted()).toBe(false));
  });
});

describe('the timer at the deadline', () => {
  beforeEach(() => void vi.useFakeTimers());

  const timerHarness = (at: number) => {
    /** Milliseconds that passed while no timer ran. */
    const state = { asleep: 0 };
    const clock = createServerClock({ monotonic: () => performance.now() + state.asleep, wall: () => Date.now() });
    const tab = createFakeTab();
    const ring = vi.fn();
    const stop = startServerTimer(tab.browser, clock, clock.now() + at, ring);
    return { clock, tab, ring, stop, state };
  };

  test('fires once, exactly at its time (RCHG-14)', async () => {
    const { ring } = timerHarness(300_000);
    await vi.advanceTimersByTimeAsync(299_999);
    expect(ring).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ring).toHaveBeenCalledOnce();
  });

  test('a timer that slept past its time fires when the tab wakes, once (C15)', async () => {
    const { tab, ring, state } = timerHarness(300_000);
    state.asleep = 299_000;
    tab.fire('focus');
    expect(ring).not.toHaveBeenCalled();
    state.asleep = 300_000;
    expect(ring).not.toHaveBeenCalled();
    tab.fire('focus');
    expect(ring).toHaveBeenCalledOnce();
    tab.fire('focus');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ring).toHaveBeenCalledOnce();
  });

  test('fires when the clock is set past its time, once (C13)', () => {
    const { clock, tab, ring } = timerHarness(300_000);
    const now = clock.monotonic();
    clock.adopt([{ sentAt: now, receivedAt: now, serverMs: clock.now() + 400_000 }]);
    expect(ring).toHaveBeenCalledOnce();
    tab.fire('focus');
    expect(ring).toHaveBeenCalledOnce();
  });

  test('waits longer after the clock is set back (C13)', async () => {
    const { clock, ring } = timerHarness(300_000);
    const now = clock.monotonic();
    clock.adopt([{ sentAt: now, receivedAt: now, serverMs: clock.now() - 100_000 }]);
    await vi.advanceTimersByTimeAsync(399_999);
    expect(ring).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(ring).toHaveBeenCalledOnce();
  });

  test('does not fire or listen after it is stopped', async () => {
    const { clock, tab, ring, stop } = timerHarness(1_000);
    stop();
    await vi.advanceTimersByTimeAsync(5_000);
    tab.fire('focus');
    clock.adopt([{ sentAt: 0, receivedAt: 0, serverMs: clock.now() + DAY }]);
    expect(ring).not.toHaveBeenCalled();
  });
});
