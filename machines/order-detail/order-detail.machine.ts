import { assertEvent, assign, enqueueActions, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/failure.ts';
import { type Port, ports } from '../kernel/port.ts';
import { ticketFrom } from '../order/order.purchase.ts';
import { isOpen } from '../order/order.status.ts';
import { compareStatus } from '../order/order.transitions.ts';
import type { OrderObservation, OrderRecord, RefusedStatus } from '../order/order.types.ts';

export type OrderDetailInput = { readonly orderId: string };

type OrderDetailContext = OrderDetailInput & {
  readonly record: OrderRecord | null;
  /** Epoch ms of the server at which the record was read; 0 before the first read. */
  readonly observedAt: number;
  readonly failure: Failure | null;
};

type OrderDetailEvent =
  | { readonly type: 'load.retry' }
  | { readonly type: 'detail.refresh' }
  /** The order's payment actor made a newer observation. */
  | { readonly type: 'order.observed'; readonly observation: OrderObservation };

export type OrderDetailReport =
  /** The order was read. If it is tracked, its payment may know an older status. */
  | { readonly type: 'order.loaded'; readonly observation: OrderObservation }
  /** The order is unpaid or still being delivered, so it must be tracked. */
  | { readonly type: 'order.tracked'; readonly record: OrderRecord }
  | ({ readonly type: 'status.refused' } & RefusedStatus)
  | { readonly type: 'screen.forbidden' };

export type OrderDetailPorts = {
  /** `/api/order/record` for one order. Rejects with `orderNumberWrong` for an unknown order, with `forbidden` on HTTP 403. */
  loadOrder: Port<OrderObservation, OrderDetailInput>;
};

const orderOf = ({ context: { orderId } }: { readonly context: OrderDetailContext }): OrderDetailInput => ({ orderId });

/** Keeps the newer of two observations: either the payment actor or this machine may be ahead. */
const mergeObservation = (
  context: OrderDetailContext,
  { record, observedAt }: OrderObservation,
): Partial<OrderDetailContext> => {
  const update = { record, observedAt, failure: null };
  if (!context.record) return update;
  const { kind } = compareStatus(context.record.status, record.status);
  if (kind === 'moved') return update;
  return kind === 'same' && observedAt >= context.observedAt ? update : { failure: null };
};

const refusedBy = (context: OrderDetailContext, { record }: OrderObservation): OrderDetailReport | null => {
  if (!context.record || compareStatus(context.record.status, record.status).kind !== 'refused') return null;
  const { orderId, kind } = ticketFrom(record);
  return { type: 'status.refused', orderId, kind, known: context.record.status, received: record.status };
};

export const orderDetailMachine = setup({
  types: {
    context: {} as OrderDetailContext,
    events: {} as OrderDetailEvent,
    input: {} as OrderDetailInput,
    tags: {} as 'busy',
  },
  actors: ports<OrderDetailPorts>({ loadOrder: 'port' }),
  guards: {
    isForbidden: (args) => failureOf(args).reason === 'forbidden',
    isUnknown: (args) => failureOf(args).reason === 'orderNumberWrong',
    isThisOrder: ({ context, event }) =>
      event.type === 'order.observed' && event.observation.record.paymentId === context.orderId,
  },
  actions: {
    setRecord: enqueueActions(({ context, enqueue }, observation: OrderObservation) => {
      const refused = refusedBy(context, observation);
      if (refused) enqueue(sendParent(refused));
      enqueue.assign(mergeObservation(context, observation));
    }),
    setObserved: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'order.observed');
      const refused = refusedBy(context, event.observation);
      if (refused) enqueue(sendParent(refused));
      enqueue.assign(mergeObservation(context, event.observation));
    }),
    setFailure: assign({ failure: failureOf }),
    reportLoaded: enqueueActions(({ context: { record, observedAt }, enqueue }) => {
      if (!record) return;
      const report: OrderDetailReport = { type: 'order.loaded', observation: { record, observedAt } };
      enqueue(sendParent(report));
    }),
    reportOpenOrder: enqueueActions(({ context: { record }, enqueue }) => {
      if (!record || !isOpen(record.status)) return;
      const report: OrderDetailReport = { type: 'order.tracked', record };
      enqueue(sendParent(report));
    }),
    reportForbidden: sendParent((): OrderDetailReport => ({ type: 'screen.forbidden' })),
  },
}).createMachine({
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
          { guard: 'isForbidden', target: 'failed', actions: ['setFailure', 'reportForbidden'] },
          { guard: 'isUnknown', target: 'unknown' },
          { target: 'failed', actions: 'setFailure' },
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
        onError: { target: 'shown', actions: 'setFailure' },
      },
      on: { 'order.observed': { guard: 'isThisOrder', actions: 'setObserved' } },
    },
    unknown: { on: { 'load.retry': 'loading', 'detail.refresh': 'loading' } },
    failed: { on: { 'load.retry': 'loading', 'detail.refresh': 'loading' } },
  },
});
