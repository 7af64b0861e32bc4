import * as v from 'valibot';
import { failure } from '../../machines/kernel/failure.ts';
import { withSafeUrl } from '../../machines/order/order.purchase.ts';
import { ANY_STATUS_CODE, ORDER_STATUS_CODE, type OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderObservation, OrderRecord, OrderTicket } from '../../machines/order/order.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { epointPaymentIdsDetail } from '../contract/epoint.contract.ts';
import { POLL_TIMEOUT_MS } from '../contract/headers.ts';
import { orderRecord } from '../contract/order.contract.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import type { TabChannel } from '../platform/tabs.ts';
import { scopeOf } from './account-store.ts';
import type { ActiveSession } from './active-session.ts';
import type { ToOrderRecords } from './order-record.mapper.ts';
import { recordRange } from './record-range.ts';
import { peerMessage } from './resume.record.ts';

export type OrderReaderParts = {
  readonly api: ApiClient;
  readonly clock: ServerClock;
  readonly channel: TabChannel;
  readonly session: ActiveSession;
  readonly isPayUrl: (url: string) => boolean;
  readonly toRecords: ToOrderRecords;
};

const MAX_ROWS = 100;
/** A search reads at most this many pages: an API may ignore the page, or cap its size at a few rows. */
const MAX_PAGES = 20;

type OrderName = Pick<OrderTicket, 'kind' | 'orderId'>;
type OrderQuery = {
  readonly orderId?: string;
  readonly status?: OrderStatus;
  readonly from?: number;
  readonly page?: number;
};

/** `unread`: the number of rows of the response that could not be read. */
type RecordPage = { readonly records: readonly OrderRecord[]; readonly unread: number };

const NO_PAGE: RecordPage = { records: [], unread: 0 };

/** `isComplete`: the API returned every order since the start of the search, and each row could be read. */
export type OrderSearch = { readonly records: readonly OrderRecord[]; readonly isComplete: boolean };

export const createOrderReader = (parts: OrderReaderParts) => {
  const { api, clock, channel, session, isPayUrl, toRecords } = parts;
  const scope = (): string | null => {
    const account = session.account();
    return account && scopeOf(account);
  };

  /** `from`: epoch ms of the server. */
  const list = async ({ from, page = 1, ...wanted }: OrderQuery, signal: AbortSignal): Promise<RecordPage> => {
    const { rows, unread } = await api.call(
      orderRecord,
      {
        page,
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
    return { records: toRecords(orderRecord, rows), unread: unread.length };
  };

  const listOrder = async (orderId: string, signal: AbortSignal): Promise<readonly OrderRecord[]> =>
    (await list({ orderId }, signal)).records;

  /** The API may refuse a page after the last one, or fail: the earlier pages are still of use, but the search is not complete. */
  const listNext = (wanted: OrderQuery, signal: AbortSignal): Promise<RecordPage> =>
    list(wanted, signal).catch((error: unknown) => {
      if (signal.aborted || wanted.page === 1) throw error;
      return NO_PAGE;
    });

  /**
   * Reads page after page until one is empty. A short page is not the last one, because an API may cap the size. A page without a new
   * order ends the search too, but then the API may ignore the page and hold more orders.
   */
  const search = async (from: number, signal: AbortSignal): Promise<OrderSearch> => {
    const found = new Map<string, OrderRecord>();
    let isEachRead = true;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const next = await listNext({ from, page }, signal);
      if (next === NO_PAGE) break;
      const { records, unread } = next;
      if (records.length === 0 && unread === 0) return { records: [...found.values()], isComplete: isEachRead };
      isEachRead &&= unread === 0;
      const known = found.size;
      for (const record of records) found.set(record.paymentId, record);
      if (found.size === known && unread === 0) break;
    }
    return { records: [...found.values()], isComplete: false };
  };

  /** False once the record contains an order that `paymentIds/detail` lacks; the specification does not show its response. */
  let usesDetails = true;

  const readEpointOrder = async (orderId: string, signal: AbortSignal): Promise<readonly OrderRecord[]> => {
    if (!usesDetails) return listOrder(orderId, signal);
    const { rows } = await api.call(
      epointPaymentIdsDetail,
      { paymentIds: [orderId] },
      { signal, timeoutMs: POLL_TIMEOUT_MS },
    );
    if (rows.length > 0) return toRecords(epointPaymentIdsDetail, rows);
    const records = await listOrder(orderId, signal);
    if (records.length > 0) usesDetails = false;
    return records;
  };

  return {
    search,
    listUnpaid: async (signal: AbortSignal): Promise<readonly OrderRecord[]> =>
      (await list({ status: 'pending' }, signal)).records,
    /** `observedAt` is the time of the request, so that a slow response never counts as newer than the response to a later request. */
    read: async ({ kind, orderId }: OrderName, signal: AbortSignal): Promise<OrderObservation> => {
      const observedAt = clock.now();
      const owner = scope();
      const records = await (kind === 'epoint' ? readEpointOrder(orderId, signal) : listOrder(orderId, signal));
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
        const { record } = observation;
        report({ ...observation, record: { ...record, payment: withSafeUrl(record.payment, isPayUrl) } });
      }),
  };
};

export type OrderReader = ReturnType<typeof createOrderReader>;
