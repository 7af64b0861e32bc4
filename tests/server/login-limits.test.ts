import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attempts } from '../../server/db/schema.ts';
import { type Limit, waitMs } from '../../server/runtime/attempts.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { admitLogin, slowDownMs } from '../../server/users/login-throttle.ts';
import { createPasswordQueue, type QueueLimits, type SourceKind } from '../../server/users/password-queue.ts';
import { describeOn } from '../support/server/test-database.ts';
import { makePasswordSlow, sharedTestServer } from '../support/server/test-server.ts';

const MINUTE = 60_000;

const limit: Limit = { tries: 5, longestMs: 60 * MINUTE };
const tries = (count: number, last: number): number[] =>
  Array.from({ length: count }, (_, at) => last - (count - 1 - at));

test('there is no wait before the fifth wrong try, then 15, 30 and at most 60 minutes (S2)', () => {
  const waits = [0, 1, 4, 5, 10, 15, 20].map((count) => waitMs(tries(count, 1_000_000), limit, 1_000_000));
  expect(waits).toEqual([0, 0, 0, 15, 30, 60, 60].map((minutes) => minutes * MINUTE));
});

test('an unknown device waits from the 25th wrong password of a day: a minute, doubled by every 25 more up to 15 minutes (F27)', () => {
  const waits = [0, 24, 25, 49, 50, 75, 100, 125, 500].map((count) =>
    slowDownMs(
      Array.from({ length: count }, () => 1_000_000),
      1_000_000,
    ),
  );
  expect(waits).toEqual([0, 0, 1, 1, 2, 4, 8, 15, 15].map((minutes) => minutes * MINUTE));
});

