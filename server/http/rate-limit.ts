import { epointPaymentIdsDetail } from '../../src/contract/epoint-order.contract.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';

/** A bucket of `burst` tokens that fills by `perSecond`; each request takes one. */
export type Rate = { readonly perSecond: number; readonly burst: number };

/** Of one player on one path; without a session, of one address, behind which there may be many. */
const CALM: Rate = { perSecond: 10, burst: 60 };
const OPEN: Rate = { perSecond: 20, burst: 200 };
/** A payment that is watched: the portal asks every two seconds, and at once when the player comes back. */
const POLL: Rate = { perSecond: 1, burst: 5 };

const MOST_BUCKETS = 50_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The one order that a poll is about; null when the call is not about one. */
const orderAsked = (path: string, body: unknown): string | null => {
  const asked = isRecord(body) ? body : {};
  if (path === orderRecord.path) return String(asked['sdk_order_id'] ?? '').slice(0, 128) || null;
  const ids = path === epointPaymentIdsDetail.path ? asked['paymentIds'] : null;
  return Array.isArray(ids) && ids.length === 1 ? String(ids[0]).slice(0, 128) : null;
};

type Bucket = { readonly key: string; readonly rate: Rate };

/**
 * The buckets that a request takes from, in this order. A poll takes from its player's and then from its order's: another order number
 * in each request does not avoid the first, and a refused request makes no bucket of the second kind.
 */
export const bucketsFor = (
  path: string,
  body: unknown,
  caller: { readonly userId: string; readonly ip: string },
): readonly Bucket[] => {
  if (caller.userId === '') return [{ rate: OPEN, key: `ip ${caller.ip} ${path}` }];
  const orderId = orderAsked(path, body);
  const player: Bucket = { rate: CALM, key: `user ${caller.userId} ${path}` };
  return orderId === null ? [player] : [player, { rate: POLL, key: `${player.key} ${orderId}` }];
};

/** Takes a token of `key`; milliseconds until there is one again, 0 when it was taken. */
export type RateLimit = (key: string, rate: Rate, nowMs: number) => number;

/** Kept in memory: each server of a group counts for itself. */
export const createRateLimit = (): RateLimit => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key, { perSecond, burst }, nowMs) => {
    const known = buckets.get(key);
    const filled = known ? known.tokens + (Math.max(0, nowMs - known.at) / 1_000) * perSecond : burst;
    const tokens = Math.min(burst, filled);
    buckets.delete(key);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: nowMs });
    const [oldest] = buckets.keys();
    if (buckets.size > MOST_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return tokens < 1 ? Math.ceil(((1 - tokens) / perSecond) * 1_000) : 0;
  };
};

/** Takes a token of each bucket, up to the first that has none; milliseconds until that one has, 0 when all were taken. */
export const takeTokens = (limit: RateLimit, buckets: readonly Bucket[], nowMs: number): number => {
  for (const { key, rate } of buckets) {
    const waitMs = limit(key, rate, nowMs);
    if (waitMs > 0) return waitMs;
  }
  return 0;
};
