import { statusCodes } from '../../server/db/order-status.column.ts';
import { INTENT_LIFETIME_MS } from '../../src/contract/retention.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { Violate } from './violation.ts';

/** `sentAt`: epoch ms of the first request; null: no tab has sent one. */
type Intent = { readonly userId: string; readonly orderIds: Set<string>; sentAt: number | null; isResolved: boolean };

type Parts = {
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly violate: Violate;
};

/** What players have confirmed, and what server and tabs have said about it. */
export const createIntents = ({ clock, database, violate }: Parts) => {
  /** By key. */
  const intents = new Map<string, Intent>();
  /** Order id → keys. Two tabs that confirm the same choices get the same open order. */
  const acknowledged = new Map<string, Set<string>>();
  const acknowledge = (orderId: string, key: string): void =>
    void acknowledged.set(orderId, (acknowledged.get(orderId) ?? new Set()).add(key));
  /** The player knows the order from another confirmation, and this one has no second order. */
  const isOfOtherIntent = (orderId: string, key: string): boolean => {
    const keys = acknowledged.get(orderId);
    return keys !== undefined && !keys.has(key);
  };
  /** Keys of intents for which a tab has said that there is no order, or that the order can't be paid anymore. */
  const refused = new Set<string>();
  /** Those that no check has read yet. */
  const justRefused = new Set<string>();

  const checkNoOrders = async (keys: ReadonlySet<string>): Promise<void> => {
    if (!keys.size) return;
    const rows = await database.read<{ key: string; order_id: string }>(
      `select key, order_id from idempotency_keys join orders using (order_id)
       where key = any($1) and (status not in (${statusCodes('overdue', 'failed')}) or exists (
         select from payments where payments.order_id = orders.order_id
       ))`,
      [[...keys]],
    );
    for (const { key, order_id } of rows)
      if (!isOfOtherIntent(order_id, key))
        violate(
          'intent-resolvable',
          `intent ${key} was shown as refused and its order ${order_id} is open or paid`,
          order_id,
        );
  };

  let resumed = 0;

  return {
    /** A player has pressed Pay. */
    intended: (key: string, userId: string): void =>
      void intents.set(key, { userId, orderIds: new Set(), sentAt: null, isResolved: false }),
    /** A tab sends the request that creates the order of an intent. */
    sent: (key: string): void => {
      const intent = intents.get(key);
      if (intent) intent.sentAt ??= clock.now();
      else violate('one-order-per-intent', `no player has asked for intent ${key}`);
    },
    /** The server answers such a request, whether or not the answer arrives. */
    answered: (key: string, orderId: string): void => {
      const intent = intents.get(key);
      intent?.orderIds.add(orderId);
      if (intent && intent.orderIds.size > 1)
        violate('one-order-per-intent', `intent ${key} got the orders ${[...intent.orderIds].join(', ')}`);
    },
    /** The answer has arrived. */
    acknowledged: acknowledge,
    /** A tab knows what became of an intent. Null: there is no order. */
    resolved: (key: string, orderId: string | null, isResumed: boolean): void => {
      const intent = intents.get(key);
      if (isResumed) resumed += 1;
      if (intent) intent.isResolved = true;
      if (orderId === null) {
        refused.add(key);
        justRefused.add(key);
      } else acknowledge(orderId, key);
    },
    /** The player logs out, which deletes what the browser knows of the intents. */
    forget: (userId: string): void => {
      for (const intent of intents.values()) if (intent.userId === userId) intent.isResolved = true;
    },
    /** Keys of the player's intents that were sent before `at` (epoch ms) and whose outcome no tab knows. */
    unresolved: (userId: string, at: number): readonly string[] =>
      [...intents]
        .filter(([, one]) => one.userId === userId && !one.isResolved && one.sentAt !== null && one.sentAt < at)
        .map(([key]) => key),
    /** An intent that a tab has just shown as refused has no order, or one that ended unpaid. */
    checkRefused: async (): Promise<void> => {
      await checkNoOrders(justRefused);
      justRefused.clear();
    },
    /** No request that was late has made the order of a refused intent, and none was paid. */
    checkRefusedEver: (): Promise<void> => checkNoOrders(refused),
    /** Each acknowledged order is in the database. */
    checkDurable: async (): Promise<void> => {
      const rows = await database.read<{ order_id: string }>('select order_id from orders where order_id = any($1)', [
        [...acknowledged.keys()],
      ]);
      const there = new Set(rows.map(({ order_id }) => order_id));
      for (const [orderId, keys] of acknowledged)
        if (!there.has(orderId))
          violate('acknowledged-is-durable', `order ${orderId} of intent ${[...keys].join(', ')} is gone`, orderId);
    },
    /** Each key belongs to an intent of its player, and each order has a key while the server keeps keys. */
    checkKeys: async (): Promise<void> => {
      const keys = await database.read<{ user_id: string; key: string; order_id: string }>(
        'select user_id, key, order_id from idempotency_keys where order_id is not null',
      );
      for (const { user_id, key, order_id } of keys) {
        const intent = intents.get(key);
        if (intent?.userId !== user_id || intent.sentAt === null)
          violate(
            'one-order-per-intent',
            `order ${order_id} has key ${key}, which is no intent of ${user_id}`,
            order_id,
          );
      }
      const keyed = new Set(keys.map(({ order_id }) => order_id));
      const young = await database.read<{ order_id: string }>('select order_id from orders where created_at > $1', [
        new Date(clock.now() - INTENT_LIFETIME_MS).toISOString(),
      ]);
      for (const { order_id } of young)
        if (!keyed.has(order_id)) violate('one-order-per-intent', `order ${order_id} has no key`, order_id);
    },
    /** No player has more orders than intents. */
    checkPlayers: async (): Promise<void> => {
      const rows = await database.read<{ user_id: string; orders: number }>(
        'select user_id, count(*)::int as orders from orders group by user_id',
      );
      const counts = new Map<string, number>();
      for (const { userId, sentAt } of intents.values())
        if (sentAt !== null) counts.set(userId, (counts.get(userId) ?? 0) + 1);
      for (const { user_id, orders } of rows)
        if (orders > (counts.get(user_id) ?? 0))
          violate(
            'one-order-per-intent',
            `${user_id} has ${orders} orders and ${counts.get(user_id) ?? 0} intents`,
            user_id,
          );
    },
    counts: () => ({
      intents: intents.size,
      sent: [...intents.values()].filter(({ sentAt }) => sentAt !== null).length,
      resumed,
      orders: acknowledged.size,
    }),
  };
};

export type Intents = ReturnType<typeof createIntents>;
