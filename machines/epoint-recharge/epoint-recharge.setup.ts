import { assertEvent, assign, enqueueActions, raise, sendParent, sendTo, setup } from 'xstate';
import { toFailure } from '../kernel/failure.ts';
import { listenerStub, portStub } from '../kernel/port.ts';
import { stepToRepeat } from '../recharge/recharge.failures.ts';
import type { RechargeStep } from '../recharge/recharge.types.ts';
import { submitOrderMachine } from '../wizard/submit-order.machine.ts';
import type { SubmitOrderEvent, SubmitOrderInput } from '../wizard/submit-order.types.ts';
import {
  afterRefusal,
  choicesOf,
  isChannelOpen,
  isPackageAvailable,
  isReachable,
  startingContext,
  withChannel,
  withPackage,
  withRestart,
  withResubmission,
  withShop,
} from './epoint-recharge.choices.ts';
import type {
  EpointRechargeContext,
  EpointRechargeEffect,
  EpointRechargeEvent,
  EpointRechargeInput,
  EpointRechargeReport,
  EpointRechargeSignal,
  EpointRechargeStep,
  PointShop,
} from './epoint-recharge.types.ts';

type MachineEvent = EpointRechargeEvent | EpointRechargeSignal;
type EventArgs = { readonly context: EpointRechargeContext; readonly event: MachineEvent };

/** What only the player does; whatever else enters a step does so by itself and replaces the address. */
const USER_EVENTS: ReadonlySet<string> = new Set<EpointRechargeEvent['type']>([
  'item.pick',
  'channel.pick',
  'order.resubmit',
  'order.show',
  'recharge.restart',
  'step.back',
  'step.goto',
]);

const canGoTo = ({ context, event }: EventArgs, step: RechargeStep): boolean =>
  event.type === 'step.goto' && event.step === step && context.step !== step && isReachable(context, step);

export const startingOf = ({ input }: { readonly input: EpointRechargeInput }): EpointRechargeContext =>
  startingContext(input);

export const toSubmitOrder = ({ context: { intent, windowRef }, event }: EventArgs): SubmitOrderInput => {
  if (!intent) throw new Error('an order without an intent');
  return { intent, windowRef, resumed: event.type !== 'order.confirm' };
};

export const epointRechargeSetup = setup({
  types: {
    context: {} as EpointRechargeContext,
    events: {} as MachineEvent,
    input: {} as EpointRechargeInput,
    tags: {} as 'loading',
  },
  actors: {
    loadShop: portStub<PointShop, Record<string, never>>('loadShop'),
    effects: listenerStub<EpointRechargeEffect, Record<string, never>>(),
    ordering: submitOrderMachine,
  },
  guards: {
    hasIntent: ({ context }) => context.intent !== null,
    hasOrder: ({ context }) => context.order !== null,
    hasNotice: ({ context }) => context.notice !== null,
    hasPackage: ({ context }) => context.item !== null,
    isEmpty: ({ context }) => context.packages.length === 0,
    isOrderable: ({ context }) => choicesOf(context) !== null,
    isPackageAvailable: ({ context, event }) => event.type === 'item.pick' && isPackageAvailable(context, event.itemId),
    isChannelOpen: ({ context, event }) => event.type === 'channel.pick' && isChannelOpen(context, event.channelCode),
    isOtherStep: ({ context, event }) => event.type === 'step.goto' && event.step !== context.step,
    canGoToItem: (args) => canGoTo(args, 'item'),
    canGoToChannel: (args) => canGoTo(args, 'channel'),
    canGoToConfirm: (args) => canGoTo(args, 'confirm'),
    isAskedAgain: ({ context: { failure } }) => failure !== null && stepToRepeat(failure) !== null,
    /** After a reload nothing is on the table yet. */
    needsFullReload: ({ context }) => choicesOf(context) === null,
  },
  actions: {
    enterStep: enqueueActions(({ context, event, enqueue }, { step }: { step: EpointRechargeStep }) => {
      if (context.step === step) return;
      enqueue.assign({ step });
      enqueue.raise({ type: 'step.changed', step, replace: !USER_EVENTS.has(event.type) });
    }),
    reportStep: sendParent(
      ({ context: { step } }): EpointRechargeReport => ({
        type: 'step.entered',
        target: 'epoint',
        step,
        replace: true,
      }),
    ),
    reportNewStep: sendParent(({ event }): EpointRechargeReport => {
      assertEvent(event, 'step.changed');
      return { type: 'step.entered', target: 'epoint', step: event.step, replace: event.replace };
    }),
    stayAtStep: raise(({ context }) => ({ type: 'step.changed' as const, step: context.step, replace: true })),

    setShop: assign(({ context }, shop: PointShop) => withShop(context, shop)),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    pickPackage: assign(({ context, event }) => {
      assertEvent(event, 'item.pick');
      return withPackage(context, event.itemId);
    }),
    pickChannel: assign(({ context, event }) => {
      assertEvent(event, 'channel.pick');
      return withChannel(context, event.channelCode);
    }),
    clearNotice: assign({ notice: null }),

    setIntent: assign(({ context, event }) => {
      assertEvent(event, 'order.confirm');
      const choices = choicesOf(context);
      const intent = choices && { key: event.key, confirmedAt: event.at, choices };
      return { intent, windowRef: event.windowRef, failure: null, notice: null };
    }),
    retryOrder: sendTo('ordering', { type: 'order.retry' } satisfies SubmitOrderEvent),
    setOrder: assign(({ event }) => {
      assertEvent(event, 'order.placed');
      return { ...withRestart(), order: event.ticket, failure: null };
    }),
    setRefusal: assign(({ context, event }) => {
      assertEvent(event, 'order.refused');
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
    reportOrder: enqueueActions(({ context: { order, windowRef }, enqueue }) => {
      if (order) enqueue.sendParent({ type: 'order.created', ticket: order, windowRef } satisfies EpointRechargeReport);
      enqueue.assign({ windowRef: null });
    }),

    saveDraft: sendTo(
      'effects',
      ({ context: { draft } }): EpointRechargeEffect => ({
        type: 'draft.save',
        draft: draft.itemId === null && draft.channelCode === null ? null : draft,
      }),
    ),
    clearIntent: enqueueActions(({ context: { intent }, enqueue }) => {
      if (intent) enqueue.sendTo('effects', { type: 'intent.clear', key: intent.key } satisfies EpointRechargeEffect);
      enqueue.assign({ intent: null });
    }),
  },
});
