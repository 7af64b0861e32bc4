import { METHOD_TRAITS, takesPoints } from './order.methods.ts';
import type {
  ChoiceIds,
  Choices,
  OrderRecord,
  OrderTicket,
  PaymentMethod,
  PointCredit,
  Purchase,
} from './order.types.ts';

/** Used when the API lists no channels for E Points and the player chooses on the payment page. Never sent. */
export const PAYMENT_PAGE_CHANNEL = 'payment-page';

/** Whether an order buys E Points: paid with money and credited to the account, not delivered into a game. */
export const isPointPurchase = ({ kind, payment }: Pick<OrderTicket, 'kind' | 'payment'>): boolean =>
  kind === 'epoint' && !METHOD_TRAITS[payment.kind].takesPoints;

export const redirectUrl = ({ payment }: Pick<OrderTicket, 'payment'>): string | null =>
  'payUrl' in payment ? payment.payUrl : null;

export const isMissingPayUrl = ({ payment }: Pick<OrderTicket, 'payment'>): boolean =>
  METHOD_TRAITS[payment.kind].opensWindow && redirectUrl({ payment }) === null;

export const withSafeUrl = (payment: PaymentMethod, isPayUrl: (url: string) => boolean): PaymentMethod =>
  'payUrl' in payment && payment.payUrl !== null && !isPayUrl(payment.payUrl) ? { ...payment, payUrl: null } : payment;

/** The price in E Points; null for an order paid with money. */
export const pointAmount = ({ payment }: Pick<OrderTicket | OrderRecord, 'payment'>): number | null =>
  payment.kind === 'points' ? payment.amount : null;

/** The choices of an order for a role. */
export const gameChoices = (purchase: Purchase | null): Choices | null =>
  purchase?.recipient ? { ...purchase, recipient: purchase.recipient } : null;

const recipientIds = (recipient: Purchase['recipient']) => ({
  serverId: recipient?.serverId ?? null,
  roleId: recipient?.roleId ?? null,
});

export const toChoiceIds = ({ recipient, item, channel }: Purchase): ChoiceIds => ({
  ...recipientIds(recipient),
  itemId: item.itemId,
  channelCode: channel.fieldKey,
});

const recordedChoices = ({ recipient, itemId, channelCode, orderType }: OrderRecord): ChoiceIds | null => {
  if (itemId === null || channelCode === null) return null;
  if (recipient === null && orderType !== 'epoint') return null;
  return { ...recipientIds(recipient), itemId, channelCode };
};

/** The choices to repeat an order with: those stored here, or else those of the record; null if it has no item or no recipient. */
export const choicesToRepeat = (purchase: Purchase | null, record: OrderRecord | null): ChoiceIds | null =>
  purchase ? toChoiceIds(purchase) : record && recordedChoices(record);

/** The E Points that the balance lacks for a purchase; 0 while the price or the balance is unknown. */
export const missingPoints = (needed: number | null, balance: number | null): number =>
  needed === null || balance === null ? 0 : Math.max(0, needed - balance);

/** All E Points of a package; the server refuses any other sum. */
export const creditSum = ({ basic, present, rebate }: PointCredit): number => basic + present + (rebate ?? 0);

/** Returns a ticket with enough data to continue an order of a different browser. */
export const ticketFrom = (record: OrderRecord): OrderTicket => ({
  kind: record.orderType === 'epoint' || pointAmount(record) !== null ? 'epoint' : 'order',
  orderId: record.paymentId,
  payment: record.payment,
  createdAt: record.paymentCreateTime,
  choices: null,
});

/** Returns the payment that the player confirmed, with the data that only the record of the order has. */
const confirmedPayment = (record: OrderRecord, { item, channel }: Purchase): PaymentMethod => {
  const points = pointAmount(record);
  if (takesPoints(channel)) return { kind: 'points', amount: points ?? item.epointPrice };
  return points === null ? record.payment : { kind: 'redirect', payUrl: null };
};

/** Returns the ticket of an order with these choices. Kind and method are those of the choices, because an API may leave both out of the record. */
export const ticketOfChoices = (record: OrderRecord, choices: Purchase): OrderTicket => ({
  kind: choices.recipient === null || takesPoints(choices.channel) ? 'epoint' : 'order',
  orderId: record.paymentId,
  payment: confirmedPayment(record, choices),
  createdAt: record.paymentCreateTime,
  choices,
});

export const initialRecord = (
  ticket: OrderTicket,
): Pick<OrderRecord, 'paymentCreateTime' | 'status' | 'isStatusUnknown' | 'timeline' | 'orderType'> => ({
  paymentCreateTime: ticket.createdAt,
  status: 'pending',
  isStatusUnknown: false,
  timeline: [],
  orderType: isPointPurchase(ticket) ? 'epoint' : 'game',
});
