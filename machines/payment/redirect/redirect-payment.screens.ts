import type { SnapshotFrom } from 'xstate';
import { isMissingPayUrl } from '../../order/order.purchase.ts';
import type { OrderRecord, OrderTicket } from '../../order/order.types.ts';
import { type redirectPaymentMachine, wantsWindow } from './redirect-payment.machine.ts';

export type RedirectPaymentScreen = {
  readonly name: 'opening' | 'awaiting';
  /** pay_url, if it may be opened. */
  readonly payUrl: string | null;
  /** Host of pay_url, shown in the dialog; null if pay_url was refused. */
  readonly host: string | null;
  /** The window did not open: the view shows a link, a QR code and "copy link" instead. */
  readonly blocked: boolean;
  /** The payment window looks closed, and the order is not paid yet. False without a page that can be reopened. */
  readonly closed: boolean;
  /** There is no pay_url that is safe to open: the view offers support instead of a link. */
  readonly refused: boolean;
};

const HOST = /^https?:\/\/([^/?#\\@]+)(?:[/?#]|$)/i;

export const selectRedirectPaymentScreen = (
  snapshot: SnapshotFrom<typeof redirectPaymentMachine>,
): RedirectPaymentScreen => {
  const { payUrl, payUrlVerdict } = snapshot.context;
  const isAllowed = payUrlVerdict === 'allowed';
  const isBlocked = snapshot.hasTag('blocked');
  return {
    name: snapshot.hasTag('opening') && wantsWindow(snapshot.context) ? 'opening' : 'awaiting',
    payUrl: isAllowed ? payUrl : null,
    host: isAllowed ? (HOST.exec(payUrl ?? '')?.[1] ?? null) : null,
    blocked: isBlocked && isAllowed,
    closed: snapshot.hasTag('closed') && isAllowed,
    refused: payUrlVerdict === 'refused' || payUrlVerdict === 'missing' || (isBlocked && payUrlVerdict === null),
  };
};

/** The gallery draws each of them. */
export const screenNames = ['opening', 'awaiting', 'awaiting blocked', 'awaiting closed', 'awaiting refused'] as const;

export const screenName = (snapshot: SnapshotFrom<typeof redirectPaymentMachine>): (typeof screenNames)[number] => {
  const { name, refused, blocked, closed } = selectRedirectPaymentScreen(snapshot);
  if (refused) return 'awaiting refused';
  if (blocked) return 'awaiting blocked';
  return name === 'awaiting' && closed ? 'awaiting closed' : name;
};

/** Whether a known order has no payment page that may be opened here. Until the first read, the record may still add a page. */
export const isWithoutPage = (
  order: { readonly record: OrderRecord | null; readonly ticket: OrderTicket },
  page: RedirectPaymentScreen,
): boolean => order.record !== null && isMissingPayUrl(order.ticket) && !page.refused;
