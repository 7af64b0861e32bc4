import { getTableColumns } from 'drizzle-orm';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import { violatedConstraint } from '../db/connection-error.ts';
import type { Db } from '../db/database.ts';
import { statusCodes } from '../db/order-status.column.ts';
import { type Order, orders } from '../db/schema.ts';
import { statement, type Value } from '../db/statement.ts';

type Key = { readonly path: string; readonly key: string; readonly fingerprint: string };

const COLUMNS = Object.entries(getTableColumns(orders));
const OPEN = `status = ${statusCodes('pending')}`;

/** Parameters of the order are $1, $2 …, in the order of its columns. */
const parameterOf = (name: keyof Order): string => `$${COLUMNS.findIndex(([key]) => key === name) + 1}`;
const SAME_SELECTION = (['userId', 'serverId', 'roleId', 'goodsId', 'channelCode'] as const)
  .map((name) => `${getTableColumns(orders)[name].name} = ${parameterOf(name)}`)
  .join(' and ');

const FIRST_OF_KEY = COLUMNS.length + 1;

/** `claimed`: a query with one row if the order may be inserted, else none. */
const insertion = (claimed: string): string => `with claimed as (${claimed}),
  new_order as (
    insert into orders (${COLUMNS.map(([, { name }]) => name).join(', ')})
    select ${COLUMNS.map(([, column], index) => `$${index + 1}::${column.getSQLType()}`).join(', ')} from claimed
    on conflict (user_id, server_id, role_id, goods_id, channel_code) where ${OPEN} do nothing
    returning order_id, created_at
  ),
  history as (
    insert into order_history (order_id, to_status, reason, at)
    select order_id, ${ORDER_STATUS_CODE.pending}, 'created', created_at from new_order
  )
  select order_id from new_order`;

const NO_OPEN_ORDER = `not exists (select from orders where ${SAME_SELECTION} and ${OPEN})`;

const CLAIM_KEY = `insert into idempotency_keys (user_id, path, key, fingerprint, order_id, created_at)
  select ${parameterOf('userId')}, $${FIRST_OF_KEY}, $${FIRST_OF_KEY + 1}, $${FIRST_OF_KEY + 2}, ${parameterOf('orderId')},
    ${parameterOf('createdAt')}::timestamptz
  where ${NO_OPEN_ORDER}
  on conflict do nothing returning order_id`;

const insertWithKey = statement({ name: 'insert-order-with-key', text: insertion(CLAIM_KEY) }, () => true);
const insertWithoutKey = statement({ name: 'insert-order', text: insertion('select') }, () => true);

const valuesOf = (order: Order): Value[] =>
  COLUMNS.map(([key, column]) => {
    const value = order[key as keyof Order];
    return value === null ? null : (column.mapToDriverValue(value) as Value);
  });

/**
 * Writes key, order and history in one statement. Returns false, with nothing written, if the key is known or the selection has an open
 * order. Throws what `isLostToAnother` recognizes if another request inserts its own order concurrently.
 */
export const insertInOneStatement = async (db: Db, order: Order, key: Key | null): Promise<boolean> => {
  const values = valuesOf(order);
  const rows = key
    ? await insertWithKey(db, [...values, key.path, key.key, key.fingerprint])
    : await insertWithoutKey(db, values);
  return rows.length > 0;
};

/** The key references an order that was not inserted, because another request inserted its own at the same time. Nothing is written. */
export const isLostToAnother = (error: unknown): boolean => violatedConstraint(error) === 'idempotency_keys_order';
