import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isConnectionError } from '../../server/db/connection-error.ts';
import { orders } from '../../server/db/schema.ts';
import { statement } from '../../server/db/statement.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { createPostgresServer, type PostgresServer, runSql } from '../support/server/postgres-cluster.ts';
import { describeOnServer, openDatabaseAt } from '../support/server/test-database.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

const NEWEST = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: '', status: -1 };
const GOODS = ['lantern.gems.60', 'lantern.gems.980', 'lantern.starter'];

describeOnServer('a database that goes away', () => {
  let postgres: PostgresServer;
  let server: TestServer;
  const crashes: unknown[] = [];
  const crash = (error: unknown): void => {
    crashes.push(error);
  };
  beforeAll(async () => {
    postgres = await createPostgresServer();
    server = await startTestServer({ databaseUrl: postgres.url, clockRuns: true });
    process.on('uncaughtException', crash);
  });
  afterEach(() => expect(crashes).toEqual([]));
  afterAll(async () => {
    await server.stop();
    process.off('uncaughtException', crash);
    await postgres.remove();
  });

  /** Buys items one by one until it is stopped; `acknowledged`: orders that the server confirmed. */
  const buyUntilStopped = async () => {
    const player = await server.newPlayer();
    const acknowledged: string[] = [];
    const responses = new Map<number, number>();
    const withoutRetry: unknown[] = [];
    let isStopped = false;
    const run = async (): Promise<void> => {
      for (let round = 0; !isStopped; round += 1) {
        const role = player.roles[round % player.roles.length];
        const selection = {
          role_id: role?.roleId,
          server_id: role?.serverId,
          cp_goods_id: GOODS[round % GOODS.length],
        };
        const key = `${player.userId}-${round}`.padEnd(16, '0').slice(-40);
        const { status, body, headers, orderId } = await server.placeOrder(player, selection, {
          'idempotency-key': key,
        });
        responses.set(status, (responses.get(status) ?? 0) + 1);
        if (status !== 200 && headers.get('retry-after') === null) withoutRetry.push([status, body]);
        if (orderId) acknowledged.push(orderId);
      }
    };
    const running = run();
    return {
      acknowledged,
      responses,
      withoutRetry,
      stop: async () => {
        isStopped = true;
        await running;
      },
    };
  };

  const underLoad = async (body: () => Promise<void>): Promise<void> => {
    const buyers = await Promise.all(Array.from({ length: 8 }, buyUntilStopped));
    const total = (): number => buyers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    try {
      await vi.waitFor(() => expect(total()).toBeGreaterThan(8), { timeout: 60_000 });
      await body();
      const before = total();
      await vi.waitFor(() => expect(total()).toBeGreaterThan(before + 8), { timeout: 60_000 });
    } finally {
      for (const buyer of buyers) await buyer.stop();
    }
    const { db } = server.context;
    for (const { acknowledged, responses, withoutRetry } of buyers) {
      expect(withoutRetry).toEqual([]);
      expect([...responses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      for (const orderId of new Set(acknowledged)) expect(await db.$count(orders, eq(orders.orderId, orderId))).toBe(1);
    }
    expect((await auditMoney(db)).wrong).toEqual([]);
  };

  const open = (poolSize: number) => openDatabaseAt(postgres.url, () => undefined, undefined, { poolSize });

  /** Ends every session of the server, as an administrator would. Returns how many there were. */
  const terminateAll = async (): Promise<number> => {
    const sessions = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'top-up-portal'";
    return (await runSql(postgres.url, sessions)).length;
  };

  test('terminated backends under a load of transactions: the process survives, each failure is a 503 with Retry-After (F1, F16)', async () => {
    await underLoad(async () => {
      for (let round = 0; round < 15; round += 1) {
        await vi.waitFor(async () => expect(await terminateAll()).toBeGreaterThan(0), { timeout: 60_000 });
        await pause(0);
      }
    });
  });

  test('connections that are cut at `begin` take no slot of the pool (F1)', async () => {
    const { db, close } = await open(2);
    for (let round = 0; round < 6; round += 1) {
      await db.execute(sql`select 1`);
      await terminateAll();
      await db.transaction((tx) => tx.execute(sql`select 1`)).catch(() => undefined);
    }
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
    await close();
  });

  test('a lost shared connection rejects what waits on it, and the next statement opens another (F1)', async () => {
    const { db, close } = await open(4);
    const pid = statement({ name: 'pid', text: 'select pg_backend_pid()', readsByKey: true }, ([pid]) => Number(pid));
    const sleep = statement({ name: 'sleep', text: 'select pg_sleep(60)', readsByKey: true }, () => null);
    const [first] = await pid(db, []);
    const waiting = [sleep(db, []), pid(db, [])].map((read) => read.then(() => 'read', isConnectionError));
    await terminateAll();
    expect(await Promise.all(waiting)).toEqual([true, true]);
    const [second] = await pid(db, []);
    expect(second).toEqual(expect.any(Number));
    expect(second).not.toBe(first);
    await close();
  });

  test('a process opens at most DATABASE_POOL_SIZE connections under any load (F21)', async () => {
    const { db, close } = await open(3);
    const text = 'select pg_backend_pid()';
    const pidOf = ([pid]: readonly unknown[]): number => Number(pid);
    const inPool = statement({ name: 'pid', text }, pidOf);
    const inShared = statement({ name: 'shared-pid', text, readsByKey: true }, pidOf);
    const inTransaction = (): Promise<number[]> => db.transaction((tx) => inPool(tx, []));
    const pids = await Promise.all(
      Array.from({ length: 30 }, () => [inTransaction(), inPool(db, []), inShared(db, [])]).flat(),
    );
    expect(new Set(pids.flat()).size).toBe(3);
    await close();
  });

  test.each(['fast', 'crash'] as const)(
    'PostgreSQL stops (%s) and starts again under load: 503 meanwhile, no acknowledged order is lost, few log lines (F1, F16, F23)',
    async (how) => {
      const errors = (): string[] => server.logLines().filter((line) => line.includes('"level":50'));
      const logged = errors().length;
      const { headers } = await server.newPlayer();
      await underLoad(async () => {
        await postgres.stop(how);
        const refused = await vi.waitFor(
          async () => {
            const { status, body, headers: received } = await server.call(orderRecord, NEWEST, headers);
            expect(status).toBe(503);
            return [body?.['code'], received.get('retry-after')];
          },
          { timeout: 60_000 },
        );
        expect(refused).toEqual([CODE.systemBusy, '2']);
        await postgres.start();
        await vi.waitFor(
          async () => expect((await server.call(orderRecord, NEWEST, headers)).body?.['code']).toBe(CODE.ok),
          { timeout: 60_000 },
        );
      });
      expect(errors().slice(logged).length).toBeLessThan(20);
    },
  );
});
