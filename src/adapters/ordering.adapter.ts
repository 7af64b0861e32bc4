import { failure } from '../../machines/kernel/failure.ts';
import type { OrderingPorts } from '../../machines/ordering/ordering.ports.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { AccountStore } from './account-store.ts';
import { asking } from './asking.ts';
import type { createOrderCreation } from './order-creation.ts';

export type OrderingParts = {
  readonly creation: ReturnType<typeof createOrderCreation>;
  readonly windows: PaymentWindows;
  readonly store: () => AccountStore | null;
};

export const createOrderingPorts = ({ creation, windows, store }: OrderingParts): OrderingPorts => ({
  saveIntent: async ({ intent }) => {
    if (store()?.saveIntent(intent) !== 'durable') throw failure('systemBusy');
  },
  createOrder: asking(creation.createOrder),
  lookUpOrder: asking(creation.lookUpOrder),
  closeWindow: async ({ windowRef }) => {
    if (windowRef !== null) windows.close(windowRef);
  },
});
