import { logFailure } from '../db/outage-log.ts';
import { claimDueOrders, type DueOrder, releaseDueOrders, settleDueOrder } from '../payments/order-expiry.ts';
import type { PaymentServices } from '../payments/registry.ts';
import { type Loop, startLoop } from './loop.ts';

/** A few at a time per provider: a provider that does not respond delays only its own orders, and a slow query only its own order. */
export const startExpiryLoop = (services: PaymentServices): Loop => {
  const { db, log, config } = services.context;
  const slots = config.paymentConcurrency;
  /** Orders that are being settled, by provider. */
  const running = new Map<string, Set<Promise<void>>>();
  let isStopped = false;

  const start = ({ orderId, provider, traceId }: DueOrder): void => {
    const settlingOrders = running.get(provider) ?? new Set();
    running.set(provider, settlingOrders);
    const settling = settleDueOrder(services, orderId)
      .catch((error: unknown) => logFailure(log, error, 'a due order could not be settled', { orderId, traceId }))
      .finally(() => {
        settlingOrders.delete(settling);
        if (!settlingOrders.size) running.delete(provider);
        loop.wake();
      });
    settlingOrders.add(settling);
  };

  const loop = startLoop(services.context, async () => {
    const free = [...running].map(([provider, settlingOrders]) => ({ provider, slots: slots - settlingOrders.size }));
    const busy = free.filter((one) => one.slots === 0).map(({ provider }) => provider);
    const limit = Math.min(slots, ...free.flatMap((one) => (one.slots > 0 ? [one.slots] : [])));
    const due = await claimDueOrders(services.context, busy, limit);
    if (isStopped) return releaseDueOrders(db, due);
    due.forEach(start);
    if (due.length === limit) loop.wake();
  });
  return {
    wake: loop.wake,
    stop: async () => {
      isStopped = true;
      await loop.stop();
      await Promise.all([...running.values()].flatMap((settlingOrders) => [...settlingOrders]));
    },
  };
};
