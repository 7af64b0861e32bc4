import { type AnyMachineSnapshot, isMachineSnapshot } from 'xstate';
import { METHOD_TRAITS } from '../order/order.methods.ts';
import type { OrderTicket, PointsChanged } from '../order/order.types.ts';
import type { PaymentEvent, PaymentInput, Settlement } from '../payment/payment.types.ts';
import type { PackageEvent } from '../recharge/recharge.types.ts';
import type { ToastContent, ToastSubject } from '../toasts/toasts.machine.ts';
import type { RechargeTarget, Repetition, WizardEvent } from '../wizard/wizard.types.ts';
import * as orders from './signed-in.orders.ts';
import { detailPath, RECHARGE_EPOINT, stepPath, targetPath } from './signed-in.pages.ts';
import type { SignedInContext, SignedInEventOf, SignedInReport, TrackedOrder } from './signed-in.types.ts';

/** The part of XState's `enqueue` that order tracking uses. */
type Queue = {
  assign(change: Partial<SignedInContext>): void;
  sendParent(report: SignedInReport): void;
  sendTo(id: string, event: PaymentEvent | WizardEvent | PackageEvent | PointsChanged): void;
  spawnChild(src: 'payment', options: { readonly id: string; readonly input: PaymentInput }): void;
  spawnChild(src: 'closeWindow', options: { readonly id: 'closeWindow'; readonly input: { windowRef: string } }): void;
  stopChild(id: string): void;
};

export type ActionArgs = {
  readonly context: SignedInContext;
  readonly enqueue: Queue;
  /** Its children include the wizards, which know whether they can show an order. */
  readonly self: { getSnapshot(): Pick<AnyMachineSnapshot, 'children'> };
};

type OrderEvent = { readonly orderId: string };

const openPage = ({ enqueue }: ActionArgs, to: string): void => enqueue.sendParent({ type: 'page.open', to });

export const notify = ({ enqueue }: ActionArgs, toast: ToastContent): void =>
  enqueue.sendParent({ type: 'toast.add', ...toast });

/** Closes the toast of an order that is in view or can no longer be paid. */
const closeToast = ({ enqueue }: ActionArgs, orderId: string): void =>
  enqueue.sendParent({ type: 'toast.close', orderId });

/** Sends an event that both wizards accept. */
export const sendToWizard = (
  { enqueue }: Pick<ActionArgs, 'enqueue'>,
  target: RechargeTarget,
  event: WizardEvent,
): void => enqueue.sendTo(orders.WIZARDS[target], event);

/** Starts a payment actor for each untracked order and returns the extended list. */
const track = (
  { enqueue }: ActionArgs,
  tracked: readonly TrackedOrder[],
  payments: readonly PaymentInput[],
): readonly TrackedOrder[] => {
  const added = orders.untracked(tracked, payments);
  for (const input of added) enqueue.spawnChild('payment', { id: orders.paymentId(input.ticket.orderId), input });
  return added.length ? [...tracked, ...added.map(orders.trackedFrom)] : tracked;
};

/** Defers the focused order, except if its id is `unless`. */
const deferFocused = ({ context, enqueue }: ActionArgs, unless: string | null): void => {
  const { focusedOrderId, tracked } = context;
  if (focusedOrderId === null || focusedOrderId === unless || !orders.ticketOf(tracked, focusedOrderId)) return;
  enqueue.sendTo(orders.paymentId(focusedOrderId), { type: 'payment.later' });
};

const openWizard = (args: ActionArgs, target: RechargeTarget): void => {
  const { page } = args.context;
  if (page?.name !== 'recharge' || page.target !== target) openPage(args, targetPath(target));
};

export const applyResumeState = (args: ActionArgs, { resumeState }: SignedInEventOf<'resume.loaded'>): void =>
  args.enqueue.assign({
    resumeState,
    tracked: track(args, args.context.tracked, orders.paymentsToResume(resumeState)),
    focusedOrderId: orders.ticketToFocus(resumeState)?.orderId ?? null,
  });

export const trackUnpaid = (args: ActionArgs, { records }: SignedInEventOf<'unpaid.found'>): void => {
  const { tracked } = args.context;
  const unpaid = records.filter(({ status }) => status === 'pending');
  args.enqueue.assign({ tracked: track(args, tracked, unpaid.map(orders.paymentOfRecord)) });
};

export const trackRecord = (args: ActionArgs, { record }: SignedInEventOf<'order.tracked'>): void =>
  args.enqueue.assign({ tracked: track(args, args.context.tracked, [orders.paymentOfRecord(record)]) });

/** The record of an order page may be newer than that of the payment, which stops reading a settled order. */
export const forwardToPayment = ({ enqueue }: ActionArgs, { observation }: SignedInEventOf<'order.loaded'>): void =>
  enqueue.sendTo(orders.paymentId(observation.record.paymentId), { type: 'peer.observed', observation });

/** Whether an item waits for E Points that are being bought, and its choices are still the same. */
const isCovering = ({ self }: ActionArgs): boolean => {
  const wizard: unknown = self.getSnapshot().children[orders.WIZARDS.game]?.getSnapshot();
  return isMachineSnapshot(wizard) && wizard.can({ type: 'package.delivered' });
};

