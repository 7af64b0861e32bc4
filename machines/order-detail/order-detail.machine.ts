import { failureOf } from '../kernel/failure.ts';
import { orderDetailSetup, orderOf } from './order-detail.setup.ts';

export const orderDetailMachine = orderDetailSetup.createMachine({
  id: 'order-detail',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ orderId: input.orderId, record: null, observedAt: 0, failure: null }),
  initial: 'loading',
  on: { 'order.observed': { guard: 'isThisOrder', target: '.shown', actions: 'setObserved' } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadOrder',
        src: 'loadOrder',
        input: orderOf,
        onDone: {
          target: 'shown',
          actions: [{ type: 'setRecord', params: ({ event }) => event.output }, 'reportLoaded', 'reportOpenOrder'],
        },
        onError: [
          {
            guard: { type: 'isForbidden', params: failureOf },
            target: 'failed',
            actions: [{ type: 'setFailure', params: failureOf }, 'reportForbidden'],
          },
          { guard: { type: 'isUnknown', params: failureOf }, target: 'unknown' },
          { target: 'failed', actions: { type: 'setFailure', params: failureOf } },
        ],
      },
    },
    shown: { on: { 'detail.refresh': 'refreshing' } },
    refreshing: {
      tags: 'busy',
      invoke: {
        id: 'loadOrder',
        src: 'loadOrder',
        input: orderOf,
        onDone: {
          target: 'shown',
          actions: [{ type: 'setRecord', params: ({ event }) => event.output }, 'reportLoaded', 'reportOpenOrder'],
        },
        onError: { target: 'shown', actions: { type: 'setFailure', params: failureOf } },
      },
      on: { 'order.observed': { guard: 'isThisOrder', actions: 'setObserved' } },
    },
    unknown: { on: { 'load.retry': 'loading', 'detail.refresh': 'loading' } },
    failed: { on: { 'load.retry': 'loading', 'detail.refresh': 'loading' } },
  },
});
