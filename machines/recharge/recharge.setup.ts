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
import { purseMachine } from '../epoint/purse.machine.ts';
import type { PurseEvent } from '../epoint/purse.types.ts';
import { toFailure } from '../kernel/failure.ts';
import { listenerStub, portStub } from '../kernel/port.ts';
import type { Channel, Item } from '../order/order.types.ts';
import { orderingMachine } from '../ordering/ordering.machine.ts';
import type { OrderingEvent, OrderingInput } from '../ordering/ordering.types.ts';
import {
  choicesOf,
  isPayable,
  isReachable,
  preselected,
  startingContext,
  wishedChannel,
  wishOf,
  withChannels,
  withItems,
  withOrder,
  withoutRole,
  withRecipient,
  withRestart,
  withResubmission,
  withServer,
} from './recharge.choices.ts';
import { afterRefusal, askedAgain, isEarlierChoiceGone } from './recharge.failures.ts';
import {
  addressOf,
  isServerOpen,
  isUnderMaintenance,
  resolveRecipient,
  rolesOf,
  serverOf,
  standingOf,
} from './recharge.recipient.ts';
import { resolveDraft } from './recharge.resolution.ts';
import type {
  Errand,
  RechargeContext,
  RechargeEvent,
  RechargeInput,
  RechargeReport,
  RechargeSignal,
  RechargeStep,
} from './recharge.types.ts';
import { rosterMachine } from './roster.machine.ts';
import type { RosterEvent } from './roster.types.ts';

type Place = { readonly serverId: string; readonly roleId: string };
type Goods = Place & { readonly itemId: string };

type Answer =
  | DoneActorEvent<readonly Item[], 'loadItems' | 'reloadItems'>
  | DoneActorEvent<readonly Channel[], 'loadChannels'>
  | ErrorActorEvent<unknown, 'loadItems' | 'reloadItems' | 'loadChannels'>;

type Happening = RechargeEvent | RechargeSignal | Answer;
type World = { readonly context: RechargeContext; readonly event: Happening };

