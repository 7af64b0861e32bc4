import type { PaymentPorts } from '../../machines/payment/payment.machine.ts';
import type { PointPaymentPorts } from '../../machines/payment/points/point-payment.machine.ts';
import type { RedirectPaymentPorts } from '../../machines/payment/redirect/redirect-payment.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { paymentEpointPay } from '../contract/epoint.contract.ts';
import type { Browser } from '../platform/browser.ts';
import type { Connectivity } from '../platform/connectivity.ts';
import { stopAll } from '../platform/listeners.ts';
import { onReturn } from '../platform/page-lifecycle.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { startServerTimer } from '../platform/server-timer.ts';
import { lead } from '../platform/tabs.ts';
import type { AccountStore } from './account-store.ts';
import type { LoadCoinBalance } from './balance.adapter.ts';
import type { OrderReader } from './order-reader.ts';

export type PaymentParts = {
  readonly browser: Pick<Browser, 'document' | 'navigator' | 'addEventListener' | 'removeEventListener'>;
  readonly reader: OrderReader;
  readonly connectivity: Connectivity;
  readonly clock: ServerClock;
  readonly windows: PaymentWindows;
  readonly isPayUrl: (url: string) => boolean;
  readonly loadCoinBalance: LoadCoinBalance;
  readonly api: ApiClient;
  readonly store: () => AccountStore | null;
  /** Whether the API has announced that it takes E Points for an order once. */
  readonly isIdempotent: () => boolean;
};

const createRedirectPaymentPorts = ({ windows, isPayUrl }: PaymentParts): RedirectPaymentPorts => ({
  openWindow: async ({ windowRef, payUrl, orderId }) => {
    if (payUrl === null || !isPayUrl(payUrl)) {
      if (windowRef !== null) windows.close(windowRef);
      return { opened: false, refused: true };
    }
    return { opened: windowRef !== null && windows.navigate(windowRef, payUrl, orderId), refused: false };
  },
  closeWindow: async ({ windowRef }) => {
    if (windowRef !== null) windows.close(windowRef);
  },
  paymentWindow: ({ input: { windowRef }, send }) =>
    windowRef === null
      ? () => {}
      : windows.watch(
          windowRef,
          () => send({ type: 'window.closed' }),
          (isBlank) => send({ type: isBlank ? 'window.blank' : 'window.left' }),
        ),
});

const createPointPaymentPorts = (parts: PaymentParts): PointPaymentPorts => ({
  effects: ({ input: { orderId }, receive }) => {
    receive(({ spending }) => parts.store()?.setSpending(orderId, spending));
    return () => {};
  },
  loadCoinBalance: parts.loadCoinBalance,
  payWithPoints: async ({ orderId }, signal) => {
    await parts.api.call(paymentEpointPay, { paymentId: orderId }, { signal });
  },
  readOrder: async (order, signal) => ({
    ...(await parts.reader.read(order, signal)),
    mayRepeat: parts.isIdempotent(),
  }),
});

export const createPaymentPorts = (parts: PaymentParts): PaymentPorts => {
  const { browser, connectivity, reader, clock, store } = parts;
  return {
    methods: { redirect: createRedirectPaymentPorts(parts), points: createPointPaymentPorts(parts) },
    readOrder: reader.read,
    deleteOrder: async ({ orderId }) => store()?.deleteOrder(orderId),
    saveDeferred: async ({ orderId, deferred }) => store()?.setDeferred(orderId, deferred),
    deadline: ({ input, send }) => startServerTimer(browser, clock, input.at, () => send({ type: 'deadline.reached' })),
    environment: ({ send }) =>
      stopAll(
        onReturn(browser, () => send({ type: 'tab.woke' })),
        connectivity.watch((online) => send({ type: 'network.changed', online })),
      ),
    peers: ({ input: { orderId }, send }) =>
      stopAll(
        reader.onPeer(orderId, (observation) => send({ type: 'peer.observed', observation })),
        lead(browser, `portal:order:${orderId}`, {
          gained: () => send({ type: 'leader.elected' }),
          lost: () => send({ type: 'leader.lost' }),
        }),
      ),
  };
};
