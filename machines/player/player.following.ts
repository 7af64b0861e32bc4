import type { NoticeSubject } from '../notices/notices.types.ts';
import { ORDER_STATUS } from '../order/order.status.ts';
import type { ChoiceIds, OrderRecord, OrderTicket } from '../order/order.types.ts';
import type { PaymentEvent, PaymentInput } from '../payment/payment.types.ts';
import type { RechargeEvent, RechargeTarget } from '../recharge/recharge.types.ts';
import type { TopupEvent } from '../topup/topup.types.ts';
import {
  followedFrom,
  frontTicket,
  orderInView,
  paymentId,
  paymentOfRecord,
  paymentsOfWork,
  ticketOf,
  unfollowed,
  without,
  withWaiting,
  wizardOf,
} from './player.orders.ts';
import { detailPath, RECHARGE_EPOINT, stepPath, targetPath } from './player.pages.ts';
import type { FollowedOrder, PlayerContext, PlayerReport, Work } from './player.types.ts';

/** What a reaction may ask for; the part of XState's `enqueue` that the player uses. */
type Queue = {
  assign(change: Partial<PlayerContext>): void;
  sendParent(report: PlayerReport): void;
  sendTo(id: string, event: PaymentEvent | RechargeEvent | TopupEvent): void;
  spawnChild(src: 'payment', options: { readonly id: string; readonly input: PaymentInput }): void;
  stopChild(id: string): void;
};

export type Situation = { readonly context: PlayerContext; readonly enqueue: Queue };

const go = ({ enqueue }: Situation, to: string): void => enqueue.sendParent({ type: 'page.open', to });

export const notify = (
  { enqueue }: Situation,
  subject: NoticeSubject,
  level: 'info' | 'success' | 'warning' | 'error',
  orderId?: string,
): void => enqueue.sendParent({ type: 'notice.add', subject, level, ...(orderId !== undefined && { orderId }) });

const WIZARDS = { game: 'recharge', epoint: 'topup' } as const satisfies Record<RechargeTarget, string>;

/** What both wizards understand. */
export const tellWizard = (
  { enqueue }: Pick<Situation, 'enqueue'>,
  target: RechargeTarget,
  event: RechargeEvent & TopupEvent,
): void => enqueue.sendTo(WIZARDS[target], event);

/** Starts a payment for each order that has none, and gives the list with them. */
const follow = (
  { enqueue }: Situation,
  followed: readonly FollowedOrder[],
  payments: readonly PaymentInput[],
): readonly FollowedOrder[] => {
  const added = unfollowed(followed, payments);
  for (const input of added) enqueue.spawnChild('payment', { id: paymentId(input.ticket.orderId), input });
  return added.length ? [...followed, ...added.map(followedFrom)] : followed;
};

/** The wizard turns to something else than the order it showed. */
const setAside = ({ context, enqueue }: Situation, unless: string | null): void => {
  const { focusedOrderId, followed } = context;
  if (focusedOrderId === null || focusedOrderId === unless || !ticketOf(followed, focusedOrderId)) return;
  enqueue.sendTo(paymentId(focusedOrderId), { type: 'payment.later' });
};

const targetOf = (choices: ChoiceIds | null): RechargeTarget => (choices?.serverId === null ? 'epoint' : 'game');

const goToWizard = (situation: Situation, target: RechargeTarget): void => {
  const { page } = situation.context;
  if (page?.name !== 'recharge' || page.target !== target) go(situation, targetPath(target));
};

export const resumeWork = (situation: Situation, work: Work): void =>
  situation.enqueue.assign({
    work,
    followed: follow(situation, situation.context.followed, paymentsOfWork(work)),
    focusedOrderId: frontTicket(work)?.orderId ?? null,
  });

export const followUnpaid = (situation: Situation, records: readonly OrderRecord[]): void => {
  const { followed, focusedOrderId } = situation.context;
  const unpaid = records.filter(({ status }) => status === ORDER_STATUS.pending);
  situation.enqueue.assign({ followed: follow(situation, followed, unpaid.map(paymentOfRecord)) });
  if (unpaid.some((record) => record.paymentId !== focusedOrderId)) notify(situation, 'unpaidOrders', 'info');
};

