import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { orders } from '../../server/db/schema.ts';
import { readOrderPage } from '../../server/orders/order-pages.ts';
import { newGate } from '../support/gate.ts';
import { describeOn, openTestDatabase, type TestDatabase, type TestDatabaseKind } from '../support/test-database.ts';

const PLAYER = 'a-player';
const ORDERS = 8_000;
const SIZE = 100;
/** The newest order has the lowest number. */
const numberOf = (number: number): string => `order-${String(number).padStart(6, '0')}`;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

/** Three of every four orders are delivered, and the others have expired. Groups of four orders have the same time. */
const fill = async (db: TestDatabase['db']): Promise<void> => {
  await db.execute(sql`alter table orders disable trigger user`);
  await db.execute(sql`insert into users (user_id, account, password_hash, nickname, game_account_id, game_id)
    values (${PLAYER}, ${PLAYER}, '-', 'n', ${PLAYER}, 'g')`);
  await db.execute(sql`insert into orders (order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, goods_id,
      goods_name, contents, channel_code, channel_name, amount_minor, status, client_id, created_at, expires_at, provider_ref)
    select 'order-' || lpad(n::text, 6, '0'), ${PLAYER}, 'uid', 'g', 'Game', 's', 'Server', 'r', 'Character', 'goods', 'Goods', '[]', 'c',
      'Channel', 499, case when n % 4 = 0 then 6 else 4 end, 'c', at, at, 'ref'
    from generate_series(1, ${ORDERS}::int) n, lateral (select now() - (1 + n / 4) * interval '1 hour' as at) as t`);
  await db.execute(sql`alter table orders enable trigger user`);
  await db.execute(sql`analyze orders`);
};

let database: TestDatabase;
let db: TestDatabase['db'];

const useOrders = (kind?: TestDatabaseKind): void => {
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    await fill(db);
  });
  afterAll(() => database.close());
  // The first read creates the anchors.
  beforeEach(() => expectEveryPage('before'));
};

const move = (from: OrderStatus, to: OrderStatus, numbers: readonly number[]) =>
  db
    .update(orders)
    .set({ status: to })
    .where(and(eq(orders.status, from), inArray(orders.orderId, numbers.map(numberOf))));

const numbersBetween = (first: number, last: number, step = 1): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);

const countedIds = async (status: OrderStatus, before: Date | null, page: number): Promise<string[]> => {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.userId, PLAYER), eq(orders.status, status), before ? lt(orders.createdAt, before) : undefined))
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(SIZE)
    .offset((page - 1) * SIZE);
  return rows.map(({ orderId }) => orderId);
};

const expectEveryPage = async (when: string): Promise<void> => {
  for (const before of [null, hoursAgo(300)])
    for (const status of ['delivered', 'overdue', 'refunded'] as const)
      for (const page of [1, 21, 22, 23, 30, 37, 44, 50, 58, 60, 61, 75, 400]) {
        const found = await readOrderPage(db, { userId: PLAYER, status, since: null, before }, { page, size: SIZE });
        const ids = found.map(({ orderId }) => orderId);
        expect(ids, `${when}: ${status}, page ${page}, before ${before?.toISOString()}`).toEqual(
          await countedIds(status, before, page),
        );
      }
};

describeOn('far pages of the orders of a status', () => {
  useOrders();

  test('F17 ORDR-06 · many orders that move at once shift the older ones', async () => {
    await move('delivered', 'refunded', numbersBetween(2_000, 4_000));
    await move('delivered', 'refunded', numbersBetween(6_100, 6_150));
    await expectEveryPage('1,500 refunds, then older ones');
    const late = numbersBetween(4_800, 7_600);
    await move('overdue', 'paid', late);
    await move('paid', 'delivered', late);
    await expectEveryPage('700 late payments');
  });

  test('F17 ORDR-06 · an order that leaves a status shifts the older ones', async () => {
    await move('delivered', 'refunded', [5_001]);
    await expectEveryPage('a refund');
    await move('delivered', 'refunded', numbersBetween(1, ORDERS, 97));
    await expectEveryPage('refunds everywhere');
  });

  test('F17 ORDR-06 · an old order that enters a status shifts the older ones', async () => {
    await move('overdue', 'paid', [1_200, 7_800, 7_804]);
    await move('paid', 'delivered', [1_200, 7_800, 7_804]);
    await expectEveryPage('late payments');
  });

  test('F17 ORDR-06 · the database notes when an order moved, and nothing else moves it', async () => {
    const movedAt = async (): Promise<Date | null> => {
      const [order] = await db
        .select()
        .from(orders)
        .where(eq(orders.orderId, numberOf(1_600)));
      return order?.movedAt ?? null;
    };
    expect(await movedAt()).toBeNull();
    await db
      .update(orders)
      .set({ checkedAt: new Date() })
      .where(eq(orders.orderId, numberOf(1_600)));
    expect(await movedAt()).toBeNull();
    await move('overdue', 'paid', [1_600]);
    expect(await movedAt()).toBeInstanceOf(Date);
  });
});

describeOn(
  'far pages of the orders of a status, with two connections',
  () => {
    useOrders('postgres');

    test('F17 ORDR-06 · a move that is committed after a later read is included', async () => {
      const [moved, looked] = [newGate(), newGate()];
      const refund = db.transaction(async (tx) => {
        await tx
          .update(orders)
          .set({ status: 'refunded' })
          .where(eq(orders.orderId, numberOf(7_001)));
        moved.open();
        await looked.passed;
      });
      await moved.passed;
      await expectEveryPage('the refund is not committed');
      looked.open();
      await refund;
      await expectEveryPage('the refund is committed');
    });
  },
  'postgres',
);
