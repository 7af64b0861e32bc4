import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempts } from '../../server/db/schema.ts';
import { bucketOf, countAttempt, type Limit, waitMs } from '../../server/users/attempts.ts';
import { createGate } from '../../server/users/login-gate.ts';
import { CODE } from '../../src/contract/codes.ts';
import { describeOn } from '../support/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const MINUTE = 60_000;

describe('the wait after wrong tries', () => {
  const limit: Limit = { tries: 5, longestMs: 60 * MINUTE };
  const tries = (count: number, last: number): number[] =>
    Array.from({ length: count }, (_, at) => last - (count - 1 - at));

  test('S2 · none before the fifth, then 15, 30 and 60 minutes, and no more', () => {
    const waits = [0, 1, 4, 5, 10, 15, 20].map((count) => waitMs(tries(count, 1_000_000), limit, 1_000_000));
    expect(waits).toEqual([0, 0, 0, 15, 30, 60, 60].map((minutes) => minutes * MINUTE));
  });

  test('S2 · never more than five in any 15 minutes, however they are spread', () => {
    const times: number[] = [];
    for (let now = 0; now < 24 * 60 * MINUTE; now += 7_000)
      if (waitMs(times, limit, now) === 0) {
        times.push(now);
        expect(times.filter((time) => now - time < 15 * MINUTE).length).toBeLessThanOrEqual(5);
      }
    expect(times.length).toBeGreaterThan(5);
    expect(times.length).toBeLessThan(24 * 5 + 20);
  });
});

describe('the login gate', () => {
  test('S2 S24 · one job of a key at a time, a bounded number in all, and no endless queue', async () => {
    const gate = createGate({ parallel: 2, waiting: 6 });
    const running = new Map<string, number>();
    let most = 0;
    const job = (key: string) => async () => {
      running.set(key, (running.get(key) ?? 0) + 1);
      expect(running.get(key)).toBe(1);
      most = Math.max(
        most,
        [...running.values()].reduce((sum, one) => sum + one, 0),
      );
      await Promise.resolve();
      running.set(key, 0);
      return key;
    };
    const all = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'f'].map((key) => gate(key, job(key)));
    expect(await Promise.all(all)).toEqual(['a', 'a', 'a', 'b', 'c', 'd', 'full', 'full']);
    expect(most).toBe(2);
    expect(await gate('g', job('g'))).toBe('g');
  });

  test('S2 · a job that fails does not hold up the next one of its key', async () => {
    const gate = createGate({ parallel: 1, waiting: 5 });
    const failing = gate('a', () => Promise.reject(new Error('no')));
    const next = gate('a', async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});

describeOn('limits of login', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ workers: false, environment: { TRUSTED_PROXIES: '1' } });
  });
  afterAll(() => server.stop());

  const from = (address: string) => ({ 'x-forwarded-for': `6.6.6.6, ${address}` });
  const codeOf = async (account: string, password: string, address: string): Promise<unknown> =>
    (await server.tryLogin(account, password, from(address))).body?.['code'];

  test('S2 · the sixth try waits, even with the right password, and says for how long', async () => {
    const { account, password } = await server.newPlayer();
    for (let n = 0; n < 5; n += 1) expect(await codeOf(account, 'Wrong-1234', '10.0.0.1')).toBe(CODE.incorrectPassword);
    const { headers, body } = await server.tryLogin(account, password, from('10.0.0.2'));
    expect([body?.['code'], headers.get('retry-after')]).toEqual([
      CODE.loginTooFrequent,
      expect.stringMatching(/^(?:900|89\d)$/),
    ]);
    server.advance(15 * MINUTE + 1_000);
    expect(await codeOf(account, password, '10.0.0.2')).toBe(CODE.ok);
  });

  /** Wrong tries that were counted before, without waiting for their hashes. */
  const counted = (times: number, account: string, address: string): Promise<void> =>
    Promise.all(
      Array.from({ length: times }, () =>
        countAttempt(
          server.context.db,
          [bucketOf('login-account', account), bucketOf('login-address', address)],
          server.context.clock.now(),
        ),
      ),
    ).then(() => undefined);

  test('S2 · the second set of five waits 30 minutes; a success forgives the account', async () => {
    const { account, password } = await server.newPlayer();
    await counted(5, account, '10.0.1.1');
    server.advance(16 * MINUTE);
    await counted(4, account, '10.0.1.1');
    expect(await codeOf(account, 'Wrong-1234', '10.0.1.1')).toBe(CODE.incorrectPassword);
    server.advance(16 * MINUTE);
    expect(await codeOf(account, password, '10.0.1.2')).toBe(CODE.loginTooFrequent);
    server.advance(15 * MINUTE);
    expect(await codeOf(account, password, '10.0.1.2')).toBe(CODE.ok);
    await counted(4, account, '10.0.1.1');
    expect(await codeOf(account, password, '10.0.1.2')).toBe(CODE.ok);
  });

  test('S2 · unknown accounts are limited like known ones', async () => {
    await counted(4, 'ghost', '10.0.2.1');
    expect(await codeOf('ghost', 'Wrong-1234', '10.0.2.1')).toBe(CODE.accountNotFoundLoginName);
    expect(await codeOf('ghost', 'Wrong-1234', '10.0.2.2')).toBe(CODE.loginTooFrequent);
  });

  test('S2 · 20 wrong tries from one address close it for every account; what the caller writes in front counts for nothing', async () => {
    for (let n = 0; n < 19; n += 1) await counted(1, `nobody-${n}`, '10.0.3.1');
    expect(await codeOf('nobody-19', 'Wrong-1234', '10.0.3.1')).toBe(CODE.accountNotFoundLoginName);
    const { account, password } = await server.newPlayer();
    expect(await codeOf(account, password, '10.0.3.1')).toBe(CODE.loginTooFrequent);
    expect(await codeOf(account, password, '10.0.3.2')).toBe(CODE.ok);
  });

  test('S2 · a burst of 40 guesses at once is counted like a row of them', async () => {
    const { account } = await server.newPlayer();
    const codes = await Promise.all(Array.from({ length: 40 }, (_, n) => codeOf(account, `Guess-${n}`, `10.1.${n}.1`)));
    expect(codes.filter((code) => code === CODE.incorrectPassword)).toHaveLength(5);
    expect(codes.filter((code) => code === CODE.loginTooFrequent)).toHaveLength(35);
  });

  test('S2 · an unknown account takes as long as a wrong password', async () => {
    const { account } = await server.newPlayer();
    const took = async (name: string, address: string): Promise<number> => {
      const since = performance.now();
      await codeOf(name, 'Wrong-1234', address);
      return performance.now() - since;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      known.push(await took(account, `10.2.${n}.1`));
      unknown.push(await took(`stranger-${n}`, `10.3.${n}.1`));
    }
    const median = (times: number[]): number => times.sort((a, b) => a - b)[1] ?? 0;
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(0.33);
    expect(ratio).toBeLessThan(3);
  });

  test('S2 S31 · the table of tries names neither accounts nor addresses', async () => {
    const { account } = await server.newPlayer();
    await codeOf(account, 'Wrong-1234', '10.9.9.9');
    const dump = JSON.stringify(await server.context.db.select().from(attempts));
    expect(dump).not.toContain(account);
    expect(dump).not.toContain('10.9.9.9');
  });
});
