import { toSubmitOrder } from '../wizard/wizard.order.ts';
import { initialContext } from './recharge.choices.ts';
import { rechargeSetup, toChannelRequest, toItemRequest } from './recharge.setup.ts';

export const rechargeMachine = rechargeSetup.createMachine({
  id: 'recharge',
  options: { maxIterations: 1_000 },
  description: 'Tops up a role in a game. A choice that is no longer valid is made again; the others remain.',
  context: ({ input }) => initialContext(input),
  invoke: [
    { id: 'serverList', src: 'serverList', onError: {} },
    { id: 'coinBalance', src: 'coinBalance', onError: {} },
    { id: 'effects', src: 'effects', input: {}, onError: {} },
  ],
  on: {
    'servers.changed': { actions: ['setServers', 'raiseRolesRefreshed'] },
    'coinBalance.changed': { actions: ['setCoinBalance', 'reportShort'] },
    'role.reportFailed': { actions: 'reportRoleFailure' },
  },
  type: 'parallel',
  states: {
    page: {
      description: 'Reports steps only while the player is on the page.',
      initial: 'inactive',
      states: {
        inactive: { on: { 'page.enter': 'active' } },
        active: {
          entry: ['reportStep', 'refreshServers', 'refreshCoinBalance'],
          on: {
            'page.leave': 'inactive',
            'step.changed': { actions: ['reportNewStep', 'refreshCoinBalance'] },
            'step.unchanged': { actions: 'reportStep' },
            'points.changed': { actions: 'refreshCoinBalance' },
          },
        },
      },
    },
    wizard: {
      initial: 'starting',
      on: {
        'order.show': { target: '.paying', actions: 'setShownOrder' },
        'order.resubmit': { target: '.game', actions: ['setResubmission', 'saveDraft'] },
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
              { guard: 'isServerUnderMaintenance', target: '.server.maintenance' },
              { guard: 'isRoleGone', target: '.role', actions: 'setRoleGone' },
              { guard: 'isServerGone', target: '.server.choosing', actions: 'setRoleGone' },
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
              exit: 'clearServerSearch',
              on: {
                'servers.search': { guard: 'isLongList', actions: 'setServerQuery' },
                'servers.show': { guard: 'isLongList', actions: 'setServerScope' },
                'load.retry': { guard: 'canReloadServers', actions: 'refreshServers' },
                'server.pick': [
                  { guard: 'hasSingleRole', target: 'items', actions: ['setSingleRole', 'saveRecipient'] },
                  { guard: 'isServerOpen', target: 'role', actions: ['setServer', 'saveDraft'] },
                  { guard: 'isPickedServerUnderMaintenance', target: '.maintenance' },
                ],
                'role.pick': { guard: 'isRoleOpen', target: 'items', actions: ['setRole', 'saveRecipient'] },
                'recipient.confirm': [
                  { guard: 'isServerUnderMaintenance', target: '.maintenance' },
                  { guard: 'isRecipientOpen', target: 'items', actions: ['setRecipient', 'saveRecipient'] },
                  { guard: 'hasServer', target: 'role', actions: 'clearNotice' },
                  { guard: 'hasServers', actions: 'setRecipientNeeded' },
                ],
              },
              states: {
                resolving: {
                  description: 'Restores the draft or suggests a recipient. Only a fresh list may reject them.',
                  always: [
                    { guard: 'isDraftOpen', target: '#item', actions: ['setDraftRecipient', 'sendRoleReport'] },
                    { guard: 'isRecipientSuggested', target: '#item', actions: ['setSuggestion', 'saveRecipient'] },
                    { guard: 'isDraftUnderMaintenance', target: 'maintenance', actions: 'setPreselection' },
                    { guard: 'isDraftRoleGone', target: '#role', actions: 'setRoleGone' },
                    { guard: 'isDraftServerGone', target: 'choosing', actions: 'setRoleGone' },
                    { guard: 'isServerPreselected', target: '#role', actions: 'setPreselection' },
                    { guard: 'needsServer', target: 'choosing', actions: 'setPreselection' },
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
                  on: { 'roles.refreshed': { guard: 'isRecipientGone', actions: 'setRoleGone' } },
                },
                maintenance: {
                  description: 'Keeps the selection and reloads the list from time to time.',
                  entry: ['setMaintenance', { type: 'enterStep', params: { step: 'server' } }],
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
                    'role.pick': { guard: 'isRoleOpen', target: '#item', actions: ['setRole', 'saveRecipient'] },
                    'recipient.confirm': [
                      { guard: 'isRecipientOpen', target: '#item', actions: ['setRecipient', 'saveRecipient'] },
                      { actions: 'setRecipientNeeded' },
                    ],
                  },
                },
                empty: { always: { guard: 'hasRoles', target: 'choosing' } },
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
                    input: toItemRequest,
                    onDone: [
                      { guard: 'isEmpty', target: 'empty', actions: 'setItems' },
                      { guard: 'isDraftItemAvailable', target: '#channel', actions: 'setItems' },
                      { guard: 'isItemSuggested', target: 'suggesting', actions: 'setSuggestedItem' },
                      { target: 'choosing', actions: 'setItems' },
                    ],
                    onError: [
                      { guard: 'isEarlierChoiceGone', target: '#refused', actions: 'setRefusal' },
                      { target: 'failed', actions: 'setFailure' },
                    ],
                  },
                },
                suggesting: {
                  description: 'Suggests the last order again, if its payment method is open for it.',
                  invoke: {
                    id: 'loadChannels',
                    src: 'loadChannels',
                    input: toChannelRequest,
                    onDone: [
                      { guard: 'isDraftChannelOpen', target: '#confirm', actions: 'setChannels' },
                      { target: 'choosing', actions: 'clearSuggestion' },
                    ],
                    onError: { target: 'choosing', actions: 'clearSuggestion' },
                  },
                },
                choosing: {
                  on: {
                    'item.pick': { guard: 'isItemAvailable', target: '#channel', actions: ['setItem', 'saveDraft'] },
                  },
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
                    input: toChannelRequest,
                    onDone: [
                      { guard: 'isEmpty', target: 'empty', actions: 'setChannels' },
                      { guard: 'isDraftChannelOpen', target: '#confirm', actions: ['setChannels', 'saveDraft'] },
                      { target: 'choosing', actions: 'setChannels' },
                    ],
                    onError: [
                      { guard: 'isEarlierChoiceGone', target: '#refused', actions: 'setRefusal' },
                      { target: 'failed', actions: 'setFailure' },
                    ],
                  },
                },
                choosing: {
                  on: {
                    'channel.pick': {
                      guard: 'isChannelOpen',
                      target: '#confirm',
                      actions: ['setChannel', 'saveDraft'],
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
              on: {
                'step.back': { target: 'channels.choosing', actions: 'clearNotice' },
                'item.pick': { guard: 'isItemAvailable', target: '#channel', actions: ['setItem', 'saveDraft'] },
                'package.confirmed': [
                  { guard: 'isPackageEnough', target: '.covering', actions: ['keepChoices', 'saveDraft'] },
                  { target: '.ready' },
                ],
              },
              states: {
                ready: {
                  on: { 'order.confirm': { guard: 'isOrderable', target: '#ordering', actions: 'setIntent' } },
                },
                covering: {
                  description:
                    'The player buys the missing E Points. Only while nothing else is chosen, the order follows them.',
                  initial: 'waiting',
                  on: { 'package.ended': 'ready' },
                  states: {
                    waiting: {
                      always: { guard: 'isOrderable', target: '#confirm.ready' },
                      on: { 'package.delivered': 'reading' },
                    },
                    reading: {
                      entry: 'readCoinBalance',
                      on: {
                        'coinBalance.changed': [
                          { guard: 'isBalanceKnown', target: 'confirming', actions: 'setCoinBalance' },
                          { target: '#confirm.ready', actions: 'setCoinBalance' },
                        ],
                      },
                    },
                    confirming: {
                      invoke: {
                        id: 'createConfirmation',
                        src: 'createConfirmation',
                        input: {},
                        onDone: { target: '#confirm.ready', actions: 'raiseConfirm' },
                        onError: '#confirm.ready',
                      },
                    },
                  },
                },
                repricing: {
                  invoke: {
                    id: 'reloadItems',
                    src: 'loadItems',
                    input: toItemRequest,
                    onDone: [
                      { guard: 'isDraftItemAvailable', target: 'ready', actions: 'setItems' },
                      { target: '#item', actions: 'setItems' },
                    ],
                    onError: 'ready',
                  },
                },
              },
            },
            refused: {
              id: 'refused',
              description: 'Returns to the choice that the refusal names.',
              always: [
                { guard: 'isServerRefused', target: 'server.maintenance' },
                { guard: 'isRecipientRefused', target: 'server', actions: 'refreshServers' },
                { guard: 'needsFullReload', target: 'server' },
                { guard: 'isItemRefused', target: 'items' },
                { guard: 'isChannelRefused', target: 'channels' },
                { guard: 'isPriceRefused', target: 'confirming.repricing' },
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
            'order.rolesMissing': { actions: 'refreshServers' },
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
            placed: { entry: ['reportOrder', 'saveMemory', 'saveDraft', 'deleteIntent'], always: '#paying' },
          },
        },
        paying: {
          id: 'paying',
          entry: { type: 'enterStep', params: { step: 'payment' } },
          on: {
            'recharge.restart': { guard: 'isShownOrder', target: 'game', actions: ['clearChoices', 'saveDraft'] },
            'step.back': { actions: 'stayAtStep' },
          },
        },
      },
    },
  },
});
