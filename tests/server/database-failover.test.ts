import { like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isTransientError } from '../../server/db/connection-error.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { attempts } from '../../server/db/schema.ts';
import { freePort } from '../support/runs/portal-process.mjs';
import {
  createPostgresServer,
  createStandby,
  type PostgresServer,
  runSql,
  type StandbyServer,
} from '../support/server/postgres-cluster.ts';
import { describeOnServer, openDatabaseAt } from '../support/server/test-database.ts';

const WAIT = { timeout: 60_000, interval: 20 };

describeOnServer('a primary and its standby', () => {
  let primary: PostgresServer;
  let standby: StandbyServer;
  beforeAll(async () => {
    primary = await createPostgresServer();
    standby = await createStandby(primary);
    await runSql(primary.url, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
  });
  afterAll(async () => {
    await standby.remove();
    await primary.remove();
  });

  const urlOf = (ports: readonly number[], more = ''): string => {
    const { password } = new URL(primary.url);
    return `postgres://tester:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres${more}`;
  };
  const open = (url: string) => openDatabaseAt(url, () => undefined, undefined, { poolSize: 4 });

  test('unreachable hosts and standbys are skipped, in any order (F10)', async () => {
    const closedPort = await freePort();
    for (const ports of [
      [standby.port, primary.port],
      [primary.port, standby.port],
      [closedPort, standby.port, primary.port],
    ]) {
      const { db, close } = await open(urlOf(ports, '?target_session_attrs=read-write'));
      await db.insert(attempts).values({ bucket: `order-${ports.length}` });
      await close();
    }
  });

  test('if no host accepts writes, one line reports it without the password (F10)', async () => {
    const closedPort = await freePort();
    const { password } = new URL(primary.url);
    const lineOf = async (url: string): Promise<string> => {
      const opening = await openPostgres({ url, poolSize: 2 }, () => undefined);
      return opening.ok ? 'opened' : opening.line;
    };
    const onlyStandby = await lineOf(urlOf([standby.port], '?target_session_attrs=primary'));
    expect(onlyStandby).toBe(
      `Database: 127.0.0.1:${standby.port}/postgres cannot be opened: none of its hosts accepts writes. Check DATABASE_URL.`,
    );
    expect(await lineOf(urlOf([closedPort, standby.port]))).toContain('none of its hosts accepts writes');
    expect(await lineOf(urlOf([closedPort, closedPort]))).toContain('nothing listens there');
    expect(onlyStandby).not.toContain(password);
  });

  test('the primary dies and the standby takes over under load: writes continue there, and no acknowledged one is lost (F1, F10)', async () => {
    const { db, close } = await open(urlOf([primary.port, standby.port], '?target_session_attrs=read-write'));
    const acknowledged: string[] = [];
    const defects: unknown[] = [];
    let isStopped = false;
    const writer = async (name: number): Promise<void> => {
      for (let at = 0; !isStopped; at += 1) {
        const bucket = `failover-${name}-${at}`;
        try {
          await db.transaction(async (tx) => {
            await tx.insert(attempts).values({ bucket });
          });
          acknowledged.push(bucket);
        } catch (error) {
          if (!isTransientError(error)) defects.push(error);
        }
      }
    };
    const writers = [1, 2, 3, 4, 5, 6].map(writer);
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), WAIT);
    await primary.stop('crash');
    const atCrash = acknowledged.length;
    await standby.promote();
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(atCrash + 20), WAIT);
    isStopped = true;
    await Promise.all(writers);
    const stored = new Set(
      (await db.select({ bucket: attempts.bucket }).from(attempts).where(like(attempts.bucket, 'failover-%'))).map(
        ({ bucket }) => bucket,
      ),
    );
    expect(acknowledged.filter((bucket) => !stored.has(bucket))).toEqual([]);
    expect(defects).toEqual([]);
    await close();
  });
});
