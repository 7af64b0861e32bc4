import { desc, eq, getTableName } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../server/db/database.ts';
import { orders } from '../../server/db/schema.ts';
import { createPartReader } from '../../server/db/statement.ts';
import { readLedgerPage } from '../../server/ledger/ledger-pages.ts';
import { pointContents } from '../../server/ledger/point-purchase.ts';
import { ORDER_POLL, orderRows, pollValues, readOrderPage } from '../../server/orders/order-rows.ts';
import { claimJobs } from '../../server/outbox/outbox.ts';
import { GOODS } from '../../server/seed/goods.seed.ts';
import { clearAccount } from '../../server/users/login-throttle.ts';
import { createSessionReader } from '../../server/users/session-store.ts';
import { readBacklog } from '../../server/workers/backlog.ts';
import { deleteExpired, RETENTIONS } from '../../server/workers/housekeeping.ts';
import { checkBalances, checkOrders, checkTransactions } from '../../server/workers/reconciliation-rules.ts';
import { createTestPostgres, type TestPostgres } from '../support/server/postgres-cluster.ts';
import { testConfig } from '../support/server/test-config.ts';
import { describeOn, openDatabaseAt } from '../support/server/test-database.ts';

/** Players of the filled tables. */
const HEAVY = 'heavy-player';
const LIGHT = 'light-player';

const PRICE = 499;
/** Points of an E Point purchase. Each player first gets as many as an item costs, so no balance falls below zero. */
const CREDIT = PRICE;
const BONUS = 25;

const json = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;

const unit = GOODS.find(({ goodsId }) => goodsId === 'lantern.gems.300')?.unit;
/** The item and the extra of its rebate. */
const LINES = json([
  { ...unit, quantity: 300 },
  { ...unit, quantity: 15 },
]);

const CONTENT: readonly string[] = [
  `insert into users (user_id, account, password_hash, email, nickname, game_account_id, game_id)
     select id, id, '-', id || '@players.example', 'n', id, 'g' from (
       select unnest(array['${HEAVY}', '${LIGHT}']) as id union all select 'player-' || n from generate_series(0, 999) n
     ) as who`,
  `insert into goods (goods_id, game_id, name, names, price_minor, position) values ('goods', 'g', 'Goods', '{}', ${PRICE}, 1)`,
  `insert into epoint_items (item_id, name, names, price_minor, basic, position)
     values ('points', 'Points', '{}', ${PRICE}, ${CREDIT}, 1)`,
];

/**
 * Order `n` is `n` × 55 s old. Of 50 orders one expires unpaid and five buy E Points. The other players also get one refund and pay five
 * with E Points. The rest are items that were paid with money.
 */
const money = (heavy: number, total: number): readonly string[] => [
  `insert into orders (order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, goods_id, goods_name,
       contents, channel_code, channel_name, provider, amount_minor, order_type, epoints, credit_basic, credit_present, status,
       payment, provider_ref, client_id, created_at, expires_at, moved_at, trace_id)
     select 'o-' || lpad(n::text, 9, '0'), owner, owner, 'g', 'Game',
       case when buys_points then '' else 's' end, case when buys_points then '' else 'Server' end,
       case when buys_points then '' else owner end, case when buys_points then '' else 'Character' end,
       case when buys_points then 'points' else 'goods' end, 'Goods',
       case when not buys_points then ${LINES} when n <= ${heavy} then ${json(pointContents({ basic: CREDIT, present: BONUS }))}
         else ${json(pointContents({ basic: CREDIT, present: 0 }))} end,
       case when with_points then 'epoint' else 'filled' end, case when with_points then 'E Points' else 'Filled' end,
       case when with_points then 'epoint' else 'sandbox' end, ${PRICE}, case when buys_points then 'epoint' else 'game' end,
       case when with_points then ${PRICE} end, case when buys_points then ${CREDIT} end,
       case when buys_points then case when n <= ${heavy} then ${BONUS} else 0 end end,
       case when place = 0 then 6 when is_refunded then 5 else 4 end,
       case when not with_points then jsonb_build_object('kind', 'redirect', 'payUrl', 'https://portal.example/cashier/ref-' || n) end,
        case when not with_points then 'ref-' || n end,
       md5(owner)::uuid::text, at, at + interval '5 minutes',
       at + case when place = 0 then interval '5 minutes' when is_refunded then interval '1 day' else interval '45 seconds' end,
       md5('trace ' || n)
     from generate_series(1, ${total}) n
       cross join lateral (
         select (n + n / 1000) % 50 as place, timestamptz '2026-03-01' - make_interval(secs => n * 55) as at,
           case when n <= ${heavy} then '${HEAVY}' when n % 1000 = 0 then '${LIGHT}' else 'player-' || n % 1000 end as owner
       ) made
       cross join lateral (
         select place % 10 = 3 as buys_points, n > ${heavy} and place % 10 = 7 as with_points, n > ${heavy} and place = 1 as is_refunded
       ) kind`,
  `insert into order_history (order_id, from_status, to_status, reason, at)
     select order_id, before, after, reason, moved from orders cross join lateral (values
       (true, null::smallint, 1::smallint, 'created', created_at),
       (status <> 6, 1, 2, case when epoints is null then 'payment verified' else 'paid with E Points' end, created_at + interval '42 seconds'),
       (status <> 6, 2, 4, case order_type when 'game' then 'every line delivered' else 'E Points credited' end,
         created_at + interval '45 seconds'),
       (status = 5, 4, 5, 'payment refunded', moved_at), (status = 6, 1, 6, 'not paid in time', moved_at)
     ) as step (happened, before, after, reason, moved) where happened order by moved`,
  `insert into payments (order_id, provider, capture_id, amount_minor, kind, at)
     select order_id, provider, capture_id, amount_minor, kind, paid from orders cross join lateral (values
       (status <> 6, provider_ref || '-1', 'capture', created_at + interval '42 seconds'),
       (status = 5, 'refund:' || provider_ref || '-1', 'refund', moved_at)
     ) as move (happened, capture_id, kind, paid) where happened and epoints is null order by paid`,
  `insert into delivery_lines (order_id, line, sent_at, delivered_at)
     select order_id, number - 1, created_at + interval '45 seconds', created_at + interval '45 seconds'
     from orders cross join lateral jsonb_array_elements(contents) with ordinality as sent (line, number)
     where status <> 6 and order_type = 'game'`,
  `insert into ledger_transactions (user_id, kind, order_id, basic, present, basic_after, present_after, at)
     select user_id, kind, order_id, basic, present, sum(basic) over so_far, sum(present) over so_far, at from (
       select user_id, 'opening' as kind, null as order_id, ${PRICE} as basic, 0 as present,
         timestamptz '2026-03-01' - make_interval(secs => ${total + 1} * 55) as at from users
       union all
       select user_id, 'purchase', order_id, credit_basic, credit_present, created_at + interval '45 seconds' from orders
         where order_type = 'epoint'
       union all
       select user_id, 'spend', order_id, -epoints, 0, created_at + interval '42 seconds' from orders where epoints is not null
       union all
       select user_id, 'gift', null, 1, 0, created_at from orders where order_type = 'game' and epoints is null
     ) as posting window so_far as (partition by user_id order by at) order by at`,
  `insert into ledger_entries (transaction_id, account, amount)
     select transaction_id, account, amount from ledger_transactions cross join lateral (values
       ('basic', basic), ('present', present),
       (case kind when 'purchase' then 'sold' when 'spend' then 'used' when 'gift' then 'given' else kind end, -basic),
       (case when kind = 'purchase' then 'given' end, -present)
     ) as part (account, amount) where amount <> 0`,
  `insert into epoint_balances (user_id, basic, present)
     select distinct on (user_id) user_id, basic_after, present_after from ledger_transactions order by user_id, transaction_id desc`,
];

