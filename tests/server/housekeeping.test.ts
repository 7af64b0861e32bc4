import { eq, getTableName, lte, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  attempts,
  idempotencyKeys,
  loginDevices,
  notifications,
  outbox,
  periodicTasks,
  sandboxEvents,
  sandboxFaults,
  sessions,
  tickets,
} from '../../server/db/schema.ts';
import { enqueue } from '../../server/outbox/outbox.ts';
import { bucketOf, recordAttempts } from '../../server/runtime/attempts.ts';
import { isKnownDevice, rememberDevice } from '../../server/users/login-devices.ts';
import { deleteInBatches, RETENTIONS, startHousekeeping } from '../../server/workers/housekeeping.ts';
import { newGate } from '../support/machines/gate.ts';
import { until } from '../support/machines/until.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const HOUR = 3_600_000;

const TIDIED = RETENTIONS.map(([time]) => getTableName(time.table));
/**
 * Tables that grow with the business or are small: books, players, roles, operator content, reconciliation rules and open findings, the
 * sandbox's copies of books.
 */
const PERMANENT = [
  ...['orders', 'order_history', 'order_moves', 'delivery_lines', 'payments', 'ledger_transactions', 'ledger_entries'],
  ...['users', 'roles', 'epoint_balances'],
  ...['articles', 'bulletins', 'channels', 'epoint_items', 'game_servers', 'goods', 'periodic_tasks', 'settings'],
  ...['reconciliation_sweeps', 'reconciliation_findings'],
  ...['deliveries', 'sandbox_payments'],
];

