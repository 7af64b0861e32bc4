import { epointRechargeSetup, startingOf, toSubmitOrder } from './epoint-recharge.setup.ts';

export const epointRechargeMachine = epointRechargeSetup.createMachine({
  id: 'epointRecharge',
  options: { maxIterations: 1_000 },
  description: 'Buys E Points. Orders are made here and paid elsewhere.',
  context: startingOf,
  invoke: { id: 'effects', src: 'effects', input: {}, onError: {} },
  type: 'parallel',
  states: {
    page: {
      description: 'Steps are told only while the player is on the page.',
      initial: 'elsewhere',
      states: {
        elsewhere: { on: { 'page.enter': 'here' } },
        here: {
          entry: 'reportStep',
          on: { 'page.leave': 'elsewhere', 'step.changed': { actions: 'reportNewStep' } },
        },
      },
    },
    wizard: {
      initial: 'starting',
      on: {
        'order.show': { target: '.paying', actions: 'showOrder' },
        'order.resubmit': { target: '.shop.loading', actions: ['resubmit', 'saveDraft'] },
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
          initial: 'resting',
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
            resting: { description: 'Nothing is loaded before the player comes.' },
            loading: {
              description: 'Packages, rebates and channels. What was chosen holds as far as it is still there.',
              tags: 'loading',
              invoke: {
                id: 'loadShop',
                src: 'loadShop',
                input: {},
                onDone: { target: 'sorting', actions: { type: 'setShop', params: ({ event }) => event.output } },
                onError: {
                  target: 'failed',
                  actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            sorting: {
              always: [
                { guard: 'isEmpty', target: 'empty' },
                { guard: 'isOrderable', target: 'confirming' },
                { guard: 'hasPackage', target: 'channels' },
                { target: 'packages' },
              ],
            },
            empty: {
              entry: { type: 'enterStep', params: { step: 'item' } },
              on: { 'load.retry': 'loading' },
            },
            failed: { on: { 'load.retry': 'loading' } },
            packages: {
              entry: { type: 'enterStep', params: { step: 'item' } },
              on: {
                'item.pick': { guard: 'isPackageAvailable', target: 'channels', actions: ['pickPackage', 'saveDraft'] },
                'load.retry': 'loading',
              },
            },
            channels: {
              entry: { type: 'enterStep', params: { step: 'channel' } },
              on: {
                'channel.pick': { guard: 'isChannelOpen', target: 'confirming', actions: ['pickChannel', 'saveDraft'] },
                'load.retry': 'loading',
                'step.back': { target: 'packages', actions: 'clearNotice' },
              },
            },
            confirming: {
              entry: { type: 'enterStep', params: { step: 'confirm' } },
              on: {
                'order.confirm': { guard: 'isOrderable', target: '#ordering', actions: 'setIntent' },
                'step.back': { target: 'channels', actions: 'clearNotice' },
              },
            },
            refused: {
              id: 'refused',
              description: 'Asks again only what the failure named.',
              always: [
                { guard: 'isAskedAgain', target: 'loading' },
                { guard: 'needsFullReload', target: 'loading' },
                { target: 'confirming' },
              ],
            },
          },
        },
        ordering: {
          id: 'ordering',
          description: 'Left only when it is known whether the order exists.',
          entry: { type: 'enterStep', params: { step: 'confirm' } },
          invoke: { id: 'ordering', src: 'ordering', input: toSubmitOrder, onError: '.stranded' },
          initial: 'creating',
          on: {
            'order.show': {},
            'order.resubmit': {},
            'step.back': { actions: 'stayAtStep' },
            'order.uncertain': '.uncertain',
            'order.placed': { target: '.placed', actions: 'setOrder' },
            'order.refused': { target: '#refused', actions: ['clearIntent', 'setRefusal'] },
          },
          states: {
            creating: {},
            uncertain: {
              initial: 'asking',
              states: {
                asking: { on: { 'order.waiting': 'waiting' } },
                waiting: { on: { 'order.retry': { target: 'asking', actions: 'retryOrder' } } },
              },
            },
            stranded: { on: { 'order.retry': { target: '#ordering', reenter: true } } },
            placed: { entry: ['reportOrder', 'saveDraft', 'clearIntent'], always: '#paying' },
          },
        },
        paying: {
          id: 'paying',
          entry: { type: 'enterStep', params: { step: 'payment' } },
          on: {
            'recharge.restart': { target: 'shop.loading', actions: ['restart', 'saveDraft'] },
            'step.back': { actions: 'stayAtStep' },
          },
        },
      },
    },
  },
});
