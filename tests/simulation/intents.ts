import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { Invariant } from './violation.ts';

/** `sentAt`: epoch ms of the first request; null: no tab has sent one. */
type Intent = { readonly userId: string; readonly orderIds: Set<string>; sentAt: number | null; isResolved: boolean };

type Parts = {
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly violate: (invariant: Invariant, detail: string) => void;
};

/** What players have confirmed, and what server and tabs have said about it. */
export const createIntents = ({ clock, database, violate }: Parts) => {
  /** By key. */
  const intents = new Map<string, Intent>();
  /** Order id → key. */
  const acknowledged = new Map<string, string>();
  /** Keys of intents for which a tab has just said that there is no order. */
  const refused = new Set<string>();

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
    acknowledged: (orderId: string, key: string): void => void acknowledged.set(orderId, key),
    /** A tab knows what became of an intent. Null: there is no order. */
    resolved: (key: string, orderId: string | null): void => {
      const intent = intents.get(key);
      if (intent) intent.isResolved = true;
      if (orderId === null) refused.add(key);
      else acknowledged.set(orderId, key);
    },
    /** Keys of the player's intents that were sent before `at` (epoch ms) and whose outcome no tab knows. */
    unresolved: (userId: string, at: number): readonly string[] =>
      [...intents]
        .filter(([, one]) => one.userId === userId && !one.isResolved && one.sentAt !== null && one.sentAt < at)
        .map(([key]) => key),
    /** An intent that a tab has just shown as refused has no order. */
    checkRefused: async (): Promise<void> => {
      if (!refused.size) return;
      const rows = await database.read<{ key: string; order_id: string }>(
        'select key, order_id from idempotency_keys where key = any($1) and order_id is not null',
        [[...refused]],
      );
      refused.clear();
      for (const { key, order_id } of rows)
        violate('intent-resolvable', `intent ${key} was shown as refused and has order ${order_id}`);
    },
    /** Each acknowledged order is in the database. */
    checkDurable: async (): Promise<void> => {
      const rows = await database.read<{ order_id: string }>('select order_id from orders where order_id = any($1)', [
        [...acknowledged.keys()],
      ]);
      const there = new Set(rows.map(({ order_id }) => order_id));
      for (const [orderId, key] of acknowledged)
        if (!there.has(orderId)) violate('acknowledged-is-durable', `order ${orderId} of intent ${key} is gone`);
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
          violate('one-order-per-intent', `${user_id} has ${orders} orders and ${counts.get(user_id) ?? 0} intents`);
    },
    counts: () => ({
      intents: intents.size,
      sent: [...intents.values()].filter(({ sentAt }) => sentAt !== null).length,
      orders: acknowledged.size,
    }),
  };
};

export type Intents = ReturnType<typeof createIntents>;
