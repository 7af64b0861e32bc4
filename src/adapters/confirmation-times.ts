import { PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import type { ClockSync } from './clock-sync.ts';

/** Stored with an intent. `at`: device time in epoch ms. `hasServerTime`: `confirmedAt` is server time; before the first sync it is device time. */
export type ConfirmationStamp = { readonly at: number; readonly hasServerTime: boolean };

/** Epoch ms by one clock: the server's, or that of `confirmedAt` if the server time is unknown. `hasExpired`: the time to pay is over. */
export type ConfirmationTimes = { readonly confirmedAt: number; readonly now: number; readonly hasExpired: boolean };

export const TIME_TO_PAY_MS = PAYMENT_EXPIRY_S * 1_000;

/** Whether the time to pay has passed since `since`. */
export const hasTimeToPayPassed = (since: number, now: number): boolean => now >= since + TIME_TO_PAY_MS;

const isReliable = (clock: ServerClock): boolean => clock.isSet() && !clock.hasDrifted();

const deviceTime = (clock: ServerClock): number => clock.now() - clock.offsetMs();

/** A device clock that was set back counts like one that was set forward: the player confirms again instead of paying without a press. */
const elapsedMs = (clock: ServerClock, { confirmedAt }: OrderIntent, stamp: ConfirmationStamp | null): number =>
  Math.abs(deviceTime(clock) - (stamp?.at ?? confirmedAt));

export const stampConfirmation = (clock: ServerClock): ConfirmationStamp => ({
  at: deviceTime(clock),
  hasServerTime: isReliable(clock),
});

/** Whether the time to pay may be over, by the server time if it is known or by the device clock. Sends no request. */
export const mayHaveExpired = (clock: ServerClock, intent: OrderIntent, stamp: ConfirmationStamp | null): boolean =>
  hasTimeToPayPassed(intent.confirmedAt, clock.now()) || elapsedMs(clock, intent, stamp) >= TIME_TO_PAY_MS;

/** Syncs the clock if the server time is unknown, or if the device slept. Without server time, the time elapsed on the device counts. */
export const readConfirmationTimes = async (
  { clock, syncClock }: { readonly clock: ServerClock; readonly syncClock: ClockSync['sync'] },
  intent: OrderIntent,
  stamp: ConfirmationStamp | null,
  signal: AbortSignal,
): Promise<ConfirmationTimes> => {
  if (!isReliable(clock)) await syncClock(signal).catch(() => null);
  signal.throwIfAborted();
  const { confirmedAt } = intent;
  const elapsed = elapsedMs(clock, intent, stamp);
  const hasExpiredByDevice = elapsed >= TIME_TO_PAY_MS;
  if (!isReliable(clock)) return { confirmedAt, now: confirmedAt + elapsed, hasExpired: hasExpiredByDevice };
  const now = clock.now();
  if (stamp && !stamp.hasServerTime) return { confirmedAt: now - elapsed, now, hasExpired: hasExpiredByDevice };
  // Without a stamp, `confirmedAt` may be server time or device time.
  return { confirmedAt, now, hasExpired: hasTimeToPayPassed(confirmedAt, now) || (!stamp && hasExpiredByDevice) };
};