/**
 * The item no longer waits for the E Points of this order. If the player sees that they are added, it is ordered; otherwise the player
 * confirms it again. `returns`: to its confirmation.
 */
const endCover = (
  args: ActionArgs,
  orderId: string,
  end: 'package.delivered' | 'package.ended',
  returns: boolean,
): void => {
  const { context, enqueue } = args;
  if (context.coverId !== orderId) return;
  const isInView = orders.orderInView(context) === orderId;
  enqueue.assign({ coverId: null });
  enqueue.sendTo(orders.WIZARDS.game, { type: isInView ? end : 'package.ended' });
  if (isInView && returns) openPage(args, stepPath('confirm', 'game'));
};

export const trackCreated = (args: ActionArgs, { ticket, windowRef }: SignedInEventOf<'order.created'>): void => {
  const { tracked, coverId } = args.context;
  deferFocused(args, ticket.orderId);
  if (coverId === null && orders.targetOfTicket(ticket) === 'epoint' && isCovering(args))
    args.enqueue.assign({ coverId: ticket.orderId });
  // A repeated request can return an order that has been paid or has expired in the meantime. Its payment actor knows the status.
  if (tracked.some((known) => known.ticket.orderId === ticket.orderId && !known.waiting)) {
    if (windowRef !== null) args.enqueue.spawnChild('closeWindow', { id: 'closeWindow', input: { windowRef } });
    args.enqueue.assign({ focusedOrderId: ticket.orderId });
    args.enqueue.sendTo(orders.paymentId(ticket.orderId), { type: 'payment.resume' });
    return;
  }
  if (orders.ticketOf(tracked, ticket.orderId)) args.enqueue.stopChild(orders.paymentId(ticket.orderId));
  args.enqueue.assign({
    tracked: track(args, orders.withoutOrder(tracked, ticket.orderId), [
      { ticket, mode: 'created', shown: true, windowRef, record: null },
    ]),
    focusedOrderId: ticket.orderId,
  });
};

const isWizardBusy = ({ self }: ActionArgs, ticket: OrderTicket | null): boolean =>
  !orders.canShow(self.getSnapshot().children, ticket);

/** Shows the payment of the order in its wizard, or its page if it is not tracked. Does nothing while the wizard creates another order. */
export const focusOrder = (args: ActionArgs, { orderId }: OrderEvent): void => {
  const ticket = orders.ticketOf(args.context.tracked, orderId);
  if (isWizardBusy(args, ticket)) return;
  if (!ticket) {
    openPage(args, detailPath(orderId));
    return;
  }
  deferFocused(args, orderId);
  closeToast(args, orderId);
  const target = orders.targetOfTicket(ticket);
  sendToWizard(args, target, { type: 'order.show', ticket });
  args.enqueue.assign({ focusedOrderId: orderId });
  openPage(args, stepPath('payment', target));
};

export const resumeOrder = (args: ActionArgs, { orderId }: OrderEvent): void => {
  const ticket = orders.ticketOf(args.context.tracked, orderId);
  if (isWizardBusy(args, ticket)) return;
  args.enqueue.assign({ tracked: orders.withChange(args.context.tracked, orderId, { hidden: false }) });
  focusOrder(args, { orderId });
  if (ticket) args.enqueue.sendTo(orders.paymentId(orderId), { type: 'payment.resume' });
};

/** Returns the wizard to its steps if it shows the order, which may have lost the focus to an order of the other wizard. */
export const releaseOrder = (args: ActionArgs, { orderId }: OrderEvent): void => {
  const { focusedOrderId, tracked } = args.context;
  if (focusedOrderId === orderId) args.enqueue.assign({ focusedOrderId: null });
  sendToWizard(args, orders.targetOfTicket(orders.ticketOf(tracked, orderId)), { type: 'recharge.restart', orderId });
};

export const releaseDeferred = (args: ActionArgs, { orderId }: OrderEvent): void => {
  releaseOrder(args, { orderId });
  endCover(args, orderId, 'package.ended', true);
};

/** Defers the order and opens the E Point recharge. */
export const topUpForOrder = (args: ActionArgs, { orderId }: OrderEvent): void => {
  if (orders.ticketOf(args.context.tracked, orderId))
    args.enqueue.sendTo(orders.paymentId(orderId), { type: 'payment.later' });
  openPage(args, RECHARGE_EPOINT);
};

const openSteps = (args: ActionArgs, target: RechargeTarget, event: WizardEvent): void => {
  deferFocused(args, null);
  args.enqueue.assign({ focusedOrderId: null });
  sendToWizard(args, target, event);
  openWizard(args, target);
};

export const repeatOrder = (args: ActionArgs, { choices }: SignedInEventOf<'order.repeat'>): void =>
  openSteps(args, choices.serverId === null ? 'epoint' : 'game', { type: 'order.resubmit', choices });

/** The URL preselects choices: from the history, from the home page, or from a game. */
export const applyRepetition = (args: ActionArgs, target: RechargeTarget, again: Repetition): void =>
  openSteps(args, target, { type: 'order.resubmit', ...again });

