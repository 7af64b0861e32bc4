import type { SnapshotFrom } from 'xstate';
import { METHOD_TRAITS, methodOfChannel } from '../order/order.methods.ts';
import type { signedInMachine } from './signed-in.machine.ts';
import { orderInView } from './signed-in.orders.ts';
import type { TrackedOrder } from './signed-in.types.ts';

export type SignedInSnapshot = SnapshotFrom<typeof signedInMachine>;

/**
 * The purchase that needed E Points: an `order:<id>` that waits for them, the confirmed `choices` of an item, or null. A string, so
 * that equal values cause no render.
 */
export const selectResumePurchase = ({ context, children }: SignedInSnapshot): `order:${string}` | 'choices' | null => {
  const order = context.tracked.findLast(
    ({ ticket, waiting }) => waiting && METHOD_TRAITS[ticket.payment.kind].takesPoints,
  );
  if (order) return `order:${order.ticket.orderId}`;
  const wizard = children.recharge?.getSnapshot();
  const isChosen =
    wizard?.matches({ wizard: { game: 'confirming' } }) &&
    wizard.context.channel !== null &&
    METHOD_TRAITS[methodOfChannel(wizard.context.channel)].takesPoints;
  return isChosen ? 'choices' : null;
};

const LISTED = new WeakMap<readonly TrackedOrder[], Map<string | null, readonly string[]>>();

/**
 * The deferred or resumed orders that wait for money, for the "continue payment" banner. Returns the same array for the same orders,
 * so that equal values cause no render.
 */
export const selectWaitingOrders = ({ context }: SignedInSnapshot): readonly string[] => {
  const { tracked } = context;
  const inView = orderInView(context);
  const lists = LISTED.get(tracked) ?? new Map<string | null, readonly string[]>();
  LISTED.set(tracked, lists);
  const known = lists.get(inView);
  if (known) return known;
  const ids = tracked.filter(({ waiting }) => waiting).map(({ ticket }) => ticket.orderId);
  const list = ids.filter((id) => id !== inView);
  lists.set(inView, list);
  return list;
};
