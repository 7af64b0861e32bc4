import { getTableColumns, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { TABLES } from '../../server/db/compatibility.ts';
import { addOrderMoves } from '../../server/db/migrations.ts';
import * as schema from '../../server/db/schema.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { describeOn, refusedBy } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const COLUMN: Readonly<Record<string, string>> = { ledger_entries: 'amount' };

const rowsOf = (result: unknown): Record<string, unknown>[] =>
  typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows) ? result.rows : [];

describeOn('the database', () => {
  const server = sharedTestServer({ workers: false });
  let made = 0;

  const insert = (more: Partial<typeof schema.orders.$inferInsert> = {}) => {
    made += 1;
    return server.context.db
      .insert(schema.orders)
      .values({
        orderId: `order-${made}`,
        userId: DEMO.userId,
        uid: DEMO.gameAccountId,
        gameId: 'g',
        gameName: 'g',
        serverId: '101',
        serverName: 's',
        roleId: 'r',
        roleName: 'r',
        goodsId: `goods-${made}`,
        goodsName: 'g',
        contents: [],
        channelCode: 'card',
        channelName: 'Card',
        provider: 'sandbox',
        amountMinor: 499,
        clientId: 'c',
        expiresAt: new Date(),
        ...more,
      })
      .returning({ orderId: schema.orders.orderId });
  };

  const move = (orderId: string, status: OrderStatus) =>
    server.context.db.update(schema.orders).set({ status }).where(sql`order_id = ${orderId}`);

  const newOrder = async (): Promise<string> => (await insert())[0]?.orderId ?? '';

  test('a start adds the moves that are missing and keeps those of a newer release (ORDR-02)', async () => {
    const { db } = server.context;
    const moves = () => db.select().from(schema.orderMoves);
    const before = await moves();
    const newer = { fromStatus: 'delivered', toStatus: 'failed' } as const;
    await db.delete(schema.orderMoves).where(sql`from_status = 1`);
    await db.insert(schema.orderMoves).values(newer);
    await addOrderMoves(db);
    await addOrderMoves(db);
    expect(new Set(await moves())).toEqual(new Set([...before, newer]));
    await db.delete(schema.orderMoves).where(sql`from_status = 4 and to_status = 3`);
  });

  test('the database notes when an order moved, and nothing else moves it (ORDR-02)', async () => {
    const { db } = server.context;
    const orderId = await newOrder();
    const movedAt = async (): Promise<Date | null | undefined> =>
      (await db.select().from(schema.orders).where(sql`order_id = ${orderId}`))[0]?.movedAt;
    await db.update(schema.orders).set({ checkedAt: new Date() }).where(sql`order_id = ${orderId}`);
    expect(await movedAt()).toBeNull();
    await move(orderId, 'paid');
    expect(await movedAt()).toBeInstanceOf(Date);
  });

  test('an order begins as pending (ORDR-02)', async () => {
    expect(await refusedBy(insert({ status: 'paid' }))).toBe('orders_move');
  });

  test('amounts are whole cents from 1 to 999,999,999, and never change (S15, S16)', async () => {
    for (const amountMinor of [0, -1, 1_000_000_000])
      expect(await refusedBy(insert({ amountMinor }))).toBe('orders_amount');
    for (const amountMinor of [1, 999_999_999]) expect(await refusedBy(insert({ amountMinor }))).toBeNull();
    const orderId = await newOrder();
    const dearer = server.context.db.update(schema.orders).set({ amountMinor: 1 }).where(sql`order_id = ${orderId}`);
    expect(await refusedBy(dearer)).toBe('orders_frozen');
  });

  test('one open order per player, role, goods and channel; a paid one does not count (RCHG-10, S14)', async () => {
    const [row] = await insert({ goodsId: 'same' });
    expect(await refusedBy(insert({ goodsId: 'same' }))).toBe('orders_open');
    await move(row?.orderId ?? '', 'paid');
    expect(await refusedBy(insert({ goodsId: 'same' }))).toBeNull();
  });

  test('history, payments and the ledger are append-only, and only the ledger changes a balance (S17)', async () => {
    const { db } = server.context;
    for (const table of ['order_history', 'payments', 'ledger_transactions', 'ledger_entries'])
      for (const statement of [
        `update ${table} set ${COLUMN[table] ?? 'order_id'} = null`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ])
        expect([statement, await refusedBy(db.execute(sql.raw(statement)))]).toEqual([
          statement,
          `${table}_append_only`,
        ]);
    for (const statement of ['update epoint_balances set present = 1', 'delete from epoint_balances'])
      expect(await refusedBy(db.execute(sql.raw(statement)))).toBe('epoint_balances_by_ledger');
  });

  test('tables and columns of the migrations are those of the schema', async () => {
    const found = rowsOf(
      await server.context.db.execute(
        sql`select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public'`,
      ),
    );
    const inDatabase = found.map(
      (row) => `${row['table_name']}.${row['column_name']} ${row['is_nullable'] === 'NO' ? 'not null' : 'null'}`,
    );
    const inSchema = TABLES.flatMap((table) =>
      Object.values(getTableColumns(table)).map(
        (column) =>
          `${getTableConfig(table).name}.${column.name} ${column.notNull || column.primary ? 'not null' : 'null'}`,
      ),
    );
    expect(inDatabase.sort()).toEqual(inSchema.sort());
  });
});
