import type { SnapshotFrom } from 'xstate';
import { POINT_CHANNEL } from '../order/order.purchase.ts';
import type { playerMachine } from './player.machine.ts';
import { orderInView } from './player.orders.ts';
import type { FollowedOrder } from './player.types.ts';

export type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

/**
 * What E Points were bought for: `order:<id>` that waits for them, the `choices` of a game item at the confirmation, or
 * nothing. A word, so that nothing is drawn twice.
 */
export const selectWayBack = ({ context, children }: PlayerSnapshot): `order:${string}` | 'choices' | null => {
  const order = context.followed.findLast(({ ticket, waiting }) => waiting && ticket.points !== null);
  if (order) return `order:${order.ticket.orderId}`;
  const wizard = children.recharge?.getSnapshot();
  const isChosen =
    wizard?.matches({ wizard: { game: 'confirming' } }) && wizard.context.channel?.fieldKey === POINT_CHANNEL;
  return isChosen ? 'choices' : null;
};

const LISTED = new WeakMap<readonly FollowedOrder[], Map<string | null, readonly string[]>>();

/**
 * Orders put aside or restored that wait for money, for the "continue payment" banner. The same list for the same orders,
 * so that nothing is drawn twice.
 */
export const selectWaitingOrders = ({ context }: PlayerSnapshot): readonly string[] => {
  const { followed } = context;
  const inView = orderInView(context);
  const lists = LISTED.get(followed) ?? new Map<string | null, readonly string[]>();
  LISTED.set(followed, lists);
  const known = lists.get(inView);
  if (known) return known;
  const ids = followed.filter(({ waiting }) => waiting).map(({ ticket }) => ticket.orderId);
  const list = ids.filter((id) => id !== inView);
  lists.set(inView, list);
  return list;
};
