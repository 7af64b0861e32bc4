import type { PaymentPorts } from '../../machines/payment/payment.machine.ts';
import type { Browser } from '../platform/browser.ts';
import type { Connectivity } from '../platform/connectivity.ts';
import { stopAll } from '../platform/listeners.ts';
import { onReturn } from '../platform/page-lifecycle.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { startServerTimer } from '../platform/server-timer.ts';
import { lead } from '../platform/tab-leader.ts';
import type { AccountStore } from './account-store.ts';
import type { OrderReader } from './order-reader.ts';
import { createPointPaymentPorts, type PointPaymentParts } from './point-payment.adapter.ts';
import { createRedirectPaymentPorts, type RedirectPaymentParts } from './redirect-payment.adapter.ts';

export type PaymentParts = PointPaymentParts &
  RedirectPaymentParts & {
    readonly browser: Pick<Browser, 'document' | 'navigator' | 'addEventListener' | 'removeEventListener'>;
    readonly reader: OrderReader;
    readonly connectivity: Connectivity;
    readonly clock: ServerClock;
    readonly store: () => AccountStore | null;
  };

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
