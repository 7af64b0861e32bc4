import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clockText, secondsLeft, untilNextSecond, waitForSecond } from '../../src/views/app/countdown.view.tsx';
import { watchDays } from '../../src/views/app/date-text.view.tsx';

const DEADLINE = 1_763_712_300_000;

test('a second counts until it ends, and the result never falls below zero', () => {
  expect([1, 999, 1_000, 1_001, 300_000].map((rest) => secondsLeft(DEADLINE, DEADLINE - rest))).toEqual([
    1, 1, 1, 2, 300,
  ]);
  expect(secondsLeft(DEADLINE, DEADLINE)).toBe(0);
  expect(secondsLeft(DEADLINE, DEADLINE + 86_400_000)).toBe(0);
});

test('the next tick is when the digits change', () => {
  expect(untilNextSecond(DEADLINE, DEADLINE - 2_500)).toBe(500);
  expect(untilNextSecond(DEADLINE, DEADLINE - 2_000)).toBe(1_000);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400_000 }), (rest) => {
      const now = DEADLINE - rest;
      const next = now + untilNextSecond(DEADLINE, now);
      expect(secondsLeft(DEADLINE, next + 1)).toBeLessThanOrEqual(secondsLeft(DEADLINE, now));
      expect(next - now).toBeLessThanOrEqual(1_000);
      expect(next - now).toBeGreaterThan(0);
    }),
  );
});

test('seconds are formatted as minutes and seconds', () => {
  expect([300, 65, 60, 9, 0].map(clockText)).toEqual(['5:00', '1:05', '1:00', '0:09', '0:00']);
});

describe('waiting for the next second', () => {
  beforeEach(() => void vi.useFakeTimers({ now: DEADLINE - 2_500 }));
  const wait = (signal: AbortSignal) => waitForSecond(Date.now)({ deadlineAt: DEADLINE }, signal);

  test('resolves with the seconds left as soon as they change', async () => {
    const seconds = wait(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await seconds).toBe(2);
  });

  test('an abort clears the timer', () => {
    const controller = new AbortController();
    void wait(controller.signal);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a page that stays open reads the day again at each midnight of its clock, until it stops', () => {
  const evening = new Date(2025, 10, 21, 23, 59, 0).getTime();
  vi.useFakeTimers({ now: evening });
  const ahead = 30_000;
  const days: number[] = [];
  const stop = watchDays(
    () => Date.now() + ahead,
    () => days.push(new Date(Date.now() + ahead).getDate()),
  );
  vi.advanceTimersByTime(29_000);
  expect(days).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(days).toEqual([22]);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(days).toEqual([22, 23]);
  stop();
  vi.advanceTimersByTime(48 * 3_600_000);
  expect(days).toEqual([22, 23]);
});