/** Orders the same choices again. The old order stays tracked, because its money may still arrive. */
export const resubmitOrder = (args: ActionArgs, event: SignedInEventOf<'payment.resubmitted'>): void => {
  const { orderId, choices } = event;
  const { context } = args;
  args.enqueue.assign({ tracked: orders.withChange(context.tracked, orderId, { hidden: true }) });
  const focusedOrderId = context.focusedOrderId === orderId ? null : context.focusedOrderId;
  openSteps(
    { ...args, context: { ...context, focusedOrderId } },
    orders.targetOfTicket(orders.ticketOf(context.tracked, orderId)),
    choices ? { type: 'order.resubmit', choices } : { type: 'recharge.restart', orderId },
  );
};

const SETTLED = {
  game: { paid: 'orderPaid', delivered: 'orderDelivered' },
  epoint: { paid: 'pointsPaid', delivered: 'pointsAdded' },
} as const satisfies Record<RechargeTarget, Record<'paid' | 'delivered', ToastSubject>>;

/** Notifies the player of an order that is not in view. */
const notifySettled = (args: ActionArgs, { orderId, late, delivered }: Settlement): void => {
  const { context } = args;
  if (orders.orderInView(context) === orderId) {
    closeToast(args, orderId);
    return;
  }
  const subjects = SETTLED[orders.targetOfTicket(orders.ticketOf(context.tracked, orderId))];
  const subject = late ? 'paidLate' : subjects[delivered ? 'delivered' : 'paid'];
  notify(args, { subject, level: 'success', orderId });
};

/** Announces that the player has more or fewer E Points to the game wizard and to the orders that wait for them. */
const announcePoints = ({ context: { tracked }, enqueue }: ActionArgs): void => {
  enqueue.sendTo(orders.WIZARDS.game, { type: 'points.changed' });
  for (const { ticket, waiting } of tracked)
    if (waiting && METHOD_TRAITS[ticket.payment.kind].takesPoints)
      enqueue.sendTo(orders.paymentId(ticket.orderId), { type: 'points.changed' });
};

/** The E Points of a purchase were added or, refunded, taken back. */
const credit = (args: ActionArgs, settlement: Settlement): void => {
  if (orders.targetOfTicket(orders.ticketOf(args.context.tracked, settlement.orderId)) !== 'epoint') return;
  announcePoints(args);
  endCover(
    args,
    settlement.orderId,
    settlement.delivered ? 'package.delivered' : 'package.ended',
    settlement.delivered,
  );
};

export const settleOrder = (args: ActionArgs, settlement: Settlement): void => {
  args.enqueue.assign({ tracked: orders.withChange(args.context.tracked, settlement.orderId, { waiting: false }) });
  notifySettled(args, settlement);
  if (settlement.delivered) credit(args, settlement);
};

/** A late payment already has its own notice, and the order page shows a refund. */
export const concludeOrder = (args: ActionArgs, settlement: Settlement): void => {
  credit(args, settlement);
  if (settlement.delivered && !settlement.late) notifySettled(args, settlement);
};

/** An order that ended before this page was opened, or while the player is on another page, is not shown instead of the shop. */
export const lapseOrder = (args: ActionArgs, { orderId, earlier }: SignedInEventOf<'payment.lapsed'>): void => {
  const { context, enqueue } = args;
  enqueue.assign({ tracked: orders.withChange(context.tracked, orderId, { waiting: false }) });
  endCover(args, orderId, 'package.ended', false);
  closeToast(args, orderId);
  if (context.focusedOrderId === orderId && (earlier || orders.orderInView(context) !== orderId))
    enqueue.sendTo(orders.paymentId(orderId), { type: 'payment.leave' });
};

/** The player opens a wizard whose order has ended: it starts with its steps. */
export const leaveEndedOrder = ({ context: { page }, enqueue, self }: ActionArgs): void => {
  if (page?.name !== 'recharge') return;
  const { children } = self.getSnapshot();
  const wizard: unknown = children[orders.WIZARDS[page.target]]?.getSnapshot();
  const order: OrderTicket | null = isMachineSnapshot(wizard) ? wizard.context.order : null;
  const payment: unknown = order && children[orders.paymentId(order.orderId)]?.getSnapshot();
  if (order && isMachineSnapshot(payment) && payment.hasTag('ended'))
    enqueue.sendTo(orders.paymentId(order.orderId), { type: 'payment.leave' });
};

export const dismissOrder = (args: ActionArgs, { orderId }: OrderEvent): void => {
  args.enqueue.stopChild(orders.paymentId(orderId));
  args.enqueue.assign({ tracked: orders.withoutOrder(args.context.tracked, orderId) });
  endCover(args, orderId, 'package.ended', false);
  releaseOrder(args, { orderId });
};

export const dismissCrashed = (args: ActionArgs, { actorId }: { readonly actorId: string }): void => {
  const orderId = actorId.slice(orders.paymentId('').length);
  dismissOrder(args, { orderId });
  notify(args, { subject: 'unknownError', level: 'error', orderId });
};
