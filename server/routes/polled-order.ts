import { createPartReader, type SessionJoin } from '../db/statement.ts';
import { ORDER_POLL, type OrderFilter, orderRow, pollValues } from '../orders/order-rows.ts';
import { readAfterCheck } from '../orders/order-settlement.ts';
import type { AppContext } from '../runtime/context.ts';
import { createSessionReader } from '../users/session-store.ts';
import type { EarlyRead } from './route.ts';

type Polled = typeof ORDER_POLL extends SessionJoin<infer Data> ? Data : never;

const pollWithSession = createSessionReader(ORDER_POLL);
const pollAgain = createPartReader(ORDER_POLL);

/** Polls one order in the statement that checks the session. */
export const prefetchOrder =
  (orderId: string, filter: OrderFilter): EarlyRead<Polled> =>
  (db, token, now) =>
    pollWithSession(db, token, now, pollValues(orderId, filter));

/** API records of the polled order: one, or none. */
export const polledRows = async (
  context: AppContext,
  userId: string,
  { orderId, filter, polled }: { readonly orderId: string; readonly filter: OrderFilter; readonly polled: Polled },
) => {
  const found = await readAfterCheck(
    context,
    polled,
    (rows) => rows.map(({ order }) => order),
    () => pollAgain(context.db, userId, pollValues(orderId, filter)),
  );
  return found.map((row) => orderRow(row, context.clock.now()));
};
