import { assertEvent, assign, enqueueActions, raise, sendParent, sendTo, setup } from 'xstate';
import { toFailure } from '../kernel/failure.ts';
import { listenerStub, portStub } from '../kernel/port.ts';
import { orderingMachine } from '../ordering/ordering.machine.ts';
import type { OrderingEvent, OrderingInput } from '../ordering/ordering.types.ts';
import { askedAgain } from '../recharge/recharge.failures.ts';
import type { RechargeStep } from '../recharge/recharge.types.ts';
import {
  afterRefusal,
  choicesOf,
  isChannelOpen,
  isPackageThere,
  isReachable,
  startingContext,
  withChannel,
  withPackage,
  withRestart,
  withResubmission,
  withShop,
} from './topup.choices.ts';
import type {
  PointShop,
  TopupContext,
  TopupErrand,
  TopupEvent,
  TopupInput,
  TopupReport,
  TopupSignal,
  TopupStep,
} from './topup.types.ts';

type Happening = TopupEvent | TopupSignal;
type World = { readonly context: TopupContext; readonly event: Happening };

/** What only the player does; whatever else enters a step does so by itself and replaces the address. */
const BY_HAND: ReadonlySet<string> = new Set<TopupEvent['type']>([
  'item.pick',
  'channel.pick',
  'order.resubmit',
  'order.show',
  'recharge.restart',
  'step.back',
  'step.goto',
]);

const canGoTo = ({ context, event }: World, step: RechargeStep): boolean =>
  event.type === 'step.goto' && event.step === step && context.step !== step && isReachable(context, step);

export const startingOf = ({ input }: { readonly input: TopupInput }): TopupContext => startingContext(input);

export const toOrdering = ({ context: { intent, windowRef }, event }: World): OrderingInput => {
  if (!intent) throw new Error('an order without an intent');
  return { intent, windowRef, resumed: event.type !== 'order.confirm' };
};

export const topupSetup = setup({
  types: {
    context: {} as TopupContext,
    events: {} as Happening,
    input: {} as TopupInput,
    tags: {} as 'loading',
  },
  actors: {
    loadShop: portStub<PointShop, Record<string, never>>('loadShop'),
    errands: listenerStub<TopupErrand, Record<string, never>>(),
    ordering: orderingMachine,
  },
  guards: {
    hasIntent: ({ context }) => context.intent !== null,
    hasOrder: ({ context }) => context.order !== null,
    hasNotice: ({ context }) => context.notice !== null,
    hasPackage: ({ context }) => context.item !== null,
    isNothing: ({ context }) => context.packages.length === 0,
    isOrderable: ({ context }) => choicesOf(context) !== null,
    isPackageThere: ({ context, event }) => event.type === 'item.pick' && isPackageThere(context, event.itemId),
    isChannelOpen: ({ context, event }) => event.type === 'channel.pick' && isChannelOpen(context, event.channelCode),
    isOtherStep: ({ context, event }) => event.type === 'step.goto' && event.step !== context.step,
    canGoToItem: (world) => canGoTo(world, 'item'),
    canGoToChannel: (world) => canGoTo(world, 'channel'),
    canGoToConfirm: (world) => canGoTo(world, 'confirm'),
    isAskedAgain: ({ context: { failure } }) => failure !== null && askedAgain(failure) !== null,
    /** After a reload nothing is on the table yet. */
    isGroundLost: ({ context }) => choicesOf(context) === null,
  },
  actions: {
    enterStep: enqueueActions(({ context, event, enqueue }, { step }: { step: TopupStep }) => {
      if (context.step === step) return;
      enqueue.assign({ step });
      enqueue.raise({ type: 'step.changed', step, replace: !BY_HAND.has(event.type) });
    }),
    tellStep: sendParent(
      ({ context: { step } }): TopupReport => ({ type: 'step.entered', target: 'epoint', step, replace: true }),
    ),
    tellNewStep: sendParent(({ event }): TopupReport => {
      assertEvent(event, 'step.changed');
      return { type: 'step.entered', target: 'epoint', step: event.step, replace: event.replace };
    }),
    stayAtStep: raise(({ context }) => ({ type: 'step.changed' as const, step: context.step, replace: true })),

    keepShop: assign(({ context }, shop: PointShop) => withShop(context, shop)),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    pickPackage: assign(({ context, event }) => {
      assertEvent(event, 'item.pick');
      return withPackage(context, event.itemId);
    }),
    pickChannel: assign(({ context, event }) => {
      assertEvent(event, 'channel.pick');
      return withChannel(context, event.channelCode);
    }),
    clearNotice: assign({ notice: null }),

    keepIntent: assign(({ context, event }) => {
      assertEvent(event, 'order.confirm');
      const choices = choicesOf(context);
      const intent = choices && { key: event.key, confirmedAt: event.at, choices };
      return { intent, windowRef: event.windowRef, failure: null, notice: null };
    }),
    retryOrder: sendTo('ordering', { type: 'order.retry' } satisfies OrderingEvent),
    takeOrder: assign(({ event }) => {
      assertEvent(event, 'ordering.made');
      return { ...withRestart(), order: event.ticket, failure: null };
    }),
    takeRefusal: assign(({ context, event }) => {
      assertEvent(event, 'ordering.refused');
      return afterRefusal(context, event.failure);
    }),
    showOrder: assign(({ event }) => {
      assertEvent(event, 'order.show');
      return { order: event.ticket, notice: null };
    }),
    resubmit: assign(({ context, event }) => {
      assertEvent(event, 'order.resubmit');
      return withResubmission(context, event.choices);
    }),
    restart: assign(withRestart),
    tellOrder: enqueueActions(({ context: { order, windowRef }, enqueue }) => {
      if (order) enqueue.sendParent({ type: 'order.created', ticket: order, windowRef } satisfies TopupReport);
      enqueue.assign({ windowRef: null });
    }),

    saveDraft: sendTo(
      'errands',
      ({ context: { draft } }): TopupErrand => ({
        type: 'draft.save',
        draft: draft.itemId === null && draft.channelCode === null ? null : draft,
      }),
    ),
    clearIntent: enqueueActions(({ context: { intent }, enqueue }) => {
      if (intent) enqueue.sendTo('errands', { type: 'intent.clear', key: intent.key } satisfies TopupErrand);
      enqueue.assign({ intent: null });
    }),
  },
});