/** The rows that the server deletes after some time. */
const temporary = (others: number): readonly string[] => {
  const at = `timestamptz '2026-03-01' - make_interval(secs => n * 37)`;
  const recent = `orders where order_id <= 'o-' || lpad('${others}', 9, '0')`;
  return [
    `insert into outbox (kind, subject, payload, due_at, done_at, trace_id, created_at)
       select 'deliver', order_id, '{}', created_at, moved_at, trace_id, created_at from ${recent} and status <> 6`,
    `insert into idempotency_keys (user_id, path, key, fingerprint, order_id, created_at)
       select user_id, '/api/order/web/create', md5(order_id)::uuid::text, md5(order_id) || md5(user_id), order_id, created_at from ${recent}`,
    `insert into notifications (event_id, provider, body, received_at, processed_at, outcome)
       select provider_ref || '-captured-1', provider, jsonb_build_object('event_id', provider_ref || '-captured-1',
         'type', 'payment.captured', 'reference', provider_ref, 'order_id', order_id, 'amount_minor', amount_minor, 'currency', 'USD'),
         created_at, created_at, 'queried' from ${recent} and status <> 6 and epoints is null`,
    `insert into attempts (bucket, at) select 'bucket-' || n, ${at} from generate_series(1, ${others}) n`,
    `insert into login_devices (device_hash, seen_at) select 'device-' || n, ${at} from generate_series(1, ${others}) n`,
    `insert into sessions (token_hash, user_id, client_id, created_at)
       select 'hash-' || n, 'player-' || n % 1000, 'c', ${at} from generate_series(1, ${others}) n`,
    `insert into verification_codes (purpose, target_hash, code_hash, expires_at)
       select 'login', 'hash-' || n, 'hash', ${at} from generate_series(1, ${others}) n`,
    `insert into tickets (ticket_hash, user_id, expires_at)
       select 'hash-' || n, 'player-' || n % 1000, ${at} from generate_series(1, ${others}) n`,
    `insert into sandbox_mails (target, purpose, code, at) select 't', 'login', '1', ${at} from generate_series(1, ${others}) n`,
    `insert into sandbox_events (visit, name, event, at) select 'v', 'n', '{}', ${at} from generate_series(1, ${others}) n`,
    `insert into sandbox_faults (client_id, path, fault, set_at) select 'c-' || n, '*', '{}', ${at} from generate_series(1, ${others}) n`,
  ];
};

/**
 * Fills the tables that grow: `heavy` orders and ledger transactions of one player, one of each for `others` more, and as many rows of the
 * other kinds. Triggers would check one row at a time, so they are off, and the statements write what the triggers would write.
 */
const fillTables = async (client: pg.Client, { heavy, others }: { heavy: number; others: number }): Promise<void> => {
  const statements = [
    'set session_replication_role = replica',
    ...CONTENT,
    ...money(heavy, heavy + others),
    ...temporary(others),
    'set session_replication_role = origin',
    'vacuum (analyze)',
  ];
  for (const statement of statements) await client.query(statement);
};

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
