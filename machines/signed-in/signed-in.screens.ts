import type { SnapshotFrom } from 'xstate';
import { POINT_CHANNEL } from '../order/order.purchase.ts';
import type { signedInMachine } from './signed-in.machine.ts';
import { orderInView } from './signed-in.orders.ts';
import type { TrackedOrder } from './signed-in.types.ts';

export type SignedInSnapshot = SnapshotFrom<typeof signedInMachine>;

/**
 * What E Points were bought for: `order:<id>` that waits for them, the `choices` of a game item at the confirmation, or
 * nothing. A word, so that nothing is drawn twice.
 */
export const selectResumePurchase = ({ context, children }: SignedInSnapshot): `order:${string}` | 'choices' | null => {
  const order = context.tracked.findLast(({ ticket, waiting }) => waiting && ticket.points !== null);
  if (order) return `order:${order.ticket.orderId}`;
  const wizard = children.recharge?.getSnapshot();
  const isChosen =
    wizard?.matches({ wizard: { game: 'confirming' } }) && wizard.context.channel?.fieldKey === POINT_CHANNEL;
  return isChosen ? 'choices' : null;
};

const LISTED = new WeakMap<readonly TrackedOrder[], Map<string | null, readonly string[]>>();

/**
 * Orders put aside or restored that wait for money, for the "continue payment" banner. The same list for the same orders,
 * so that nothing is drawn twice.
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
