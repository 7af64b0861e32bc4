import { orderMachine } from './order.machine.ts';
import { ORDER_STATUSES, type OrderStatus, statusTable } from './order.status.ts';

/** The statuses that one event of the chart leads to. */
const nextOf = (from: OrderStatus): ReadonlySet<OrderStatus> => {
  const transitions = [...(orderMachine.root.states[from]?.transitions.values() ?? [])].flat();
  const targets = new Set(transitions.flatMap(({ target }) => target ?? []).map(({ key }) => key));
  return new Set(ORDER_STATUSES.filter((status) => targets.has(status)));
};

const NEXT = statusTable(nextOf);

const reachableFrom = (from: OrderStatus): ReadonlySet<OrderStatus> => {
  const seen = new Set<OrderStatus>();
  const visit = (status: OrderStatus): void => {
    for (const next of NEXT[status]) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
    }
  };
  visit(from);
  return seen;
};

const REACHABLE = statusTable(reachableFrom);

/** One transition of the chart: the server may replace `from` with `to`. A status to itself is not a transition. */
export const isAllowedMove = (from: OrderStatus, to: OrderStatus): boolean => NEXT[from].has(to);

export type StatusComparison =
  | { readonly kind: 'moved'; readonly status: OrderStatus }
  | { readonly kind: 'same'; readonly status: OrderStatus }
  /** A stale or regressed status: the current status is kept. */
  | { readonly kind: 'refused'; readonly status: OrderStatus };

/** Compares an incoming status with the current one: a client observes snapshots, not transitions. `status` is the resulting status. */
export const compareStatus = (current: OrderStatus, incoming: OrderStatus): StatusComparison => {
  if (incoming === current) return { kind: 'same', status: current };
  if (REACHABLE[current].has(incoming)) return { kind: 'moved', status: incoming };
  return { kind: 'refused', status: current };
};
