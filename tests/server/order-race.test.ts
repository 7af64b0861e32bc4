import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createOrder } from '../../server/checkout/order-creation.ts';
import { idempotencyKeys, orderHistory, orders } from '../../server/db/schema.ts';
import { newGate } from '../support/machines/gate.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn, expectLockWait, openTestDatabase } from '../support/server/test-database.ts';

const WAIT_AFTER_INSERT = [
  'create function wait_after_insert() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$',
  'create trigger wait_after_insert after insert on orders for each statement execute function wait_after_insert()',
];

describeOn(
  'two requests that insert an order of one selection at the same moment',
  () => {
    const harness = sharedMoneyHarness(() => openTestDatabase('postgres'));

    test('the second gets the order of the first, and its key names that order (RCHG-10, S14)', async () => {
      const { db } = harness.context;
      const userId = await harness.addUser();
      const first = await harness.order(harness.requestOf(userId));
      const [copy] = await db.select().from(orders);
      if (!copy) throw new Error('there is no order');
      await db.update(orders).set({ status: 'failed' });
      const inserted = newGate();
      const commit = newGate();
      const orderId = `${first.slice(0, -4)}RACE`;
      const rival = db.transaction(async (tx) => {
        await tx.insert(orders).values({ ...copy, orderId, status: 'pending' });
        await tx.insert(orderHistory).values({ orderId, toStatus: 'pending', reason: 'created', at: copy.createdAt });
        inserted.open();
        await commit.passed;
      });
      await inserted.passed;
      const key = randomUUID();
      const creation = harness.create(harness.requestOf(userId, {}, { key }));
      await expectLockWait(db);
      commit.open();
      await rival;
      expect(await creation).toMatchObject({ kind: 'order', orderId, isReplay: false });
      expect(await db.select({ orderId: idempotencyKeys.orderId }).from(idempotencyKeys)).toEqual([{ orderId }]);
      expect(await db.$count(orders)).toBe(2);
    });

    test('an open order that fails between the insert and the read is followed by a new order (RCHG-10, S14)', async () => {
      const { db } = harness.context;
      const userId = await harness.addUser();
      const first = await harness.order(harness.requestOf(userId));
      for (const statement of WAIT_AFTER_INSERT) await db.execute(sql.raw(statement));
      const locked = newGate();
      const fail = newGate();
      const failing = db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(1)`);
        locked.open();
        await fail.passed;
        await tx.update(orders).set({ status: 'failed' }).where(eq(orders.orderId, first));
      });
      await locked.passed;
      const creation = createOrder(harness.ports.services, harness.requestOf(userId));
      await expectLockWait(db);
      fail.open();
      await failing;
      const second = await creation;
      expect(second).toMatchObject({ kind: 'order', isReplay: false });
      expect(second).not.toMatchObject({ orderId: first });
      expect(await harness.create(harness.requestOf(userId))).toMatchObject({
        orderId: second.kind === 'order' && second.orderId,
      });
    });
  },
  'postgres',
);
