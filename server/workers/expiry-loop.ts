import { logFailure } from '../db/outage-log.ts';
import { dueOrders, expireOrders } from '../payments/order-expiry.ts';
import type { PaymentContext } from '../payments/registry.ts';
import { type Loop, startLoop } from './loop.ts';

/**
 * Settles due orders until it is stopped. Each provider is asked on its own, so that one that does not answer keeps only its own orders
 * waiting.
 */
export const startExpiryLoop = (money: PaymentContext): Loop => {
  const { context } = money;
  const { log } = context;
  const running = new Map<string, Promise<void>>();
  const loop = startLoop(context, async () => {
    const due = await dueOrders(context, [...running.keys()]);
    for (const provider of new Set(due.map((one) => one.provider))) {
      const theirs = due.filter((one) => one.provider === provider);
      const expiring = expireOrders(money, theirs)
        .finally(() => running.delete(provider))
        // What became due meanwhile was left out, because its provider was busy.
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
      await loop.stop();
      await Promise.all(running.values());
    },
  };
};
