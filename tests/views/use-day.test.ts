import { expect, test, vi } from 'vitest';
import { watchDays } from '../../src/views/app/date-text.view.tsx';

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
