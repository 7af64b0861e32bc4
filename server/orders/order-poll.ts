import { ORDER_STATUS_CODE, statusOfCode } from '../../machines/order/order.status.ts';
import { orders } from '../db/schema.ts';
import { columnsOf, type Row, type SessionJoin, type Value } from '../db/statement.ts';
import type { OrderFilter } from './order-pages.ts';
import { type ListedItem, type OrderWithMoves, RECORDED, UNLISTED } from './order-rows.ts';

const order = columnsOf(orders, 'o', RECORDED);

/** Id, status code and time of each move. Sorting the moves or formatting times as numbers would cost PostgreSQL more than reading the order. */
const HISTORY = `(select string_agg(h.id || '/' || h.to_status || '/' || h.at, ',')
  from order_history h where h.order_id = o.order_id)`;

/** The item or package of the order in the catalog, unless it was renamed. */
const LISTED = `coalesce(
  (select jsonb_build_object('names', g.names, 'art', g.art) from goods g
    where o.order_type = 'game' and g.goods_id = o.goods_id and g.name = o.goods_name),
  (select jsonb_build_object('names', i.names, 'art', i.art) from epoint_items i
    where o.order_type = 'epoint' and i.item_id = o.goods_id and i.name = o.goods_name))::text`;

const listedOf = (listed: unknown): ListedItem => (typeof listed === 'string' ? JSON.parse(listed) : UNLISTED);

const movesOf = (history: unknown): OrderWithMoves['moves'] => {
  if (typeof history !== 'string') return [];
  const moves = history.split(',').map((move) => {
    const [id, code, at = ''] = move.split('/');
    const toStatus = statusOfCode(Number(code));
    if (!toStatus) throw new Error(`the database contains the unknown order status ${code}`);
    return { id: Number(id), toStatus, at: new Date(at) };
  });
  return moves.sort((one, other) => one.id - other.id);
};

const readOrder = (row: Row, at: number): readonly OrderWithMoves[] =>
  row[at] === null
    ? []
    : [
        {
          order: order.read(row, at),
          moves: movesOf(row[at + order.width]),
          ...listedOf(row[at + order.width + 1]),
        },
      ];

/** The player's order with this number and its history; empty: no such order, or it does not pass the filter. */
export const ORDER_POLL: SessionJoin<readonly OrderWithMoves[]> = {
  name: 'order-poll',
  columns: `${order.text}, ${HISTORY}, ${LISTED}`,
  joins: (
    player,
  ) => `left join orders o on o.order_id = $2 and o.user_id = ${player} and ($3::smallint is null or o.status = $3)
    and ($4::timestamptz is null or o.created_at >= $4) and ($5::timestamptz is null or o.created_at < $5)`,
  read: readOrder,
};

/** The parameters of `ORDER_POLL`. */
export const pollValues = (orderId: string, { status, since, before }: OrderFilter): readonly Value[] => [
  orderId,
  status && ORDER_STATUS_CODE[status],
  since?.toISOString() ?? null,
  before?.toISOString() ?? null,
];
