import { type Rule, ruleAbout } from '../kernel/rule.ts';
import type { OrderStatus } from '../order/order.status.ts';
import { compareStatus } from '../order/order.transitions.ts';
import type { OrderDetailSnapshot } from './order-detail.screens.ts';

const shownStatusAlongChart = ruleAbout<OrderDetailSnapshot>('order-detail')({
  id: 'shown-status-along-chart',
  sentence: 'The status on the page of an order changes only along the order chart.',
  memory: new Map<string, OrderStatus>(),
  check: (statuses, { path, snapshot }) => {
    const known = statuses.get(path);
    const status = snapshot.context.record?.status;
    return known && status && compareStatus(known, status).kind === 'refused'
      ? `${snapshot.context.orderId} changes from ${known} to ${status}`
      : null;
  },
  remember: (statuses, { path, snapshot }) => {
    const status = snapshot.context.record?.status;
    return status && statuses.get(path) !== status ? new Map([...statuses, [path, status]]) : statuses;
  },
});

export const ORDER_DETAIL_RULES: readonly Rule[] = [shownStatusAlongChart];
