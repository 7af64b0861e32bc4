import { eRechargeItems, eRechargeRebateInfo } from '../contract/e-recharge.contract.ts';
import type { AnyEndpoint, RequestOf, ResultOf } from '../contract/endpoint.ts';
import {
  epointPaymentIdsDetail,
  epointRecord,
  paymentCreateEpoint,
  paymentEpointPay,
} from '../contract/epoint-order.contract.ts';
import type { ApiClient, CallOptions } from './api-client.ts';

/** The E Point calls except the balance. Separate from the API client, because they belong to the signed-in half. */
export const createEpointClient = ({ call }: Pick<ApiClient, 'call'>) => {
  const method =
    <E extends AnyEndpoint>(endpoint: E) =>
    (body: RequestOf<E>, options?: CallOptions): Promise<ResultOf<E>> =>
      call(endpoint, body, options);

  return {
    items: method(eRechargeItems),
    rebateInfo: method(eRechargeRebateInfo),
    createOrder: method(paymentCreateEpoint),
    pay: method(paymentEpointPay),
    record: method(epointRecord),
    paymentDetails: method(epointPaymentIdsDetail),
  };
};

export type EpointClient = ReturnType<typeof createEpointClient>;
