import type { Failure } from '../kernel/failure.ts';
import { takesPoints } from '../order/order.methods.ts';
import { gameChoices, missingPoints, toChoiceIds } from '../order/order.purchase.ts';
import type { Channel, Choices, Item, OrderTicket } from '../order/order.types.ts';
import { itemOfOrder, openChannel, refusedChoice, withRefusal } from '../wizard/wizard.order.ts';
import type { Repetition, WizardStep } from '../wizard/wizard.types.ts';
import {
  findRecipient,
  isSameRecipient,
  isServerOpen,
  type RecipientIds,
  recipientStatusOf,
  serverOf,
  withMaintenance,
} from './recharge.recipient.ts';
import type { RechargeContext, RechargeDraft, RechargeInput, RechargeMemory } from './recharge.types.ts';

type Change = Partial<RechargeContext>;

const EMPTY_DRAFT: RechargeDraft = { serverId: null, roleId: null, itemId: null, channelCode: null };

const NOTHING_CHOSEN = { item: null, items: [], channel: null, channels: [] } satisfies Change;

export const draftOf = ({ draft }: Pick<RechargeContext, 'draft'>): RechargeDraft => draft ?? EMPTY_DRAFT;

const memoryOf = ({ recipient: { serverId, roleId }, item, channel }: Choices): RechargeMemory => ({
  serverId,
  roleId,
  channelCode: channel.fieldKey,
  itemId: item.itemId,
});

/** An intent with an unknown outcome restores its choices, in case the player has to confirm them again. */
export const initialContext = ({ draft, memory, intent, order }: RechargeInput): RechargeContext => ({
  servers: [],
  serverId: intent?.choices.recipient.serverId ?? null,
  roleId: intent?.choices.recipient.roleId ?? null,
  items: [],
  item: intent?.choices.item ?? null,
  channels: [],
  channel: intent?.choices.channel ?? null,
  unread: { servers: [], items: [], channels: [] },
  draft: intent ? toChoiceIds(intent.choices) : draft,
  memory,
  suggestedItemId: intent || order ? null : (memory?.itemId ?? null),
  intent,
  windowRef: null,
  quotedMinor: null,
  order,
  notice: null,
  unconfirmed: null,
  failure: null,
  serversState: 'idle',
  serversFailure: null,
  serverQuery: '',
  serverScope: 'own',
  step: 'server',
  coinBalance: null,
});

/** Choices for one recipient are not valid for another. */
export const withRecipient = (context: RechargeContext, { serverId, roleId }: RecipientIds): Change => {
  const ids = { serverId, roleId };
  const draft = draftOf(context);
  // A link may name an item without a recipient.
  const isOpen = draft.serverId === null && context.items.length === 0;
  if (isOpen || isSameRecipient(draft, ids)) return { ...ids, draft: { ...draft, ...ids }, notice: null };
  return {
    ...ids,
    draft: { ...EMPTY_DRAFT, ...ids },
    ...NOTHING_CHOSEN,
    suggestedItemId: context.memory && isSameRecipient(context.memory, ids) ? context.suggestedItemId : null,
    notice: null,
  };
};

/** Selects the recipient of the draft or of the last order, although it cannot receive anything now. */
export const withPreselection = (context: RechargeContext): Change => {
  const { servers, memory } = context;
  const draft = draftOf(context);
  if (draft.serverId !== null) {
    const roleId = findRecipient(servers, draft)?.roleId ?? null;
    return { serverId: serverOf(servers, draft.serverId)?.serverId ?? null, roleId };
  }
  if (!memory || !findRecipient(servers, memory)) return {};
  return { serverId: memory.serverId, roleId: memory.roleId };
};

/** The role or its server is no longer in the list. */
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

/** The item of the last order to the same role, if the list has it and nothing else is chosen. */
export const suggestedItem = ({ draft, memory, suggestedItemId, ...ids }: RechargeContext, items: readonly Item[]) =>
  draft?.itemId || !memory || !isSameRecipient(memory, ids)
    ? null
    : (items.find(({ itemId }) => itemId === suggestedItemId) ?? null);

/** Applies a fresh item list: selects the item of the draft at its current price, or adds a notice that it is gone. */
export const withItems = (context: RechargeContext, items: readonly Item[]): Change => {
  const draft = draftOf(context);
  const none = { items, item: null, quotedMinor: null };
  if (draft.itemId === null) return none;
  const item = items.find(({ itemId }) => itemId === draft.itemId);
  if (!item) return { ...none, draft: { ...draft, itemId: null }, channels: [], notice: { kind: 'item-gone' } };
  const quoted = context.quotedMinor ?? item.price.minor;
  const was = context.item?.itemId === item.itemId ? context.item.price.minor : quoted;
  const changed = { kind: 'price-changed', wasMinor: was, isMinor: item.price.minor } as const;
  return { items, item, quotedMinor: null, ...(was !== item.price.minor && { notice: changed }) };
};

/** Falls back to the channel of the last order, but not right after a channel turned out to be closed. */
export const draftChannel = (context: RechargeContext, channels: readonly Channel[]): Channel | null => {
  const last = context.notice?.kind === 'channel-closed' ? null : context.memory?.channelCode;
  return openChannel(channels, draftOf(context).channelCode ?? last ?? null);
};

