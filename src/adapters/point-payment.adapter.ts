import type { PointPaymentPorts } from '../../machines/payment/points/point-payment.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { paymentEpointPay } from '../contract/epoint.contract.ts';
import type { AccountStore } from './account-store.ts';
import type { LoadCoinBalance } from './coin-balance.ts';
import type { OrderReader } from './order-reader.ts';

export type PointPaymentParts = {
  readonly reader: OrderReader;
  readonly loadCoinBalance: LoadCoinBalance;
  readonly api: ApiClient;
  readonly store: () => AccountStore | null;
  /** Whether the API has announced that it takes E Points for an order once. */
  readonly isIdempotent: () => boolean;
};

export const createPointPaymentPorts = ({
  reader,
  loadCoinBalance,
  api,
  store,
  isIdempotent,
}: PointPaymentParts): PointPaymentPorts => ({
  effects: ({ input: { orderId }, receive }) => {
    receive(({ spending }) => store()?.setSpending(orderId, spending));
    return () => {};
  },
  loadCoinBalance,
  payWithPoints: async ({ orderId }, signal) => {
    await api.call(paymentEpointPay, { paymentId: orderId }, { signal });
  },
  readOrder: async (order, signal) => ({
    ...(await reader.read(order, signal)),
    mayRepeat: isIdempotent(),
  }),
});
