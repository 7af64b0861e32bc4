import type { EventObject } from 'xstate';
import type { Channel, Item, OrderTicket, Purchase } from '../order/order.types.ts';
import type { SubmitOrderInput } from './submit-order.types.ts';
import type { OrderConfirm, WizardContext } from './wizard.types.ts';

/** The channel with this code, if it is open. */
export const openChannel = (channels: readonly Channel[], code: string | null): Channel | null =>
  channels.find(({ fieldKey, isOpen }) => isOpen && fieldKey === code) ?? null;

/** The item as it was in the last order, so that the wizard can tell the player about a new price. */
export const itemOfOrder = (order: OrderTicket | null, itemId: string): Item | null => {
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