export const withChannels = (context: RechargeContext, channels: readonly Channel[]): Change => {
  const draft = draftOf(context);
  const channel = draftChannel(context, channels);
  if (channel) return { channels, channel, draft: { ...draft, channelCode: channel.fieldKey } };
  if (draft.channelCode === null) return { channels, channel: null };
  return { channels, channel: null, draft: { ...draft, channelCode: null }, notice: { kind: 'channel-closed' } };
};

/** Repeats the same choices. The item keeps the price of the last order, so that a new price is noticed. */
export const withResubmission = ({ order }: RechargeContext, { choices, priceMinor = null }: Repetition): Change => ({
  ...NOTHING_CHOSEN,
  draft: choices,
  quotedMinor: priceMinor,
  suggestedItemId: null,
  item: itemOfOrder(order, choices.itemId),
  order: null,
  notice: null,
});

/** A suggestion, too, is the choice of a player who confirms it or buys E Points for it. */
export const withChosen = (choices: Choices | null): Change =>
  choices ? { draft: toChoiceIds(choices), suggestedItemId: null } : {};

/** Keeps the recipient and clears the other choices. */
export const withRestart = ({ serverId, roleId, order, memory }: RechargeContext): Change => {
  const last = order?.choices?.recipient ?? memory;
  const ids = serverId === null || roleId === null ? last : { serverId, roleId };
  return {
    draft: ids ? { ...EMPTY_DRAFT, serverId: ids.serverId, roleId: ids.roleId } : null,
    suggestedItemId: null,
    order: null,
    notice: null,
    ...NOTHING_CHOSEN,
  };
};

/** The order exists: remembers its choices for the next visit and clears the draft. */
export const withOrder = ({ intent, memory }: RechargeContext, ticket: OrderTicket): Change => {
  const choices = gameChoices(ticket.choices) ?? intent?.choices ?? null;
  return {
    order: { ...ticket, choices },
    memory: choices ? memoryOf(choices) : memory,
    draft: null,
    suggestedItemId: null,
    failure: null,
    notice: null,
    unconfirmed: null,
    ...NOTHING_CHOSEN,
  };
};

/** The choices of an order; null while one is missing or no longer valid. */
export const completeChoices = (context: RechargeContext): Choices | null => {
  const { servers, item, channel, channels } = context;
  const recipient = findRecipient(servers, context);
  const open = openChannel(channels, channel?.fieldKey ?? null);
  return recipient && recipientStatusOf(servers, context) === 'open' && item && open
    ? { recipient, item, channel: open }
    : null;
};

/** The steps that load the balance. In the others, it could be that of an earlier visit. */
export const showsBalance = (step: WizardStep): boolean => ['channel', 'confirm'].includes(step);

/** E Points that the balance lacks for the choices. 0 for an unknown balance: the payment checks it again. */
export const missingForChoices = (wanted: Pick<RechargeContext, 'item' | 'channel' | 'coinBalance'>): number =>
  wanted.item && takesPoints(wanted.channel) ? missingPoints(wanted.item.epointPrice, wanted.coinBalance) : 0;

/** The choices that lack E Points and that a package with this many covers. */
export const coveredChoices = (context: RechargeContext, points: number): Choices | null => {
  const missing = missingForChoices(context);
  return missing > 0 && points >= missing ? completeChoices(context) : null;
};

export const isPayable = (choices: Choices | null, coinBalance: number | null): boolean =>
  choices !== null && missingForChoices({ ...choices, coinBalance }) === 0;

export const isReachable = (context: RechargeContext, step: WizardStep): boolean => {
  const { servers, items, item, channels } = context;
  const isRecipientOpen = recipientStatusOf(servers, context) === 'open';
  if (step === 'server') return true;
  if (step === 'role') return isServerOpen(servers, context.serverId);
  if (step === 'item') return isRecipientOpen && items.length > 0;
  if (step === 'channel') return isRecipientOpen && item !== null && channels.length > 0;
  return step === 'confirm' && completeChoices(context) !== null;
};

/** A list could not be loaded because an earlier choice is no longer available: the player returns to that step. */
export const isEarlierChoiceGone = (failure: Failure): boolean =>
  ['role', 'server', 'item'].includes(refusedChoice(failure) ?? '');

export const withoutRefusedChoice = (context: RechargeContext, failure: Failure): Partial<RechargeContext> => {
  const refused = refusedChoice(failure);
  const draft = draftOf(context);
  return {
    ...withRefusal(failure),
    ...(refused === 'server' && { servers: withMaintenance(context.servers, context.serverId) }),
    ...(refused === 'role' && { roleId: null, draft: { ...draft, roleId: null } }),
    ...(refused === 'item' && {
      item: null,
      items: context.items.filter(({ itemId }) => itemId !== draft.itemId),
      draft: { ...draft, itemId: null },
    }),
    ...(refused === 'channel' && { channel: null, channels: [], draft: { ...draft, channelCode: null } }),
  };
};
