import {
  accountOf,
  articleInput,
  balanceInput,
  detailInput,
  epointRechargeInput,
  incoming,
  linkInput,
  listRouteInput,
  rechargeInput,
  signedInSetup,
} from './signed-in.setup.ts';

export const signedInMachine = signedInSetup.createMachine({
  id: 'player',
  options: { maxIterations: 1_000 },
  context: incoming,
  type: 'parallel',
  invoke: { id: 'bulletins', src: 'bulletins', onError: {} },
  on: { 'screen.forbidden': { actions: 'reportForbidden' } },
  states: {
    coinBalance: {
      initial: 'absent',
      states: {
        absent: { always: { guard: 'hasGameAccount', target: 'open' } },
        open: {
          invoke: { id: 'balance', src: 'balance', input: balanceInput, onError: 'broken' },
          on: {
            'payment.settled': { actions: 'refreshBalance' },
            'payment.concluded': { actions: 'refreshBalance' },
            'points.needed': { actions: 'refreshBalance' },
            'order.created': { guard: 'takesPoints', actions: 'refreshBalance' },
            'balance.failed': { actions: 'notifyBalanceFailed' },
          },
        },
        broken: {},
      },
    },
    resumeState: {
      initial: 'open',
      states: {
        open: {
          invoke: { id: 'restoration', src: 'restoration', input: accountOf, onError: 'broken' },
          initial: 'restoring',
          states: {
            restoring: {
              on: {
                'resume.loaded': {
                  target: 'going',
                  actions: { type: 'applyResumeState', params: ({ event }) => event },
                },
              },
            },
            going: {
              entry: 'reportReady',
              exit: 'reportStopped',
              invoke: [
                { id: 'recharge', src: 'recharge', input: rechargeInput, onError: '#broken' },
                { id: 'epointRecharge', src: 'epointRecharge', input: epointRechargeInput, onError: '#broken' },
              ],
              type: 'parallel',
              states: {
                place: {
                  initial: 'passing',
                  states: {
                    passing: {
                      always: [
                        { guard: 'isOnRecharge', target: 'recharging' },
                        { guard: 'isOnDetail', target: 'viewing' },
                      ],
                    },
                    recharging: {
                      entry: 'enterRecharge',
                      always: { guard: 'isOffRecharge', target: 'passing', actions: 'leaveRecharge' },
                      on: {
                        'page.changed': [
                          { guard: 'leadsToOtherHalf', target: 'passing', actions: 'leaveRecharge' },
                          { guard: 'leadsToRecharge', actions: 'followStep' },
                        ],
                        'step.entered': { guard: 'isOfThisHalf', actions: ['setStep', 'showStep'] },
                      },
                    },
                    viewing: {
                      invoke: {
                        id: 'order-detail',
                        src: 'orderDetail',
                        input: detailInput,
                        onError: 'unviewable',
                      },
                      always: { guard: 'isOffDetail', target: 'passing' },
                      on: {
                        'page.changed': { guard: 'leadsToAnotherOrder', target: 'passing' },
                        'payment.settled': { guard: 'isInView', actions: 'refreshDetail' },
                        'order.observed': { actions: 'forwardToDetail' },
                      },
                    },
                    unviewable: { on: { 'page.changed': 'passing' } },
                  },
                },
                following: {
                  description: 'One payment.<orderId> child for each order that is not over.',
                  on: {
                    'unpaid.found': { actions: 'trackUnpaid' },
                    'unpaid.missed': { actions: 'notifyUnpaidFailed' },
                    'order.created': { actions: 'trackCreated' },
                    'order.tracked': { actions: 'trackRecord' },
                    'order.resume': { actions: 'resumeOrder' },
                    'order.repeat': { actions: 'orderAgain' },
                    'points.needed': { actions: 'topUp' },
                    'role.reportFailed': { actions: 'notifyRoleReportFailed' },
                    'status.refused': {
                      actions: { type: 'logRefusedStatus', params: ({ event }) => event },
                    },
                    'payment.shown': { guard: 'isNotFocused', actions: 'bringForward' },
                    'payment.deferred': { actions: 'putAside' },
                    'payment.settled': { actions: 'settleOrder' },
                    'payment.lapsed': { actions: 'lapseOrder' },
                    'payment.resubmitted': { actions: 'resubmitOrder' },
                    'payment.dismissed': { actions: 'dismissOrder' },
                    'xstate.error.actor.payment.*': { actions: 'dropCrashed' },
                  },
                },
              },
            },
          },
        },
        broken: {
          id: 'broken',
          description: 'The wizard broke: what is stored is read again.',
          after: { soon: 'open' },
        },
      },
    },
    browsing: {
      initial: 'open',
      states: {
        open: {
          invoke: { id: 'browsing', src: 'browsing', input: listRouteInput, onError: 'broken' },
          on: {
            'page.changed': { guard: 'isCurrent', actions: 'sendLocation' },
            'list.placed': { actions: 'followList' },
            'payment.settled': { actions: 'refreshList' },
          },
        },
        broken: { on: { 'page.changed': 'open' } },
      },
    },
    reading: {
      description: 'The article of the page, while it is open.',
      initial: 'elsewhere',
      states: {
        elsewhere: { always: { guard: 'isOnArticle', target: 'there' } },
        there: {
          invoke: { id: 'article', src: 'article', input: articleInput, onError: 'broken' },
          always: { guard: 'isOffArticle', target: 'elsewhere' },
          on: { 'page.changed': { guard: 'leadsToAnotherArticle', target: 'elsewhere' } },
        },
        broken: { on: { 'page.changed': 'elsewhere' } },
      },
    },
    outside: {
      description: 'A link that leads out of the portal, with a ticket that says who comes.',
      initial: 'resting',
      states: {
        resting: {},
        opening: {
          exit: 'clearLink',
          invoke: {
            id: 'openLink',
            src: 'openLink',
            input: linkInput,
            onDone: 'resting',
            onError: { target: 'resting', actions: 'notifyLinkFailed' },
          },
        },
      },
      on: { 'link.open': { target: '.opening', reenter: true, actions: 'setLink' } },
    },
    location: {
      description: 'Last, so that the other regions still see where the browser came from.',
      on: { 'page.changed': { actions: 'setPage' } },
    },
  },
});
