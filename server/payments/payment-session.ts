import { and, eq, isNull } from 'drizzle-orm';
import { channels, orders } from '../db/schema.ts';
import { checkpoint } from '../kernel/checkpoint.ts';
import { withTimeout } from '../kernel/timeout.ts';
import type { PaymentProvider, PaymentSession } from '../ports/payment-provider.ts';
import { applyReport } from './payment-sync.ts';
import type { PaymentContext } from './registry.ts';

type Order = typeof orders.$inferSelect;

const providerOfOrder = async (
  { context, providerOf }: PaymentContext,
  { channelCode }: Order,
): Promise<{ provider: PaymentProvider; name: string }> => {
  const [channel] = await context.db.select().from(channels).where(eq(channels.channelCode, channelCode));
  const provider = channel && providerOf(channel.provider);
  if (!provider) throw new Error(`the channel ${channelCode} has no payment provider`);
  return { provider, name: channel.provider };
};

/**
 * Returns the order's session at its provider and creates it if needed. Sessions are keyed by order id, so the next request repairs a
 * crash before the session was stored. Rejects with `UpstreamError`.
 */
export const sessionOf = async (money: PaymentContext, order: Order): Promise<PaymentSession> => {
  if (order.payUrl && order.providerRef) return { payUrl: order.payUrl, reference: order.providerRef };
  const { provider } = await providerOfOrder(money, order);
  const session = await withTimeout(
    provider.createSession({
      orderId: order.orderId,
      amountMinor: order.amountMinor,
      currency: 'USD',
      description: [order.goodsName, order.gameName].filter(Boolean).join(' · '),
      expiresAt: order.expiresAt,
    }),
    'the payment provider',
  );
  checkpoint('session.made');
  await money.context.db
    .update(orders)
    .set({ payUrl: session.payUrl, providerRef: session.reference })
    .where(and(eq(orders.orderId, order.orderId), isNull(orders.payUrl)));
  checkpoint('session.stored');
  return session;
};

/** Closes the order's session at its provider, unless it is paid or in flight. Rejects with `UpstreamError`. */
export const endAtChannel = async (money: PaymentContext, order: Order): Promise<void> => {
  const { provider, name } = await providerOfOrder(money, order);
  const { reference } = await sessionOf(money, order);
  await applyReport(money, await withTimeout(provider.close(reference), 'the payment provider'), name);
};