describe('the queue of passwords', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const setUp = (limits: Partial<QueueLimits> = {}) => {
    const queue = createPasswordQueue({ parallel: 2, waiting: 6, perAccount: 5, ...limits });
    const started: string[] = [];
    const refused: string[] = [];
    const ends = new Map<string, () => void>();
    const submit = (source: string, account: string, name: string, kind: SourceKind = 'address'): Promise<unknown> =>
      queue({ kind, source, account }, () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }).then((outcome) => {
        if (outcome === 'busy' || outcome === 'too-frequent') refused.push(`${name} ${outcome}`);
        return outcome;
      });
    const end = async (name: string): Promise<void> => {
      ends.get(name)?.();
      await turn();
    };
    return { queue, submit, started, refused, end };
  };

  test('300 jobs of one account: one runs, four wait, the rest are refused immediately; another source waits for one of them (F5, S24)', async () => {
    const { submit, started, refused, end } = setUp({ parallel: 1, waiting: 60 });
    for (let n = 0; n < 300; n += 1) void submit('a', 'ada', `ada ${n}`);
    void submit('b', 'bob', 'bob');
    await turn();
    expect(refused).toEqual(Array.from({ length: 295 }, (_, n) => `ada ${n + 5} too-frequent`));
    expect(started).toEqual(['ada 0']);
    for (const name of ['ada 0', 'ada 1']) await end(name);
    expect(started).toEqual(['ada 0', 'ada 1', 'bob']);
  });

  test('sources take turns, and an account has one running job per source (F5, S24)', async () => {
    const { submit, started, end } = setUp();
    for (const name of ['1', '2', '3']) void submit('a', 'ada', `a ada ${name}`);
    void submit('a', 'eve', 'a eve');
    void submit('b', 'ada', 'b ada');
    await turn();
    expect(started).toEqual(['a ada 1', 'a eve']);
    await end('a ada 1');
    expect(started).toEqual(['a ada 1', 'a eve', 'a ada 2']);
    await end('a ada 2');
    expect(started).toEqual(['a ada 1', 'a eve', 'a ada 2', 'b ada']);
    await end('b ada');
    expect(started).toEqual(['a ada 1', 'a eve', 'a ada 2', 'b ada', 'a ada 3']);
  });

  test('in a full queue the longest line yields to a source without one, last job first (F5)', async () => {
    const { submit, started, refused, end } = setUp({ parallel: 1, waiting: 4 });
    for (let n = 0; n < 6; n += 1) void submit('a', `account ${n}`, `a ${n}`);
    await turn();
    expect([started, refused]).toEqual([['a 0'], ['a 5 busy']]);
    void submit('b', 'bob', 'b 0');
    await turn();
    expect(refused).toEqual(['a 5 busy', 'a 4 busy']);
    for (const name of ['a 0', 'a 1', 'b 0']) await end(name);
    expect(started).toEqual(['a 0', 'a 1', 'b 0', 'a 2']);
  });

  /** A full queue: one running job and one waiting job of each of four addresses. */
  const fill = async () => {
    const filled = setUp({ parallel: 1, waiting: 4 });
    for (let n = 0; n < 5; n += 1) void filled.submit(`a${n}`, `account ${n}`, `a${n}`);
    await turn();
    return filled;
  };

  test('in a queue that is full of single jobs, a known device takes the place of the newest address; another address is refused (F5, F27)', async () => {
    const { submit, started, refused, end } = await fill();
    void submit('a5', 'account 5', 'a5');
    await turn();
    expect(refused).toEqual(['a5 busy']);
    void submit('d', 'ada', 'ada', 'device');
    await turn();
    expect(refused).toEqual(['a5 busy', 'a4 busy']);
    for (const name of ['a0', 'ada', 'a1']) await end(name);
    expect(started).toEqual(['a0', 'ada', 'a1', 'a2']);
  });

  test('while both wait, known devices and addresses take every second turn (F5, F27)', async () => {
    const { submit, started, end } = setUp({ parallel: 1, waiting: 10 });
    for (let n = 0; n < 4; n += 1) void submit(`a${n}`, `account ${n}`, `a${n}`);
    for (let n = 0; n < 3; n += 1) void submit(`d${n}`, `player ${n}`, `d${n}`, 'device');
    await turn();
    for (const name of ['a0', 'd0', 'a1', 'd1', 'a2', 'd2']) await end(name);
    expect(started).toEqual(['a0', 'd0', 'a1', 'd1', 'a2', 'd2', 'a3']);
  });

  test('the known devices of one account share a line: together they take one place of an address (F5, F27)', async () => {
    const { submit, started, refused, end } = await fill();
    for (let n = 0; n < 4; n += 1) {
      void submit(`d${n}`, 'ada', `ada ${n}`, 'device');
      await turn();
    }
    expect(refused).toEqual(['a4 busy', 'ada 1 busy', 'ada 2 busy', 'ada 3 busy']);
    void submit('e', 'bob', 'bob', 'device');
    await turn();
    expect(refused.slice(4)).toEqual(['a3 busy']);
    for (const name of ['a0', 'ada 0', 'a1']) await end(name);
    expect(started).toEqual(['a0', 'ada 0', 'a1', 'bob']);
  });

  test('in a queue that is full of known devices, the longest line yields to anyone, and single jobs to no one (F5, F27)', async () => {
    const { submit, refused } = setUp({ parallel: 1, waiting: 4 });
    for (let n = 0; n < 5; n += 1) void submit(`d${n}`, 'ada', `ada ${n}`, 'device');
    void submit('a', 'account', 'a');
    await turn();
    for (const name of ['bob', 'eve']) {
      void submit(`device of ${name}`, name, name, 'device');
      await turn();
    }
    expect(refused).toEqual(['ada 4 busy', 'ada 3 busy', 'a busy']);
    void submit('device of zoe', 'zoe', 'zoe', 'device');
    await turn();
    expect(refused.slice(3)).toEqual(['ada 2 busy']);
    void submit('b', 'account', 'b');
    void submit('device of kim', 'kim', 'kim', 'device');
    await turn();
    expect(refused.slice(4)).toEqual(['b busy', 'kim busy']);
  });

  test('a failed job frees its slot (S2)', async () => {
    const { queue } = setUp({ parallel: 1 });
    const turnOfAda = { kind: 'address', source: 'a', account: 'ada' } as const;
    const failing = queue(turnOfAda, () => Promise.reject(new Error('no')));
    const next = queue(turnOfAda, async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});

describeOn('limits of login', () => {
  const server = sharedTestServer({ workers: false, environment: { TRUSTED_PROXIES: '1' } });

  const from = (address: string) => ({ 'x-forwarded-for': `6.6.6.6, ${address}` });
  const codeOf = async (account: string, password: string, address: string): Promise<unknown> =>
    (await server.tryLogin(account, password, from(address))).body?.['code'];

  /** Counts wrong attempts without waiting for their hashes. */
  const counted = async (times: number, account: string, address: string): Promise<void> => {
    const now = server.context.clock.now();
    for (let n = 0; n < times; n += 1)
      expect(await admitLogin(server.context, { account, source: { kind: 'address', address }, now })).toMatchObject({
        ok: true,
      });
  };

  test('the second set of five waits 30 minutes; a success clears earlier attempts (S2)', async () => {
    const { account, password } = await server.newPlayer();
    await counted(5, account, '10.0.1.1');
    server.advance(16 * MINUTE);
    await counted(4, account, '10.0.1.1');
    expect(await codeOf(account, 'Wrong-1234', '10.0.1.1')).toBe(CODE.incorrectPassword);
    server.advance(16 * MINUTE);
    expect(await codeOf(account, password, '10.0.1.1')).toBe(CODE.loginTooFrequent);
    server.advance(15 * MINUTE);
    expect(await codeOf(account, password, '10.0.1.1')).toBe(CODE.ok);
    await counted(4, account, '10.0.1.1');
    expect(await codeOf(account, password, '10.0.1.1')).toBe(CODE.ok);
  });

  test('unknown accounts are limited like known ones (S2)', async () => {
    await counted(4, 'ghost', '10.0.2.1');
    expect(await codeOf('ghost', 'Wrong-1234', '10.0.2.1')).toBe(CODE.accountNotFoundLoginName);
    expect(await codeOf('ghost', 'Wrong-1234', '10.0.2.1')).toBe(CODE.loginTooFrequent);
  });

  test('100 wrong attempts from one address in 15 minutes stop unknown devices there; forged header values do not count (S2, F12)', async () => {
    for (let n = 0; n < 99; n += 1) await counted(1, `nobody-${n}`, '10.0.3.1');
    expect(await codeOf('nobody-99', 'Wrong-1234', '10.0.3.1')).toBe(CODE.accountNotFoundLoginName);
    const { account, password } = await server.newPlayer();
    expect(await codeOf(account, password, '10.0.3.1')).toBe(CODE.loginTooFrequent);
    expect(await codeOf(account, password, '10.0.3.2')).toBe(CODE.ok);
    server.advance(15 * MINUTE + 1_000);
    expect(await codeOf(account, password, '10.0.3.1')).toBe(CODE.ok);
  });

  test('attempts from many addresses slow unknown devices down to one a minute (S2, F27)', async () => {
    const { account, password } = await server.newPlayer();
    const device = { ...from('10.0.5.1'), 'client-id': 'a-device-of-the-player' };
    expect((await server.tryLogin(account, password, device)).body?.['code']).toBe(CODE.ok);
    for (let n = 0; n < 5; n += 1) await counted(5, account, `10.0.4.${n}`);
    const { headers, body } = await server.tryLogin(account, password, from('10.0.5.2'));
    expect([body?.['code'], headers.get('retry-after')]).toEqual([CODE.loginTooFrequent, '60']);
    expect((await server.tryLogin(account, password, device)).body?.['code']).toBe(CODE.ok);
    server.advance(MINUTE);
    expect(await codeOf(account, password, '10.0.5.2')).toBe(CODE.ok);
  });

  test('40 parallel guesses from as many addresses count like sequential ones (S2)', async () => {
    const { account } = await server.newPlayer();
    const codes = await Promise.all(Array.from({ length: 40 }, (_, n) => codeOf(account, `Guess-${n}`, `10.1.${n}.1`)));
    expect(codes.filter((code) => code === CODE.incorrectPassword)).toHaveLength(25);
    expect(codes.filter((code) => code === CODE.loginTooFrequent)).toHaveLength(15);
  });

  test('an unknown account takes as long as a wrong password (S2)', async () => {
    const { account, userId } = await server.newPlayer();
    await makePasswordSlow(server.context.db, userId);
    /** Measures CPU time, because elapsed time means nothing on a busy machine. */
    const took = async (name: string, address: string): Promise<number> => {
      const since = process.cpuUsage();
      await codeOf(name, 'Wrong-1234', address);
      return process.cpuUsage(since).user;
    };
    const ratio = (await took('stranger', '10.3.0.1')) / (await took(account, '10.2.0.1'));
    expect(ratio).toBeGreaterThan(0.33);
    expect(ratio).toBeLessThan(3);
  });

  test('the attempts table contains neither names and addresses nor hashes of them without CODE_SECRET (S2, S31)', async () => {
    const { account } = await server.newPlayer();
    await codeOf(account, 'Wrong-1234', '10.9.9.8');
    const rows = await server.context.db.select().from(attempts);
    const dump = JSON.stringify(rows);
    for (const name of [account, '10.9.9.8', 'address 10.9.9.8'])
      for (const text of [name, createHash('sha256').update(name).digest('base64url')])
        expect(dump).not.toContain(text);
    const kinds = ['login-source', 'login-account', 'login-address'];
    expect(new Set(rows.map(({ bucket }) => bucket.split(':')[0]))).toEqual(new Set(kinds));
  });
});
