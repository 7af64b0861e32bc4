import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loginDevices } from '../../server/db/device.schema.ts';
import { attempts, idempotencyKeys, outbox, sessions } from '../../server/db/schema.ts';
import { enqueue } from '../../server/delivery/outbox.ts';
import { startHousekeeping } from '../../server/operations/housekeeping.ts';
import { bucketOf, countAttempt } from '../../server/users/attempts.ts';
import { forgetDevices, isKnownDevice, rememberDevice } from '../../server/users/login-devices.ts';
import { describeOn } from '../support/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const HOUR = 3_600_000;

describeOn('housekeeping', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ workers: false });
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    return () => vi.useRealTimers();
  });
  afterAll(() => server.stop());

  test('S2 S28 · tries and sessions that no rule asks about any more are removed, the others stay', async () => {
    const { db, clock } = server.context;
    await server.newPlayer();
    await countAttempt(db, [bucketOf('login-account', 'old')], clock.now());
    server.advance(23 * HOUR);
    await countAttempt(db, [bucketOf('login-account', 'new')], clock.now());
    const counts = async () => [await db.$count(attempts), await db.$count(sessions)];
    const tidy = async () => {
      const worker = startHousekeeping(server.context);
      vi.advanceTimersByTime(300_000);
      await worker.stop();
    };
    await tidy();
    expect(await counts()).toEqual([2, 1]);
    server.advance(2 * HOUR);
    await tidy();
    expect(await counts()).toEqual([1, 1]);
    server.advance(12 * HOUR);
    await tidy();
    expect(await counts()).toEqual([1, 0]);
    expect(server.logLines()).toEqual([]);
  });

  test('F27 · a device that has not logged in for 180 days is forgotten', async () => {
    const { db, clock } = server.context;
    const remember = (clientId: string) => rememberDevice(db, { account: 'ada', clientId, now: clock.now() });
    await remember('an-old-device-of-ada');
    server.advance(179 * 24 * HOUR);
    await remember('a-new-device-of-ada');
    server.advance(25 * HOUR);
    await forgetDevices(db, clock.now());
    expect(await db.$count(loginDevices)).toBe(1);
    const isKnown = (clientId: string) => isKnownDevice(db, { account: 'ada', clientId, now: clock.now() });
    expect([await isKnown('an-old-device-of-ada'), await isKnown('a-new-device-of-ada')]).toEqual([false, true]);
  });

  test('keys of orders are kept for two days, finished work for thirty, unfinished work for as long as it takes', async () => {
    const { db, clock } = server.context;
    const subjects = async () =>
      (await db.select().from(outbox)).map(({ subject }) => subject).filter((one) => one.startsWith('tidy-'));
    const tidy = async () => {
      const worker = startHousekeeping(server.context);
      vi.advanceTimersByTime(300_000);
      await worker.stop();
    };
    const at = clock.now();
    const key = { userId: 'u', path: '/p', key: 'a-key-of-sixteen', fingerprint: 'f', createdAt: at };
    await db.insert(idempotencyKeys).values(key);
    const job = { kind: 'deliver', payload: {}, dueAt: at } as const;
    await enqueue(
      db,
      [
        { ...job, subject: 'tidy-done' },
        { ...job, subject: 'tidy-open' },
      ],
      at,
    );
    await db.update(outbox).set({ doneAt: at }).where(eq(outbox.subject, 'tidy-done'));
    server.advance(48 * HOUR - 60_000);
    await tidy();
    expect(await db.$count(idempotencyKeys)).toBe(1);
    server.advance(120_000);
    await tidy();
    expect([await db.$count(idempotencyKeys), await subjects()]).toEqual([0, ['tidy-open', 'tidy-done']]);
    server.advance(29 * 24 * HOUR);
    await tidy();
    expect(await subjects()).toEqual(['tidy-open']);
  });
});
