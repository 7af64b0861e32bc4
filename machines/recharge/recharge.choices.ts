import { choicesOfPurchase, gameChoices, POINT_CHANNEL } from '../order/order.purchase.ts';
import type { Channel, ChoiceIds, Choices, Item, OrderTicket } from '../order/order.types.ts';
import {
  isSameRecipient,
  isServerOpen,
  type RecipientIds,
  recipientStatusOf,
  resolveRecipient,
  serverOf,
} from './recharge.recipient.ts';
import type { RechargeContext, RechargeDraft, RechargeInput, RechargeMemory, RechargeStep } from './recharge.types.ts';

type Change = Partial<RechargeContext>;

const EMPTY_DRAFT: RechargeDraft = { serverId: null, roleId: null, itemId: null, channelCode: null };

export const draftOf = ({ draft }: Pick<RechargeContext, 'draft'>): RechargeDraft => draft ?? EMPTY_DRAFT;

const memoryOf = ({ recipient: { serverId, roleId }, channel: { fieldKey } }: Choices): RechargeMemory => ({
  serverId,
  roleId,
  channelCode: fieldKey,
});

/** An intent whose outcome is unknown brings its choices along, in case the order has to be confirmed again. */
export const startingContext = ({ draft, memory, intent, order }: RechargeInput): RechargeContext => ({
  servers: [],
  serverId: intent?.choices.recipient.serverId ?? null,
  roleId: intent?.choices.recipient.roleId ?? null,
  items: [],
  item: intent?.choices.item ?? null,
  channels: [],
  channel: intent?.choices.channel ?? null,
  draft: intent ? choicesOfPurchase(intent.choices) : draft,
  memory,
  intent,
  windowRef: null,
  order,
  notice: null,
  failure: null,
  serversState: 'unread',
  serversFailure: null,
  step: intent ? 'confirm' : 'server',
  coinBalance: null,
});

/** What depended on another recipient does not hold for this one. */
export const withRecipient = (context: RechargeContext, ids: RecipientIds): Change => {
  const wish = draftOf(context);
  if (isSameRecipient(wish, ids)) return { ...ids, draft: { ...wish, ...ids }, notice: null };
  return {
    ...ids,
    draft: { ...EMPTY_DRAFT, ...ids },
    item: null,
    items: [],
    channel: null,
    channels: [],
    notice: null,
  };
};

export const withServer = (context: RechargeContext, serverId: string): Change =>
  withRecipient(context, { serverId, roleId: context.serverId === serverId ? context.roleId : null });

/** The recipient of the draft, or of the last order, marked but not confirmed. */
export const preselected = (context: RechargeContext): Change => {
  const { servers, memory } = context;
  const wish = draftOf(context);
  if (wish.serverId !== null) {
    const roleId = resolveRecipient(servers, wish)?.roleId ?? null;
    return { serverId: serverOf(servers, wish.serverId)?.serverId ?? null, roleId };
  }
  if (!memory || !resolveRecipient(servers, memory)) return {};
  return { serverId: memory.serverId, roleId: memory.roleId };
};

/** The role, or the whole server, is no longer in the list. */
export const withoutRole = ({ servers, serverId, roleId, draft }: RechargeContext): Change => {
  const server = serverOf(servers, draft?.serverId ?? serverId)?.serverId ?? null;
  const hadRole = (draft?.roleId ?? roleId) !== null;
  return {
    serverId: server,
    roleId: null,
    draft: draft && { ...draft, serverId: server, roleId: null },
    notice: hadRole ? { kind: 'role-gone' } : { kind: 'recipient-needed', missing: 'server-and-role' },
  };
};

/** A fresh item list: the wished item with today's price, or the notice that it is gone. */
export const withItems = (context: RechargeContext, items: readonly Item[]): Change => {
  const wish = draftOf(context);
  if (wish.itemId === null) return { items, item: null };
  const item = items.find(({ itemId }) => itemId === wish.itemId);
  if (!item)
    return { items, item: null, draft: { ...wish, itemId: null }, channels: [], notice: { kind: 'item-gone' } };
  const was = context.item?.itemId === item.itemId ? context.item.price.minor : item.price.minor;
  const changed = { kind: 'price-changed', wasMinor: was, isMinor: item.price.minor } as const;
  return { items, item, ...(was !== item.price.minor && { notice: changed }) };
};

