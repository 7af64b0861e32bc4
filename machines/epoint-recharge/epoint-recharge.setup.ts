import { assertEvent, assign, sendParent, sendTo, setup } from 'xstate';
import { failureOf } from '../kernel/failure.ts';
import { type Listener, ports } from '../kernel/port.ts';
import { submitOrderMachine } from '../wizard/submit-order.machine.ts';
import { openChannel, refusedChoice, withIntent } from '../wizard/wizard.order.ts';
import { canGoTo, WIZARD_GUARDS, wizardActions } from '../wizard/wizard.setup.ts';
import type { WizardInternalEvent } from '../wizard/wizard.types.ts';
import * as choices from './epoint-recharge.choices.ts';
import type {
  EpointRechargeContext,
  EpointRechargeEffect,
  EpointRechargeEvent,
  EpointRechargeInput,
  EpointRechargeReport,
  EpointRechargeStep,
  PointShop,
  ShopPorts,
} from './epoint-recharge.types.ts';

type MachineEvent = EpointRechargeEvent | WizardInternalEvent<EpointRechargeStep>;

const canGoToStep = canGoTo<EpointRechargeContext>(choices.isReachable);

export const epointRechargeSetup = setup({
  types: {
    context: {} as EpointRechargeContext,
    events: {} as MachineEvent,
    input: {} as EpointRechargeInput,
    tags: {} as 'loading',
  },
  actors: {
    ...ports<ShopPorts & { effects: Listener<EpointRechargeEffect, never> }>({ loadShop: 'port', effects: 'listener' }),
    submitOrder: submitOrderMachine,
  },
  guards: {
    ...WIZARD_GUARDS,
    hasPackage: ({ context }) => context.item !== null,
    isEmpty: ({ context }) => context.packages.length === 0,
    isOrderable: ({ context }) => choices.completeChoices(context) !== null,
    isPackageAvailable: ({ context, event }) =>
      event.type === 'item.pick' && choices.packageOf(context.packages, event.itemId) !== null,
    isChannelOpen: ({ context, event }) =>
      event.type === 'channel.pick' && openChannel(context.channels, event.channelCode) !== null,
    canGoToItem: canGoToStep('item'),
    canGoToChannel: canGoToStep('channel'),
    canGoToConfirm: canGoToStep('confirm'),
    isChoiceRefused: ({ context: { failure } }) => failure !== null && refusedChoice(failure) !== null,
    /** The shop is not loaded yet, or a choice is no longer valid. */
    needsFullReload: ({ context }) => choices.completeChoices(context) === null,
  },
  actions: {
    ...wizardActions<EpointRechargeContext, MachineEvent>('epoint'),

    setShop: assign(({ context }, shop: PointShop) => choices.withShop(context, shop)),
    setFailure: assign({ failure: failureOf }),
    setPackage: assign(({ context: { packages, draft }, event }) => {
      assertEvent(event, 'item.pick');
      const { itemId } = event;
      return { item: choices.packageOf(packages, itemId), draft: { ...draft, itemId }, notice: null };
    }),
    setChannel: assign(({ context: { channels, draft }, event }) => {
      assertEvent(event, 'channel.pick');
      const { channelCode } = event;
      return { channel: openChannel(channels, channelCode), draft: { ...draft, channelCode }, notice: null };
    }),

    setIntent: assign(({ context, event }) => {
      assertEvent(event, 'order.confirm');
      return withIntent(event, choices.completeChoices(context));
    }),
    setOrder: assign(({ event }) => {
      assertEvent(event, 'order.placed');
      return choices.withOrder(event.ticket);
    }),
    setRefusal: assign(({ context, event }) => {
      assertEvent(event, 'order.refused');
      return choices.withoutRefusedChoice(context, event.failure);
    }),
    setResubmission: assign(({ context, event }) => {
      assertEvent(event, 'order.resubmit');
      return choices.withResubmission(context, event);
    }),
    clearChoices: assign(choices.withRestart),
    reportConfirmed: sendParent(
      ({ context: { item } }): EpointRechargeReport => ({
        type: 'package.confirmed',
        points: item ? choices.sumOf(item) : 0,
      }),
    ),

    /** An empty draft removes the stored one. */
    saveDraft: sendTo('effects', ({ context: { draft } }): EpointRechargeEffect => {
      const isEmpty = draft.itemId === null && draft.channelCode === null;
      return { type: 'draft.save', draft: isEmpty ? null : draft };
    }),
  },
});
