import type { MethodKind } from '../order/order.methods.ts';
import { isMissingPayUrl, isPointPurchase, redirectUrl } from '../order/order.purchase.ts';
import { hasLapsed, type OrderStatus, PAYMENT_EXPIRY_S, phaseOf } from '../order/order.status.ts';
import { compareStatus } from '../order/order.transitions.ts';
import type { OrderObservation, OrderRecord, OrderTicket, RefusedStatus } from '../order/order.types.ts';
import type { MethodInput } from './method.types.ts';
import { POLL_BUDGET } from './payment.polling.ts';
import type { PaymentContext, PaymentInput, PaymentMode } from './payment.types.ts';
import type { PageFound } from './redirect/redirect-payment.machine.ts';

type Changes = Partial<PaymentContext>;

export const initialContext = (input: PaymentInput): PaymentContext => ({
  ...input,
  mayBePaid: input.mode !== 'created',
  observedAt: 0,
  deadlineAt: input.ticket.createdAt + PAYMENT_EXPIRY_S * 1_000,
  movedAt: 0,
  polls: 0,
  scheduledPolls: 0,
  fastPolls: 0,
  pollQueued: false,
  tabReturned: false,
  faults: 0,
  failure: null,
  completedPressed: false,
  notReceived: false,
  leading: false,
  online: true,
  late: false,
  inGracePeriod: true,
  pollingStopped: false,
  regressions: 0,
});

export const statusOf = ({ record }: Pick<PaymentContext, 'record'>): OrderStatus => record?.status ?? 'pending';

/** Whether the schedule of this tab, or of the tab that leads, still reads the order. */
export const isPollingActive = (context: PaymentContext): boolean =>
  context.online &&
  !context.pollingStopped &&
  (phaseOf(statusOf(context)) === 'unpaid' || context.scheduledPolls < POLL_BUDGET);

export const isScheduled = (context: PaymentContext): boolean => context.leading && isPollingActive(context);

/** If the record has no order type, type and recipient come from the ticket of this browser. */
const withChoices = (record: OrderRecord, ticket: OrderTicket): OrderRecord =>
  record.orderType !== null || ticket.choices === null
    ? record
    : {
        ...record,
        orderType: isPointPurchase(ticket) ? 'epoint' : 'game',
        recipient: record.recipient ?? ticket.choices.recipient,
      };

/** `moved`: the status changed. Responses of this tab are the newest; observations of another tab may be older. */
export const mergeObservation = (
  context: PaymentContext,
  { record: observed, observedAt }: OrderObservation,
  from: 'server' | 'peer',
): { readonly moved: boolean; readonly changes: Changes; readonly refused: RefusedStatus | null } => {
  const known = statusOf(context);
  const record = withChoices(observed, context.ticket);
  const { kind } = compareStatus(known, record.status);
  if (kind === 'refused') {
    const { ticket, regressions } = context;
    const refused = { orderId: ticket.orderId, kind: ticket.kind, known, received: record.status };
    return { moved: false, changes: { regressions: regressions + 1 }, refused };
  }
  if (kind === 'same') {
    const isNews = from === 'server' || observedAt >= context.observedAt;
    return { moved: false, changes: isNews ? { record, observedAt } : {}, refused: null };
  }
  const late = context.late || hasLapsed(known);
  const changes = { completedPressed: false, notReceived: false, pollQueued: false, record, observedAt, late };
  return { moved: true, changes: { ...changes, movedAt: observedAt }, refused: null };
};

/** Returns the page that an observation adds to an order without one; null if it adds none. */
export const foundPageEvent = ({ ticket }: PaymentContext, { record }: Changes): PageFound | null => {
  const payUrl = record && isMissingPayUrl(ticket) ? redirectUrl(record) : null;
  return payUrl === null ? null : { type: 'page.found', payUrl };
};

const METHOD_START = {
  created: 'pay',
  interrupted: 'resume',
  resumed: 'offer',
} as const satisfies Record<PaymentMode, MethodInput<MethodKind>['start']>;

export const methodInput = ({ ticket: { orderId, payment }, mode, windowRef }: PaymentContext) => ({
  orderId,
  payment,
  start: METHOD_START[mode],
  windowRef,
});
