import { and, eq } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { ledgerTransactions, type Order } from '../db/schema.ts';
import { lockBalance, type Points, post } from './posting.ts';

/** Points that an E Point recharge credits. */
const creditOf = ({ orderId, creditBasic, creditPresent }: Order): Points => {
  if (creditBasic === null || creditPresent === null) throw new Error(`order ${orderId} buys no E Points`);
  return { basic: creditBasic, present: creditPresent };
};

export const creditPurchase = async (tx: Tx, order: Order, at: Date): Promise<void> => {
  const { basic, present } = creditOf(order);
  await post(tx, {
    userId: order.userId,
    kind: 'purchase',
    orderId: order.orderId,
    entries: { basic, present, sold: -basic, given: -present },
    at,
  });
};

/** Reverses the points of a refunded purchase, each kind from its own account, as far as the balance allows; the rest is lost. */
export const reversePurchase = async (tx: Tx, order: Order, at: Date): Promise<Points> => {
  const { userId, orderId } = order;
  const [purchase] = await tx
    .select({ id: ledgerTransactions.transactionId })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.orderId, orderId), eq(ledgerTransactions.kind, 'purchase')));
  if (!purchase) return { basic: 0, present: 0 };
  const { basic, present } = creditOf(order);
  const balance = await lockBalance(tx, userId);
  const taken: Points = { basic: Math.min(basic, balance.basic), present: Math.min(present, balance.present) };
  const lost = basic + present - taken.basic - taken.present;
  await post(tx, {
    userId,
    kind: 'reversal',
    orderId,
    entries: { basic: -taken.basic, present: -taken.present, sold: basic, given: present, lost: -lost },
    at,
  });
  return taken;
};
