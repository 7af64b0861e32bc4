import { orderMachine } from './order.machine.ts';
import { ORDER_STATUSES, type OrderStatus, statusTable } from './order.status.ts';

/** The statuses that one event of the chart leads to. */
const NEXT = statusTable((from) => {
  const transitions = [...(orderMachine.root.states[from]?.transitions.values() ?? [])].flat();
  const targets = transitions.flatMap(({ target }) => target ?? []).map(({ key }) => key);
  return ORDER_STATUSES.filter((status) => targets.includes(status));
});

const visit = (from: OrderStatus, seen: OrderStatus[]): readonly OrderStatus[] => {
  for (const next of NEXT[from]) {
    if (seen.includes(next)) continue;
    seen.push(next);
    visit(next, seen);
  }
  return seen;
};

const REACHABLE = statusTable((from) => visit(from, []));

/** One transition of the chart: the server may replace `from` with `to`. A status to itself is not a transition. */
export const isAllowedMove = (from: OrderStatus, to: OrderStatus): boolean => NEXT[from].includes(to);

/** `refused`: a stale or regressed status, so the current status is kept. */
type StatusComparison = { readonly kind: 'moved' | 'same' | 'refused'; readonly status: OrderStatus };

/** Compares an incoming status with the current one: a client observes snapshots, not transitions. `status` is the resulting status. */
export const compareStatus = (current: OrderStatus, incoming: OrderStatus): StatusComparison => {
  if (incoming === current) return { kind: 'same', status: current };
  if (REACHABLE[current].includes(incoming)) return { kind: 'moved', status: incoming };
  return { kind: 'refused', status: current };
};
