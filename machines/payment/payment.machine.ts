import {
  asideOf,
  contextOf,
  deadlineOf,
  failureOf,
  orderOf,
  paymentSetup,
  payUrlOf,
  pointsOf,
  questionOf,
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
              { guard: 'isArrived', target: '.settled.delivered', actions: 'reportSettled' },
              { guard: 'isRefunded', target: '.settled.refunded', actions: 'reportLapsed' },
              { target: '.lapsed' },
            ],
            'order.unknown': '.unknown',
          },
          states: {
            boot: {
              always: [
                { guard: 'isPaid', target: 'settled.delivering' },
                { guard: 'isArrived', target: 'settled.delivered' },
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
                  { guard: 'bringsWindow', target: '.opening', actions: 'takeWindow' },
                  { target: '.awaiting', actions: 'noteLinkUsed' },
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
                    onDone: { target: 'judged', actions: { type: 'judgeWindow', params: ({ event }) => event.output } },
                    onError: 'blocked',
                  },
                },
                judged: { always: [{ guard: 'isWindowBlocked', target: 'blocked' }, { target: 'awaiting' }] },
                awaiting: { on: { 'payment.open': { guard: 'isOpeningBlocked', target: 'blocked' } } },
                settling: {
                  description: 'E Points and no window: an actor of its own takes them and finds out what came of it.',
                  invoke: { id: 'pointPayment', src: 'pointPayment', input: pointsOf, onError: 'awaiting' },
                  on: { 'points.weigh': { actions: 'weighPoints' }, 'points.answered': { actions: 'askNow' } },
                },
                blocked: { description: 'No window: link, QR code and "copy link" instead.', tags: 'blocked' },
                before: { type: 'history' },
              },
            },
            lastCheck: {
              description: 'The time is up. The server is asked until it answers, and its answer holds.',
              tags: 'last-check',
              entry: 'askNow',
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
                watched: { tags: 'watched', after: { lateWatch: { target: 'unwatched', actions: 'askNow' } } },
                unwatched: { entry: ['haltSchedule', 'conclude'], exit: 'resumeSchedule' },
              },
            },
            settled: {
              initial: 'delivering',
              on: { 'payment.dismiss': '#payment.dismissing' },
              states: {
                delivering: {
                  exit: 'reportConcluded',
                  on: { 'order.moved': [{ guard: 'isArrived', target: 'delivered' }, { target: 'refunded' }] },
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
              invoke: { id: 'rememberAside', src: 'rememberAside', input: asideOf, onError: {} },
              on: {
                'payment.later': { guard: 'isPending', target: 'deferred', actions: ['putAside', 'reportDeferred'] },
                'payment.resubmit': { guard: 'hasLapsed', target: 'deferred', actions: 'putAside' },
                'payment.resume': { actions: ['reportShown', 'askNow'] },
              },
            },
            deferred: {
              invoke: { id: 'rememberAside', src: 'rememberAside', input: asideOf, onError: {} },
              on: {
                'payment.resume': { target: 'shown', actions: ['bringBack', 'reportShown', 'askNow', 'askForPoints'] },
              },
            },
          },
        },
        completed: {
          description: 'The button of that name: one question in two seconds.',
          initial: 'ready',
          states: {
            ready: {
              on: { 'payment.completed': { guard: 'isUnsettled', target: 'pausing', actions: ['press', 'askNow'] } },
            },
            pausing: { after: { pressPause: 'ready' } },
          },
        },
        asking: {
          description: 'One question at a time: on schedule by the leading tab, at once when there is a reason.',
          initial: 'starting',
          on: {
            'peer.observed': { actions: 'overhear' },
            'network.changed': { actions: 'noteNetwork' },
            'lead.gained': { actions: 'noteLead' },
          },
          states: {
            starting: { always: [{ guard: 'isAskedFirst', target: 'questioning' }, { target: 'idle' }] },
            idle: {
              initial: 'resting',
              on: {
                'ask.now': { guard: 'isWorthAsking', target: 'questioning' },
                'tab.woke': { guard: 'isWorthAsking', target: 'questioning' },
                'window.closed': { guard: 'isWorthAsking', target: 'questioning' },
                'network.changed': [
                  { guard: 'isBackOnline', target: '.nudged', actions: 'noteNetwork' },
                  { guard: 'isGoneOffline', target: '.resting', actions: 'noteNetwork' },
                ],
              },
              states: {
                resting: { always: { guard: 'isScheduled', target: 'waiting' } },
                waiting: {
                  always: { guard: 'isUnscheduled', target: 'resting' },
                  after: { pace: { target: '#payment.following.asking.questioning', actions: 'countScheduled' } },
                },
                nudged: { after: { nudge: { target: 'resting', actions: 'askNow' } } },
              },
            },
            questioning: {
              tags: 'checking',
              entry: 'countPoll',
              invoke: {
                id: 'readOrder',
                src: 'readOrder',
                input: questionOf,
                onDone: { target: 'heard', actions: { type: 'hear', params: ({ event }) => event.output } },
                onError: { target: 'heard', actions: { type: 'noteFault', params: failureOf } },
              },
              on: { 'ask.now': { actions: 'queueQuestion' } },
              after: { patience: { target: 'heard', actions: 'noteSilence' } },
            },
            heard: {
              always: [
                { guard: 'isAskedAgain', target: 'questioning' },
                { guard: 'isUnknownOrder', target: 'idle', actions: 'callUnknown' },
                { guard: 'isAnswered', target: 'idle', actions: ['answerPress', 'confirm'] },
                { target: 'idle' },
              ],
            },
          },
        },
        memory: {
          initial: 'kept',
          states: {
            kept: { on: { 'order.over': 'forgotten' } },
            forgotten: { invoke: { id: 'forgetOrder', src: 'forgetOrder', input: orderOf, onError: {} } },
          },
        },
        world: {
          initial: 'watched',
          states: {
            watched: {
              invoke: { id: 'surroundings', src: 'surroundings', input: windowOf, onError: {} },
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
        id: 'forgetOrder',
        src: 'forgetOrder',
        input: orderOf,
        onDone: { target: 'dismissed', actions: 'reportDismissed' },
        onError: { target: 'dismissed', actions: 'reportDismissed' },
      },
    },
    dismissed: { type: 'final', tags: 'over' },
  },
});
