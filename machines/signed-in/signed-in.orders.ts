import { type AnyActorRef, isMachineSnapshot } from 'xstate';
import { isPointPurchase, ticketFrom } from '../order/order.purchase.ts';
import { shownStatus } from '../order/order.status.ts';
import type { OrderRecord, OrderTicket } from '../order/order.types.ts';
import type { PaymentInput } from '../payment/payment.types.ts';
import type { RechargeTarget } from '../wizard/wizard.types.ts';
import type { ResumeState } from './resume.machine.ts';
import type { SignedInContext, TrackedOrder } from './signed-in.types.ts';

export const paymentId = (orderId: string): `payment.${string}` => `payment.${orderId}`;

export const ticketOf = (tracked: readonly TrackedOrder[], orderId: string | null): OrderTicket | null =>
  tracked.find(({ ticket }) => ticket.orderId === orderId)?.ticket ?? null;

/** The wizard that an order belongs to. */
export const targetOfTicket = (ticket: OrderTicket | null): RechargeTarget =>
  ticket && isPointPurchase(ticket) ? 'epoint' : 'game';

export const WIZARDS = { game: 'recharge', epoint: 'epointRecharge' } as const satisfies Record<RechargeTarget, string>;

/** Whether the wizard of the order can show it. An order without a ticket has a page instead. */
export const canShow = (
  children: Readonly<Record<string, AnyActorRef | undefined>>,
  ticket: OrderTicket | null,
): boolean => {
  const wizard: unknown = ticket && children[WIZARDS[targetOfTicket(ticket)]]?.getSnapshot();
  return !isMachineSnapshot(wizard) || wizard.can({ type: 'order.show', ticket });
};

/** Whether the wizard of the order starts with the intent of a different order, whose outcome is still unknown. */
const isBusy = ({ intent, epointRecharge }: ResumeState, ticket: OrderTicket): boolean =>
  ({ game: intent, epoint: epointRecharge.intent })[targetOfTicket(ticket)] !== null;

/** The order that was in front when the page was closed: the newest order that is not deferred and that its wizard can show. */
export const ticketToFocus = (resumeState: ResumeState): OrderTicket | null =>
  resumeState.tickets
    .filter(({ ticket, deferred }) => !deferred && !isBusy(resumeState, ticket))
    .map(({ ticket }) => ticket)
    .reduce<OrderTicket | null>((newest, one) => (newest && newest.createdAt > one.createdAt ? newest : one), null);

const resumedPayment = (
  ticket: OrderTicket,
  mode: PaymentInput['mode'],
  shown: boolean,
  record: OrderRecord | null,
): PaymentInput => ({ ticket, mode, shown, windowRef: null, record });

export const paymentsToResume = (resumeState: ResumeState): readonly PaymentInput[] => {
  const front = ticketToFocus(resumeState);
  return resumeState.tickets.map(({ ticket, spending }) => {
    const shown = ticket.orderId === front?.orderId;
    return resumedPayment(ticket, shown && spending ? 'interrupted' : 'resumed', shown, null);
  });
};

/** The payment of an order that another device created, or whose ticket is gone. */
export const paymentOfRecord = (record: OrderRecord): PaymentInput =>
  resumedPayment(ticketFrom(record), 'resumed', false, record);

/** Removes duplicates and orders that are already tracked. */
export const untracked = (
  tracked: readonly TrackedOrder[],
  payments: readonly PaymentInput[],
): readonly PaymentInput[] =>
  payments.filter(
    ({ ticket }, at) =>
      !ticketOf(tracked, ticket.orderId) &&
      payments.findIndex((other) => other.ticket.orderId === ticket.orderId) === at,
  );

export const trackedFrom = ({ ticket, record }: PaymentInput): TrackedOrder => ({
  ticket,
  waiting: record === null || shownStatus(record) === 'pending',
  hidden: false,
});

export const withoutOrder = (tracked: readonly TrackedOrder[], orderId: string): readonly TrackedOrder[] =>
  tracked.filter(({ ticket }) => ticket.orderId !== orderId);

export const withChange = (
  tracked: readonly TrackedOrder[],
  orderId: string,
  change: Partial<Omit<TrackedOrder, 'ticket'>>,
): readonly TrackedOrder[] =>
  tracked.map((order) => (order.ticket.orderId === orderId ? { ...order, ...change } : order));

/** The order whose payment is visible on the current page. */
export const orderInView = ({ page, focusedOrderId, tracked }: SignedInContext): string | null => {
  if (page?.name === 'recharge')
    return targetOfTicket(ticketOf(tracked, focusedOrderId)) === page.target ? focusedOrderId : null;
  return page?.name === 'payment_detail' ? page.orderId : null;
};
