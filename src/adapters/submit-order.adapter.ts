import { failure } from '../../machines/kernel/failure.ts';
import type { SubmitOrderPorts } from '../../machines/wizard/submit-order.machine.ts';
import type { Browser } from '../platform/browser.ts';
import { onWake } from '../platform/page-lifecycle.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { AccountStore } from './account-store.ts';
import type { createOrderCreation } from './order-creation.ts';

export type SubmitOrderParts = {
  readonly creation: ReturnType<typeof createOrderCreation>;
  readonly windows: PaymentWindows;
  readonly browser: Pick<Browser, 'document' | 'addEventListener' | 'removeEventListener'>;
  readonly store: () => AccountStore | null;
};

export const createSubmitOrderPorts = ({ creation, windows, browser, store }: SubmitOrderParts): SubmitOrderPorts => ({
  saveIntent: async ({ intent }) => {
    const accountStore = store();
    if (!accountStore) throw failure('tokenFailure');
    if (accountStore.saveIntent(intent) !== 'durable') throw failure('storageRefused');
  },
  createOrder: creation.createOrder,
  lookUpOrder: creation.lookUpOrder,
  wakeUps: ({ send }) => onWake(browser, () => send({ type: 'tab.woke' })),
  closeWindow: async ({ windowRef }) => {
    if (windowRef !== null) windows.close(windowRef);
  },
});
