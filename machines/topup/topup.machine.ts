import { startingOf, toOrdering, topupSetup } from './topup.setup.ts';

export const topupMachine = topupSetup.createMachine({
  id: 'topup',
  options: { maxIterations: 1_000 },
  description: 'Buys E Points. Orders are made here and paid elsewhere.',
  context: startingOf,
  invoke: { id: 'errands', src: 'errands', input: {}, onError: {} },
  type: 'parallel',
  states: {
    page: {
      description: 'Steps are told only while the player is on the page.',
      initial: 'elsewhere',
      states: {
        elsewhere: { on: { 'page.enter': 'here' } },
        here: {
          entry: 'tellStep',
          on: { 'page.leave': 'elsewhere', 'step.changed': { actions: 'tellNewStep' } },
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
                onDone: { target: 'sorting', actions: { type: 'keepShop', params: ({ event }) => event.output } },
                onError: {
                  target: 'failed',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            sorting: {
              always: [
                { guard: 'isNothing', target: 'empty' },
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
                'item.pick': { guard: 'isPackageThere', target: 'channels', actions: ['pickPackage', 'saveDraft'] },
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
                'order.confirm': { guard: 'isOrderable', target: '#ordering', actions: 'keepIntent' },
                'step.back': { target: 'channels', actions: 'clearNotice' },
              },
            },
            refused: {
              id: 'refused',
              description: 'Asks again only what the failure named.',
              always: [
                { guard: 'isAskedAgain', target: 'loading' },
                { guard: 'isGroundLost', target: 'loading' },
                { target: 'confirming' },
              ],
            },
          },
        },
        ordering: {
          id: 'ordering',
          description: 'Left only when it is known whether the order exists.',
          entry: { type: 'enterStep', params: { step: 'confirm' } },
          invoke: { id: 'ordering', src: 'ordering', input: toOrdering, onError: '.stranded' },
          initial: 'creating',
          on: {
            'order.show': {},
            'order.resubmit': {},
            'step.back': { actions: 'stayAtStep' },
            'ordering.doubted': '.uncertain',
            'ordering.made': { target: '.placed', actions: 'takeOrder' },
            'ordering.refused': { target: '#refused', actions: ['clearIntent', 'takeRefusal'] },
          },
          states: {
            creating: {},
            uncertain: {
              initial: 'asking',
              states: {
                asking: { on: { 'ordering.paused': 'waiting' } },
                waiting: { on: { 'order.retry': { target: 'asking', actions: 'retryOrder' } } },
              },
            },
            stranded: { on: { 'order.retry': { target: '#ordering', reenter: true } } },
            placed: { entry: ['tellOrder', 'saveDraft', 'clearIntent'], always: '#paying' },
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
