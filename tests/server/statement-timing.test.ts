import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statement } from '../../server/db/statement.ts';
import { reportConnections } from '../../server/runtime/database-metrics.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { createTestPostgres } from '../support/server/postgres-cluster.ts';
import { describeOn, openDatabaseAt } from '../support/server/test-database.ts';

const own = statement({ name: 'test-own', text: 'select $1::int' }, ([value]) => Number(value));
const shared = statement({ name: 'test-shared', text: 'select $1::int + 1', readsByKey: true }, ([value]) =>
  Number(value),
);

describeOn(
  'the time of statements',
  () => {
    test('each statement is timed, however it is sent, and a failed one too; connections are reported', async () => {
      const { url, drop } = await createTestPostgres();
      const times: number[] = [];
      const database = await openDatabaseAt(
        url,
        () => undefined,
        (seconds) => times.push(seconds),
      );
      const { db } = database;
      const timed = async (run: () => PromiseLike<unknown>): Promise<number> => {
        const before = times.length;
        await run();
        return times.length - before;
      };
      expect(await timed(() => db.execute(sql`select 1`))).toBe(1);
      expect(await timed(() => own(db, [1]))).toBe(1);
      expect(await timed(() => shared(db, [1]))).toBe(1);
      expect(await timed(() => db.transaction((tx) => tx.execute(sql`select 1`)))).toBe(3);
      expect(await timed(() => db.execute(sql`select 1 / 0`).then(undefined, () => undefined))).toBe(1);
      const before = times.length;
      await db.execute(sql`select pg_sleep(0.05)`);
      expect(times[before]).toBeGreaterThanOrEqual(0.05);

      const metrics = createMetrics();
      reportConnections(metrics, database);
      const text = await metrics.text();
      expect(text).toContain('portal_database_connections{state="used"} 0');
      expect(text).toMatch(/portal_database_connections\{state="idle"\} [1-9]/);
      expect(text).toContain('portal_database_connections_max 19');
      expect(text).toContain('portal_database_waiting 0');
      await database.close();
      await drop();
    });
  },
  'postgres',
);
