import { wire } from '../kernel/port.ts';
import { initialContext } from './payment.model.ts';
import { deferredOf, type MethodPorts, orderOf, paymentSetup, wireMethods } from './payment.setup.ts';
import type { OrderPorts } from './payment.types.ts';

export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  options: { maxIterations: 1_000 },
  context: ({ input }) => initialContext(input),
  initial: 'following',
  states: {
    following: {
      type: 'parallel',
      invoke: [
        { id: 'deadline', src: 'deadline', input: ({ context: { deadlineAt } }) => ({ at: deadlineAt }), onError: {} },
        { id: 'peers', src: 'peers', input: orderOf, onError: {} },
        { id: 'environment', src: 'environment', input: {}, onError: {} },
      ],
      after: { gracePeriod: { actions: 'endGracePeriod' } },
      states: {
        phase: {
          description: 'The status of the order and what the player can do about it.',
          initial: 'starting',
          on: {
            'order.moved': [
              { guard: 'isPaid', target: '.settled.delivering', actions: ['reportSettled', 'notifyPaid'] },
              { guard: 'isDelivered', target: '.settled.delivered', actions: ['reportSettled', 'notifyPaid'] },
              { guard: 'isRefunded', target: '.settled.refunded', actions: 'reportLapsed' },
              { guard: 'hasLapsed', target: '.lapsed' },
            ],
            'order.unknown': '.unknown',
          },
          states: {
            starting: {
              always: [
                { guard: 'isPaid', target: 'settled.delivering' },
                { guard: 'isDelivered', target: 'settled.delivered' },
                { guard: 'isRefunded', target: 'settled.refunded' },
                { guard: 'hasLapsed', target: 'lapsed' },
                { target: 'unpaid' },
              ],
            },
            unpaid: { on: { 'deadline.reached': 'lastCheck' } },
            lastCheck: {
              description: 'The order has expired. Polls until the server responds; its response decides.',
              tags: 'last-check',
              entry: 'requestPoll',
              on: {
                'order.confirmed': 'unpaid',
                'peer.observed': { guard: 'isPastDeadline', target: 'unpaid' },
              },
            },
            unknown: {
              description: 'The record does not contain the order, even after its first seconds.',
              tags: 'unknown',
              entry: 'stopPolling',
              exit: 'resumePolling',
              on: {
                'order.confirmed': 'unpaid',
                'peer.observed': 'unpaid',
                'payment.dismiss': '#payment.dismissing',
              },
            },
            lapsed: {
              description: 'Overdue or failed. A late payment is still possible.',
              initial: 'deciding',
              tags: 'ended',
              entry: 'reportLapsed',
              on: {
                'payment.resubmit': { actions: 'reportResubmitted' },
                'payment.leave': { actions: 'reportReleased' },
                'payment.dismiss': '#payment.dismissing',
              },
              states: {
                deciding: { always: [{ guard: 'isLatePaymentPossible', target: 'watching' }, { target: 'concluded' }] },
                watching: {
                  tags: 'watching',
                  after: { latePaymentCheck: { target: 'concluded', actions: 'requestPoll' } },
                },
                concluded: { entry: ['stopPolling', 'conclude'], exit: 'resumePolling' },
              },
            },
            settled: {
              initial: 'delivering',
              on: { 'payment.dismiss': '#payment.dismissing' },
              states: {
                delivering: {
                  description: 'Dismissed, the order is still followed: its delivery or refund may change the balance.',
                  exit: 'reportConcluded',
                  on: {
                    'payment.dismiss': { actions: 'reportReleased' },
                    'order.moved': [
                      { guard: 'isDelivered', target: 'delivered' },
                      { guard: 'isRefunded', target: 'refunded' },
                    ],
                  },
                },
                delivered: {
                  tags: 'ended',
                  entry: ['stopPolling', 'conclude'],
                  on: {
                    'order.moved': { guard: 'isRefunded', target: 'refunded' },
                    'payment.leave': { actions: 'reportReleased' },
                  },
                },
                refunded: {
                  tags: 'ended',
                  entry: ['stopPolling', 'conclude'],
                  on: { 'payment.leave': { actions: 'reportReleased' } },
                },
              },
            },
          },
        },
        method: {
          description:
            'The machine of the payment method. It starts with the first unpaid status and ends with the payment.',
          initial: 'waiting',
          states: {
            waiting: { always: { guard: 'isPending', target: 'running' } },
            running: {
              entry: 'startMethod',
              exit: 'stopMethod',
              on: {
                'method.offered': { actions: 'setOffered' },
                'method.changed': { actions: 'setPayment' },
                'page.found': { actions: ['setPage', 'forwardPage'] },
                'order.check': { actions: 'requestPoll' },
                'payment.resume': { guard: 'isPendingAndDeferred', actions: 'notifyMethod' },
                'points.changed': { actions: 'forwardPoints' },
                'xstate.error.actor.method.*': 'crashed',
              },
            },
            crashed: { description: 'The order is still tracked and can be paid after a reload.' },
          },
        },
        presence: {
          description: 'Visible in the dialog, or deferred and reachable from the banner.',
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isShown', target: 'shown' }, { target: 'deferred' }] },
            shown: {
              invoke: { id: 'saveDeferred', src: 'saveDeferred', input: deferredOf, onError: {} },
              on: {
                'payment.later': { guard: 'isPending', target: 'deferred', actions: ['setDeferred', 'reportDeferred'] },
                'payment.resubmit': { guard: 'hasLapsed', target: 'deferred', actions: 'setDeferred' },
                'payment.leave': { guard: 'hasEnded', target: 'deferred', actions: 'setDeferred' },
                'payment.dismiss': { guard: 'isPaid', target: 'deferred', actions: 'setDeferred' },
                'payment.resume': { actions: ['reportShown', 'requestPoll'] },
              },
            },
            deferred: {
              invoke: { id: 'saveDeferred', src: 'saveDeferred', input: deferredOf, onError: {} },
              on: {
                'payment.resume': {
                  target: 'shown',
                  actions: ['setShown', 'reportShown', 'requestPoll'],
                },
              },
            },
          },
        },
        completed: {
          description: 'The Completed button: at most one poll in two seconds.',
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
        polling: {
          description: 'One request at a time: the leading tab follows the schedule; events poll at once.',
          initial: 'starting',
          on: {
            'peer.observed': { actions: 'applyPeerObservation' },
            'network.changed': { actions: 'setOnline' },
            'leader.elected': { actions: 'setLeading' },
            'leader.lost': { actions: 'setFollowing' },
          },
          states: {
            starting: { always: [{ guard: 'shouldPollOnStart', target: 'requesting' }, { target: 'idle' }] },
            idle: {
              initial: 'paused',
              on: {
                'poll.request': { guard: 'canStillChange', target: 'requesting' },
                'tab.woke': { guard: 'canStillChange', target: 'requesting' },
                'network.changed': [
                  { guard: 'isBackOnline', target: '.reconnecting', actions: 'setOnline' },
                  { guard: 'isOffline', target: '.paused', actions: 'setOnline' },
                ],
              },
              states: {
                paused: { always: { guard: 'isScheduled', target: 'waiting' } },
                waiting: {
                  always: { guard: 'isUnscheduled', target: 'paused' },
                  after: {
                    pollInterval: { target: '#payment.following.polling.requesting', actions: 'countScheduled' },
                  },
                },
                reconnecting: { after: { reconnectDelay: { target: 'paused', actions: 'requestPoll' } } },
              },
            },
            requesting: {
              tags: 'checking',
              entry: 'countPoll',
              invoke: {
                id: 'readOrder',
                src: 'readOrder',
                input: ({ context: { ticket } }) => ({ kind: ticket.kind, orderId: ticket.orderId }),
                onDone: { target: 'deciding', actions: { type: 'applyResponse', params: ({ event }) => event.output } },
                onError: { target: 'deciding', actions: 'setFault' },
              },
              on: {
                'poll.request': { actions: 'queuePoll' },
                'tab.woke': { actions: 'setTabReturned' },
                'network.changed': { guard: 'isBackOnline', target: 'idle.reconnecting', actions: 'setOnline' },
              },
              after: { requestTimeout: { target: 'deciding', actions: 'setTimeoutFailure' } },
            },
            deciding: {
              always: [
                { guard: 'isPollQueued', target: 'requesting' },
                { guard: 'isUnknownOrder', target: 'idle', actions: 'raiseUnknown' },
                { guard: 'hasResponse', target: 'idle', actions: ['clearCompletedPress', 'confirm'] },
                { guard: 'isFailureStale', target: 'idle.reconnecting' },
                { target: 'idle' },
              ],
            },
          },
        },
        storage: {
          initial: 'stored',
          states: {
            stored: { on: { 'order.over': 'deleted' } },
            deleted: { invoke: { id: 'deleteOrder', src: 'deleteOrder', input: orderOf, onError: {} } },
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

export type PaymentPorts = OrderPorts & { readonly methods: MethodPorts };

export const wirePayment = (ports: PaymentPorts): typeof paymentMachine =>
  wire(paymentMachine, ports, wireMethods(ports.methods));
