import { eq } from 'drizzle-orm';
import { PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import type { AppContext } from '../app-context.ts';
import { orders } from '../db/schema.ts';

/**
 * Moves an order in time so that it expires in so many seconds (0 or less: it is over). Its creation moves along: creation + 300 s stays
 * the deadline for everyone. False: no such order.
 */
export const expireIn = async ({ db, clock }: AppContext, orderId: string, seconds: number): Promise<boolean> => {
  const deadline = (Math.floor(clock.now().getTime() / 1_000) + seconds) * 1_000;
  const moved = await db
    .update(orders)
    .set({
      createdAt: new Date(deadline - PAYMENT_EXPIRY_S * 1_000),
      expiresAt: new Date(deadline),
      checkedAt: null,
    })
    .where(eq(orders.orderId, orderId))
    .returning({ orderId: orders.orderId });
  return moved.length > 0;
};
