import { assertEvent, assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import { ticketFrom } from '../order/order.purchase.ts';
import { isOpen } from '../order/order.status.ts';
import { compareStatus } from '../order/order.transitions.ts';
import type { OrderObservation } from '../order/order.types.ts';
import type {
  OrderDetailContext,
  OrderDetailEvent,
  OrderDetailInput,
  OrderDetailReport,
} from './order-detail.types.ts';

export const orderOf = ({ context }: { readonly context: OrderDetailContext }) => ({ orderId: context.orderId });

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

export const orderDetailSetup = setup({
  types: {
    context: {} as OrderDetailContext,
    events: {} as OrderDetailEvent,
    input: {} as OrderDetailInput,
    tags: {} as 'busy',
  },
  actors: { loadOrder: portStub<OrderObservation, OrderDetailInput>('loadOrder') },
  guards: {
    isForbidden: (_, { reason }: Failure) => reason === 'forbidden',
    isUnknown: (_, { reason }: Failure) => reason === 'orderNumberWrong',
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
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    reportLoaded: enqueueActions(({ context: { record, observedAt }, enqueue }) => {
      if (!record) return;
      const report: OrderDetailReport = { type: 'order.loaded', observation: { record, observedAt } };
      enqueue(sendParent(report));
    }),
    /** Reports an order that is unpaid, or paid and not delivered, so that it is tracked. */
    reportOpenOrder: enqueueActions(({ context: { record }, enqueue }) => {
      if (!record || !isOpen(record.status)) return;
      const report: OrderDetailReport = { type: 'order.tracked', record };
      enqueue(sendParent(report));
    }),
    reportForbidden: sendParent((): OrderDetailReport => ({ type: 'screen.forbidden' })),
  },
});
