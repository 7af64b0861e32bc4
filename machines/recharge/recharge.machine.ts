import { initialContext, rechargeSetup, toGoods, toOrdering, toPlace } from './recharge.setup.ts';

export const rechargeMachine = rechargeSetup.createMachine({
  id: 'recharge',
  description: 'The top-up wizard of one session. A choice that stops to hold is asked again, and only that one.',
  context: ({ input }) => initialContext(input),
  invoke: [
    { id: 'roster', src: 'roster', onError: {} },
    { id: 'purse', src: 'purse', onError: {} },
    { id: 'errands', src: 'errands', input: {}, onError: {} },
  ],
  on: {
    'roster.changed': { actions: ['takeRoster', 'shareRoster'] },
    'purse.changed': { actions: 'takeBalance' },
    'role.reportFailed': { actions: 'tellReportFailed' },
  },
  type: 'parallel',
  states: {
    page: {
      description: 'Steps are told to the root only while the player is on the page.',
      initial: 'elsewhere',
      states: {
        elsewhere: { on: { 'page.enter': 'here' } },
        here: {
          entry: ['tellStep', 'refreshServers', 'refreshPurse'],
          on: { 'page.leave': 'elsewhere', 'step.changed': { actions: 'tellNewStep' } },
        },
      },
    },

    wizard: {
      initial: 'starting',
      on: {
        'order.show': { target: '.paying', actions: 'showOrder' },
        'order.resubmit': { target: '.game.recipient', actions: ['resubmit', 'saveDraft'] },
        'step.goto': { guard: 'isOtherStep', actions: 'stayAtStep' },
      },
      states: {
        starting: {
          always: [
            { guard: 'hasIntent', target: 'ordering.uncertain' },
            { guard: 'hasOrder', target: 'paying' },
            { target: 'game' },
          ],
        },
        game: {
          initial: 'recipient',
          on: {
            'notice.dismiss': { guard: 'hasNotice', actions: 'clearNotice' },
            'roles.refreshed': [
              { guard: 'isRecipientLost', target: '.recipient.choosing', actions: 'sayRoleGone' },
              { guard: 'isRecipientBarred', target: '.recipient.barred', actions: 'sayMaintenance' },
            ],
            'step.goto': [
              { guard: 'canGoToRecipient', target: '.recipient.choosing', actions: 'clearNotice' },
              { guard: 'canGoToItem', target: '.items.choosing', actions: 'clearNotice' },
              { guard: 'canGoToChannel', target: '.channels.choosing', actions: 'clearNotice' },
              { guard: 'canGoToConfirm', target: '.confirming', actions: 'clearNotice' },
            ],
          },
          states: {
            recipient: {
              entry: { type: 'enterStep', params: { step: 'recipient' } },
              initial: 'resolving',
              on: {
                'load.retry': { guard: 'canReloadServers', actions: 'refreshServers' },
                'server.pick': [
                  { guard: 'isServerOpen', target: '.choosing', actions: ['pickServer', 'saveDraft'] },
                  { guard: 'isPickedServerBarred', target: '.barred', actions: 'sayMaintenance' },
                ],
                'role.pick': [
                  { guard: 'isRoleOpen', target: 'items', actions: ['pickRole', 'saveDraft', 'reportRole'] },
                  { guard: 'isPickedServerBarred', target: '.barred', actions: 'sayMaintenance' },
                ],
                'recipient.confirm': [
                  { guard: 'isRecipientOpen', target: 'items', actions: ['takeRecipient', 'saveDraft', 'reportRole'] },
                  { guard: 'isRecipientBarred', target: '.barred', actions: 'sayMaintenance' },
                  { guard: 'hasServers', actions: 'sayRecipientNeeded' },
                ],
              },
              states: {
                resolving: {
                  description:
                    'Walks on with the draft while it holds. A cached list may say yes, only a fresh one no.',
                  always: [
                    { guard: 'isWishOpen', target: '#item', actions: ['takeWish', 'reportRole'] },
                    { guard: 'isWishGone', target: 'choosing', actions: 'sayRoleGone' },
                    { guard: 'isWishBarred', target: 'barred', actions: ['takeWish', 'sayMaintenance'] },
                    { guard: 'isWishIncomplete', target: 'choosing', actions: 'preselect' },
                  ],
                },
                choosing: {},
                barred: {
                  description: 'Under maintenance: the selection is kept, the list is read again from time to time.',
                  after: { recheck: { target: 'barred', reenter: true, actions: 'refreshServers' } },
                  on: {
                    'roles.refreshed': { guard: 'isServerReopened', target: 'choosing', actions: 'clearNotice' },
                    'notice.dismiss': { target: 'choosing', actions: 'clearNotice' },
                  },
                },
              },
            },
            items: {
              id: 'item',
              entry: { type: 'enterStep', params: { step: 'item' } },
              initial: 'loading',
              on: { 'step.back': { target: 'recipient.choosing', actions: 'clearNotice' } },
              states: {
                loading: {
                  invoke: {
                    id: 'loadItems',
                    src: 'loadItems',
                    input: toPlace,
                    onDone: [
                      { guard: 'isNothing', target: 'empty', actions: 'keepItems' },
                      { guard: 'isWishedItemThere', target: '#channel', actions: 'keepItems' },
                      { target: 'choosing', actions: 'keepItems' },
                    ],
                    onError: [
                      { guard: 'isEarlierChoiceGone', target: '#refused', actions: 'takeRefusal' },
                      { target: 'failed', actions: 'keepFailure' },
                    ],
                  },
                },
                choosing: {
                  on: { 'item.pick': { guard: 'isItemThere', target: '#channel', actions: ['pickItem', 'saveDraft'] } },
                },
                empty: { on: { 'load.retry': 'loading' } },
                failed: { on: { 'load.retry': 'loading' } },
              },
            },
            channels: {
              id: 'channel',
              entry: { type: 'enterStep', params: { step: 'channel' } },
              initial: 'loading',
              on: { 'step.back': { target: 'items.choosing', actions: 'clearNotice' } },
              states: {
                loading: {
                  invoke: {
                    id: 'loadChannels',
                    src: 'loadChannels',
                    input: toGoods,
                    onDone: [
                      { guard: 'isNothing', target: 'empty', actions: 'keepChannels' },
                      { guard: 'isWishedChannelOpen', target: '#confirm', actions: ['keepChannels', 'saveDraft'] },
                      { target: 'choosing', actions: 'keepChannels' },
                    ],
                    onError: [
                      { guard: 'isEarlierChoiceGone', target: '#refused', actions: 'takeRefusal' },
                      { target: 'failed', actions: 'keepFailure' },
                    ],
                  },
                },
                choosing: {
                  on: {
                    'channel.pick': {
                      guard: 'isChannelOpen',
                      target: '#confirm',
                      actions: ['pickChannel', 'saveDraft'],
                    },
                  },
                },
                empty: { on: { 'load.retry': 'loading' } },
                failed: { on: { 'load.retry': 'loading' } },
              },
            },
            confirming: {
              id: 'confirm',
              entry: { type: 'enterStep', params: { step: 'confirm' } },
              initial: 'ready',
              on: { 'step.back': { target: 'channels.choosing', actions: 'clearNotice' } },
              states: {
                ready: {
                  on: { 'order.confirm': { guard: 'isOrderable', target: '#ordering', actions: 'keepIntent' } },
                },
                repricing: {
                  invoke: {
                    id: 'reloadItems',
                    src: 'loadItems',
                    input: toPlace,
                    onDone: [
                      { guard: 'isWishedItemThere', target: 'ready', actions: 'keepItems' },
                      { target: '#item', actions: 'keepItems' },
                    ],
                    onError: 'ready',
                  },
                },
              },
            },
            refused: {
              id: 'refused',
              description: 'Asks again only what the failure named.',
              always: [
                { guard: 'isRoleAskedAgain', target: 'recipient.choosing', actions: 'refreshServers' },
                { guard: 'isServerAskedAgain', target: 'recipient.barred' },
                { guard: 'isGroundLost', target: 'recipient' },
                { guard: 'isItemAskedAgain', target: 'items' },
                { guard: 'isChannelAskedAgain', target: 'channels' },
                { guard: 'isPriceAskedAgain', target: 'confirming.repricing' },
                { target: 'confirming' },
              ],
            },
          },
        },
        ordering: {
          id: 'ordering',
          description: 'Left only when it is known whether the order exists.',
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
            placed: { entry: ['tellOrder', 'saveMemory', 'saveDraft', 'clearIntent'], always: '#paying' },
          },
        },
        paying: {
          id: 'paying',
          entry: { type: 'enterStep', params: { step: 'payment' } },
          on: {
            'recharge.restart': { target: 'game', actions: ['restart', 'saveDraft'] },
            'step.back': { actions: 'stayAtStep' },
          },
        },
      },
    },
  },
});
