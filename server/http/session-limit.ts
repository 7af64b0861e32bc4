import { hash } from 'node:crypto';
import type { Rate, RateLimit } from './rate-limit.ts';

/** Unknown tokens of an address, which many players may share. */
const PER_ADDRESS: Rate = { perSecond: 100, burst: 1_000 };
const MAX_TOKENS = 50_000;

/**
 * Limits the token lookups per address. A token that was valid at its last call does not count, so a flood of invalid tokens does not stop
 * players behind the same address who are already logged in.
 */
export type SessionLimit = {
  /** Returns the wait in milliseconds; 0: the token may be looked up. */
  readonly admit: (ip: string, token: string, nowMs: number) => number;
  readonly report: (token: string, isValid: boolean) => void;
};

const nameOf = (token: string): string => hash('sha256', token, 'base64url');

/** In memory, like the rate limits. After a restart each token counts once. */
export const createSessionLimit = (limit: RateLimit): SessionLimit => {
  const valid = new Set<string>();
  return {
    admit: (ip, token, nowMs) => (valid.has(nameOf(token)) ? 0 : limit(`sessions ${ip}`, PER_ADDRESS, nowMs)),
    report: (token, isValid) => {
      const name = nameOf(token);
      valid.delete(name);
      if (!isValid) return;
      valid.add(name);
      const [oldest] = valid;
      if (valid.size > MAX_TOKENS && oldest !== undefined) valid.delete(oldest);
    },
  };
};
