import type { AnyActorRef, SnapshotFrom } from 'xstate';
import { takesPoints } from '../order/order.methods.ts';
import { missingPoints, pointAmount } from '../order/order.purchase.ts';
import type { signedInMachine } from './signed-in.machine.ts';
import { canShow, orderInView, targetOfTicket, ticketOf, WIZARDS } from './signed-in.orders.ts';
import type { TrackedOrder } from './signed-in.types.ts';

export type SignedInSnapshot = SnapshotFrom<typeof signedInMachine>;

type NeededPoints = { readonly way: `order:${string}` | 'choices'; readonly points: number };

/**
 * The purchase that needs E Points: the last order that waits for them, or else the choices at the confirmation. The order that the wizard
 * suggests again is a purchase only while it lacks E Points.
 */
const purchaseInPoints = ({ context, children }: SignedInSnapshot): NeededPoints | null => {
  for (const { ticket, waiting } of context.tracked.toReversed()) {
    const points = pointAmount(ticket);
    if (waiting && points !== null) return { way: `order:${ticket.orderId}`, points };
  }
  const wizard = children.recharge?.getSnapshot();
  if (!wizard?.matches({ wizard: { game: 'confirming' } })) return null;
  const { item, channel, draft, coinBalance } = wizard.context;
  if (!item || !takesPoints(channel)) return null;
  const isWanted = draft?.itemId === item.itemId || missingPoints(item.epointPrice, coinBalance) > 0;
  return isWanted ? { way: 'choices', points: item.epointPrice } : null;
};

/** Which purchase needs E Points: an `order:<id>`, the confirmed `choices`, or null. A string, so that equal values cause no render. */
export const selectResumePurchase = (snapshot: SignedInSnapshot): NeededPoints['way'] | null =>
  purchaseInPoints(snapshot)?.way ?? null;

/** The price of that purchase in E Points. */
export const selectNeededPoints = (snapshot: SignedInSnapshot): number | null =>
  purchaseInPoints(snapshot)?.points ?? null;

const LISTED = new WeakMap<readonly TrackedOrder[], Map<string | null, readonly string[]>>();

/** The deferred or resumed orders that wait for money, for the banner. Equal orders keep their array, which causes no render. */
export const selectWaitingOrders = ({ context }: SignedInSnapshot): readonly string[] => {
  const { tracked } = context;
  const inView = orderInView(context);
  const lists = LISTED.get(tracked) ?? new Map<string | null, readonly string[]>();
  LISTED.set(tracked, lists);
  const known = lists.get(inView);
  if (known) return known;
  const ids = tracked.filter(({ waiting, hidden }) => waiting && !hidden).map(({ ticket }) => ticket.orderId);
  const list = ids.filter((id) => id !== inView);
  lists.set(inView, list);
  return list;
};

/** The last order of the wizard on the page that no longer waits and is not shown there. Its payment knows how it ended. */
export const selectEndedOrder = ({ context }: SignedInSnapshot): string | null => {
  const ended = context.tracked.findLast(
    ({ ticket, waiting, hidden }) => !waiting && !hidden && targetOfTicket(ticket) === context.target,
  );
  return ended && ended.ticket.orderId !== orderInView(context) ? ended.ticket.orderId : null;
};

/** The order whose payment is visible on the current page. It may be untracked. */
export const selectOrderInView = ({ context }: SignedInSnapshot): string | null => orderInView(context);

/** The wizard that shows the payment of the order. */
export const selectOrderWizard = ({ context, children }: SignedInSnapshot, orderId: string): AnyActorRef | undefined =>
  children[WIZARDS[targetOfTicket(ticketOf(context.tracked, orderId))]];

/** Whether *Continue* shows the payment of the order. While its wizard creates a different order, it does not. */
export const selectCanResume = ({ context, children }: SignedInSnapshot, orderId: string): boolean =>
  canShow(children, ticketOf(context.tracked, orderId));
