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
import { coinBalanceMachine } from '../balance/coin-balance.machine.ts';
import type { CoinBalanceEvent } from '../balance/coin-balance.types.ts';
import { toFailure } from '../kernel/failure.ts';
import { listenerStub, portStub } from '../kernel/port.ts';
import type { Channel, Item } from '../order/order.types.ts';
import { submitOrderMachine } from '../wizard/submit-order.machine.ts';
import type { SubmitOrderEvent, SubmitOrderInput } from '../wizard/submit-order.types.ts';
import {
  choicesOf,
  draftChannel,
  draftOf,
  isPayable,
  isReachable,
  preselected,
  startingContext,
  withChannels,
  withItems,
  withOrder,
  withoutRole,
  withRecipient,
  withRestart,
  withResubmission,
  withServer,
} from './recharge.choices.ts';
import { afterRefusal, isEarlierChoiceGone, stepToRepeat } from './recharge.failures.ts';
import {
  addressOf,
  isServerOpen,
  isUnderMaintenance,
  recipientStatusOf,
  resolveRecipient,
  rolesOf,
  serverOf,
} from './recharge.recipient.ts';
import { resolveDraft } from './recharge.resolution.ts';
import type {
  BackgroundEffect,
  RechargeContext,
  RechargeEvent,
  RechargeInput,
  RechargeReport,
  RechargeSignal,
  RechargeStep,
} from './recharge.types.ts';
import { serversMachine } from './servers.machine.ts';
import type { ServersEvent } from './servers.types.ts';

type Place = { readonly serverId: string; readonly roleId: string };
type Goods = Place & { readonly itemId: string };

type Answer =
  | DoneActorEvent<readonly Item[], 'loadItems' | 'reloadItems'>
  | DoneActorEvent<readonly Channel[], 'loadChannels'>
  | ErrorActorEvent<unknown, 'loadItems' | 'reloadItems' | 'loadChannels'>;

type MachineEvent = RechargeEvent | RechargeSignal | Answer;
type EventArgs = { readonly context: RechargeContext; readonly event: MachineEvent };

/** What only the player does; whatever else enters a step does so by itself and replaces the address. */
const USER_EVENTS: ReadonlySet<string> = new Set<RechargeEvent['type']>([
  'server.pick',
  'role.pick',
  'recipient.confirm',
  'item.pick',
  'channel.pick',
  'order.resubmit',
  'order.show',
  'recharge.restart',
  'step.back',
  'step.goto',
]);

/** Where the balance decides, or is about to. */
const BALANCE_STEPS: ReadonlySet<RechargeStep> = new Set<RechargeStep>(['channel', 'confirm']);

const itemsIn = (event: MachineEvent): readonly Item[] => {
  assertEvent(event, ['xstate.done.actor.loadItems', 'xstate.done.actor.reloadItems']);
  return event.output;
};
const channelsIn = (event: MachineEvent): readonly Channel[] => {
  assertEvent(event, 'xstate.done.actor.loadChannels');
  return event.output;
};
const failureIn = (event: MachineEvent) => {
  if (event.type === 'order.refused') return event.failure;
  return toFailure('error' in event ? event.error : event);
};

const canGoTo = ({ context, event }: EventArgs, step: RechargeStep): boolean =>
  event.type === 'step.goto' && event.step === step && context.step !== step && isReachable(context, step);

const isAsked = ({ failure }: RechargeContext, choice: ReturnType<typeof stepToRepeat>): boolean =>
  failure !== null && stepToRepeat(failure) === choice;

const isServerGone = ({ servers, serverId }: RechargeContext): boolean =>
  serverId !== null && serverOf(servers, serverId) === null;

const isRoleGone = (context: RechargeContext): boolean =>
  isServerOpen(context.servers, context.serverId) && recipientStatusOf(context.servers, context) === 'gone';

export const initialContext = startingContext;

/** The recipient as a call needs it, resolved again from the list; blank when nothing is to be sent. */
export const toPlace = ({ context }: { context: RechargeContext }): Place => addressOf(context);
export const toGoods = ({ context }: { context: RechargeContext }): Goods => ({
  ...addressOf(context),
  itemId: context.item?.itemId ?? '',
});

export const toSubmitOrder = ({ context, event }: EventArgs): SubmitOrderInput => {
  const { intent, windowRef } = context;
  if (!intent) throw new Error('an order without an intent');
  return { intent, windowRef, resumed: event.type !== 'order.confirm' };
};

