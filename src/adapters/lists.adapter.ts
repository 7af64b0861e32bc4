import type { ListPorts } from '../../machines/lists/list.machine.ts';
import type { ListInput, ListQuery, ListResult } from '../../machines/lists/list.types.ts';
import { ANY_STATUS, ANY_STATUS_CODE, ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { settingWebArticle } from '../contract/content.contract.ts';
import { epointPaymentIdsDetail, epointRecord } from '../contract/epoint.contract.ts';
import { orderRecord } from '../contract/order.contract.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { toArticleCard } from './content.adapter.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';
import { toLedgerEntry } from './ledger-entry.mapper.ts';
import { loadCode } from './load-code.ts';
import type { ToOrderRecords } from './order-record.mapper.ts';
import { recordRange, secondsOfDays } from './record-range.ts';

export type ListParts = {
  readonly api: ApiClient;
  readonly clock: Pick<ServerClock, 'now'>;
  readonly toRecords: ToOrderRecords;
  readonly deferUntilFirstPaint: DeferUntilFirstPaint;
};

type Kind = ListQuery['kind'];
type QueryOf<K extends Kind> = Extract<ListQuery, { readonly kind: K }>;
type Loader<K extends Kind> = (
  query: QueryOf<K>,
  pages: Omit<ListInput, 'query'>,
  signal: AbortSignal,
) => Promise<ListResult>;

/** The end of a range for an API that counts it out, or compares it with times in fractions of a second. */
const lastSecond = (until: number): number => Math.floor(until / 1_000) + 1;

export const createListPorts = ({ api, clock, toRecords, deferUntilFirstPaint }: ListParts): ListPorts => {
  const orders: Loader<'orders'> = async (query, { page, size, until }, signal) => {
    const days = recordRange(secondsOfDays(query), clock.now());
    const end = until === undefined ? days.end : Math.min(days.end, lastSecond(until));
    const sdk_order_id = query.orderId;
    const status = query.status === ANY_STATUS ? ANY_STATUS_CODE : ORDER_STATUS_CODE[query.status];
    const { rows, unread } = await api.call(
      orderRecord,
      { page, size, begin: days.begin, end, sdk_order_id, status },
      { signal },
    );
    return { content: { kind: 'orders', rows: toRecords(orderRecord, rows) }, unread, total: null };
  };

  /** Resolves to an empty map after a failure, because the record is useful without its orders. */
  const ordersOf = async (ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, OrderRecord>> => {
    if (ids.length === 0) return new Map();
    try {
      const { rows } = await api.call(epointPaymentIdsDetail, { paymentIds: [...new Set(ids)] }, { signal });
      return new Map(toRecords(epointPaymentIdsDetail, rows).map((record) => [record.paymentId, record]));
    } catch {
      return new Map();
    }
  };

  const ledger: Loader<'ledger'> = async (query, { page, size }, signal) => {
    const days = recordRange(secondsOfDays(query), clock.now());
    const { rows, unread } = await api.call(epointRecord, { page, size, ...days, type: query.flow }, { signal });
    const ordersById = await ordersOf(
      rows.flatMap((row) => row.payment_id ?? []),
      signal,
    );
    const entries = rows.map((row, at) => toLedgerEntry(row, at, ordersById));
    return { content: { kind: 'ledger', rows: entries }, unread, total: null };
  };

  const articles: Loader<'articles'> = async ({ type }, { page, size }, signal) => {
    const { rows, unread, total } = await api.call(settingWebArticle, { type, page, size }, { signal });
    return { content: { kind: 'articles', rows: rows.map(toArticleCard) }, unread, total };
  };

  const loadPage: ListPorts['loadPage'] = ({ query, ...pages }, signal) => {
    switch (query.kind) {
      case 'orders':
        return orders(query, pages, signal);
      case 'ledger':
        return ledger(query, pages, signal);
      case 'articles':
        return articles(query, pages, signal);
    }
  };

  return {
    loadPage: deferUntilFirstPaint(settingWebArticle, loadPage),
    loadNextPage: async (step, signal) => {
      const { afterPage, toExportRequest } = await loadCode(() => import('./export-pages.ts'));
      return afterPage(step.read, await loadPage(toExportRequest(step), signal));
    },
  };
};
