import * as v from 'valibot';
import { failure } from '../../machines/kernel/failure.ts';
import { ANY_STATUS_CODE, ORDER_STATUS_CODE } from '../../machines/order/order.codes.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderObservation, OrderRecord, OrderTicket } from '../../machines/order/order.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { EpointClient } from '../api/epoint-client.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { epointPaymentIdsDetail } from '../contract/epoint-order.contract.ts';
import { POLL_TIMEOUT_MS } from '../contract/headers.ts';
import { orderRecord } from '../contract/order.contract.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import type { TabChannel } from '../platform/tab-channel.ts';
import { scopeOf } from './account-store.ts';
import type { ActiveSession } from './active-session.ts';
import { type OrderRow, toOrderRecord } from './order-record.mapper.ts';
import type { PayUrlCheck } from './pay-url-check.ts';
import { recordRange } from './record-range.ts';
import { peerMessage } from './resume.record.ts';

export type OrderReaderParts = {
  readonly api: Pick<ApiClient, 'orderRecord'>;
  readonly epoint: Pick<EpointClient, 'paymentDetails'>;
  readonly clock: ServerClock;
  readonly channel: TabChannel;
  readonly session: ActiveSession;
  readonly isPayUrl: (url: string) => boolean;
  readonly checkPayUrl: PayUrlCheck;
};

const MAX_ROWS = 100;

type OrderName = Pick<OrderTicket, 'kind' | 'orderId'>;
type Wanted = { readonly orderId?: string; readonly status?: OrderStatus; readonly from?: number };

export const createOrderReader = (parts: OrderReaderParts) => {
  const { api, epoint, clock, channel, session, isPayUrl, checkPayUrl } = parts;
  const scope = (): string | null => {
    const account = session.account();
    return account && scopeOf(account);
  };

  const toRecords = (endpoint: AnyEndpoint, rows: readonly OrderRow[]): readonly OrderRecord[] =>
    rows.map((row) => toOrderRecord(row, checkPayUrl(endpoint, row.sdk_order_id)));

  /** `from`: epoch ms of the server. */
  const list = async ({ from, ...wanted }: Wanted, signal: AbortSignal): Promise<readonly OrderRecord[]> => {
    const { rows } = await api.orderRecord(
      {
        page: 1,
        size: wanted.orderId === undefined ? MAX_ROWS : 1,
        ...recordRange(
          { begin: from === undefined ? null : Math.max(0, Math.floor(from / 1_000)), end: null },
          clock.now(),
        ),
        sdk_order_id: wanted.orderId ?? '',
        status: wanted.status ? ORDER_STATUS_CODE[wanted.status] : ANY_STATUS_CODE,
      },
      { signal, timeoutMs: POLL_TIMEOUT_MS },
    );
    return toRecords(orderRecord, rows);
  };

  /** False once the record contains an order that `paymentIds/detail` lacks; the specification does not show its response. */
  let usesDetails = true;

  const readEpointOrder = async (orderId: string, signal: AbortSignal): Promise<readonly OrderRecord[]> => {
    if (!usesDetails) return list({ orderId }, signal);
    const { rows } = await epoint.paymentDetails({ paymentIds: [orderId] }, { signal, timeoutMs: POLL_TIMEOUT_MS });
    if (rows.length > 0) return toRecords(epointPaymentIdsDetail, rows);
    const records = await list({ orderId }, signal);
    if (records.length > 0) usesDetails = false;
    return records;
  };

  return {
    list,
    listUnpaid: (signal: AbortSignal) => list({ status: 'pending' }, signal),
    /** `observedAt` is the time of the request, so that a slow response never counts as newer than the response to a later request. */
    read: async ({ kind, orderId }: OrderName, signal: AbortSignal): Promise<OrderObservation> => {
      const observedAt = clock.now();
      const owner = scope();
      const records = await (kind === 'epoint' ? readEpointOrder(orderId, signal) : list({ orderId }, signal));
      const record = records.find(({ paymentId }) => paymentId === orderId);
      if (!record) throw failure('orderNumberWrong');
      const observation = { record, observedAt };
      if (owner !== null) channel.post({ v: 1, scope: owner, observation });
      return observation;
    },
    /** Observations of this order by other tabs of the same account. */
    onPeer: (orderId: string, report: (observation: OrderObservation) => void): (() => void) =>
      channel.listen((message) => {
        const parsed = v.safeParse(peerMessage, message);
        if (!parsed.success || parsed.output.scope !== scope()) return;
        const { observation } = parsed.output;
        if (observation.record.paymentId !== orderId) return;
        const { payUrl } = observation.record;
        const safe = payUrl !== null && isPayUrl(payUrl) ? payUrl : null;
        report({ ...observation, record: { ...observation.record, payUrl: safe } });
      }),
  };
};

export type OrderReader = ReturnType<typeof createOrderReader>;
