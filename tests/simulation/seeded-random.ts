import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Random numbers that depend on the seed alone. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  /** mulberry32: [0, 1) */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low));
  return {
    next,
    chance: (share: number): boolean => next() < share,
    /** An integer from `low` (inclusive) to `high` (exclusive). */
    between,
    pick: <Value>(values: readonly Value[]): Value => {
      const value = values[between(0, values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    /** Ms until the next event, if events happen every `meanMs` on average. */
    pause: (meanMs: number): number => Math.round(-Math.log(1 - next()) * meanMs),
    fill: <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = between(0, 256);
      return bytes;
    },
    fork: () => createRandom(between(0, 2 ** 32)),
  };
};

export type Random = ReturnType<typeof createRandom>;

/** Makes the random values of `node:crypto`, of `Math` and of tabs depend on the seed. Returns a function that restores them. */
export const seedCrypto = (random: Random): (() => void) => {
  const { randomBytes, randomUUID, randomInt } = crypto;
  const mathRandom = Math.random;
  const uuid = (): string => {
    const bytes = random.fill(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = Buffer.from(bytes).toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
  Object.assign(crypto, {
    randomBytes: (size: number) => Buffer.from(random.fill(new Uint8Array(size))),
    randomUUID: uuid,
    randomInt: (low: number, high?: number) =>
      high === undefined ? random.between(0, low) : random.between(low, high),
  });
  Math.random = random.next;
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomBytes, randomUUID, randomInt });
    Math.random = mathRandom;
    syncBuiltinESMExports();
  };
};
