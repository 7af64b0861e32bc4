import { vi } from 'vitest';
import { CREATED_AT } from './orders.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** From the creation of an order to its deadline. */
export const DEADLINE = 300 * SECOND;

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Advances the time to this many ms after the creation of the order. */
export const passUntil = (after: number) => pass(CREATED_AT + after - Date.now());

export const within = (times: readonly number[], from: number, to: number) =>
  times.filter((at) => at >= from && at < to);
export const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));