export const rechargeSetup = setup({
  types: { context: {} as RechargeContext, events: {} as MachineEvent, input: {} as RechargeInput },
  actors: {
    loadItems: portStub<readonly Item[], Place>('loadItems'),
    loadChannels: portStub<readonly Channel[], Goods>('loadChannels'),
    effects: listenerStub<BackgroundEffect, Record<string, never>>(),
    serverList: serversMachine,
    coinBalance: coinBalanceMachine,
    ordering: submitOrderMachine,
  },
  delays: { recheck: 30_000 },
  guards: {
    hasIntent: ({ context }) => context.intent !== null,
    hasOrder: ({ context }) => context.order !== null,
    hasNotice: ({ context }) => context.notice !== null,
    hasServers: ({ context }) => context.servers.length > 0,
    canReloadServers: ({ context }) => {
      const { servers, serverId, serversState } = context;
      if (serversState === 'failed') return true;
      return serversState === 'fresh' && (!servers.length || (serverId !== null && !rolesOf(servers, serverId).length));
    },
    isResolvable: ({ context }) => resolveDraft(context) !== 'unresolved',
    isDraftOpen: ({ context }) => resolveDraft(context) === 'recipient',
    isDraftUnderMaintenance: ({ context }) => resolveDraft(context) === 'maintenance',
    isDraftRoleGone: ({ context }) => resolveDraft(context) === 'role-gone',
    isDraftServerGone: ({ context }) => resolveDraft(context) === 'server-gone',
    isServerPreselected: ({ context }) => resolveDraft(context) === 'role',
    needsServer: ({ context }) => resolveDraft(context) === 'server',

    /** Of a fresh list only: a cached one may lack a role that was created since. */
    hasSingleRole: ({ context: { servers, serversState }, event }) => {
      assertEvent(event, 'server.pick');
      return (
        serversState === 'fresh' &&
        isServerOpen(servers, event.serverId) &&
        rolesOf(servers, event.serverId).length === 1
      );
    },
    isServerOpen: ({ context, event }) => {
      assertEvent(event, 'server.pick');
      return isServerOpen(context.servers, event.serverId);
    },
    isPickedServerUnderMaintenance: ({ context, event }) => {
      assertEvent(event, 'server.pick');
      return isUnderMaintenance(serverOf(context.servers, event.serverId));
    },
    hasServer: ({ context }) => isServerOpen(context.servers, context.serverId),
    hasRoles: ({ context }) => rolesOf(context.servers, context.serverId).length > 0,
    hasNoRoles: ({ context }) => rolesOf(context.servers, context.serverId).length === 0,
    isRoleOpen: ({ context, event }) => {
      assertEvent(event, 'role.pick');
      return event.serverId === context.serverId && recipientStatusOf(context.servers, event) === 'open';
    },
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
      return event.output.length === 0;
    },
    isDraftItemAvailable: ({ context, event }) =>
      itemsIn(event).some(({ itemId }) => itemId === draftOf(context).itemId),
    isItemAvailable: ({ context, event }) =>
      event.type === 'item.pick' && context.items.some(({ itemId }) => itemId === event.itemId),
    isDraftChannelOpen: ({ context, event }) => draftChannel(context, channelsIn(event)) !== null,
    isChannelOpen: ({ context, event }) =>
      event.type === 'channel.pick' &&
      context.channels.some(({ fieldKey, isOpen }) => isOpen && fieldKey === event.channelCode),

    isOrderable: ({ context }) => isPayable(choicesOf(context), context.coinBalance),
    isOtherStep: ({ context, event }) => event.type === 'step.goto' && event.step !== context.step,
    canGoToServer: (args) => canGoTo(args, 'server'),
    canGoToRole: (args) => canGoTo(args, 'role'),
    canGoToItem: (args) => canGoTo(args, 'item'),
    canGoToChannel: (args) => canGoTo(args, 'channel'),
    canGoToConfirm: (args) => canGoTo(args, 'confirm'),

    isEarlierChoiceGone: ({ event }) => isEarlierChoiceGone(failureIn(event)),
    mustRepeatRecipient: ({ context }) => isAsked(context, 'recipient') || isAsked(context, 'role'),
    mustRepeatServer: ({ context }) => isAsked(context, 'server'),
    mustRepeatItem: ({ context }) => isAsked(context, 'item'),
    mustRepeatChannel: ({ context }) => isAsked(context, 'channel'),
    mustRepeatPrice: ({ context }) => isAsked(context, 'price'),
    /** The lists are not loaded, or the recipient became unavailable: restart and keep what is still valid. */
    needsFullReload: ({ context }) => !context.items.length || recipientStatusOf(context.servers, context) !== 'open',
  },
  actions: {
    refreshServers: sendTo('serverList', { type: 'servers.refresh' } satisfies ServersEvent),
    refreshCoinBalance: enqueueActions(({ context: { step }, enqueue }) => {
      if (BALANCE_STEPS.has(step))
        enqueue.sendTo('coinBalance', { type: 'coinBalance.refresh' } satisfies CoinBalanceEvent);
    }),
    setServers: assign(({ event }) => {
      assertEvent(event, 'servers.changed');
      return { servers: event.servers, serversState: event.state, serversFailure: event.failure };
    }),
    announceServers: enqueueActions(({ context, enqueue }) => {
      if (context.serversState === 'fresh') enqueue.raise({ type: 'roles.refreshed' });
    }),

    enterStep: enqueueActions(({ context, event, enqueue }, { step }: { step: RechargeStep }) => {
      if (context.step === step) return;
      enqueue.assign({ step });
      if (BALANCE_STEPS.has(step))
        enqueue.sendTo('coinBalance', { type: 'coinBalance.refresh' } satisfies CoinBalanceEvent);
      enqueue.raise({ type: 'step.changed', step, replace: !USER_EVENTS.has(event.type) });
    }),
    reportStep: sendParent(
      ({ context: { step } }): RechargeReport => ({ type: 'step.entered', target: 'game', step, replace: true }),
    ),
    reportNewStep: sendParent(({ event }): RechargeReport => {
      assertEvent(event, 'step.changed');
      return { type: 'step.entered', target: 'game', step: event.step, replace: event.replace };
    }),
    stayAtStep: raise(({ context }) => ({ type: 'step.changed' as const, step: context.step, replace: true })),

    pickServer: assign(({ context, event }) => {
      assertEvent(event, 'server.pick');
      return withServer(context, event.serverId);
    }),
    pickRole: assign(({ context, event }) => {
      assertEvent(event, 'role.pick');
      return withRecipient(context, { serverId: event.serverId, roleId: event.roleId });
    }),
    pickSingleRole: assign(({ context, event }) => {
      assertEvent(event, 'server.pick');
      const roleId = rolesOf(context.servers, event.serverId)[0]?.roleId ?? null;
      return withRecipient(context, { serverId: event.serverId, roleId });
    }),
    preselect: assign(({ context }) => preselected(context)),
    applyDraft: assign(({ context }) => ({ serverId: draftOf(context).serverId, roleId: draftOf(context).roleId })),
    setRecipient: assign(({ context }) => withRecipient(context, context)),
    setRoleGone: assign(({ context }) => withoutRole(context)),
    setMaintenance: assign({ notice: { kind: 'maintenance' } }),
    setRecipientNeeded: assign(({ context }) => ({
      notice: {
        kind: 'recipient-needed' as const,
        missing: context.serverId === null ? ('server-and-role' as const) : ('role' as const),
      },
    })),
    clearNotice: assign({ notice: null }),

    setItems: assign(({ context, event }) => withItems(context, itemsIn(event))),
    pickItem: assign(({ context, event }) => {
      assertEvent(event, 'item.pick');
      const item = context.items.find(({ itemId }) => itemId === event.itemId) ?? null;
      return { item, draft: { ...draftOf(context), itemId: event.itemId }, channels: [], notice: null };
    }),
    setChannels: assign(({ context, event }) => withChannels(context, channelsIn(event))),
    pickChannel: assign(({ context, event }) => {
      assertEvent(event, 'channel.pick');
      const channel = context.channels.find(({ fieldKey }) => fieldKey === event.channelCode) ?? null;
      return { channel, draft: { ...draftOf(context), channelCode: event.channelCode }, notice: null };
    }),
    setCoinBalance: assign(({ event }) => {
      assertEvent(event, 'coinBalance.changed');
      return { coinBalance: event.balance };
    }),
    setFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    setRefusal: assign(({ context, event }) => afterRefusal(context, failureIn(event))),

    setIntent: assign(({ context, event }) => {
      assertEvent(event, 'order.confirm');
      const choices = choicesOf(context);
      const intent = choices && { key: event.key, confirmedAt: event.at, choices };
      return { intent, windowRef: event.windowRef, failure: null, notice: null };
    }),
    retryOrder: sendTo('ordering', { type: 'order.retry' } satisfies SubmitOrderEvent),
    setOrder: assign(({ context, event }) => {
      assertEvent(event, 'order.placed');
      return withOrder(context, event.ticket);
    }),
    showOrder: assign(({ event }) => {
      assertEvent(event, 'order.show');
      return { order: event.ticket, notice: null };
    }),
    resubmit: assign(({ context, event }) => {
      assertEvent(event, 'order.resubmit');
      return withResubmission(context, event.choices);
    }),
    restart: assign(({ context }) => withRestart(context)),
    reportOrder: enqueueActions(({ context: { order, windowRef }, enqueue }) => {
      if (order) enqueue.sendParent({ type: 'order.created', ticket: order, windowRef } satisfies RechargeReport);
      enqueue.assign({ windowRef: null });
    }),
    reportRoleFailure: sendParent({ type: 'role.reportFailed' } satisfies RechargeReport),

    saveDraft: sendTo('effects', ({ context: { draft } }): BackgroundEffect => ({ type: 'draft.save', draft })),
    saveMemory: enqueueActions(({ context: { memory }, enqueue }) => {
      if (memory) enqueue.sendTo('effects', { type: 'memory.save', memory } satisfies BackgroundEffect);
    }),
    reportRole: enqueueActions(({ context, enqueue }) => {
      const recipient = resolveRecipient(context.servers, context);
      if (recipient) enqueue.sendTo('effects', { type: 'role.report', recipient } satisfies BackgroundEffect);
    }),
    clearIntent: enqueueActions(({ context: { intent }, enqueue }) => {
      if (intent) enqueue.sendTo('effects', { type: 'intent.clear', key: intent.key } satisfies BackgroundEffect);
      enqueue.assign({ intent: null });
    }),
  },
});
