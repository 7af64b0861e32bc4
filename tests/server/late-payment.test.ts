import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderRows } from '../../server/orders/order-rows.ts';
import { syncPayment } from '../../server/payments/payment-sync.ts';
import { forceCapture } from '../../server/sandbox/sandbox-payments.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { sharedMoneyHarness, withProvider } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const PACKAGE = 'p1000';
/** Basic points, bonus points, and the rebate for a first purchase. */
const [BASIC, BONUS, REBATE] = [1_000, 80, 500];

describeOn('a late payment', () => {
  const harness = sharedMoneyHarness();

  const order = (userId: string, channelCode = 'card') =>
    harness.order(harness.packageRequest(userId, PACKAGE, { channelCode }));
  const expire = async (): Promise<void> => {
    await harness.runJobsAfter(301_000);
  };
  /** Receives money, regardless of the state of the payment session. */
  const receive = async (orderId: string): Promise<void> => {
    await forceCapture(harness.context, await harness.referenceFor(orderId));
    await syncPayment(harness.ports.services, orderId);
  };
  const creditOf = async (orderId: string) => (await harness.orderOf(orderId)).creditPresent;

  describe('the first-purchase rebate', () => {
    test('of an overdue and a paid order one has the rebate; the late one is credited without it, and its history gives the reason (F13)', async () => {
      const userId = await harness.addUser();
      const late = await order(userId);
      await expire();
      const second = await order(userId);
      await receive(second);
      await receive(late);
      await harness.settle();
      expect(await harness.balance(userId)).toEqual({ basic: 2 * BASIC, present: 2 * BONUS + REBATE });
      expect([await creditOf(second), await creditOf(late)]).toEqual([BONUS + REBATE, BONUS]);
      expect(await harness.reasonsOf(late)).toContain(
        `payment verified; without the first-purchase rebate of 500 points, which order ${second} has`,
      );
      const [row] = await orderRows(harness.context.db, [await harness.orderOf(late)], harness.context.clock.now());
      expect(row).toMatchObject({
        credit: { basic: BASIC, present: BONUS },
        contents: [
          { name: 'E\u00a0Points', quantity: BASIC },
          { name: 'Bonus E\u00a0Points', quantity: BONUS },
        ],
      });
      expect((await auditMoney(harness.context.db)).wrong).toEqual([]);
    });

    test('when five overdue orders are paid simultaneously, one has the rebate (F13)', async () => {
      const userId = await harness.addUser();
      const late: string[] = [];
      for (let made = 0; made < 5; made += 1) {
        late.push(await order(userId));
        await expire();
      }
      await Promise.all(late.map(receive));
      await harness.settle();
      expect(await harness.balance(userId)).toEqual({ basic: 5 * BASIC, present: 5 * BONUS + REBATE });
      expect((await auditMoney(harness.context.db)).wrong).toEqual([]);
    });

    test.each([
      ['more points', sql`credit_present = credit_present + 1`],
      ['another sum than the plain one', sql`credit_present = 81, rebate_kind = null, rebate_points = null`],
      ['another rebate', sql`rebate_points = 400`],
      ['a rebate of another kind', sql`rebate_kind = 'standing'`],
    ])('the database rejects %s on an existing order (F13)', async (_, change) => {
      const orderId = await order(await harness.addUser());
      await expect(
        harness.context.db.execute(sql`update orders set ${change} where order_id = ${orderId}`),
      ).rejects.toMatchObject({ cause: { constraint: 'orders_frozen' } });
    });
  });

  describe('the session at the provider', () => {
    const stateOf = async (orderId: string) => (await harness.booksOf(orderId))?.state;

    test('is closed when the order expires: the cashier offers only late payment (F13)', async () => {
      const orderId = await harness.bought();
      await expire();
      expect(await stateOf(orderId)).toBe('closed');
      const page = await harness.app.request(`/cashier/${await harness.referenceFor(orderId)}`);
      const html = await page.text();
      expect(html).toContain('This payment has expired');
      expect([...html.matchAll(/value="([\w-]+)"/g)].map(([, action]) => action)).toEqual(['pay-late']);
    });

    test('a provider that does not respond is queried again until it has closed the session (F13)', async () => {
      const orderId = await harness.bought();
      let attempts = 0;
      const deaf = withProvider(harness.ports.services, () => ({
        close: async () => {
          attempts += 1;
          throw new Error('no route to host');
        },
      }));
      await harness.runJobsAfter(301_000, { services: deaf });
      expect([await stateOf(orderId), (await harness.orderOf(orderId)).status, attempts]).toEqual([
        'open',
        'overdue',
        1,
      ]);
      const job = { kind: 'check-late-payment', doneAt: null };
      expect(await harness.jobOf(`unpaid:${orderId}`)).toMatchObject(job);
      await harness.runJobsAfter(2_000);
      expect(await stateOf(orderId)).toBe('closed');
    });
  });
});
