import { statusCodes } from '../../server/db/order-status.column.ts';
import { INTENT_LIFETIME_MS } from '../../src/contract/retention.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { ReportViolation } from './violation.ts';

/** `sentAt`: epoch ms of the first request; null: no tab has sent one. */
type Intent = { readonly userId: string; readonly orderIds: Set<string>; sentAt: number | null; isResolved: boolean };

type Parts = {
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly reportViolation: ReportViolation;
};

/** The intents that players have confirmed, and the outcomes that the server and the tabs have reported. */
export const createIntents = ({ clock, database, reportViolation }: Parts) => {
  const intents = new Map<string, Intent>();
  /** Order id → keys. Two tabs that confirm the same choices get the same open order. */
  const acknowledged = new Map<string, Set<string>>();
  const acknowledge = (orderId: string, key: string): void =>
    void acknowledged.set(orderId, (acknowledged.get(orderId) ?? new Set()).add(key));
  /** Whether the player knows the order from a different confirmation, so that this one has no order of its own. */
  const isOfOtherIntent = (orderId: string, key: string): boolean => {
    const keys = acknowledged.get(orderId);
    return keys !== undefined && !keys.has(key);
  };
  /** Keys of intents for which a tab has reported that there is no order, or that the order can no longer be paid. */
  const refused = new Set<string>();
  /** Refused keys that no check has read yet. */
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
        reportViolation('intent-resolvable', `${key} was shown as refused, ${order_id} is open or paid`, order_id);
  };

  let resumed = 0;

  return {
    intended: (key: string, userId: string): void =>
      void intents.set(key, { userId, orderIds: new Set(), sentAt: null, isResolved: false }),
    /** A tab sends the request that creates the order of an intent. */
    sent: (key: string): void => {
      const intent = intents.get(key);
      if (intent) intent.sentAt ??= clock.now();
      else reportViolation('one-order-per-intent', `no player has confirmed intent ${key}`);
    },
    /** The server responds to such a request, whether or not the response arrives. */
    answered: (key: string, orderId: string): void => {
      const intent = intents.get(key);
      intent?.orderIds.add(orderId);
      if (intent && intent.orderIds.size > 1)
        reportViolation('one-order-per-intent', `intent ${key} got the orders ${[...intent.orderIds].join(', ')}`);
    },
    acknowledged: acknowledge,
    /** A tab knows the outcome of an intent. `orderId` null: there is no order. */
    resolved: (key: string, orderId: string | null, isResumed: boolean): void => {
      const intent = intents.get(key);
      if (isResumed) resumed += 1;
      if (intent) intent.isResolved = true;
      if (orderId === null) {
        refused.add(key);
        justRefused.add(key);
      } else acknowledge(orderId, key);
    },
    /** A tab has logged the player out, which deletes what the browser knows about the intents. */
    forget: (userId: string): void => {
      for (const intent of intents.values()) if (intent.userId === userId) intent.isResolved = true;
    },
    /** Keys of the player's intents that were sent before `at` (epoch ms) and whose outcome no tab knows. */
    unresolved: (userId: string, at: number): readonly string[] =>
      [...intents]
        .filter(([, one]) => one.userId === userId && !one.isResolved && one.sentAt !== null && one.sentAt < at)
        .map(([key]) => key),
    /** Checks that each intent that a tab has just shown as refused has no order, or an order that ended unpaid. */
    checkRefused: async (): Promise<void> => {
      await checkNoOrders(justRefused);
      justRefused.clear();
    },
    /** Checks that no late request has created an open order for a refused intent, and that none was paid. */
    checkRefusedEver: (): Promise<void> => checkNoOrders(refused),
    checkDurable: async (): Promise<void> => {
      const rows = await database.read<{ order_id: string }>('select order_id from orders where order_id = any($1)', [
        [...acknowledged.keys()],
      ]);
      const there = new Set(rows.map(({ order_id }) => order_id));
      for (const [orderId, keys] of acknowledged)
        if (!there.has(orderId))
          reportViolation('acknowledged-is-durable', `${orderId} of ${[...keys].join(', ')} is gone`, orderId);
    },
    /** Checks that each key belongs to an intent of its player, and that each order has a key while the server keeps keys. */
    checkKeys: async (): Promise<void> => {
      const keys = await database.read<{ user_id: string; key: string; order_id: string }>(
        'select user_id, key, order_id from idempotency_keys where order_id is not null',
      );
      for (const { user_id, key, order_id } of keys) {
        const intent = intents.get(key);
        if (intent?.userId !== user_id || intent.sentAt === null)
          reportViolation('one-order-per-intent', `${order_id} has ${key}, no intent of ${user_id}`, order_id);
      }
      const keyed = new Set(keys.map(({ order_id }) => order_id));
      const young = await database.read<{ order_id: string }>('select order_id from orders where created_at > $1', [
        new Date(clock.now() - INTENT_LIFETIME_MS).toISOString(),
      ]);
      for (const { order_id } of young)
        if (!keyed.has(order_id)) reportViolation('one-order-per-intent', `order ${order_id} has no key`, order_id);
    },
    checkPlayers: async (): Promise<void> => {
      const rows = await database.read<{ user_id: string; orders: number }>(
        'select user_id, count(*)::int as orders from orders group by user_id',
      );
      const counts = new Map<string, number>();
      for (const { userId, sentAt } of intents.values())
        if (sentAt !== null) counts.set(userId, (counts.get(userId) ?? 0) + 1);
      for (const { user_id, orders } of rows)
        if (orders > (counts.get(user_id) ?? 0))
          reportViolation('one-order-per-intent', `${orders} orders, ${counts.get(user_id) ?? 0} intents`, user_id);
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
