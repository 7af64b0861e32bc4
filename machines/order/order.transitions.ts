import { orderMachine } from './order.machine.ts';
import { isOrderStatus, ORDER_STATUSES, type OrderStatus } from './order.status.ts';

const codeOf = (meta: unknown): OrderStatus => {
  const code = typeof meta === 'object' && meta !== null && 'code' in meta ? meta.code : null;
  if (!isOrderStatus(code)) throw new Error('a state of the order chart has no status code');
  return code;
};

/** From each status to what one event of the chart leads to. */
const NEXT: ReadonlyMap<OrderStatus, ReadonlySet<OrderStatus>> = new Map(
  Object.values(orderMachine.root.states).map((node) => {
    const targets = [...node.transitions.values()].flat().flatMap(({ target }) => target ?? []);
    return [codeOf(node.meta), new Set(targets.map(({ meta }) => codeOf(meta)))];
  }),
);

const reachableFrom = (from: OrderStatus): ReadonlySet<OrderStatus> => {
  const seen = new Set<OrderStatus>();
  const visit = (status: OrderStatus): void => {
    for (const next of NEXT.get(status) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
    }
  };
  visit(from);
  return seen;
};

const REACHABLE: ReadonlyMap<OrderStatus, ReadonlySet<OrderStatus>> = new Map(
  ORDER_STATUSES.map((status) => [status, reachableFrom(status)]),
);

/** One move of the chart: what the server may write over what is stored. A status over itself is not a move. */
export const isAllowedMove = (from: OrderStatus, to: OrderStatus): boolean => NEXT.get(from)?.has(to) ?? false;

export type Observed =
  | { readonly kind: 'moved'; readonly status: OrderStatus }
  | { readonly kind: 'same'; readonly status: OrderStatus }
  /** Answers that overtook each other, or a server that took a fact back: what is known stays. */
  | { readonly kind: 'refused'; readonly status: OrderStatus };

/** What a client that sees snapshots, not moves, makes of the next one. `status` is the one to go on with. */
export const observe = (current: OrderStatus, incoming: OrderStatus): Observed => {
  if (incoming === current) return { kind: 'same', status: current };
  if (REACHABLE.get(current)?.has(incoming)) return { kind: 'moved', status: incoming };
  return { kind: 'refused', status: current };
};
