import { type OrderStatus, phaseOf } from '../order/order.status.ts';
import type { PaymentContext } from './payment.types.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Number of scheduled reads after which a paid or expired order is read only on events of the player or the tab. With
 * the first read after a reload and the one at the deadline, the maximum is 150. Fast reads after Completed do not count:
 * about 80 reads before the deadline and 40 of the late watch always fit into the budget.
 */
export const POLL_BUDGET = 148;
/** Number of reads of any kind after which Completed reads once and no longer speeds up the schedule. */
const FAST_READS_UNTIL = 150;
const LATE_WATCH_MS = 15 * MINUTE;
const FAST_POLLS = 10;
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Returns a number in [0, 1), deterministic per order and count: a replay has the same delays, and players do not poll in step. */
export const stableRandom = (orderId: string, count: number): number => {
  let hash = 2_166_136_261;
  for (const char of `${orderId}:${count}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

/** Fast reads after Completed is clicked. */
export const fastPollsAfter = ({ polls }: Pick<PaymentContext, 'polls'>): number =>
  polls < FAST_READS_UNTIL ? FAST_POLLS : 0;

/** Whether the next scheduled read is earlier only because of Completed. */
export const isFast = (context: Pick<PaymentContext, 'record' | 'fastPolls' | 'faults'>): boolean =>
  context.fastPolls > 0 && context.faults === 0 && phaseOf(context.record?.status ?? 'pending') === 'unpaid';

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

type PollTimes = Pick<PaymentContext, 'ticket' | 'observedAt' | 'movedAt' | 'deadlineAt' | 'shown' | 'fastPolls'>;

const pendingDelay = ({ ticket, observedAt, deadlineAt, shown, fastPolls }: PollTimes): number => {
  if (fastPolls > 0) return 2 * SECOND;
  const overtime = observedAt - deadlineAt;
  const pollInterval =
    overtime >= 0
      ? clamp(5 * SECOND, overtime / 10, 30 * SECOND)
      : observedAt - ticket.createdAt < MINUTE
        ? 2 * SECOND
        : 5 * SECOND;
  return shown ? pollInterval : Math.max(pollInterval, 10 * SECOND);
};

const delayFor = (status: OrderStatus, clock: PollTimes): number => {
  const since = clock.observedAt - clock.movedAt;
  const phase = phaseOf(status);
  switch (phase) {
    case 'unpaid':
      return pendingDelay(clock);
    case 'delivering':
      return since < MINUTE ? 2 * SECOND : clamp(5 * SECOND, since / 10, 30 * SECOND);
    case 'lapsed':
    case 'delivered':
    case 'refunded':
      return clamp(10 * SECOND, since / 10, 30 * SECOND);
  }
};

/** Milliseconds until the next scheduled read. */
export const nextPollDelay = (
  context: PollTimes & Pick<PaymentContext, 'record' | 'polls' | 'faults' | 'failure'>,
): number => {
  const { ticket, record, polls, faults, failure } = context;
  const random = stableRandom(ticket.orderId, polls);
  if (faults > 0) {
    const backOff = Math.min(30 * SECOND, 2 * SECOND * 2 ** (faults - 1)) * random;
    return clamp(0, Math.max(backOff, failure?.retryAfterMs ?? 0), MAX_DELAY_MS);
  }
  return delayFor(record?.status ?? 'pending', context) * (0.8 + 0.4 * random);
};

/** Within a second after going online, spread so that players do not poll in step. */
export const reconnectDelay = ({ ticket, polls }: Pick<PaymentContext, 'ticket' | 'polls'>): number =>
  SECOND * stableRandom(ticket.orderId, polls);

/** Milliseconds left of the 15 minutes in which a late payment is expected. */
export const lateWatchLeft = ({ observedAt, deadlineAt }: Pick<PaymentContext, 'observedAt' | 'deadlineAt'>): number =>
  clamp(0, deadlineAt + LATE_WATCH_MS - observedAt, LATE_WATCH_MS);
