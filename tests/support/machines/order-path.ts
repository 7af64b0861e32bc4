import { ORDER_STATUSES, type OrderStatus } from '../../../machines/order/order.status.ts';
import { isAllowedMove } from '../../../machines/order/order.transitions.ts';

/** The statuses of the shortest path from pending to `status`, without pending. */
export const pathTo = (status: OrderStatus): readonly OrderStatus[] => {
  let paths: readonly (readonly OrderStatus[])[] = [[]];
  for (const _ of ORDER_STATUSES) {
    const found = paths.find((path) => (path.at(-1) ?? 'pending') === status);
    if (found) return found;
    paths = paths.flatMap((path) =>
      ORDER_STATUSES.filter((next) => isAllowedMove(path.at(-1) ?? 'pending', next)).map((next) => [...path, next]),
    );
  }
  throw new Error(`the chart has no path to ${status}`);
};
