import { desc, eq, getTableName } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../server/db/database.ts';
import { orders } from '../../server/db/schema.ts';
import { createPartReader } from '../../server/db/statement.ts';
import { readLedgerPage } from '../../server/ledger/ledger-pages.ts';
import { ORDER_POLL, orderRows, pollValues, readOrderPage } from '../../server/orders/order-rows.ts';
import { claimJobs } from '../../server/outbox/outbox.ts';
import { clearAccount } from '../../server/users/login-throttle.ts';
import { createSessionReader } from '../../server/users/session-store.ts';
import { readBacklog } from '../../server/workers/backlog.ts';
import { deleteExpired, RETENTIONS } from '../../server/workers/housekeeping.ts';
import { checkBalances, checkOrders, checkTransactions } from '../../server/workers/reconciliation-rules.ts';
import { fillTables, HEAVY, LIGHT } from '../support/server/big-tables.ts';
import { createTestPostgres, type TestPostgres } from '../support/server/postgres-cluster.ts';
import { testConfig } from '../support/server/test-config.ts';
import { describeOn, openDatabaseAt } from '../support/server/test-database.ts';

const HEAVY_ROWS = 100_000;
const OTHER_ROWS = 50_000;
const NOW = new Date('2026-03-01T00:00:00Z');
const days = (count: number): Date => new Date(NOW.getTime() - count * 86_400_000);

/** A page has at most this many rows. A plan that sorts more rows sorts a whole table. */
const FEW = 1_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

type Step = {
  readonly type: string;
  readonly table: string | null;
  readonly index: string | null;
  readonly rows: number;
};

const stepsOf = (node: unknown): Step[] => {
  if (!isRecord(node)) return [];
  const nameIn = (field: string): string | null => (typeof node[field] === 'string' ? node[field] : null);
  const table = nameIn('Relation Name');
  const index = nameIn('Index Name');
  const below = Array.isArray(node['Plans']) ? node['Plans'].flatMap(stepsOf) : [];
  return [{ type: String(node['Node Type']), table, index, rows: Number(node['Plan Rows']) }, ...below];
};

/** Tables of fixed size, for which a full scan is the cheapest plan. */
const SMALL = new Set(['channels', 'goods', 'epoint_items', 'epoint_balances']);

const isSlow = ({ type, table, rows }: Step): boolean =>
  (type === 'Seq Scan' && table !== null && !SMALL.has(table)) || (/Sort/.test(type) && rows > FEW);

