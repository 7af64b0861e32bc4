import { initialContext, rechargeSetup, toGoods, toOrdering, toPlace } from './recharge.setup.ts';

export const rechargeMachine = rechargeSetup.createMachine({
  id: 'recharge',
  options: { maxIterations: 1_000 },
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
        'order.resubmit': { target: '.game', actions: ['resubmit', 'saveDraft'] },
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
          initial: 'server',
          on: {
            'notice.dismiss': { guard: 'hasNotice', actions: 'clearNotice' },
            'roles.refreshed': [
              { guard: 'isServerUnderMaintenance', target: '.server.maintenance', actions: 'reportMaintenance' },
              { guard: 'isRoleGone', target: '.role', actions: 'reportRoleGone' },
              { guard: 'isServerGone', target: '.server.choosing', actions: 'reportRoleGone' },
            ],
            'step.goto': [
              { guard: 'canGoToServer', target: '.server.choosing', actions: 'clearNotice' },
              { guard: 'canGoToRole', target: '.role', actions: 'clearNotice' },
              { guard: 'canGoToItem', target: '.items.choosing', actions: 'clearNotice' },
              { guard: 'canGoToChannel', target: '.channels.choosing', actions: 'clearNotice' },
              { guard: 'canGoToConfirm', target: '.confirming', actions: 'clearNotice' },
            ],
          },
          states: {
            server: {
              initial: 'resolving',
              on: {
                'load.retry': { guard: 'canReloadServers', actions: 'refreshServers' },
                'server.pick': [
                  { guard: 'hasSingleRole', target: 'items', actions: ['pickSingleRole', 'saveDraft', 'reportRole'] },
                  { guard: 'isServerOpen', target: 'role', actions: ['pickServer', 'saveDraft'] },
                  { guard: 'isPickedServerUnderMaintenance', target: '.maintenance', actions: 'reportMaintenance' },
                ],
                'recipient.confirm': [
                  { guard: 'isServerUnderMaintenance', target: '.maintenance', actions: 'reportMaintenance' },
                  { guard: 'isRecipientOpen', target: 'items', actions: ['takeRecipient', 'saveDraft', 'reportRole'] },
                  { guard: 'hasServer', target: 'role', actions: 'clearNotice' },
                  { guard: 'hasServers', actions: 'reportRecipientNeeded' },
                ],
              },
              states: {
                resolving: {
                  description:
                    'Restores the saved draft, or preselects the last recipient. A cached list may accept them; only a fresh one may reject them.',
                  always: [
                    { guard: 'isDraftOpen', target: '#item', actions: ['applyDraft', 'reportRole'] },
                    {
                      guard: 'isDraftUnderMaintenance',
                      target: 'maintenance',
                      actions: ['preselect', 'reportMaintenance'],
                    },
                    { guard: 'isDraftRoleGone', target: '#role', actions: 'reportRoleGone' },
                    { guard: 'isDraftServerGone', target: 'choosing', actions: 'reportRoleGone' },
                    { guard: 'isServerPreselected', target: '#role', actions: 'preselect' },
                    { guard: 'needsServer', target: 'choosing', actions: 'preselect' },
                    { target: 'loading' },
                  ],
                },
                loading: {
                  description: 'Waits for a list that resolves the recipient. The player may pick from a cached one.',
                  entry: { type: 'enterStep', params: { step: 'server' } },
                  always: { guard: 'isResolvable', target: 'resolving' },
                },
                choosing: {
                  entry: { type: 'enterStep', params: { step: 'server' } },
                  on: { 'roles.refreshed': { guard: 'isRecipientGone', actions: 'reportRoleGone' } },
                },
                maintenance: {
                  description: 'Keeps the selection and reloads the list from time to time.',
                  entry: { type: 'enterStep', params: { step: 'server' } },
                  after: { recheck: { target: 'maintenance', reenter: true, actions: 'refreshServers' } },
                  on: {
                    'roles.refreshed': { guard: 'isServerReopened', target: 'choosing', actions: 'clearNotice' },
                    'notice.dismiss': { target: 'choosing', actions: 'clearNotice' },
                  },
                },
              },
            },
            role: {
              id: 'role',
              entry: { type: 'enterStep', params: { step: 'role' } },
              initial: 'choosing',
              on: {
                'step.back': { target: 'server.choosing', actions: 'clearNotice' },
                'load.retry': { guard: 'canReloadServers', actions: 'refreshServers' },
              },
              states: {
                choosing: {
                  always: { guard: 'hasNoRoles', target: 'empty' },
                  on: {
                    'role.pick': {
                      guard: 'isRoleOpen',
                      target: '#item',
                      actions: ['pickRole', 'saveDraft', 'reportRole'],
                    },
                    'recipient.confirm': [
                      {
                        guard: 'isRecipientOpen',
                        target: '#item',
                        actions: ['takeRecipient', 'saveDraft', 'reportRole'],
                      },
                      { actions: 'reportRecipientNeeded' },
                    ],
                  },
                },
                empty: {
                  always: { guard: 'hasRoles', target: 'choosing' },
                },
              },
            },
            items: {
              id: 'item',
              entry: { type: 'enterStep', params: { step: 'item' } },
              initial: 'loading',
              on: { 'step.back': { target: 'role', actions: 'clearNotice' } },
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
                { guard: 'isServerAskedAgain', target: 'server.maintenance' },
                { guard: 'isRecipientAskedAgain', target: 'server', actions: 'refreshServers' },
                { guard: 'needsFullReload', target: 'server' },
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
            'ordering.rolesMissing': { actions: 'refreshServers' },
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
