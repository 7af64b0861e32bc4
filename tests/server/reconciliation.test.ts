import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  channels,
  epointBalances,
  ledgerTransactions,
  orderHistory,
  orders,
  payments,
  sandboxPayments,
} from '../../server/db/schema.ts';
import { forceStatus } from '../../server/sandbox/force-status.ts';
import { sweepsOf } from '../../server/workers/reconciliation-sweeps.ts';
import { auditMoney, reconcile, runSweep } from '../support/server/money-audit.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

describeOn('the reconciliation', () => {
  const harness = sharedMoneyHarness();
  let ids: Readonly<Record<'delivered' | 'paid' | 'overdue' | 'bought' | 'spent' | 'open', string>>;
  let userId: string;

  beforeEach(async () => {
    userId = await harness.addUser();
    await harness.grant(userId, 3_000, 100);
    const delivered = await harness.buy(userId);
    const bought = await harness.order(harness.packageRequest(userId, 'p500'));
    const spent = await harness.order(harness.pointsRequest(userId));
    await harness.act(delivered, 'pay-twice');
    await harness.act(bought, 'pay');
    await harness.pay(userId, spent);
    await harness.settle();
    const overdue = await harness.buy(userId, { goodsId: 'pass' });
    await harness.runJobsAfter(301_000);
    const paid = await harness.buy(userId, { channelCode: 'wallet' });
    await harness.act(paid, 'pay');
    await harness.runJobs();
    const open = await harness.buy(userId, { goodsId: 'pass', channelCode: 'wallet' });
    ids = { delivered, paid, overdue, bought, spent, open };
  });

  const found = async () =>
    (await reconcile(harness.ports.services)).filter(({ subject }) =>
      [...Object.values(ids), userId].includes(subject),
    );

  test('correct data has no findings, whatever the status of its orders (S32)', async () => {
    expect(await found()).toEqual([]);
  });

  test('a capture that did not pay its order is found until its refund is booked (S32)', async () => {
    const { db } = harness.context;
    const capture = { orderId: ids.overdue, provider: 'sandbox', captureId: 'odd', amountMinor: 500, currency: 'JPY' };
    await db.insert(payments).values({ ...capture, kind: 'capture' });
    const isUnpaid = async () =>
      (await found()).some(({ what }) => what === 'money was received, but the order is unpaid');
    expect(await isUnpaid()).toBe(true);
    await db.insert(payments).values({ ...capture, captureId: 'refund:odd', kind: 'refund' });
    expect(await isUnpaid()).toBe(false);
  });

  test('orders are compared with their provider when no channel leads to it anymore (S32)', async () => {
    const { db } = harness.context;
    const stored = await db.select().from(channels);
    await db.delete(channels);
    try {
      await db
        .update(sandboxPayments)
        .set({ refundedCaptures: ['a refund that is not booked'] })
        .where(eq(sandboxPayments.orderId, ids.paid));
      expect(await found()).toEqual([
        expect.objectContaining({ subject: ids.paid, what: 'the provider reports different refunds' }),
      ]);
    } finally {
      await db.insert(channels).values(stored);
    }
  });

  /** What is found after a loss. */
  const LOSSES: Readonly<Record<string, readonly [of: keyof typeof ids | 'user', statement: string]>> = {
    'paid, but no money was received': ['delivered', 'delete from payments where order_id = $id'],
    'net amount (captured − refunded) differs from the price': [
      'delivered',
      "delete from payments where order_id = $id and kind = 'refund'",
    ],
    'money was received, but the order is unpaid': ['paid', 'update orders set status = 6 where order_id = $id'],
    'delivered, but a line is missing': ['delivered', 'delete from delivery_lines where order_id = $id and line = 1'],
    'delivered without payment': ['delivered', 'update orders set status = 3 where order_id = $id'],
    'paid, but there is no delivery job': ['paid', 'delete from outbox where subject = $id'],
    'E Points spent and order status disagree': ['spent', 'delete from ledger_transactions where order_id = $id'],
    'E Points credited and order status disagree': ['bought', 'delete from ledger_transactions where order_id = $id'],
    'the E Points spent differ from the price': [
      'spent',
      'update ledger_transactions set basic = basic + 1 where order_id = $id',
    ],
    'the E Points credited differ from the order': [
      'bought',
      'update ledger_transactions set present = present - 1 where order_id = $id',
    ],
    'the balance after a transaction does not continue the one before it': [
      'user',
      'delete from ledger_transactions where order_id is null and user_id = $id',
    ],
    'a transaction has no balance': ['user', 'delete from epoint_balances where user_id = $id'],
    'the balance is not the sum of the ledger': [
      'user',
      'update epoint_balances set present = present + 1 where user_id = $id',
    ],
    'the entries of a transaction do not add up': [
      'user',
      "delete from ledger_entries where account = 'given' and transaction_id in (select transaction_id from ledger_transactions where user_id = $id)",
    ],
  };

  test.each(Object.entries(LOSSES))('%s: the loss is found (S32)', async (what, [of, statement]) => {
    const id = of === 'user' ? userId : ids[of];
    await harness.damage(statement.replace('$id', `'${id}'`));
    expect(await found()).toContainEqual({ what, subject: id });
    expect((await auditMoney(harness.context.db)).wrong.length).toBeGreaterThan(0);
  });

  test.each([
    ['overdue', { state: 'paid', captures: 1 }, 'the provider reports different captures'],
    ['open', { state: 'paid', captures: 1 }, 'the provider reports different captures'],
    ['delivered', { captures: 3 }, 'the provider reports different captures'],
    ['delivered', { refundedCaptures: [] }, 'the provider reports different refunds'],
  ] as const)('a payment that only the provider has is found: %s %j (S32)', async (which, books, what) => {
    const { refundedCaptures, ...rest } = { refundedCaptures: undefined, ...books };
    await harness.context.db
      .update(sandboxPayments)
      .set({ ...rest, ...(refundedCaptures && { refundedCaptures: [...refundedCaptures] }) })
      .where(eq(sandboxPayments.orderId, ids[which]));
    expect(await found()).toEqual([{ what, subject: ids[which] }]);
  });

  test.each([
    ['orders', orders],
    ['ledger', ledgerTransactions],
    ['balances', epointBalances],
  ] as const)(
    'a cycle of %s in chunks of three rows visits each row once and finds the same (F6, S32)',
    async (name, table) => {
      await harness.damage(`delete from payments where order_id in ('${ids.delivered}', '${ids.paid}')`);
      await harness.damage(`update epoint_balances set present = present + 1 where user_id = '${userId}'`);
      await harness.damage(`delete from ledger_transactions where order_id is null and user_id = '${userId}'`);
      const sweep = sweepsOf(harness.ports.services).find((one) => one.name === name);
      if (!sweep) throw new Error(`no sweep ${name}`);
      const visited: string[] = [];
      const check: typeof sweep.check = (keys) => {
        visited.push(...keys);
        return sweep.check(keys);
      };
      const [whole, small] = [await runSweep(sweep), await runSweep({ ...sweep, check }, 3)];
      expect(whole.found.length).toBeGreaterThan(0);
      expect(new Set(small.found)).toEqual(new Set(whole.found));
      expect(new Set(visited).size).toBe(visited.length);
      const count = await harness.context.db.$count(table);
      expect([visited.length, small.chunks]).toEqual([count, Math.floor(count / 3) + 1]);
    },
  );

  test('changed orders are followed in chunks, without those of the last minute (F6)', async () => {
    const sweep = sweepsOf(harness.ports.services).find(({ name }) => name === 'changed orders');
    if (!sweep) throw new Error('no sweep of changed orders');
    const count = await harness.context.db.$count(orderHistory);
    harness.advance(59_999);
    expect((await sweep.read('0', count + 1)).keys).not.toContain(ids.open);
    harness.advance(1);
    expect(await sweep.read('0', count)).toMatchObject({ keys: expect.arrayContaining([ids.open]), isLast: false });
    expect(await sweep.read('0', count + 1)).toMatchObject({ isLast: true });
  });

  test('a line sent after the refund is reported, one sent before is not (F9, S32)', async () => {
    const { delivered } = ids;
    await forceStatus(harness.ports.services, delivered, 'refunded');
    expect(await found()).toEqual([]);
    await harness.damage(
      `update delivery_lines set sent_at = sent_at + interval '1 day' where order_id = '${delivered}' and line = 2`,
    );
    expect(await found()).toEqual([{ what: 'a line was sent to the game after the refund', subject: delivered }]);
  });

  test('a first-purchase rebate on two paid orders is reported at the later one (F13, S32)', async () => {
    const first = await harness.delivered(harness.packageRequest(userId, 'p1000'));
    harness.advance(1_000);
    const second = await harness.delivered(harness.packageRequest(userId, 'p1000'));
    const mine = async () =>
      (await reconcile(harness.ports.services)).filter(({ subject }) => [first, second].includes(subject));
    expect(await mine()).toEqual([]);
    await harness.damage(`update orders set rebate_kind = 'first', rebate_points = 500 where order_id = '${second}'`);
    expect(await mine()).toEqual([{ what: 'the first-purchase rebate was given twice', subject: second }]);
  });
});
