import { type Port, wire } from '../kernel/port.ts';
import { type SubmitOrderPorts, wireSubmitOrder } from '../wizard/submit-order.machine.ts';
import { backgroundEffects } from '../wizard/wizard.effects.ts';
import { toSubmitOrder } from '../wizard/wizard.order.ts';
import { initialContext } from './epoint-recharge.choices.ts';
import { epointRechargeSetup } from './epoint-recharge.setup.ts';
import type { EpointRechargeDraft, EpointRechargeEffect, ShopPorts } from './epoint-recharge.types.ts';

export const epointRechargeMachine = epointRechargeSetup.createMachine({
  id: 'epointRecharge',
  options: { maxIterations: 1_000 },
  description: 'Buys E Points.',
  context: ({ input }) => initialContext(input),
  invoke: { id: 'effects', src: 'effects', input: {}, onError: {} },
  type: 'parallel',
  states: {
    page: {
      description: 'Reports steps only while the player is on the page.',
      initial: 'inactive',
      states: {
        inactive: { on: { 'page.enter': 'active' } },
        active: {
          entry: 'reportStep',
          on: {
            'page.leave': 'inactive',
            'step.changed': { actions: 'reportNewStep' },
            'step.unchanged': { actions: 'reportStep' },
          },
        },
      },
    },
    wizard: {
      initial: 'starting',
      on: {
        'order.show': { target: '.paying', actions: 'setShownOrder' },
        'order.resubmit': { target: '.shop.loading', actions: ['setResubmission', 'saveDraft'] },
        'step.goto': { guard: 'isOtherStep', actions: 'stayAtStep' },
      },
      states: {
        starting: {
          always: [
            { guard: 'hasIntent', target: 'ordering.uncertain' },
            { guard: 'hasOrder', target: 'paying' },
            { target: 'shop' },
          ],
        },
        shop: {
          initial: 'idle',
          on: {
            'page.enter': '.loading',
            'notice.dismiss': { guard: 'hasNotice', actions: 'clearNotice' },
            'step.goto': [
              { guard: 'canGoToItem', target: '.packages', actions: 'clearNotice' },
              { guard: 'canGoToChannel', target: '.channels', actions: 'clearNotice' },
              { guard: 'canGoToConfirm', target: '.confirming', actions: 'clearNotice' },
            ],
          },
          states: {
            idle: {
              description: 'Loads nothing before the player enters the page or lacks E Points elsewhere.',
              on: { 'shop.load': 'loading' },
            },
            loading: {
              description: 'Packages, rebates and channels. Keeps the choices that are still available.',
              tags: 'loading',
              invoke: {
                id: 'loadShop',
                src: 'loadShop',
                input: {},
                onDone: { target: 'deciding', actions: { type: 'setShop', params: ({ event }) => event.output } },
                onError: { target: 'failed', actions: 'setFailure' },
              },
            },
            deciding: {
              always: [
                { guard: 'isEmpty', target: 'empty' },
                { guard: 'isOrderable', target: 'confirming' },
                { guard: 'hasPackage', target: 'channels' },
                { target: 'packages' },
              ],
            },
            empty: { entry: { type: 'enterStep', params: { step: 'item' } }, on: { 'load.retry': 'loading' } },
            failed: { on: { 'load.retry': 'loading' } },
            packages: {
              entry: { type: 'enterStep', params: { step: 'item' } },
              on: {
                'item.pick': { guard: 'isPackageAvailable', target: 'channels', actions: ['setPackage', 'saveDraft'] },
                'load.retry': 'loading',
              },
            },
            channels: {
              entry: { type: 'enterStep', params: { step: 'channel' } },
              on: {
                'channel.pick': { guard: 'isChannelOpen', target: 'confirming', actions: ['setChannel', 'saveDraft'] },
                'load.retry': 'loading',
                'step.back': { target: 'packages', actions: 'clearNotice' },
              },
            },
            confirming: {
              entry: { type: 'enterStep', params: { step: 'confirm' } },
              on: {
                'order.confirm': {
                  guard: 'isOrderable',
                  target: '#ordering',
                  actions: ['setIntent', 'reportConfirmed'],
                },
                'step.back': { target: 'channels', actions: 'clearNotice' },
              },
            },
            refused: {
              id: 'refused',
              description: 'Reloads the shop when the refusal names a choice.',
              always: [
                { guard: 'isChoiceRefused', target: 'loading' },
                { guard: 'needsFullReload', target: 'loading' },
                { target: 'confirming' },
              ],
            },
          },
        },
        ordering: {
          id: 'ordering',
          description: 'Ends only when it is certain whether the order exists.',
          entry: { type: 'enterStep', params: { step: 'confirm' } },
          invoke: { id: 'submitOrder', src: 'submitOrder', input: toSubmitOrder, onError: '.crashed' },
          initial: 'creating',
          on: {
            'order.show': {},
            'order.resubmit': {},
            'step.back': { actions: 'stayAtStep' },
            'order.uncertain': '.uncertain',
            'order.placed': { target: '.placed', actions: 'setOrder' },
            'order.refused': { target: '#refused', actions: ['deleteIntent', 'setRefusal'] },
          },
          states: {
            creating: {},
            uncertain: {
              initial: 'lookingUp',
              on: { 'order.waiting': { target: '.waiting', actions: 'setWaiting' } },
              states: {
                lookingUp: {},
                waiting: {
                  on: {
                    'order.retry': { target: 'lookingUp', actions: 'sendRetry' },
                    'order.replace': '#ordering.replaced',
                  },
                },
              },
            },
            crashed: {
              on: { 'order.retry': { target: '#ordering', reenter: true }, 'order.replace': '#ordering.replaced' },
            },
            replaced: {
              description: 'The player confirms another order, knowing that the first one may exist.',
              entry: ['setUnconfirmed', 'deleteIntent', 'reportReplaced'],
              always: '#refused',
            },
            placed: { entry: ['reportOrder', 'saveDraft', 'deleteIntent'], always: '#paying' },
          },
        },
        paying: {
          id: 'paying',
          entry: { type: 'enterStep', params: { step: 'payment' } },
          on: {
            'recharge.restart': {
              guard: 'isShownOrder',
              target: 'shop.loading',
              actions: ['clearChoices', 'saveDraft'],
            },
            'step.back': { actions: 'stayAtStep' },
          },
        },
      },
    },
  },
});

type EffectPorts = {
  saveEpointRechargeDraft: Port<void, { readonly draft: EpointRechargeDraft | null }>;
  deleteIntent: Port<void, { readonly key: string }>;
};

/** Every port rejects with a kernel `Failure`. Stored values belong to the active account. */
export type EpointRechargePorts = ShopPorts & SubmitOrderPorts & EffectPorts;

export const wireEpointRecharge = (ports: EpointRechargePorts): typeof epointRechargeMachine =>
  wire(epointRechargeMachine, ports, {
    effects: backgroundEffects<EpointRechargeEffect>({
      'draft.save': ports.saveEpointRechargeDraft,
      'intent.delete': ports.deleteIntent,
    }),
    submitOrder: wireSubmitOrder(ports),
  });
