import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../server/db/database.ts';
import { reconciliationFindings } from '../../server/db/schema.ts';
import { sandboxProvider } from '../../server/sandbox/sandbox-provider.ts';
import { type Sweep, sweepsOf } from '../../server/workers/reconciliation-sweeps.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/server/money-harness.ts';
import { describeOn, openTestDatabase } from '../support/server/test-database.ts';

/** Orders of the last seven days, one every 50 s. Number 1 is the newest. */
const ORDERS = 12_000;
/** Rows of `orders` that a statement may read. */
const READ = 5_000;
const idOf = (number: number): string => `many-${String(number).padStart(7, '0')}`;
/** The orders of the provider that has few: no two of them are among the same 5,000. */
const [NEWEST, MIDDLE, OLDEST] = [idOf(10), idOf(7_000), idOf(11_990)];
/** An order of that provider from 100 days ago, with a finding. */
const OLD = idOf(ORDERS + 1);
const CAPTURES = 'the provider reports different captures';

const fill = ({ context: { db, clock } }: MoneyHarness): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const orderOf = (numbers: SQL, age: SQL): SQL => sql`
      insert into orders (order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, goods_id, goods_name,
          contents, channel_code, channel_name, provider, amount_minor, status, provider_ref, client_id, created_at, expires_at)
        select 'many-' || lpad(n::text, 7, '0'), 'u', 'u', 'g', 'g', 's', 's', 'r', 'r', 'gems', 'Gems', '[]', 'card', 'Card', 'sandbox',
          499, 6, 'many-' || lpad(n::text, 7, '0'), 'many', at, at
        from ${numbers} n cross join lateral (select ${now.toISOString()}::timestamptz - ${age} as at) made`;
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(orderOf(sql`generate_series(1, ${ORDERS}::int)`, sql`n * interval '50 seconds'`));
    await tx.execute(orderOf(sql`generate_series(${ORDERS + 1}::int, ${ORDERS + 1}::int)`, sql`interval '100 days'`));
    await tx.execute(sql`update orders set provider = 'quiet' where order_id in ${[NEWEST, MIDDLE, OLDEST, OLD]}`);
    const finding = { subjectKind: 'payment at quiet', what: CAPTURES, seenAt: now, confirmedAt: now };
    await tx.insert(reconciliationFindings).values([OLD, NEWEST].map((key) => ({ ...finding, key, subject: key })));
    await tx.execute(sql`set local session_replication_role = origin`);
  });

const node = v.looseObject({
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': v.optional(v.number(), 0),
  'Rows Removed by Join Filter': v.optional(v.number(), 0),
  'Relation Name': v.optional(v.string(), ''),
  Plans: v.optional(v.array(v.unknown()), []),
});

/** Rows of `orders` that the steps of a plan read. */
const readIn = (plan: unknown): number => {
  const step = v.parse(node, plan);
  const own = (step['Actual Rows'] + step['Rows Removed by Filter']) * step['Actual Loops'];
  return (step['Relation Name'] === 'orders' ? own : 0) + step.Plans.reduce<number>((sum, one) => sum + readIn(one), 0);
};

describeOn(
  'the reconciliation with a provider that has few orders among many',
  () => {
    let harness: MoneyHarness;
    let client: pg.Client;
    let failing: ReadonlySet<string> = new Set();
    beforeAll(async () => {
      const database = await openTestDatabase('postgres');
      harness = await createMoneyHarness(database);
      await fill(harness);
      client = new pg.Client({ connectionString: database.url ?? '' });
      await client.connect();
      await client.query('vacuum (analyze) orders');
    });
    afterAll(async () => {
      await client.end();
      await harness.close();
    });

    const sweepOf = (name: string, db: Db = harness.context.db): Sweep => {
      const { context } = harness;
      const services = {
        context: { ...context, db, config: { ...context.config, paymentProviders: [name] } },
        providerOf: () => ({
          ...sandboxProvider(context),
          query: async (reference: string) => {
            if (failing.has(reference)) throw new Error('404: no such payment');
            return { orderId: reference, state: 'closed' as const, captures: [], refunded: [] };
          },
        }),
      };
      const sweep = sweepsOf(services).find(({ subjectKind }) => subjectKind === `payment at ${name}`);
      if (!sweep) throw new Error(`no sweep of ${name}`);
      return sweep;
    };
    /** The orders of each chunk of a cycle. */
    const chunksOf = async ({ read }: Sweep, limit: number): Promise<string[][]> => {
      const chunks: string[][] = [];
      for (let position = ''; chunks.length < 1_000; ) {
        const chunk = await read(position, limit);
        chunks.push([...chunk.keys]);
        if (chunk.isLast) return chunks;
        if (chunk.position === position) throw new Error('the sweep does not advance');
        position = chunk.position;
      }
      throw new Error('the sweep does not end');
    };

    test('a cycle visits its few orders once each, old ones with a finding too, and ends (F6)', async () => {
      const sweep = sweepOf('quiet');
      expect(await chunksOf(sweep, sweep.limit)).toEqual([[OLD, OLDEST], [MIDDLE], [NEWEST]]);
      expect((await chunksOf(sweep, 1)).flat()).toEqual([OLD, OLDEST, MIDDLE, NEWEST]);
      expect(await chunksOf(sweepOf('absent'), sweep.limit)).toEqual([[], [], []]);
    });

    test('a cycle of the other provider visits its orders once each (F6)', async () => {
      const visited = (await chunksOf(sweepOf('sandbox'), 500)).flat();
      expect(visited).toEqual(
        Array.from({ length: ORDERS }, (_, n) => idOf(ORDERS - n)).filter(
          (id) => ![NEWEST, MIDDLE, OLDEST].includes(id),
        ),
      );
    });

    test('an order that the provider does not report is skipped if the provider reports another, far from it (F6)', async () => {
      failing = new Set([NEWEST]);
      const { unchecked } = await sweepOf('quiet').check([NEWEST], true);
      expect(unchecked.map(({ key }) => key)).toEqual([NEWEST]);
      failing = new Set([NEWEST, MIDDLE, OLDEST]);
      await expect(sweepOf('quiet').check([NEWEST], true)).rejects.toThrow('did not respond');
      failing = new Set();
    });

    test.each(['quiet', 'absent', 'sandbox'])('%s: no statement reads over 5,000 orders (F6, S32)', async (name) => {
      const sent: { readonly query: string; readonly params: unknown[] }[] = [];
      const db = drizzle(client, { logger: { logQuery: (query, params) => sent.push({ query, params }) } });
      const sweep = sweepOf(name, db);
      failing = new Set([NEWEST, MIDDLE, OLDEST]);
      await sweep.read('', sweep.limit);
      // The retry looks for a witness.
      await sweep.check([NEWEST], true).catch(() => undefined);
      expect(sent.length).toBeGreaterThan(2);
      for (const { query, params } of [...sent]) {
        const { rows } = await client.query(`explain (analyze, format json) ${query}`, params);
        expect(readIn(rows[0]['QUERY PLAN'][0]['Plan']), query).toBeLessThanOrEqual(READ + 10);
      }
    });
  },
  'postgres',
);