export const followRecord = (situation: Situation, record: OrderRecord): void =>
  situation.enqueue.assign({
    followed: follow(situation, situation.context.followed, [paymentOfRecord(record)]),
  });

export const followCreated = (situation: Situation, ticket: OrderTicket, windowRef: string | null): void => {
  const { followed } = situation.context;
  setAside(situation, ticket.orderId);
  if (ticketOf(followed, ticket.orderId)) situation.enqueue.stopChild(paymentId(ticket.orderId));
  situation.enqueue.assign({
    followed: follow(situation, without(followed, ticket.orderId), [
      { ticket, mode: 'created', shown: true, windowRef, record: null },
    ]),
    focusedOrderId: ticket.orderId,
  });
};

/** Shows the order's payment in the wizard; an order that is not followed is looked up by its own page. */
export const bringForward = (situation: Situation, orderId: string): void => {
  const ticket = ticketOf(situation.context.followed, orderId);
  if (!ticket) {
    go(situation, detailPath(orderId));
    return;
  }
  setAside(situation, orderId);
  const target = wizardOf(ticket);
  tellWizard(situation, target, { type: 'order.show', ticket });
  situation.enqueue.assign({ focusedOrderId: orderId });
  go(situation, stepPath('payment', target));
};

export const resumeOrder = (situation: Situation, orderId: string): void => {
  bringForward(situation, orderId);
  if (ticketOf(situation.context.followed, orderId))
    situation.enqueue.sendTo(paymentId(orderId), { type: 'payment.resume' });
};

export const putAside = (situation: Situation, orderId: string): void => {
  const { focusedOrderId, followed } = situation.context;
  const target = wizardOf(ticketOf(followed, orderId));
  if (focusedOrderId === orderId) situation.enqueue.assign({ focusedOrderId: null });
  else if (focusedOrderId === null || wizardOf(ticketOf(followed, focusedOrderId)) === target) return;
  tellWizard(situation, target, { type: 'recharge.restart' });
};

/** The order waits behind the banner while E Points are bought for it. */
export const topUpFor = (situation: Situation, orderId: string): void => {
  if (ticketOf(situation.context.followed, orderId))
    situation.enqueue.sendTo(paymentId(orderId), { type: 'payment.later' });
  go(situation, RECHARGE_EPOINT);
};

export const repeatOrder = (situation: Situation, choices: ChoiceIds | null, target = targetOf(choices)): void => {
  setAside(situation, null);
  situation.enqueue.assign({ focusedOrderId: null });
  tellWizard(situation, target, choices ? { type: 'order.resubmit', choices } : { type: 'recharge.restart' });
  goToWizard(situation, target);
};

/** The old order keeps being watched: its money may still come. */
export const resubmitOrder = (situation: Situation, orderId: string, choices: ChoiceIds | null): void => {
  const { context, enqueue } = situation;
  lapseOrder(situation, orderId);
  const focusedOrderId = context.focusedOrderId === orderId ? null : context.focusedOrderId;
  const target = wizardOf(ticketOf(context.followed, orderId));
  repeatOrder({ context: { ...context, focusedOrderId }, enqueue }, choices, target);
};

export const settleOrder = (situation: Situation, orderId: string, late: boolean): void => {
  const { context, enqueue } = situation;
  enqueue.assign({ followed: withWaiting(context.followed, orderId, false) });
  if (orderInView(context) === orderId) return;
  const subject = wizardOf(ticketOf(context.followed, orderId)) === 'epoint' ? 'pointsPaid' : 'orderPaid';
  notify(situation, late ? 'paidLate' : subject, 'success', orderId);
};

export const lapseOrder = ({ context, enqueue }: Situation, orderId: string): void =>
  enqueue.assign({ followed: withWaiting(context.followed, orderId, false) });

export const dismissOrder = (situation: Situation, orderId: string): void => {
  situation.enqueue.stopChild(paymentId(orderId));
  situation.enqueue.assign({ followed: without(situation.context.followed, orderId) });
  putAside(situation, orderId);
};

export const dropCrashed = (situation: Situation, actorId: string): void => {
  const orderId = actorId.slice(paymentId('').length);
  dismissOrder(situation, orderId);
  notify(situation, 'unknownError', 'error', orderId);
};
