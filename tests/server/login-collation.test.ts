import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as schema from '../../server/db/schema.ts';
import { attempts } from '../../server/db/schema.ts';
import { admitLogin, clearAccount } from '../../server/users/login-throttle.ts';
import { testConfig } from '../support/server/money-harness.ts';
import { createTestPostgres, type TestPostgres } from '../support/server/postgres-cluster.ts';
import { describeOn, openDatabaseAt } from '../support/server/test-database.ts';

const OTHERS = 100_000;
const NOW = new Date('2026-03-01T12:00:00Z');

describeOn(
  'login limits in a database with the collation of a language',
  () => {
    let postgres: TestPostgres;
    let client: pg.Client;
    beforeAll(async () => {
      postgres = await createTestPostgres('en-US');
      await (await openDatabaseAt(postgres.url, () => undefined)).close();
      client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(
        `insert into attempts (bucket, at)
           select 'login-source:' || md5((n % 100)::text) || ' address:' || md5(n::text), $1 from generate_series(1, ${OTHERS}) n`,
        [NOW.toISOString()],
      );
      await client.query('vacuum (analyze) attempts');
    });
    afterAll(async () => {
      await client.end();
      await postgres.drop();
    });

    test('a password reset finds the wrong passwords of its account by an index (F17, S2)', async () => {
      const { rows } = await client.query(
        `select datlocprovider as provider from pg_database where datname = current_database()`,
      );
      expect(rows).toEqual([{ provider: 'i' }]);
      const sent: { readonly query: string; readonly params: unknown[] }[] = [];
      const db = drizzle(client, { schema, logger: { logQuery: (query, params) => sent.push({ query, params }) } });
      const context = { config: testConfig(), db };
      const from = (account: string, address: string) =>
        admitLogin(context, { account, source: { kind: 'address', address }, now: NOW });
      await from('ann', '192.0.2.1');
      await from('ann', '192.0.2.2');
      const other = await from('bob', '192.0.2.1');
      sent.length = 0;
      await clearAccount(context, 'ann');
      for (const { query, params } of [...sent]) {
        const plan = await client.query(`explain ${query}`, params);
        expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
      }
      // The attempts of two addresses, which have limits of their own, and those of the other account stay.
      expect(await db.$count(attempts)).toBe(OTHERS + 2 + 3);
      expect(other.ok && (await db.$count(attempts, eq(attempts.id, other.counted[0] ?? 0)))).toBe(1);
    });
  },
  'postgres',
);
