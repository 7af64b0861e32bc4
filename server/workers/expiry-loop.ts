import { logFailure } from '../db/outage-log.ts';
import { dueOrders, expireOrders } from '../payments/order-expiry.ts';
import type { PaymentContext } from '../payments/registry.ts';
import { type Loop, startLoop } from './loop.ts';

/** Settles due orders until it is stopped. Providers are queried independently, so one that does not respond delays only its own orders. */
export const startExpiryLoop = (money: PaymentContext): Loop => {
  const { context } = money;
  const { log } = context;
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const loop = startLoop(context, async () => {
    const due = await dueOrders(context, [...running.keys()]);
    for (const provider of new Set(due.map((one) => one.provider))) {
      const theirs = due.filter((one) => one.provider === provider);
      const expiring = expireOrders(money, theirs, stopping.signal)
        .finally(() => running.delete(provider))
        // Orders that became due meanwhile were skipped while their provider was busy.
        .then(() => loop.wake())
        .catch((error: unknown) =>
          logFailure(log, error, () => log.error({ err: error }, 'due orders could not be settled')),
        );
      running.set(provider, expiring);
    }
  });
  return {
    wake: loop.wake,
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await Promise.all(running.values());
    },
  };
};