describeOn('housekeeping', () => {
  const server = sharedTestServer({ workers: false });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  /** Stops the worker when a run has ended: a worker that is stopped earlier leaves the rest to another process. */
  const tidy = async (): Promise<void> => {
    const { db, clock } = server.context;
    const worker = startHousekeeping(server.context);
    vi.advanceTimersByTime(300_000);
    await until(async () => {
      const [task] = await db.select().from(periodicTasks).where(eq(periodicTasks.name, 'housekeeping'));
      expect(task).toMatchObject({ leasedUntil: null });
      expect(task?.nextAt.getTime()).toBeGreaterThan(clock.now().getTime());
    });
    await worker.stop();
  };

  test('attempts and sessions are removed after their retention time, the others stay (S2, S28)', async () => {
    const { db, clock } = server.context;
    await server.newPlayer();
    await recordAttempts(db, [bucketOf('login-account', 'old')], clock.now());
    server.advance(23 * HOUR);
    await recordAttempts(db, [bucketOf('login-account', 'new')], clock.now());
    const counts = async () => [await db.$count(attempts), await db.$count(sessions)];
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

  test('a device that has not logged in for 180 days is unknown again (F27)', async () => {
    const { db, clock } = server.context;
    const ada = { account: 'ada', passwordHash: 'hash' };
    const remember = (clientId: string) => rememberDevice(db, { ...ada, clientId, now: clock.now() });
    await remember('an-old-device-of-ada');
    server.advance(179 * 24 * HOUR);
    await remember('a-new-device-of-ada');
    server.advance(25 * HOUR);
    await tidy();
    expect(await db.$count(loginDevices)).toBe(1);
    const isKnown = (clientId: string) => isKnownDevice(db, { ...ada, clientId, now: clock.now() });
    expect([await isKnown('an-old-device-of-ada'), await isKnown('a-new-device-of-ada')]).toEqual([false, true]);
  });

  test('keys of orders are kept for two days, finished work for thirty, unfinished work for as long as it takes', async () => {
    const { db, clock } = server.context;
    const subjects = async () =>
      (await db.select().from(outbox)).map(({ subject }) => subject).filter((one) => one.startsWith('tidy-'));
    const at = clock.now();
    const key = { userId: 'u', path: '/p', key: 'a-key-of-sixteen', fingerprint: 'f', createdAt: at };
    await db.insert(idempotencyKeys).values(key);
    const job = { kind: 'deliver', payload: {}, traceId: null, dueAt: at } as const;
    await enqueue(
      db,
      [
        { ...job, subject: 'tidy-done' },
        { ...job, subject: 'tidy-open' },
      ],
      at,
    );
    await db.update(outbox).set({ doneAt: at }).where(eq(outbox.subject, 'tidy-done'));
    server.advance(48 * HOUR - 150_000);
    await tidy();
    expect(await db.$count(idempotencyKeys)).toBe(1);
    server.advance(300_000);
    await tidy();
    expect([await db.$count(idempotencyKeys), await subjects()]).toEqual([0, ['tidy-open', 'tidy-done']]);
    server.advance(29 * 24 * HOUR);
    await tidy();
    expect(await subjects()).toEqual(['tidy-open']);
  });

  test('notifications, tickets, and sandbox data are removed after their retention time (F26)', async () => {
    const { db, clock } = server.context;
    const at = clock.now();
    const { userId } = await server.newPlayer();
    const notice = { provider: 'sandbox', body: {}, receivedAt: at };
    await db.insert(notifications).values([
      { ...notice, eventId: 'done', processedAt: at },
      { ...notice, eventId: 'open' },
    ]);
    await db.insert(tickets).values({ ticketHash: 'h', userId, expiresAt: at });
    await db.insert(sandboxEvents).values({ visit: 'v', name: 'n', event: {}, at });
    await db.insert(sandboxFaults).values({ clientId: 'c', path: '*', fault: {}, setAt: at });
    const left = async () => [
      (await db.select().from(notifications)).map(({ eventId }) => eventId).sort(),
      await db.$count(tickets),
      await db.$count(sandboxEvents),
      await db.$count(sandboxFaults),
    ];
    const tidyAfter = async (ms: number) => {
      server.advance(ms);
      await tidy();
      return left();
    };
    expect(await tidyAfter(300_000)).toEqual([['done', 'open'], 0, 1, 1]);
    expect(await tidyAfter(7 * 24 * HOUR - 300_000)).toEqual([['done', 'open'], 0, 1, 1]);
    expect(await tidyAfter(300_000)).toEqual([['done', 'open'], 0, 0, 0]);
    expect(await tidyAfter(53 * 24 * HOUR - 600_000)).toEqual([['done', 'open'], 0, 0, 0]);
    expect(await tidyAfter(600_000)).toEqual([['open'], 0, 0, 0]);
  });

  test('many old rows are removed a few thousand at a time (F26)', async () => {
    const { db, clock } = server.context;
    const at = clock.now();
    const events = Array.from({ length: 12_001 }, () => ({ visit: 'v', name: 'n', event: {}, at }));
    for (let from = 0; from < events.length; from += 4_000)
      await db.insert(sandboxEvents).values(events.slice(from, from + 4_000));
    await deleteInBatches(db, sandboxEvents, lte(sandboxEvents.at, at));
    expect(await db.$count(sandboxEvents)).toBe(0);
  });

  test('every table is either cleaned up or kept on purpose (F26)', async () => {
    const found = await server.context.db.execute(
      sql`select table_name from information_schema.tables where table_schema = 'public'`,
    );
    const names = v.parse(v.object({ rows: v.array(v.object({ table_name: v.string() })) }), found);
    expect(names.rows.map(({ table_name }) => table_name).sort()).toEqual([...TIDIED, ...PERMANENT].sort());
  });

  test('a run that is stopped deletes no further table (F25)', async () => {
    const { db } = server.context;
    const deletion = newGate();
    let statements = 0;
    const slow = new Proxy(db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'execute' || typeof value !== 'function') return value;
        return async (...query: unknown[]) => {
          statements += 1;
          await deletion.passed;
          return Reflect.apply(value, target, query);
        };
      },
    });
    server.advance(300_000);
    const worker = startHousekeeping({ ...server.context, db: slow });
    vi.advanceTimersByTime(60_000);
    await until(() => expect(statements).toBe(1));
    const stopped = worker.stop();
    deletion.open();
    await stopped;
    expect(statements).toBe(1);
  });
});
