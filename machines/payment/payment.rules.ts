import type { AnyMachineSnapshot } from 'xstate';
import { type Rule, ruleAbout, withEntry } from '../kernel/rule.ts';
import { takesPoints } from '../order/order.methods.ts';
import { creditSum } from '../order/order.purchase.ts';
import { hasLapsed, isFinal, moneyOf, type OrderStatus } from '../order/order.status.ts';
import { compareStatus } from '../order/order.transitions.ts';
import type { OrderRecord } from '../order/order.types.ts';
import { isResult, type PaymentScreen, type PaymentSnapshot, selectPaymentScreen } from './payment.screens.ts';

const aboutPayment = ruleAbout<PaymentSnapshot>('payment');

const orderOf = ({ context }: PaymentSnapshot): string => context.ticket.orderId;

const isPaid = ({ context: { record } }: PaymentSnapshot): boolean =>
  record !== null && moneyOf(record.status) !== 'none';

const NOT_PAID: readonly PaymentScreen['name'][] = ['failed', 'overdue', 'last-check'];
const PAYABLE: readonly PaymentScreen['name'][] = ['unpaid', 'deferred', 'last-check'];

const paidNeverFailed = aboutPayment({
  id: 'paid-never-failed',
  sentence: 'A paid order is never shown as failed or overdue.',
  memory: new Map<string, boolean>(),
  check: (paid, { snapshot }) => {
    const { name } = selectPaymentScreen(snapshot);
    return paid.has(orderOf(snapshot)) && NOT_PAID.includes(name) ? `${orderOf(snapshot)} is shown as ${name}` : null;
  },
  remember: (paid, { snapshot }) => (isPaid(snapshot) ? withEntry(paid, orderOf(snapshot), true) : paid),
});

const expiredNeverPayable = aboutPayment({
  id: 'expired-never-payable',
  sentence: 'An expired or failed order is never payable again.',
  memory: new Map<string, boolean>(),
  check: (lapsed, { snapshot }) => {
    const { name } = selectPaymentScreen(snapshot);
    const hasLapsedBefore = snapshot.context.record !== null && lapsed.has(orderOf(snapshot));
    return hasLapsedBefore && PAYABLE.includes(name) ? `${orderOf(snapshot)} is shown as ${name}` : null;
  },
  remember: (lapsed, { snapshot }) => {
    const { record } = snapshot.context;
    return record && hasLapsed(record.status) ? withEntry(lapsed, orderOf(snapshot), true) : lapsed;
  },
});

const countdownNeverUp = aboutPayment({
  id: 'countdown-never-up',
  sentence: 'The countdown of an order never goes up.',
  memory: new Map<string, number>(),
  check: (deadlines, { snapshot }) => {
    const more = snapshot.context.deadlineAt - (deadlines.get(orderOf(snapshot)) ?? Number.POSITIVE_INFINITY);
    return more > 0 ? `${orderOf(snapshot)} has ${more} ms more than before` : null;
  },
  remember: (deadlines, { snapshot }) => withEntry(deadlines, orderOf(snapshot), snapshot.context.deadlineAt),
});

/** The payment of an order and its page each have a record. */
type RecordSnapshot = Pick<AnyMachineSnapshot, 'status'> & {
  readonly context: { readonly record: OrderRecord | null };
};

const aboutRecords = ruleAbout<RecordSnapshot>('payment', 'order-detail');

const statusAlongChart = aboutRecords({
  id: 'status-along-chart',
  sentence: 'The status of an order changes only along the order chart.',
  memory: new Map<string, OrderStatus>(),
  check: (statuses, { path, snapshot }) => {
    const known = statuses.get(path);
    const { record } = snapshot.context;
    return known && record && compareStatus(known, record.status).kind === 'refused'
      ? `${record.paymentId} changes from ${known} to ${record.status}`
      : null;
  },
  remember: (statuses, { path, snapshot }) => {
    const status = snapshot.context.record?.status;
    return status ? withEntry(statuses, path, status) : statuses;
  },
});

const finalNeverPolled = aboutPayment({
  id: 'final-never-polled',
  sentence: 'No schedule reads a delivered or refunded order.',
  check: (_, { snapshot }) => {
    const { record } = snapshot.context;
    const isWaiting = snapshot.matches({ following: { polling: { idle: 'waiting' } } });
    return record && isFinal(record.status) && isWaiting
      ? `${orderOf(snapshot)} is ${record.status} and waits for its next read`
      : null;
  },
});

const SETTLED = { delivering: 'paid', delivered: 'delivered', refunded: 'refunded' } as const;
const PHASES = Object.keys(SETTLED) as readonly (keyof typeof SETTLED)[];