/** The last order's channel goes without asking, unless the player was just told that a channel is closed. */
const wishedChannelCode = (context: RechargeContext): string | null =>
  draftOf(context).channelCode ??
  (context.notice?.kind === 'channel-closed' ? null : (context.memory?.channelCode ?? null));

const openChannel = (channels: readonly Channel[], code: string | null): Channel | null =>
  channels.find(({ fieldKey, isOpen }) => isOpen && fieldKey === code) ?? null;

export const draftChannel = (context: RechargeContext, channels: readonly Channel[]): Channel | null =>
  openChannel(channels, wishedChannelCode(context));

export const withChannels = (context: RechargeContext, channels: readonly Channel[]): Change => {
  const wish = draftOf(context);
  const channel = draftChannel(context, channels);
  if (channel) return { channels, channel, draft: { ...wish, channelCode: channel.fieldKey } };
  if (wish.channelCode === null) return { channels, channel: null };
  return { channels, channel: null, draft: { ...wish, channelCode: null }, notice: { kind: 'channel-closed' } };
};

/** The same choices once more. The price that was paid or asked the last time is what a new one is compared with. */
export const withResubmission = ({ order }: RechargeContext, ids: ChoiceIds): Change => {
  const last = order?.choices?.item;
  return {
    draft: ids,
    order: null,
    notice: null,
    item: last?.itemId === ids.itemId ? last : null,
    items: [],
    channel: null,
    channels: [],
  };
};

/** The recipient stays, the rest is chosen anew. */
export const withRestart = ({ serverId, roleId, order, memory }: RechargeContext): Change => {
  const last = order?.choices?.recipient ?? memory;
  const ids = serverId === null || roleId === null ? last : { serverId, roleId };
  return {
    draft: ids ? { ...EMPTY_DRAFT, serverId: ids.serverId, roleId: ids.roleId } : null,
    order: null,
    notice: null,
    item: null,
    items: [],
    channel: null,
    channels: [],
  };
};

/** The order exists: it is what the next visit remembers, and nothing is left to draft. */
export const withOrder = ({ intent, memory }: RechargeContext, ticket: OrderTicket | null): Change => {
  const choices = gameChoices(ticket?.choices ?? null) ?? intent?.choices ?? null;
  return {
    order: ticket && { ...ticket, choices },
    memory: choices ? memoryOf(choices) : memory,
    draft: null,
    failure: null,
    notice: null,
    item: null,
    items: [],
    channel: null,
    channels: [],
  };
};

/** Everything that an order needs and that still holds, or null. */
export const choicesOf = (context: RechargeContext): Choices | null => {
  const { servers, item, channel, channels } = context;
  const recipient = resolveRecipient(servers, context);
  const open = openChannel(channels, channel?.fieldKey ?? null);
  return recipient && recipientStatusOf(servers, context) === 'open' && item && open
    ? { recipient, item, channel: open }
    : null;
};

/** Unknown is enough: whoever takes the E Points reads the balance again. */
export const isPayable = (choices: Choices | null, balance: number | null): boolean =>
  choices !== null &&
  (choices.channel.fieldKey !== POINT_CHANNEL || balance === null || balance >= choices.item.epointPrice);

/** A step can be gone to when every choice before it was made and still holds. */
export const isReachable = (context: RechargeContext, step: RechargeStep): boolean => {
  const { servers, items, item, channels } = context;
  const known = recipientStatusOf(servers, context) === 'open';
  if (step === 'server') return true;
  if (step === 'role') return isServerOpen(servers, context.serverId);
  if (step === 'item') return known && items.length > 0;
  if (step === 'channel') return known && item !== null && channels.length > 0;
  return step === 'confirm' && choicesOf(context) !== null;
};