describeOn(
  'plans of PostgreSQL with 100,000 rows of one player',
  () => {
    let postgres: TestPostgres;
    let client: pg.Client;
    let sent: { readonly query: string; readonly params: unknown[] }[] = [];
    let db: Db;
    beforeAll(async () => {
      // In the order of a language, no index finds the beginning of a text, unless the index says otherwise.
      postgres = await createTestPostgres('en-US');
      await (await openDatabaseAt(postgres.url, () => undefined)).close();
      client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await fillTables(client, { heavy: HEAVY_ROWS, others: OTHER_ROWS });
      db = drizzle(client, { logger: { logQuery: (query, params) => sent.push({ query, params }) } });
    });
    afterAll(async () => {
      await client.end();
      await postgres.drop();
    });

    /** The plan nodes of every statement that `read` sends; its changes are rolled back. */
    const plansOf = async (read: () => PromiseLike<unknown>): Promise<Step[]> => {
      sent = [];
      await client.query('begin');
      try {
        await read();
        const plans = [];
        for (const { query, params } of sent) {
          const { rows } = await client.query(`explain (format json) ${query}`, params);
          plans.push(...stepsOf(rows[0]['QUERY PLAN'][0]['Plan']));
        }
        return plans;
      } finally {
        await client.query('rollback');
      }
    };

    const anyOrder = { userId: HEAVY, status: null, since: null, before: null };
    const anyEntry = { userId: HEAVY, type: 'all', since: null, before: null } as const;
    const FIRST = { page: 1, size: 10 };
    const LARGE = { page: 1, size: 100 };

    const expectIndexOnly = async (read: () => PromiseLike<readonly unknown[]>, count: number): Promise<void> => {
      expect(await read()).toHaveLength(count);
      const plans = await plansOf(read);
      expect(plans.filter(isSlow)).toEqual([]);
      expect(plans.map(({ type }) => type)).toContain('Index Only Scan');
    };

    test.each<[string, Partial<Parameters<typeof readOrderPage>[1]>, typeof FIRST, number]>([
      ['first page', {}, FIRST, 10],
      ['page 1,000', {}, { page: 1_000, size: 100 }, 100],
      ['beyond the end', {}, { page: 100_000, size: 100 }, 0],
      ['of a status that no order has', { status: 'refunded' }, FIRST, 0],
      ['of a rare status, deep', { status: 'overdue' }, { page: 20, size: 100 }, 100],
      ['of a status, page 900', { status: 'delivered' }, { page: 900, size: 100 }, 100],
      ['of ten days', { since: days(20), before: days(10) }, LARGE, 100],
      ['of a player with few orders', { userId: LIGHT }, FIRST, 10],
    ])('orders, %s: skipped in the index alone (F17)', (_, filter, page, count) =>
      expectIndexOnly(() => readOrderPage(db, { ...anyOrder, ...filter }, page), count),
    );

    test.each<[string, Partial<Parameters<typeof readLedgerPage>[1]>, typeof FIRST, number]>([
      ['first page', {}, FIRST, 10],
      ['page 1,000', {}, { page: 1_000, size: 100 }, 100],
      ['expenses of a player without', { type: 'expense' }, FIRST, 0],
      ['of ten days', { since: days(40), before: days(30) }, LARGE, 100],
      ['of a player with few entries', { userId: LIGHT }, FIRST, 10],
    ])('entries, %s: skipped in the index alone (F17)', (_, filter, page, count) =>
      expectIndexOnly(() => readLedgerPage(db, { ...anyEntry, ...filter }, page), count),
    );

    test.each([
      ['income', 'ledger_user_income_time'],
      ['expense', 'ledger_user_expense_time'],
    ] as const)('%s of a player: only entries of this type are read (F17)', async (type, index) => {
      const plans = await plansOf(() => readLedgerPage(db, { ...anyEntry, type }, { page: 1, size: 10 }));
      expect(plans.map((step) => step.index)).toContain(index);
    });

    test('the backlog for the metrics is read from indexes', async () => {
      const plans = await plansOf(() => readBacklog(db, NOW));
      expect(plans.filter(isSlow).map(({ table }) => table)).toEqual(['reconciliation_findings']);
      expect(new Set(plans.flatMap(({ index }) => index ?? []))).toEqual(
        new Set(['outbox_due', 'outbox_subject', 'outbox_open_refunds', 'orders_due', 'orders_open']),
      );
    });

    test('pages of orders have no gaps or duplicates (F17)', async () => {
      const ids = [];
      for (let page = 990; page <= 1_000; page += 1)
        ids.push(...(await readOrderPage(db, anyOrder, { page, size: 100 })).map(({ orderId }) => orderId));
      const expected = await db
        .select({ orderId: orders.orderId })
        .from(orders)
        .where(eq(orders.userId, HEAVY))
        .orderBy(desc(orders.createdAt), desc(orders.orderId))
        .offset(98_900);
      expect(ids).toEqual(expected.map(({ orderId }) => orderId));
    });

    const readCounters = async (): Promise<number> => {
      const { rows } = await client.query(
        `select sum(idx_tup_read) as entries from pg_stat_user_indexes where relname in ('orders', 'ledger_transactions')`,
      );
      return Number(rows[0].entries);
    };
    const entriesOf = async (read: () => PromiseLike<unknown>): Promise<number> => {
      await read();
      const before = await client.query(`select pg_stat_force_next_flush(), pg_sleep(0)`).then(() => readCounters());
      await read();
      await client.query('select pg_stat_force_next_flush()');
      return (await readCounters()) - before;
    };

    test('a page of a time range reads few entries of the index (F17)', async () => {
      const read = () => readLedgerPage(db, { ...anyEntry, since: days(60), before: days(50) }, { page: 1, size: 100 });
      expect(await entriesOf(read)).toBeLessThan(2_500);
    });

    const many = (idOf: (n: number) => string) => Array.from({ length: 20 }, (_, at) => idOf(at * 40 + 1));

    const OTHERS: readonly (readonly [string, () => PromiseLike<unknown>])[] = [
      ['one order', () => createPartReader(ORDER_POLL)(db, HEAVY, pollValues('o-000000042', anyOrder))],
      [
        'one order with its session',
        () => createSessionReader(ORDER_POLL)(db, 'x'.repeat(43), NOW, pollValues('o-000000042', anyOrder)),
      ],
      [
        'the history of a page',
        async () => orderRows(db, await readOrderPage(db, anyOrder, { page: 3, size: 100 }), NOW),
      ],
      ['due jobs', () => claimJobs(db, NOW, 10, { kinds: ['deliver'] })],
      [
        'the orders of a chunk',
        () =>
          checkOrders(
            db,
            many((n) => `o-${String(n).padStart(9, '0')}`),
          ),
      ],
      ['the ledger transactions of a chunk', () => checkTransactions(db, many(String))],
      [
        'the balances of a chunk',
        () =>
          checkBalances(
            db,
            many((n) => `player-${n}`),
          ),
      ],
      ['wrong passwords of an account, by a password reset', () => clearAccount({ config: testConfig(), db }, 'ann')],
      ...RETENTIONS.map(
        (retention) =>
          [`old ${getTableName(retention[0].table)}`, () => deleteExpired(db, retention, days(300))] as const,
      ),
    ];

    test.each(OTHERS)('%s: found by an index (F17)', async (_, read) => {
      const plans = await plansOf(read);
      expect(plans.length).toBeGreaterThan(0);
      expect(plans.filter(isSlow)).toEqual([]);
    });
  },
  'postgres',
);