const screenAsRecord = aboutPayment({
  id: 'screen-as-record',
  sentence: 'The page of an order shows the status of its record.',
  check: (_, { snapshot }) => {
    const status = snapshot.context.record?.status;
    if (status === undefined) return null;
    const { name } = selectPaymentScreen(snapshot);
    if (isResult(name) && name !== 'unknown' && name !== status)
      return `${orderOf(snapshot)} is ${status} and is shown as ${name}`;
    const settled = PHASES.find((phase) => snapshot.matches({ following: { phase: { settled: phase } } }));
    return settled && SETTLED[settled] !== status
      ? `${orderOf(snapshot)} is ${status} and settles as ${settled}`
      : null;
  },
});

/** What the record has and the player confirmed differently. A part that the API leaves out is no difference. */
const otherPart = ({ record, ticket: { choices } }: PaymentSnapshot['context']) => {
  if (!record || !choices) return null;
  const { recipient, item } = choices;
  const { roleId, serverId } = record.recipient ?? {};
  if (roleId !== undefined && roleId !== recipient?.roleId)
    return { part: 'recipient', wrong: roleId, right: recipient?.roleId ?? null };
  if (serverId !== undefined && serverId !== recipient?.serverId)
    return { part: 'recipient', wrong: serverId, right: recipient?.serverId ?? null };
  if (record.itemId !== null && record.itemId !== item.itemId)
    return { part: 'item', wrong: record.itemId, right: item.itemId };
  return takesPoints(choices.channel) || record.paidAmount.minor === item.price.minor
    ? null
    : { part: 'price', wrong: record.paidAmount.minor, right: item.price.minor };
};

const recordAsConfirmed = aboutPayment({
  id: 'record-as-confirmed',
  sentence: 'The record of an order has the recipient, the item and the price that the player confirmed.',
  check: (_, { snapshot }) => {
    const other = otherPart(snapshot.context);
    if (!other) return null;
    const { part, wrong, right } = other;
    return { problem: `the record of ${orderOf(snapshot)} has another ${part}`, wrong: [wrong], right };
  },
});

type Amount = {
  readonly confirmed: number;
  /** Without the bonus of a first purchase, which another order may have used before this one was paid. */
  readonly least: number;
  readonly recorded: readonly number[];
  readonly isExact: boolean;
};

/** The line of a bonus adds its rate to the title of the item: "Gems (+15%)". */
const deliveredBy = (contents: OrderRecord['contents']): readonly number[] =>
  contents
    .filter(({ title }, at) => at === 0 || title.startsWith(`${contents[0]?.title} (+`))
    .map(({ quantity }) => quantity);

const amountOf = ({ record, ticket: { choices } }: PaymentSnapshot['context']): Amount | null => {
  if (!record || !choices) return null;
  const { credit, quantity, rebatePercent } = choices.item;
  if (credit && record.credit) {
    const recorded = [record.credit.basic, record.credit.present];
    const confirmed = creditSum(credit);
    const least = credit.isFirst ? confirmed - (credit.rebate ?? 0) : confirmed;
    return { confirmed, least, recorded, isExact: credit.rebate !== null };
  }
  if (quantity === null || record.contents.length === 0) return null;
  const recorded = deliveredBy(record.contents);
  // An API may list the item without its bonus.
  const bonus = recorded.length > 1 ? Math.trunc((quantity * (rebatePercent ?? 0)) / 100) : 0;
  const confirmed = quantity + bonus;
  return { confirmed, least: confirmed, recorded, isExact: rebatePercent !== null };
};

const deliveredAsConfirmed = aboutPayment({
  id: 'delivered-as-confirmed',
  sentence: 'An order delivers the quantity that the player confirmed.',
  check: (_, { snapshot }) => {
    const amount = amountOf(snapshot.context);
    if (!amount) return null;
    const { confirmed, least, recorded, isExact } = amount;
    const sum = recorded.reduce((all, one) => all + one, 0);
    // A rebate that failed to load is not part of what was confirmed.
    if (sum === confirmed || sum === least || (!isExact && sum > confirmed)) return null;
    const problem = `${orderOf(snapshot)} delivers ${sum}, confirmed were ${confirmed}`;
    return { problem, wrong: recorded, right: confirmed };
  },
});

export const PAYMENT_RULES: readonly Rule[] = [
  paidNeverFailed,
  expiredNeverPayable,
  countdownNeverUp,
  statusAlongChart,
  finalNeverPolled,
  screenAsRecord,
  recordAsConfirmed,
  deliveredAsConfirmed,
];
