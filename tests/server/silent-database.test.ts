import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isTransientError } from '../../server/db/connection-error.ts';
import type { Database } from '../../server/db/database.ts';
import { attempts } from '../../server/db/schema.ts';
import {
  createPostgresServer,
  createStandby,
  createTestPostgres,
  type PostgresServer,
  runSql,
  type StandbyServer,
} from '../support/server/postgres-cluster.ts';
import { describeOn, describeOnServer, openDatabaseAt } from '../support/server/test-database.ts';

/** A TCP proxy that can fall silent like a host that has lost power: it stops forwarding and closes no connection. */
const startSilentProxy = async (target: number) => {
  const links = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const server = createServer((near) => {
    if (isSilent) {
      near.on('error', () => undefined);
      links.add([near, near]);
      return;
    }
    const far = connect(target, '127.0.0.1');
    const link = [near, far] as const;
    links.add(link);
    for (const [from, to] of [link, [far, near] as const]) {
      from.pipe(to);
      from.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Silences every connection, including those that are opened from now on. */
    fallSilent: (): void => {
      isSilent = true;
      for (const [near, far] of links) {
        near.unpipe().pause();
        far.unpipe().pause();
      }
    },
    /** New connections work; connections that were already silent stay silent. */
    returnAsNewHost: (): void => {
      isSilent = false;
    },
    close: async (): Promise<void> => {
      for (const sockets of links) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const WAIT = { timeout: 30_000, interval: 20 };
const LIMIT_MS = 1_000;

const open = (url: string, responseLimitMs = LIMIT_MS): Promise<Database> =>
  openDatabaseAt(url, () => undefined, undefined, { poolSize: 4, connectionWaitMs: 5_000, responseLimitMs });

/** How long each run took to reject, and its error. */
const failuresOf = (runs: readonly (() => PromiseLike<unknown>)[]) =>
  Promise.all(
    runs.map(async (run) => {
      const since = performance.now();
      const error = await Promise.resolve(run()).then(
        () => null,
        (reason: unknown) => reason,
      );
      return { ms: performance.now() - since, error };
    }),
  );

describeOn(
  'a database host that disappears without closing its connections',
  () => {
    test('statements and transactions are refused after the limit, and their connections are replaced (F1)', async () => {
      const { url, drop } = await createTestPostgres();
      const proxy = await startSilentProxy(Number(new URL(url).port || 5432));
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(proxy.port);
      const database = await open(String(proxied));
      const { db, connections } = database;
      await Promise.all([1, 2, 3].map((n) => db.execute(sql`select pg_sleep(0.1), ${n}::int`)));
      proxy.fallSilent();
      const failures = await failuresOf([
        () => db.execute(sql`select 1`),
        () => db.transaction((tx) => tx.execute(sql`select 1`)),
        () => db.insert(attempts).values({ bucket: 'silent' }),
      ]);
      for (const { ms, error } of failures) {
        expect(isTransientError(error)).toBe(true);
        expect(ms).toBeGreaterThanOrEqual(LIMIT_MS - 50);
        expect(ms).toBeLessThan(LIMIT_MS + 4_500);
      }
      proxy.returnAsNewHost();
      await Promise.all([1, 2, 3].map((n) => db.insert(attempts).values({ bucket: `new-host-${n}` })));
      await vi.waitFor(() => expect(connections?.()).toMatchObject({ used: 0, waiting: 0 }), WAIT);
      await database.close();
      await proxy.close();
      await drop();
    });

    test('a statement that takes longer than the limit is ended; migrations have no limit (F1)', async () => {
      const { url, drop } = await createTestPostgres();
      const blocker = new pg.Client({ connectionString: url });
      await blocker.connect();
      await blocker.query('select pg_advisory_lock(720418533)');
      const opening = open(url, 100);
      await new Promise((resolve) => setTimeout(resolve, 500));
      await blocker.end();
      const database = await opening;
      const [slow] = await failuresOf([() => database.db.execute(sql`select pg_sleep(3)`)]);
      expect(isTransientError(slow?.error)).toBe(true);
      expect(slow?.ms).toBeLessThan(2_500);
      await database.close();
      await drop();
    });

    test('without a limit in its URL, the server waits 15 s for a lock (S26)', async () => {
      const { url, drop } = await createTestPostgres();
      const { db, close } = await openDatabaseAt(url, () => undefined);
      expect(await db.execute(sql`show statement_timeout`)).toMatchObject({ rows: [{ statement_timeout: '15s' }] });
      await close();
      await drop();
    });
  },
  'postgres',
);

describeOnServer('a primary that lost its synchronous standby', () => {
  let primary: PostgresServer;
  let standby: StandbyServer;
  const command = (...statements: readonly string[]) => runSql(primary.url, ...statements);
  const waiting = async () => {
    const [row] = await command("select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'");
    return row?.['count'];
  };
  beforeAll(async () => {
    primary = await createPostgresServer();
    standby = await createStandby(primary);
  });
  afterAll(async () => {
    await standby.remove();
    await primary.remove();
  });

  test('callers are refused after the limit, connections are kept, and every commit returns later (F10)', async () => {
    const database = await open(primary.url);
    const { db, connections } = database;
    await command("alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
    await standby.stop('crash');
    const failures = await failuresOf([
      () => db.insert(attempts).values({ bucket: 'waits-1' }),
      () => db.transaction((tx) => tx.insert(attempts).values({ bucket: 'waits-2' })),
    ]);
    for (const { ms, error } of failures) {
      expect(isTransientError(error)).toBe(true);
      expect(ms).toBeLessThan(LIMIT_MS + 2_000);
    }
    await new Promise((resolve) => setTimeout(resolve, 2 * LIMIT_MS));
    expect([await waiting(), connections?.().used]).toEqual([2, 2]);
    expect(await db.$count(attempts)).toBe(0);
    await command('alter system reset synchronous_standby_names', 'select pg_reload_conf()');
    await vi.waitFor(() => expect(connections?.().used).toBe(0), WAIT);
    expect(await db.$count(attempts)).toBe(2);
    await database.close();
  });
});
