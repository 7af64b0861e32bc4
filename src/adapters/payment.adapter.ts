import type { PaymentPorts } from '../../machines/payment/payment.ports.ts';
import type { EpointClient } from '../api/epoint-client.ts';
import type { Browser } from '../platform/browser.ts';
import { watchConnectivity } from '../platform/connectivity.ts';
import { onReturn } from '../platform/page-lifecycle.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { startServerTimer } from '../platform/server-timer.ts';
import { lead } from '../platform/tab-leader.ts';
import type { AccountStore } from './account-store.ts';
import type { CoinBalanceReader } from './coin-balance-reader.ts';
import type { OrderReader } from './order-reader.ts';
import { rejectWithFailure } from './to-failure.ts';

export type PaymentParts = {
  readonly browser: Pick<Browser, 'document' | 'navigator' | 'addEventListener' | 'removeEventListener'>;
  readonly reader: OrderReader;
  readonly coinBalance: CoinBalanceReader;
  readonly epoint: Pick<EpointClient, 'pay'>;
  readonly windows: PaymentWindows;
  readonly clock: ServerClock;
  readonly store: () => AccountStore | null;
  readonly isPayUrl: (url: string) => boolean;
};

export const createPaymentPorts = (parts: PaymentParts): PaymentPorts => {
  const { browser, reader, coinBalance, epoint, windows, clock, store, isPayUrl } = parts;
  return {
    openWindow: async ({ windowRef, payUrl, orderId }) => {
      if (payUrl === null || !isPayUrl(payUrl)) {
        if (windowRef !== null) windows.close(windowRef);
        return { opened: false, refused: true };
      }
      return { opened: windowRef !== null && windows.navigate(windowRef, payUrl, orderId), refused: false };
    },
    readOrder: rejectWithFailure((order, signal) => reader.read(order, signal)),
    loadCoinBalance: rejectWithFailure((_, signal) => coinBalance.read(signal)),
    payWithPoints: rejectWithFailure(async ({ orderId }, signal) => {
      await epoint.pay({ paymentId: orderId }, { signal });
    }),
    deleteOrder: async ({ orderId }) => store()?.deleteOrder(orderId),
    saveDeferred: async ({ orderId, deferred }) => store()?.setDeferred(orderId, deferred),
    deadline: ({ input, send }) => startServerTimer(browser, clock, input.at, () => send({ type: 'deadline.reached' })),
    environment: ({ input: { windowRef }, send }) => {
      const stops = [
        onReturn(browser, () => send({ type: 'tab.woke' })),
        watchConnectivity(browser, (online) => send({ type: 'network.changed', online })),
      ];
      if (windowRef !== null) stops.push(windows.watchClosed(windowRef, () => send({ type: 'window.closed' })));
      return () => {
        for (const stop of stops) stop();
      };
    },
    peers: ({ input: { orderId }, send }) => {
      const unsubscribe = reader.onPeer(orderId, (observation) => send({ type: 'peer.observed', observation }));
      const resign = lead(browser, `portal:order:${orderId}`, () => send({ type: 'lead.gained' }));
      return () => {
        unsubscribe();
        resign();
      };
    },
  };
};
