import type { EventObject } from 'xstate';
import type { Failure, FailureReason } from '../kernel/failure.ts';
import type { Channel, Item, OrderTicket, Purchase } from '../order/order.types.ts';
import type { SubmitOrderInput } from './submit-order.machine.ts';
import type { OrderConfirm, StepNotice, WizardContext } from './wizard.types.ts';

/** The choice that a refusal concerns. The player makes it again; a new price only needs to be confirmed. */
export type RefusedChoice = 'recipient' | 'role' | 'server' | 'item' | 'channel' | 'price';

/** `notice` null: the reloaded item list shows what changed. */
type Refusal = { readonly choice: RefusedChoice; readonly notice: StepNotice | null };

const REFUSALS: Partial<Record<FailureReason, Refusal>> = {
  recipientNeeded: { choice: 'recipient', notice: { kind: 'recipient-needed', missing: 'role-list' } },
  roleGone: { choice: 'role', notice: { kind: 'role-gone' } },
  serverMaintenance: { choice: 'server', notice: { kind: 'maintenance' } },
  itemGone: { choice: 'item', notice: { kind: 'item-gone' } },
  channelClosed: { choice: 'channel', notice: { kind: 'channel-closed' } },
  priceChanged: { choice: 'price', notice: null },
};

/** Null: the failure concerns no choice and is shown where it happened. */
export const refusedChoice = ({ reason }: Failure): RefusedChoice | null => REFUSALS[reason]?.choice ?? null;

/** The order was refused and does not exist: shows why and drops the intent. */
export const withRefusal = (
  failure: Failure,
): Pick<WizardContext, 'failure' | 'notice' | 'windowRef'> & { intent: null } => ({
  failure,
  notice: REFUSALS[failure.reason]?.notice ?? { kind: 'not-created', failure },
  intent: null,
  windowRef: null,
});

/** The channel with this code, if it is open. */
export const openChannel = (channels: readonly Channel[], code: string | null): Channel | null =>
  channels.find(({ fieldKey, isOpen }) => isOpen && fieldKey === code) ?? null;

/** The item as it was in the last order, so that the wizard can tell the player about a new price. */
export const itemOfOrder = (order: OrderTicket | null, itemId: string | null): Item | null => {
  const last = order?.choices?.item;
  return last?.itemId === itemId ? last : null;
};

/** Returns the change of the context after the player has confirmed these choices. */
export const withIntent = <Choices extends Purchase>(
  { key, windowRef, at }: OrderConfirm,
  choices: Choices | null,
) => ({
  intent: choices && { key, confirmedAt: at, choices },
  windowRef,
  failure: null,
  notice: null,
});

export const toSubmitOrder = ({
  context: { intent, windowRef },
  event,
}: {
  readonly context: WizardContext;
  readonly event: EventObject;
}): SubmitOrderInput => {
  if (!intent) throw new Error('cannot submit an order without an intent');
  return { intent, windowRef, resumed: event.type !== 'order.confirm' };
};
