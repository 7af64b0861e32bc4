import { type Rule, ruleAbout } from '../kernel/rule.ts';
import { hasLapsed, isFinal, moneyOf, type OrderStatus } from '../order/order.status.ts';
import { compareStatus } from '../order/order.transitions.ts';
import { type PaymentScreen, type PaymentSnapshot, selectPaymentScreen } from './payment.screens.ts';

const aboutPayment = ruleAbout<PaymentSnapshot>('payment');

const orderOf = ({ context }: PaymentSnapshot): string => context.ticket.orderId;

const isPaid = ({ context: { record } }: PaymentSnapshot): boolean =>
  record !== null && moneyOf(record.status) !== 'none';

const NOT_PAID: readonly PaymentScreen['name'][] = ['failed', 'overdue', 'last-check'];
const PAYABLE: readonly PaymentScreen['name'][] = ['unpaid', 'deferred', 'last-check'];

const paidNeverFailed = aboutPayment({
  id: 'paid-never-failed',
  sentence: 'A paid order is never shown as failed or overdue.',
  memory: new Set<string>(),
  check: (paid, { snapshot }) => {
    const { name } = selectPaymentScreen(snapshot);
    return paid.has(orderOf(snapshot)) && NOT_PAID.includes(name) ? `${orderOf(snapshot)} is shown as ${name}` : null;
  },
  remember: (paid, { snapshot }) =>
    isPaid(snapshot) && !paid.has(orderOf(snapshot)) ? new Set([...paid, orderOf(snapshot)]) : paid,
});

const expiredNeverPayable = aboutPayment({
  id: 'expired-never-payable',
  sentence: 'An expired or failed order is never payable again.',
  memory: new Set<string>(),
  check: (lapsed, { snapshot }) => {
    const { name } = selectPaymentScreen(snapshot);
    const isRead = snapshot.context.record !== null;
    return isRead && lapsed.has(orderOf(snapshot)) && PAYABLE.includes(name)
      ? `${orderOf(snapshot)} is shown as ${name}`
      : null;
  },
  remember: (lapsed, { snapshot }) => {
    const { record } = snapshot.context;
    return record && hasLapsed(record.status) && !lapsed.has(orderOf(snapshot))
      ? new Set([...lapsed, orderOf(snapshot)])
      : lapsed;
  },
});

const countdownNeverUp = aboutPayment({
  id: 'countdown-never-up',
  sentence: 'The countdown of an order never goes up.',
  memory: new Map<string, number>(),
  check: (deadlines, { snapshot }) => {
    const known = deadlines.get(orderOf(snapshot));
    const { deadlineAt } = snapshot.context;
    return known !== undefined && deadlineAt > known
      ? `${orderOf(snapshot)} has ${deadlineAt - known} ms more than before`
      : null;
  },
  remember: (deadlines, { snapshot }) => {
    const { deadlineAt } = snapshot.context;
    return deadlines.get(orderOf(snapshot)) === deadlineAt
      ? deadlines
      : new Map([...deadlines, [orderOf(snapshot), deadlineAt]]);
  },
});

const statusAlongChart = aboutPayment({
  id: 'status-along-chart',
  sentence: 'The status of an order changes only along the order chart.',
  memory: new Map<string, OrderStatus>(),
  check: (statuses, { path, snapshot }) => {
    const known = statuses.get(path);
    const status = snapshot.context.record?.status;
    return known && status && compareStatus(known, status).kind === 'refused'
      ? `${orderOf(snapshot)} changes from ${known} to ${status}`
      : null;
  },
  remember: (statuses, { path, snapshot }) => {
    const status = snapshot.context.record?.status;
    return status && statuses.get(path) !== status ? new Map([...statuses, [path, status]]) : statuses;
  },
});

const finalNeverPolled = aboutPayment({
  id: 'final-never-polled',
  sentence: 'No schedule reads a delivered or refunded order.',
  memory: null,
  check: (_, { snapshot }) => {
    const { record } = snapshot.context;
    const isWaiting = snapshot.matches({ following: { polling: { idle: 'waiting' } } });
    return record && isFinal(record.status) && isWaiting
      ? `${orderOf(snapshot)} is ${record.status} and waits for its next read`
      : null;
  },
  remember: () => null,
});

export const PAYMENT_RULES: readonly Rule[] = [
  paidNeverFailed,
  expiredNeverPayable,
  countdownNeverUp,
  statusAlongChart,
  finalNeverPolled,
];
