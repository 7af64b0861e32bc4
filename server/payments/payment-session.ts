import { eq } from 'drizzle-orm';
import { channels, type orders } from '../db/schema.ts';
import { statement } from '../db/statement.ts';
import { checkpoint } from '../kernel/checkpoint.ts';
import { withTimeout } from '../kernel/timeout.ts';
import { type PaymentProvider, type PaymentSession, PRICE_CURRENCY } from '../ports/payment-provider.ts';
import { applyReport, reportOf } from './payment-sync.ts';
import type { PaymentContext } from './registry.ts';

type Order = typeof orders.$inferSelect;

const nameOfProvider = async ({ context }: PaymentContext, { channelCode }: Order): Promise<string> => {
  const [channel] = await context.db.select().from(channels).where(eq(channels.channelCode, channelCode));
  return channel?.provider ?? '';
};

const providerOfOrder = async (
  money: PaymentContext,
  order: Order,
  known: string | null,
): Promise<{ provider: PaymentProvider; name: string }> => {
  const name = known ?? (await nameOfProvider(money, order));
  const provider = money.providerOf(name);
  if (!provider) throw new Error(`the channel ${order.channelCode} has no payment provider`);
  return { provider, name };
};

const storeSession = statement(
  {
    name: 'store-session',
    text: 'update orders set pay_url = $2, provider_ref = $3 where order_id = $1 and pay_url is null',
  },
  () => undefined,
);

/**
 * Returns the order's session at its provider and creates it if needed. Sessions are keyed by order id, so the next request repairs a
 * crash before the session was stored. `providerName`: the provider of the order's channel, if it is known. Rejects with `UpstreamError`.
 */
export const sessionOf = async (
  money: PaymentContext,
  order: Order,
  providerName: string | null = null,
): Promise<PaymentSession> => {
  if (order.payUrl && order.providerRef) return { payUrl: order.payUrl, reference: order.providerRef };
  const { provider } = await providerOfOrder(money, order, providerName);
  const session = await withTimeout(
    provider.createSession({
      orderId: order.orderId,
      amountMinor: order.amountMinor,
      currency: PRICE_CURRENCY,
      description: [order.goodsName, order.gameName].filter(Boolean).join(' · '),
      expiresAt: order.expiresAt,
      traceId: order.traceId,
    }),
    'the payment provider',
  );
  checkpoint('session.made');
  await storeSession(money.context.db, [order.orderId, session.payUrl, session.reference]);
  checkpoint('session.stored');
  return session;
};

/** Closes the order's session at its provider, unless it is paid or in flight. Rejects with `UpstreamError`. */
export const endAtChannel = async (money: PaymentContext, order: Order): Promise<void> => {
  const { provider, name } = await providerOfOrder(money, order, null);
  const { reference } = await sessionOf(money, order);
  await applyReport(money, await reportOf(order.orderId, provider.close(reference, order.traceId)), name);
};
