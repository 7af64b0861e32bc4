import type { PointPaymentPorts } from '../../machines/payment/points/point-payment.ports.ts';
import type { EpointClient } from '../api/epoint-client.ts';
import type { CoinBalanceReader } from './coin-balance-reader.ts';
import type { OrderReader } from './order-reader.ts';
import { rejectWithFailure } from './to-failure.ts';

export type PointPaymentParts = {
  readonly reader: OrderReader;
  readonly coinBalance: CoinBalanceReader;
  readonly epoint: Pick<EpointClient, 'pay'>;
};

export const createPointPaymentPorts = ({ reader, coinBalance, epoint }: PointPaymentParts): PointPaymentPorts => ({
  loadCoinBalance: rejectWithFailure((_, signal) => coinBalance.read(signal)),
  payWithPoints: rejectWithFailure(async ({ orderId }, signal) => {
    await epoint.pay({ paymentId: orderId }, { signal });
  }),
  readOrder: rejectWithFailure((order, signal) => reader.read(order, signal)),
});
