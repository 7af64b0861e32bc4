import type { Failure } from '../kernel/failure.ts';
import { creditSum } from '../order/order.purchase.ts';
import type { Channel, ChoiceIds, Item, Purchase } from '../order/order.types.ts';
import { noticeOf, stepToRepeat } from '../recharge/recharge.failures.ts';
import type { RechargeStep, StepNotice } from '../recharge/recharge.types.ts';
import type {
  EpointRechargeContext,
  EpointRechargeDraft,
  EpointRechargeInput,
  PointShop,
} from './epoint-recharge.types.ts';

type Change = Partial<EpointRechargeContext>;

const EMPTY_DRAFT: EpointRechargeDraft = { itemId: null, channelCode: null };

export const startingContext = ({ draft, intent, order }: EpointRechargeInput): EpointRechargeContext => ({
  packages: [],
  channels: [],
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
  failure: null,
  step: 'item',
});

const packageOf = (packages: readonly Item[], itemId: string | null): Item | null =>
  packages.find((item) => item.itemId === itemId) ?? null;

const openChannel = (channels: readonly Channel[], code: string | null): Channel | null =>
  channels.find(({ fieldKey, isOpen }) => isOpen && fieldKey === code) ?? null;

const sumOf = ({ credit }: Item): number => (credit ? creditSum(credit) : 0);

/** What is different from what the player saw: the price, or what arrives for it. */
const changeOf = (was: Item | null, is: Item): StepNotice | null => {
  if (was?.itemId !== is.itemId) return null;
  if (was.price.minor !== is.price.minor)
    return { kind: 'price-changed', wasMinor: was.price.minor, isMinor: is.price.minor };
  return sumOf(was) === sumOf(is) ? null : { kind: 'credit-changed', was: sumOf(was), is: sumOf(is) };
};

/** A fresh shop: the wished package at today's price and the wished channel, or the notice that one of them is gone. */
export const withShop = ({ draft, item: was, notice }: EpointRechargeContext, shop: PointShop): Change => {
  const item = packageOf(shop.packages, draft.itemId);
  const channel = openChannel(shop.channels, draft.channelCode);
  const kept = { itemId: item?.itemId ?? null, channelCode: channel?.fieldKey ?? null };
  const news = { ...shop, item, channel, draft: kept, failure: null };
  if (draft.itemId !== null && !item) return { ...news, notice: { kind: 'item-gone' } };
  if (draft.channelCode !== null && !channel) return { ...news, notice: { kind: 'channel-closed' } };
  return { ...news, notice: (item && changeOf(was, item)) ?? notice };
};

export const isPackageAvailable = ({ packages }: PointShop, itemId: string | null): boolean =>
  packageOf(packages, itemId) !== null;

export const isChannelOpen = ({ channels }: PointShop, code: string | null): boolean =>
  openChannel(channels, code) !== null;

export const withPackage = ({ packages, draft }: EpointRechargeContext, itemId: string): Change => ({
  item: packageOf(packages, itemId),
  draft: { ...draft, itemId },
  notice: null,
});

export const withChannel = ({ channels, draft }: EpointRechargeContext, channelCode: string): Change => ({
  channel: openChannel(channels, channelCode),
  draft: { ...draft, channelCode },
  notice: null,
});

export const choicesOf = ({ packages, channels, item, channel }: EpointRechargeContext): Purchase | null => {
  const open = openChannel(channels, channel?.fieldKey ?? null);
  return item && open && packageOf(packages, item.itemId) ? { recipient: null, item, channel: open } : null;
};

/** After a definite "no": what it names is asked again with a fresh shop, the rest stays. */
export const afterRefusal = ({ draft }: EpointRechargeContext, failure: Failure): Change => {
  const asked = stepToRepeat(failure);
  return {
    failure,
    notice: noticeOf(failure),
    intent: null,
    windowRef: null,
    ...(asked === 'item' && { item: null, draft: { ...draft, itemId: null } }),
    ...(asked === 'channel' && { channel: null, draft: { ...draft, channelCode: null } }),
  };
};

/** The same choices once more; a new price or bonus is compared with what was confirmed the last time. */
export const withResubmission = ({ order }: EpointRechargeContext, { itemId, channelCode }: ChoiceIds): Change => ({
  draft: { itemId, channelCode },
  item: order?.choices?.item.itemId === itemId ? order.choices.item : null,
  order: null,
  notice: null,
});

export const withRestart = (): Change => ({ draft: EMPTY_DRAFT, order: null, notice: null, item: null, channel: null });

/** A step can be gone to when every choice before it was made and still holds. */
export const isReachable = (context: EpointRechargeContext, step: RechargeStep): boolean => {
  if (step === 'item') return context.packages.length > 0;
  if (step === 'channel') return isPackageAvailable(context, context.item?.itemId ?? null);
  return step === 'confirm' && choicesOf(context) !== null;
};
