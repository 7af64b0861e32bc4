import { hash } from 'node:crypto';
import { epointPaymentIdsDetail } from '../../src/contract/epoint.contract.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';

/** A bucket of `burst` tokens that refills at `perSecond`. Each request takes one. */
export type Rate = { readonly perSecond: number; readonly burst: number };

/** Per player and path. Calls without a session count per address, which many players may share. */
const PER_USER: Rate = { perSecond: 10, burst: 60 };
const PER_IP: Rate = { perSecond: 20, burst: 200 };
/** Polling of one payment: every two seconds, and immediately when the player returns. */
const PER_ORDER: Rate = { perSecond: 1, burst: 5 };

const MAX_BUCKETS = 50_000;

/** Trimmed, as the route does. Returns '' for a value that is neither a string nor a number, because it identifies nothing. */
const idOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 128) : '';

/** The order that a call polls; null if it polls none or several. */
const polledOrder = (path: string, body: unknown): string | null => {
  const fields: Record<string, unknown> = Object(body);
  if (path === orderRecord.path) return idOf(fields['sdk_order_id']) || null;
  const ids = path === epointPaymentIdsDetail.path ? fields['paymentIds'] : null;
  const [id, ...others] = new Set(Array.isArray(ids) ? ids.map(idOf) : []);
  return others.length ? null : id || null;
};

type Bucket = { readonly key: string; readonly rate: Rate };

/**
 * The buckets of a request, in order. A poll takes from its player's bucket first and then from its order's, so changing the order
 * number does not avoid the first, and a rejected request creates no bucket for its order.
 */
export const bucketsFor = (
  path: string,
  body: unknown,
  caller: { readonly userId: string; readonly ip: string },
): readonly Bucket[] => {
  if (caller.userId === '') return [{ rate: PER_IP, key: `ip ${caller.ip} ${path}` }];
  const orderId = polledOrder(path, body);
  const player: Bucket = { rate: PER_USER, key: `user ${caller.userId} ${path}` };
  return orderId === null ? [player] : [player, { rate: PER_ORDER, key: `${player.key} ${orderId}` }];
};

/** Takes a token of `key`. Returns the wait in milliseconds; 0: taken. */
type RateLimit = (key: string, rate: Rate, nowMs: number) => number;

/** In memory: each server process counts for itself. */
export const createRateLimit = (): RateLimit => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key, { perSecond, burst }, nowMs) => {
    const known = buckets.get(key);
    const filled = known ? known.tokens + (Math.max(0, nowMs - known.at) / 1_000) * perSecond : burst;
    const tokens = Math.min(burst, filled);
    buckets.delete(key);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: nowMs });
    const [oldest] = buckets.keys();
    if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return tokens < 1 ? Math.ceil(((1 - tokens) / perSecond) * 1_000) : 0;
  };
};

/** Takes a token from each bucket until one is empty. Returns that bucket's wait in milliseconds; 0: all were taken. */
export const takeTokens = (limit: RateLimit, buckets: readonly Bucket[], nowMs: number): number => {
  for (const { key, rate } of buckets) {
    const waitMs = limit(key, rate, nowMs);
    if (waitMs > 0) return waitMs;
  }
  return 0;
};

/** Unknown tokens of an address, which many players may share. */
const PER_ADDRESS: Rate = { perSecond: 100, burst: 1_000 };
const MAX_TOKENS = 50_000;

const nameOf = (token: string): string => hash('sha256', token, 'base64url');

/**
 * Limits the token lookups per address. A token that was valid at its last call does not count, so a flood of invalid tokens does not stop
 * players behind the same address who are already logged in. After a restart each token counts once.
 */
const createSessionLimit = (limit: RateLimit) => {
  const valid = new Set<string>();
  return {
    /** Returns the wait in milliseconds; 0: the token may be looked up. */
    admit: (ip: string, token: string, nowMs: number): number =>
      valid.has(nameOf(token)) ? 0 : limit(`sessions ${ip}`, PER_ADDRESS, nowMs),
    report: (token: string, isValid: boolean): void => {
      const name = nameOf(token);
      valid.delete(name);
      if (!isValid) return;
      valid.add(name);
      const [oldest] = valid;
      if (valid.size > MAX_TOKENS && oldest !== undefined) valid.delete(oldest);
    },
  };
};

/** `calls`: by player or address. `sessions`: lookups of tokens by address. */
export const createCallLimits = () => {
  const calls = createRateLimit();
  return { calls, sessions: createSessionLimit(calls) };
};

export type CallLimits = ReturnType<typeof createCallLimits>;
