import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockText, reachedMark, secondsLeft, untilNextSecond } from '../../src/ui/countdown-clock.ts';

const DEADLINE = 1_763_712_300_000;

test('a second counts until it is over, and time that is up stays at zero', () => {
  expect([1, 999, 1_000, 1_001, 300_000].map((rest) => secondsLeft(DEADLINE, DEADLINE - rest))).toEqual([
    1, 1, 1, 2, 300,
  ]);
  expect(secondsLeft(DEADLINE, DEADLINE)).toBe(0);
  expect(secondsLeft(DEADLINE, DEADLINE + 86_400_000)).toBe(0);
});

test('the next look at the clock is when the digits change', () => {
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

test('digits as on a clock', () => {
  expect([300, 65, 60, 9, 0].map(clockText)).toEqual(['5:00', '1:05', '1:00', '0:09', '0:00']);
});

test('C42 · a mark is spoken once, also when the tab slept over it, and never at the end', () => {
  const marks = [180, 60, 20];
  expect(reachedMark(181, 180, marks)).toBe(true);
  expect(reachedMark(180, 179, marks)).toBe(false);
  expect(reachedMark(200, 40, marks)).toBe(true);
  expect(reachedMark(20, 0, marks)).toBe(false);
  expect(reachedMark(100, 99, marks)).toBe(false);
  expect(reachedMark(181, 180, [])).toBe(false);
});