/** What only the player does; whatever else enters a step does so by itself and replaces the address. */
const BY_HAND: ReadonlySet<string> = new Set<RechargeEvent['type']>([
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
const NEAR_PAYING: ReadonlySet<RechargeStep> = new Set<RechargeStep>(['channel', 'confirm']);

const itemsIn = (event: Happening): readonly Item[] => {
  assertEvent(event, ['xstate.done.actor.loadItems', 'xstate.done.actor.reloadItems']);
  return event.output;
};
const channelsIn = (event: Happening): readonly Channel[] => {
  assertEvent(event, 'xstate.done.actor.loadChannels');
  return event.output;
};
const failureIn = (event: Happening) => {
  if (event.type === 'ordering.refused') return event.failure;
  return toFailure('error' in event ? event.error : event);
};

const canGoTo = ({ context, event }: World, step: RechargeStep): boolean =>
  event.type === 'step.goto' && event.step === step && context.step !== step && isReachable(context, step);

const isAsked = ({ failure }: RechargeContext, choice: ReturnType<typeof askedAgain>): boolean =>
  failure !== null && askedAgain(failure) === choice;

const isServerGone = ({ servers, serverId }: RechargeContext): boolean =>
  serverId !== null && serverOf(servers, serverId) === null;

const isRoleGone = (context: RechargeContext): boolean =>
  isServerOpen(context.servers, context.serverId) && standingOf(context.servers, context) === 'gone';

export const initialContext = startingContext;

/** The recipient as a call needs it, resolved again from the list; blank when nothing is to be sent. */
export const toPlace = ({ context }: { context: RechargeContext }): Place => addressOf(context);
export const toGoods = ({ context }: { context: RechargeContext }): Goods => ({
  ...addressOf(context),
  itemId: context.item?.itemId ?? '',
});

export const toOrdering = ({ context, event }: World): OrderingInput => {
  const { intent, windowRef } = context;
  if (!intent) throw new Error('an order without an intent');
  return { intent, windowRef, resumed: event.type !== 'order.confirm' };
};

export const rechargeSetup = setup({
  types: { context: {} as RechargeContext, events: {} as Happening, input: {} as RechargeInput },
  actors: {
    loadItems: portStub<readonly Item[], Place>('loadItems'),
    loadChannels: portStub<readonly Channel[], Goods>('loadChannels'),
    errands: listenerStub<Errand, Record<string, never>>(),
    roster: rosterMachine,
    purse: purseMachine,
    ordering: orderingMachine,
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
      return event.serverId === context.serverId && standingOf(context.servers, event) === 'open';
    },
    isRecipientOpen: ({ context }) => standingOf(context.servers, context) === 'open',
    isRecipientGone: ({ context }) => isServerGone(context) || isRoleGone(context),
    isRoleGone: ({ context }) => isRoleGone(context),
    isServerGone: ({ context }) => isServerGone(context),
    isServerUnderMaintenance: ({ context }) => isUnderMaintenance(serverOf(context.servers, context.serverId)),
    isServerReopened: ({ context }) =>
      standingOf(context.servers, context) !== 'gone' &&
      !isUnderMaintenance(serverOf(context.servers, context.serverId)),

    isNothing: ({ event }) => {
      assertEvent(event, ['xstate.done.actor.loadItems', 'xstate.done.actor.loadChannels']);
      return event.output.length === 0;
    },
    isWishedItemThere: ({ context, event }) => itemsIn(event).some(({ itemId }) => itemId === wishOf(context).itemId),
    isItemThere: ({ context, event }) =>
      event.type === 'item.pick' && context.items.some(({ itemId }) => itemId === event.itemId),
    isWishedChannelOpen: ({ context, event }) => wishedChannel(context, channelsIn(event)) !== null,
    isChannelOpen: ({ context, event }) =>
      event.type === 'channel.pick' &&
      context.channels.some(({ fieldKey, isOpen }) => isOpen && fieldKey === event.channelCode),

    isOrderable: ({ context }) => isPayable(choicesOf(context), context.coinBalance),
    isOtherStep: ({ context, event }) => event.type === 'step.goto' && event.step !== context.step,
    canGoToServer: (world) => canGoTo(world, 'server'),
    canGoToRole: (world) => canGoTo(world, 'role'),
    canGoToItem: (world) => canGoTo(world, 'item'),
    canGoToChannel: (world) => canGoTo(world, 'channel'),
    canGoToConfirm: (world) => canGoTo(world, 'confirm'),

    isEarlierChoiceGone: ({ event }) => isEarlierChoiceGone(failureIn(event)),
    isRecipientAskedAgain: ({ context }) => isAsked(context, 'recipient') || isAsked(context, 'role'),
    isServerAskedAgain: ({ context }) => isAsked(context, 'server'),
    isItemAskedAgain: ({ context }) => isAsked(context, 'item'),
    isChannelAskedAgain: ({ context }) => isAsked(context, 'channel'),
    isPriceAskedAgain: ({ context }) => isAsked(context, 'price'),
    /** The lists are not loaded, or the recipient became unavailable: restart and keep what is still valid. */
    needsFullReload: ({ context }) => !context.items.length || standingOf(context.servers, context) !== 'open',
  },
  actions: {
    refreshServers: sendTo('roster', { type: 'roster.refresh' } satisfies RosterEvent),
    refreshPurse: enqueueActions(({ context: { step }, enqueue }) => {
      if (NEAR_PAYING.has(step)) enqueue.sendTo('purse', { type: 'purse.refresh' } satisfies PurseEvent);
    }),
    takeRoster: assign(({ event }) => {
      assertEvent(event, 'roster.changed');
      return { servers: event.servers, serversState: event.state, serversFailure: event.failure };
    }),
    shareRoster: enqueueActions(({ context, enqueue }) => {
      if (context.serversState === 'fresh') enqueue.raise({ type: 'roles.refreshed' });
    }),

    enterStep: enqueueActions(({ context, event, enqueue }, { step }: { step: RechargeStep }) => {
      if (context.step === step) return;
      enqueue.assign({ step });
      if (NEAR_PAYING.has(step)) enqueue.sendTo('purse', { type: 'purse.refresh' } satisfies PurseEvent);
      enqueue.raise({ type: 'step.changed', step, replace: !BY_HAND.has(event.type) });
    }),
    tellStep: sendParent(
      ({ context: { step } }): RechargeReport => ({ type: 'step.entered', target: 'game', step, replace: true }),
    ),
    tellNewStep: sendParent(({ event }): RechargeReport => {
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
    applyDraft: assign(({ context }) => ({ serverId: wishOf(context).serverId, roleId: wishOf(context).roleId })),
    takeRecipient: assign(({ context }) => withRecipient(context, context)),
    reportRoleGone: assign(({ context }) => withoutRole(context)),
    reportMaintenance: assign({ notice: { kind: 'maintenance' } }),
    reportRecipientNeeded: assign(({ context }) => ({
      notice: {
        kind: 'recipient-needed' as const,
        missing: context.serverId === null ? ('server-and-role' as const) : ('role' as const),
      },
    })),
    clearNotice: assign({ notice: null }),

    keepItems: assign(({ context, event }) => withItems(context, itemsIn(event))),
    pickItem: assign(({ context, event }) => {
      assertEvent(event, 'item.pick');
      const item = context.items.find(({ itemId }) => itemId === event.itemId) ?? null;
      return { item, draft: { ...wishOf(context), itemId: event.itemId }, channels: [], notice: null };
    }),
    keepChannels: assign(({ context, event }) => withChannels(context, channelsIn(event))),
    pickChannel: assign(({ context, event }) => {
      assertEvent(event, 'channel.pick');
      const channel = context.channels.find(({ fieldKey }) => fieldKey === event.channelCode) ?? null;
      return { channel, draft: { ...wishOf(context), channelCode: event.channelCode }, notice: null };
    }),
    takeBalance: assign(({ event }) => {
      assertEvent(event, 'purse.changed');
      return { coinBalance: event.balance };
    }),
    keepFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    takeRefusal: assign(({ context, event }) => afterRefusal(context, failureIn(event))),

    keepIntent: assign(({ context, event }) => {
      assertEvent(event, 'order.confirm');
      const choices = choicesOf(context);
      const intent = choices && { key: event.key, confirmedAt: event.at, choices };
      return { intent, windowRef: event.windowRef, failure: null, notice: null };
    }),
    retryOrder: sendTo('ordering', { type: 'order.retry' } satisfies OrderingEvent),
    takeOrder: assign(({ context, event }) => {
      assertEvent(event, 'ordering.made');
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
    tellOrder: enqueueActions(({ context: { order, windowRef }, enqueue }) => {
      if (order) enqueue.sendParent({ type: 'order.created', ticket: order, windowRef } satisfies RechargeReport);
      enqueue.assign({ windowRef: null });
    }),
    tellReportFailed: sendParent({ type: 'role.reportFailed' } satisfies RechargeReport),

    saveDraft: sendTo('errands', ({ context: { draft } }): Errand => ({ type: 'draft.save', draft })),
    saveMemory: enqueueActions(({ context: { memory }, enqueue }) => {
      if (memory) enqueue.sendTo('errands', { type: 'memory.save', memory } satisfies Errand);
    }),
    reportRole: enqueueActions(({ context, enqueue }) => {
      const recipient = resolveRecipient(context.servers, context);
      if (recipient) enqueue.sendTo('errands', { type: 'role.report', recipient } satisfies Errand);
    }),
    clearIntent: enqueueActions(({ context: { intent }, enqueue }) => {
      if (intent) enqueue.sendTo('errands', { type: 'intent.clear', key: intent.key } satisfies Errand);
      enqueue.assign({ intent: null });
    }),
  },
});
