import {
  asideOf,
  contextOf,
  deadlineOf,
  failureOf,
  orderOf,
  paymentSetup,
  payUrlOf,
  pointsOf,
  pollInput,
  windowOf,
} from './payment.setup.ts';

export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  options: { maxIterations: 1_000 },
  context: contextOf,
  initial: 'following',
  states: {
    following: {
      type: 'parallel',
      invoke: [
        { id: 'deadline', src: 'deadline', input: deadlineOf, onError: {} },
        { id: 'peers', src: 'peers', input: orderOf, onError: {} },
      ],
      after: { freshness: { actions: 'endFreshness' } },
      states: {
        phase: {
          description: 'What is known of the order, and what can be done about it.',
          initial: 'boot',
          on: {
            'order.moved': [
              { guard: 'isPaid', target: '.settled.delivering', actions: 'reportSettled' },
              { guard: 'isDelivered', target: '.settled.delivered', actions: 'reportSettled' },
              { guard: 'isRefunded', target: '.settled.refunded', actions: 'reportLapsed' },
              { guard: 'hasLapsed', target: '.lapsed' },
            ],
            'order.unknown': '.unknown',
          },
          states: {
            boot: {
              always: [
                { guard: 'isPaid', target: 'settled.delivering' },
                { guard: 'isDelivered', target: 'settled.delivered' },
                { guard: 'isRefunded', target: 'settled.refunded' },
                { guard: 'hasLapsed', target: 'lapsed' },
                { guard: 'isPaidWithPoints', target: 'unpaid.settling' },
                { guard: 'isCreated', target: 'unpaid.opening' },
                { guard: 'isWithoutLink', target: 'unpaid.awaiting' },
                { target: 'unpaid.opening' },
              ],
            },
            unpaid: {
              initial: 'opening',
              on: {
                'payment.open': [
                  { guard: 'isLinkWithheld' },
                  { guard: 'bringsWindow', target: '.opening', actions: 'setWindow' },
                  { target: '.awaiting', actions: 'clearWindowBlocked' },
                ],
                'deadline.reached': 'lastCheck',
              },
              states: {
                opening: {
                  description: 'pay_url is judged; a window that waits for it is navigated.',
                  tags: 'opening',
                  invoke: {
                    id: 'openWindow',
                    src: 'openWindow',
                    input: payUrlOf,
                    onDone: {
                      target: 'judged',
                      actions: { type: 'setWindowResult', params: ({ event }) => event.output },
                    },
                    onError: 'blocked',
                  },
                },
                judged: { always: [{ guard: 'isWindowBlocked', target: 'blocked' }, { target: 'awaiting' }] },
                awaiting: { on: { 'payment.open': { guard: 'isOpeningBlocked', target: 'blocked' } } },
                settling: {
                  description: 'E Points and no window: an actor of its own takes them and finds out what came of it.',
                  invoke: { id: 'pointPayment', src: 'pointPayment', input: pointsOf, onError: 'awaiting' },
                  on: { 'balance.check': { actions: 'checkBalance' }, 'points.answered': { actions: 'requestPoll' } },
                },
                blocked: { description: 'No window: link, QR code and "copy link" instead.', tags: 'blocked' },
                before: { type: 'history' },
              },
            },
            lastCheck: {
              description: 'The time is up. The server is asked until it answers, and its answer holds.',
              tags: 'last-check',
              entry: 'requestPoll',
              on: {
                'order.confirmed': 'unpaid.before',
                'peer.observed': { guard: 'isPastDeadline', target: 'unpaid.before' },
              },
            },
            unknown: {
              description: 'Not in the record, also after the first seconds.',
              tags: 'unknown',
              entry: 'haltSchedule',
              exit: 'resumeSchedule',
              on: {
                'order.confirmed': 'unpaid.before',
                'peer.observed': 'unpaid.before',
                'payment.dismiss': '#payment.dismissing',
              },
            },
            lapsed: {
              description: 'Overdue or failed. Money may still come.',
              initial: 'deciding',
              entry: 'reportLapsed',
              on: { 'payment.resubmit': { actions: 'reportResubmitted' }, 'payment.dismiss': '#payment.dismissing' },
              states: {
                deciding: { always: [{ guard: 'mayStillArrive', target: 'watched' }, { target: 'unwatched' }] },
                watched: {
                  tags: 'watched',
                  after: { latePaymentCheck: { target: 'unwatched', actions: 'requestPoll' } },
                },
                unwatched: { entry: ['haltSchedule', 'conclude'], exit: 'resumeSchedule' },
              },
            },
            settled: {
              initial: 'delivering',
              on: { 'payment.dismiss': '#payment.dismissing' },
              states: {
                delivering: {
                  exit: 'reportConcluded',
                  on: { 'order.moved': [{ guard: 'isDelivered', target: 'delivered' }, { target: 'refunded' }] },
                },
                delivered: { entry: ['haltSchedule', 'conclude'], on: { 'order.moved': 'refunded' } },
                refunded: { entry: ['haltSchedule', 'conclude'] },
              },
            },
          },
        },
        presence: {
          description: 'In front of the player, or put aside and reachable from the banner.',
          initial: 'placing',
          states: {
            placing: { always: [{ guard: 'isShown', target: 'shown' }, { target: 'deferred' }] },
            shown: {
              invoke: { id: 'saveAside', src: 'saveAside', input: asideOf, onError: {} },
              on: {
                'payment.later': { guard: 'isPending', target: 'deferred', actions: ['putAside', 'reportDeferred'] },
                'payment.resubmit': { guard: 'hasLapsed', target: 'deferred', actions: 'putAside' },
                'payment.resume': { actions: ['reportShown', 'requestPoll'] },
              },
            },
            deferred: {
              invoke: { id: 'saveAside', src: 'saveAside', input: asideOf, onError: {} },
              on: {
                'payment.resume': {
                  target: 'shown',
                  actions: ['bringBack', 'reportShown', 'requestPoll', 'requestBalanceCheck'],
                },
              },
            },
          },
        },
        completed: {
          description: 'The button of that name: one question in two seconds.',
          initial: 'ready',
          states: {
            ready: {
              on: {
                'payment.completed': {
                  guard: 'isUnsettled',
                  target: 'pausing',
                  actions: ['setCompletedPressed', 'requestPoll'],
                },
              },
            },
            pausing: { after: { completedCooldown: 'ready' } },
          },
        },
        asking: {
          description: 'One question at a time: on schedule by the leading tab, at once when there is a reason.',
          initial: 'starting',
          on: {
            'peer.observed': { actions: 'applyPeerObservation' },
            'network.changed': { actions: 'setOnline' },
            'lead.gained': { actions: 'setLeading' },
          },
          states: {
            starting: { always: [{ guard: 'isPolledFirst', target: 'questioning' }, { target: 'idle' }] },
            idle: {
              initial: 'resting',
              on: {
                'poll.request': { guard: 'canStillChange', target: 'questioning' },
                'tab.woke': { guard: 'canStillChange', target: 'questioning' },
                'window.closed': { guard: 'canStillChange', target: 'questioning' },
                'network.changed': [
                  { guard: 'isBackOnline', target: '.reconnecting', actions: 'setOnline' },
                  { guard: 'isGoneOffline', target: '.resting', actions: 'setOnline' },
                ],
              },
              states: {
                resting: { always: { guard: 'isScheduled', target: 'waiting' } },
                waiting: {
                  always: { guard: 'isUnscheduled', target: 'resting' },
                  after: {
                    pollInterval: { target: '#payment.following.asking.questioning', actions: 'countScheduled' },
                  },
                },
                reconnecting: { after: { reconnectDelay: { target: 'resting', actions: 'requestPoll' } } },
              },
            },
            questioning: {
              tags: 'checking',
              entry: 'countPoll',
              invoke: {
                id: 'readOrder',
                src: 'readOrder',
                input: pollInput,
                onDone: { target: 'heard', actions: { type: 'applyResponse', params: ({ event }) => event.output } },
                onError: { target: 'heard', actions: { type: 'setFault', params: failureOf } },
              },
              on: { 'poll.request': { actions: 'queuePoll' } },
              after: { requestTimeout: { target: 'heard', actions: 'setTimeoutFailure' } },
            },
            heard: {
              always: [
                { guard: 'isAskedAgain', target: 'questioning' },
                { guard: 'isUnknownOrder', target: 'idle', actions: 'raiseUnknown' },
                { guard: 'isAnswered', target: 'idle', actions: ['clearCompletedPress', 'confirm'] },
                { target: 'idle' },
              ],
            },
          },
        },
        memory: {
          initial: 'kept',
          states: {
            kept: { on: { 'order.over': 'forgotten' } },
            forgotten: { invoke: { id: 'deleteOrder', src: 'deleteOrder', input: orderOf, onError: {} } },
          },
        },
        world: {
          initial: 'watched',
          states: {
            watched: {
              invoke: { id: 'environment', src: 'environment', input: windowOf, onError: {} },
              on: {
                'payment.open': [
                  { guard: 'isLinkWithheld' },
                  { guard: 'bringsWindow', target: 'watched', reenter: true },
                ],
              },
            },
          },
        },
      },
    },
    dismissing: {
      tags: 'over',
      invoke: {
        id: 'deleteOrder',
        src: 'deleteOrder',
        input: orderOf,
        onDone: { target: 'dismissed', actions: 'reportDismissed' },
        onError: { target: 'dismissed', actions: 'reportDismissed' },
      },
    },
    dismissed: { type: 'final', tags: 'over' },
  },
});
