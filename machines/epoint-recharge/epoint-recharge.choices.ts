import type { Failure } from '../kernel/failure.ts';
import { creditSum } from '../order/order.purchase.ts';
import type { Item, OrderTicket, Purchase } from '../order/order.types.ts';
import { itemOfOrder, openChannel, refusedChoice, withRefusal } from '../wizard/wizard.order.ts';
import type { Repetition, StepNotice, WizardStep } from '../wizard/wizard.types.ts';
import type {
  EpointRechargeContext,
  EpointRechargeDraft,
  EpointRechargeInput,
  PointShop,
} from './epoint-recharge.types.ts';

type Change = Partial<EpointRechargeContext>;

const EMPTY_DRAFT: EpointRechargeDraft = { itemId: null, channelCode: null };

export const initialContext = ({ draft, intent, order }: EpointRechargeInput): EpointRechargeContext => ({
  packages: [],
  channels: [],
  unread: [],
  rebateFailure: null,
  item: intent?.choices.item ?? null,
  channel: intent?.choices.channel ?? null,
  draft: intent
    ? { itemId: intent.choices.item.itemId, channelCode: intent.choices.channel.fieldKey }
    : (draft ?? EMPTY_DRAFT),
  intent,
  windowRef: null,
  order,
  notice: null,
  unconfirmed: null,
  failure: null,
  quotedMinor: null,
  step: 'item',
});

export const packageOf = (packages: readonly Item[], itemId: string | null): Item | null =>
  packages.find((item) => item.itemId === itemId) ?? null;

export const sumOf = ({ credit }: Item): number => (credit ? creditSum(credit) : 0);

/** What changed since the player last saw the package: its price, or its E Points. */
const noticeOfChange = (was: Item | null, is: Item, quotedMinor: number | null): StepNotice | null => {
  const seen = was?.itemId === is.itemId ? was : null;
  const wasMinor = seen?.price.minor ?? quotedMinor ?? is.price.minor;
  if (wasMinor !== is.price.minor) return { kind: 'price-changed', wasMinor, isMinor: is.price.minor };
  return seen === null || sumOf(seen) === sumOf(is)
    ? null
    : { kind: 'credit-changed', was: sumOf(seen), is: sumOf(is) };
};

/** Applies a fresh shop: selects the package of the draft at its current price and the channel, or adds a notice that one is gone. */
export const withShop = ({ draft, item: was, notice, quotedMinor }: EpointRechargeContext, shop: PointShop): Change => {
  const item = packageOf(shop.packages, draft.itemId);
  const channel = openChannel(shop.channels, draft.channelCode);
  const available = { itemId: item?.itemId ?? null, channelCode: channel?.fieldKey ?? null };
  const fresh = { ...shop, item, channel, draft: available, failure: null, quotedMinor: null };
  if (draft.itemId !== null && !item) return { ...fresh, notice: { kind: 'item-gone' } };
  if (draft.channelCode !== null && !channel) return { ...fresh, notice: { kind: 'channel-closed' } };
  return { ...fresh, notice: (item && noticeOfChange(was, item, quotedMinor)) ?? notice };
};

/** The choices of an order; null while one is missing or no longer valid. */
export const completeChoices = ({ packages, channels, item, channel }: EpointRechargeContext): Purchase | null => {
  const open = openChannel(channels, channel?.fieldKey ?? null);
  return item && open && packageOf(packages, item.itemId) ? { recipient: null, item, channel: open } : null;
};

export const withoutRefusedChoice = ({ draft }: EpointRechargeContext, failure: Failure): Change => {
  const refused = refusedChoice(failure);
  return {
    ...withRefusal(failure),
    ...(refused === 'item' && { item: null, draft: { ...draft, itemId: null } }),
    ...(refused === 'channel' && { channel: null, draft: { ...draft, channelCode: null } }),
  };
};

/** Repeats the same choices. The item keeps the price of the last order, so that a new price or bonus is noticed. */
export const withResubmission = (
  { order }: EpointRechargeContext,
  { choices: { itemId, channelCode }, priceMinor = null }: Repetition,
): Change => ({
  draft: { itemId, channelCode },
  quotedMinor: priceMinor,
  item: itemOfOrder(order, itemId),
  order: null,
  notice: null,
});

export const withRestart = (): Change => ({ draft: EMPTY_DRAFT, order: null, notice: null, item: null, channel: null });

/** The order exists, so nothing is left to choose. */
export const withOrder = (ticket: OrderTicket): Change => ({
  ...withRestart(),
  order: ticket,
  failure: null,
  unconfirmed: null,
});

export const isReachable = (context: EpointRechargeContext, step: WizardStep): boolean => {
  if (step === 'item') return context.packages.length > 0;
  if (step === 'channel') return packageOf(context.packages, context.item?.itemId ?? null) !== null;
  return step === 'confirm' && completeChoices(context) !== null;
};
