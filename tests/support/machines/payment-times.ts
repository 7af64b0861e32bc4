import { vi } from 'vitest';
import type { OrderStatus } from '../../../machines/order/order.status.ts';
import { CREATED_AT } from './orders.ts';
import type { HarnessOptions } from './payment-harness.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** From the creation of an order to its deadline. */
export const DEADLINE = 300 * SECOND;

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Advances the time to this many ms after the creation of the order. */
export const passUntil = (after: number) => pass(CREATED_AT + after - Date.now());

/** Pending until `at`, then `status`. */
export const turns = (...steps: readonly (readonly [at: number, status: OrderStatus])[]) =>
  ({ answer: (after) => steps.findLast(([at]) => after >= at)?.[1] ?? 'pending' }) satisfies HarnessOptions;

export const within = (times: readonly number[], from: number, to: number) =>
  times.filter((at) => at >= from && at < to);
export const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));
