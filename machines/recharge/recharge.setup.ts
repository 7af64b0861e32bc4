import {
  assertEvent,
  assign,
  type DoneActorEvent,
  type ErrorActorEvent,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import { type CoinBalanceEvent, coinBalanceMachine } from '../balance/coin-balance.machine.ts';
import { failureOf } from '../kernel/failure.ts';
import type { Listed } from '../kernel/listed.ts';
import { type Listener, ports } from '../kernel/port.ts';
import type { Channel, Item } from '../order/order.types.ts';
import { submitOrderMachine } from '../wizard/submit-order.machine.ts';
import { type RefusedChoice, refusedChoice, withIntent } from '../wizard/wizard.order.ts';
import { canGoTo, WIZARD_GUARDS, wizardActions } from '../wizard/wizard.setup.ts';
import * as choices from './recharge.choices.ts';
import {
  findRecipient,
  hasOneRole,
  isRoleGone,
  isServerGone,
  isServerOpen,
  isUnderMaintenance,
  recipientStatusOf,
  resolveDraft,
  rolesOf,
  serverOf,
  suggestedRecipient,
  toRequestIds,
} from './recharge.recipient.ts';
import type {
  ChannelRequest,
  Confirmation,
  EffectReport,
  ItemRequest,
  ListsPorts,
  RechargeContext,
  RechargeEffect,
  RechargeEvent,
  RechargeInput,
  RechargeInternalEvent,
  RechargeReport,
} from './recharge.types.ts';
import { isLongList } from './servers.list.ts';
import { type ServersEvent, serversMachine } from './servers.machine.ts';

type LoadEvent =
  | DoneActorEvent<Listed<Item>, 'loadItems' | 'reloadItems'>
  | DoneActorEvent<Listed<Channel>, 'loadChannels'>
  | DoneActorEvent<Confirmation, 'createConfirmation'>
  | ErrorActorEvent<unknown, 'loadItems' | 'reloadItems' | 'loadChannels'>;

type MachineEvent = RechargeEvent | RechargeInternalEvent | LoadEvent;
type ContextArgs = { readonly context: RechargeContext };

const itemsIn = (event: MachineEvent): Listed<Item> => {
  assertEvent(event, ['xstate.done.actor.loadItems', 'xstate.done.actor.reloadItems']);
  return event.output;
};
const channelsIn = (event: MachineEvent): Listed<Channel> => {
  assertEvent(event, 'xstate.done.actor.loadChannels');
  return event.output;
};
const failureIn = (event: MachineEvent) => (event.type === 'order.refused' ? event.failure : failureOf({ event }));

const canGoToStep = canGoTo<RechargeContext>(choices.isReachable);

const isRefused =
  (choice: RefusedChoice) =>
  ({ context: { failure } }: ContextArgs): boolean =>
    failure !== null && refusedChoice(failure) === choice;

/** Blank ids when the list does not contain the recipient: the port then sends nothing. */
export const toItemRequest = ({ context }: ContextArgs): ItemRequest => toRequestIds(context);
export const toChannelRequest = ({ context }: ContextArgs): ChannelRequest => ({
  ...toRequestIds(context),
  itemId: context.item?.itemId ?? '',
});

const sendRole = (context: RechargeContext, enqueue: { sendTo(id: 'effects', effect: RechargeEffect): void }): void => {
  const recipient = findRecipient(context.servers, context);
  if (recipient) enqueue.sendTo('effects', { type: 'role.report', recipient });
};

export const rechargeSetup = setup({
  types: { context: {} as RechargeContext, events: {} as MachineEvent, input: {} as RechargeInput },
  actors: {
    ...ports<ListsPorts & { effects: Listener<RechargeEffect, EffectReport> }>({
      loadItems: 'port',
      loadChannels: 'port',
      createConfirmation: 'port',
      effects: 'listener',
    }),
    serverList: serversMachine,
    coinBalance: coinBalanceMachine,
    submitOrder: submitOrderMachine,
  },
  delays: { recheck: 30_000 },
  guards: {
    ...WIZARD_GUARDS,
    hasServers: ({ context }) => context.servers.length > 0,
    isLongList: ({ context }) => isLongList(context.servers),
    canReloadServers: ({ context }) => {
      const { servers, serverId, serversState } = context;
      if (serversState === 'failed') return true;
      return serversState === 'fresh' && (!servers.length || (serverId !== null && !rolesOf(servers, serverId).length));
    },
    isResolvable: ({ context }) => resolveDraft(context) !== 'unresolved',
    isDraftOpen: ({ context }) => resolveDraft(context) === 'recipient',
    isRecipientSuggested: ({ context }) => resolveDraft(context) === 'suggestion',
    isDraftUnderMaintenance: ({ context }) => resolveDraft(context) === 'maintenance',
    isDraftRoleGone: ({ context }) => resolveDraft(context) === 'role-gone',
    isDraftServerGone: ({ context }) => resolveDraft(context) === 'server-gone',
    isServerPreselected: ({ context }) => resolveDraft(context) === 'role',
    needsServer: ({ context }) => resolveDraft(context) === 'server',

    /** True only with a fresh list: a cached list may lack a new role. */
    hasSingleRole: ({ context: { servers, serversState }, event }) =>
      event.type === 'server.pick' &&
      serversState === 'fresh' &&
      isServerOpen(servers, event.serverId) &&
      hasOneRole(servers, event.serverId),
    isServerOpen: ({ context, event }) => event.type === 'server.pick' && isServerOpen(context.servers, event.serverId),
    isPickedServerUnderMaintenance: ({ context, event }) =>
      event.type === 'server.pick' && isUnderMaintenance(serverOf(context.servers, event.serverId)),
    hasServer: ({ context }) => isServerOpen(context.servers, context.serverId),
    hasRoles: ({ context }) => rolesOf(context.servers, context.serverId).length > 0,
    hasNoRoles: ({ context }) => rolesOf(context.servers, context.serverId).length === 0,
    isRoleOpen: ({ context, event }) =>
      event.type === 'role.pick' && recipientStatusOf(context.servers, event) === 'open',
    isRecipientOpen: ({ context }) => recipientStatusOf(context.servers, context) === 'open',
    isRecipientGone: ({ context }) => isServerGone(context) || isRoleGone(context),
    isRoleGone: ({ context }) => isRoleGone(context),
    isServerGone: ({ context }) => isServerGone(context),
    isServerUnderMaintenance: ({ context }) => isUnderMaintenance(serverOf(context.servers, context.serverId)),
    isServerReopened: ({ context }) =>
      recipientStatusOf(context.servers, context) !== 'gone' &&
      !isUnderMaintenance(serverOf(context.servers, context.serverId)),

    isEmpty: ({ event }) => {
      assertEvent(event, ['xstate.done.actor.loadItems', 'xstate.done.actor.loadChannels']);
      return event.output.rows.length === 0;
    },
    isDraftItemAvailable: ({ context, event }) =>
      itemsIn(event).rows.some(({ itemId }) => itemId === choices.draftOf(context).itemId),
    isItemSuggested: ({ context, event }) => choices.suggestedItem(context, itemsIn(event).rows) !== null,
    isItemAvailable: ({ context, event }) =>
      event.type === 'item.pick' && context.items.some(({ itemId }) => itemId === event.itemId),
    isDraftChannelOpen: ({ context, event }) => choices.draftChannel(context, channelsIn(event).rows) !== null,
    isChannelOpen: ({ context, event }) =>
      event.type === 'channel.pick' &&
      context.channels.some(({ fieldKey, isOpen }) => isOpen && fieldKey === event.channelCode),

    isPackageEnough: ({ context, event }) =>
      event.type === 'package.confirmed' && choices.coveredChoices(context, event.points) !== null,
    isBalanceKnown: ({ event }) => event.type === 'coinBalance.changed' && event.balance !== null,
    isOrderable: ({ context }) => choices.isPayable(choices.completeChoices(context), context.coinBalance),
    canGoToServer: canGoToStep('server'),
    canGoToRole: canGoToStep('role'),
    canGoToItem: canGoToStep('item'),
    canGoToChannel: canGoToStep('channel'),
    canGoToConfirm: canGoToStep('confirm'),

    isEarlierChoiceGone: ({ event }) => choices.isEarlierChoiceGone(failureIn(event)),
    isServerRefused: isRefused('server'),
    isRecipientRefused: (args) => isRefused('recipient')(args) || isRefused('role')(args),
    isItemRefused: isRefused('item'),
    isChannelRefused: isRefused('channel'),
    isPriceRefused: isRefused('price'),
    /** The items are not loaded, or the recipient is no longer available: restarts with the choices that are still valid. */
    needsFullReload: ({ context }) => !context.items.length || recipientStatusOf(context.servers, context) !== 'open',
  },
  actions: {
    ...wizardActions<RechargeContext, MachineEvent>('game'),

    refreshServers: sendTo('serverList', { type: 'servers.refresh' } satisfies ServersEvent),
    readCoinBalance: sendTo('coinBalance', { type: 'coinBalance.refresh' } satisfies CoinBalanceEvent),
    refreshCoinBalance: enqueueActions(({ context: { step }, enqueue }) => {
      if (choices.showsBalance(step))
        enqueue.sendTo('coinBalance', { type: 'coinBalance.refresh' } satisfies CoinBalanceEvent);
    }),
    setServers: assign(({ context, event }) => {
      assertEvent(event, 'servers.changed');
      const { state, failure } = event;
      const change = { serversState: state, serversFailure: failure };
      // Until it is loaded again, the list keeps the server that was refused as under maintenance.
      if (state !== 'fresh' && context.servers.length) return change;
      return { ...change, servers: event.servers, unread: { ...context.unread, servers: event.unread } };
    }),
    raiseRolesRefreshed: enqueueActions(({ context, enqueue }) => {
      if (context.serversState === 'fresh') enqueue.raise({ type: 'roles.refreshed' });
    }),

    setServer: assign(({ context, event }) => {
      assertEvent(event, 'server.pick');
      const roleId = event.serverId === context.serverId ? context.roleId : null;
      return choices.withRecipient(context, { serverId: event.serverId, roleId });
    }),
    setRole: assign(({ context, event }) => {
      assertEvent(event, 'role.pick');
      return choices.withRecipient(context, { serverId: event.serverId, roleId: event.roleId });
    }),
    setSingleRole: assign(({ context, event }) => {
      assertEvent(event, 'server.pick');
      const roleId = rolesOf(context.servers, event.serverId)[0]?.roleId ?? null;
      return choices.withRecipient(context, { serverId: event.serverId, roleId });
    }),
    setServerQuery: assign(({ event }) => (event.type === 'servers.search' ? { serverQuery: event.query } : {})),
    setServerScope: assign(({ event }) => (event.type === 'servers.show' ? { serverScope: event.scope } : {})),
    clearServerSearch: assign({ serverQuery: '', serverScope: 'own' }),
    setPreselection: assign(({ context }) => choices.withPreselection(context)),
    setSuggestion: assign(({ context }) => {
      const ids = suggestedRecipient(context);
      return ids ? choices.withRecipient(context, ids) : {};
    }),
    setDraftRecipient: assign(({ context }) => ({
      serverId: choices.draftOf(context).serverId,
      roleId: choices.draftOf(context).roleId,
    })),
    setRecipient: assign(({ context }) => choices.withRecipient(context, context)),
    setRoleGone: assign(({ context }) => choices.withoutRole(context)),
    setMaintenance: assign({ notice: { kind: 'maintenance' } }),
    setRecipientNeeded: assign(({ context }) => ({
      notice: {
        kind: 'recipient-needed' as const,
        missing: context.serverId === null ? ('server-and-role' as const) : ('role' as const),
      },
    })),

    setItems: assign(({ context, event }) => {
      const { rows, unread } = itemsIn(event);
      return { ...choices.withItems(context, rows), unread: { ...context.unread, items: unread } };
    }),
    setSuggestedItem: assign(({ context, event }) => {
      const { rows, unread } = itemsIn(event);
      return {
        items: rows,
        item: choices.suggestedItem(context, rows),
        notice: null,
        unread: { ...context.unread, items: unread },
      };
    }),
    clearSuggestion: assign({ item: null, suggestedItemId: null }),
    setItem: assign(({ context, event }) => {
      assertEvent(event, 'item.pick');
      const item = context.items.find(({ itemId }) => itemId === event.itemId) ?? null;
      const draft = { ...choices.draftOf(context), itemId: event.itemId };
      return { item, draft, quotedMinor: null, channels: [], notice: null };
    }),
    setChannels: assign(({ context, event }) => {
      const { rows, unread } = channelsIn(event);
      return { ...choices.withChannels(context, rows), unread: { ...context.unread, channels: unread } };
    }),
    setChannel: assign(({ context, event }) => {
      assertEvent(event, 'channel.pick');
      const channel = context.channels.find(({ fieldKey }) => fieldKey === event.channelCode) ?? null;
      return { channel, draft: { ...choices.draftOf(context), channelCode: event.channelCode }, notice: null };
    }),
    setCoinBalance: assign(({ event }) => (event.type === 'coinBalance.changed' ? { coinBalance: event.balance } : {})),
    setFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    setRefusal: assign(({ context, event }) => choices.withoutRefusedChoice(context, failureIn(event))),

    setIntent: assign(({ context, event }) => {
      assertEvent(event, 'order.confirm');
      const chosen = choices.completeChoices(context);
      return { ...withIntent(event, chosen), ...choices.withChosen(chosen) };
    }),
    keepChoices: assign(({ context }) => choices.withChosen(choices.completeChoices(context))),
    setOrder: assign(({ context, event }) => {
      assertEvent(event, 'order.placed');
      return choices.withOrder(context, event.ticket);
    }),
    setResubmission: assign(({ context, event }) => {
      assertEvent(event, 'order.resubmit');
      return choices.withResubmission(context, event);
    }),
    clearChoices: assign(({ context }) => choices.withRestart(context)),
    reportShort: enqueueActions(({ context, enqueue }) => {
      if (context.step === 'confirm' && choices.missingForChoices(context) > 0)
        enqueue.sendParent({ type: 'points.short' } satisfies RechargeReport);
    }),
    /** Places the order as a click would: the guards of the confirmation decide. */
    raiseConfirm: raise(({ event }) => {
      assertEvent(event, 'xstate.done.actor.createConfirmation');
      return { type: 'order.confirm' as const, ...event.output, windowRef: null };
    }),
    reportRoleFailure: sendParent({ type: 'role.reportFailed' } satisfies RechargeReport),

    saveDraft: sendTo('effects', ({ context: { draft } }): RechargeEffect => ({ type: 'draft.save', draft })),
    saveMemory: enqueueActions(({ context: { memory }, enqueue }) => {
      if (memory) enqueue.sendTo('effects', { type: 'memory.save', memory } satisfies RechargeEffect);
    }),
    sendRoleReport: enqueueActions(({ context, enqueue }) => sendRole(context, enqueue)),
    /** Stores the recipient, which the player chose now, and reports the role. */
    saveRecipient: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo('effects', { type: 'draft.save', draft: context.draft } satisfies RechargeEffect);
      sendRole(context, enqueue);
    }),
  },
});
