import { toEPoints, usd } from '../../machines/kernel/money.ts';
import { takesPoints } from '../../machines/order/order.methods.ts';
import { withSafeUrl } from '../../machines/order/order.purchase.ts';
import { toRecordStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord, PaymentMethod, Recipient } from '../../machines/order/order.types.ts';
import { serverOf } from '../../machines/recharge/recharge.recipient.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { ApiLogLine } from '../api/api-client.ts';
import type { AnyEndpoint, ResultOf } from '../contract/endpoint.ts';
import type { orderRecord } from '../contract/order.contract.ts';
import type { PayUrlFlaw } from '../platform/link-rules.ts';

export type OrderRow = ResultOf<typeof orderRecord>['rows'][number];

/**
 * How an order is paid, in a response that creates it and in its record. Without `payment` it is paid with E Points if it has a price in E Points,
 * otherwise on the page, even if the API does not list the page. A record whose channel takes E Points has its price in them.
 */
export const paymentOf = ({
  payment,
  epoints,
  pay_url: payUrl,
}: Pick<OrderRow, 'payment' | 'epoints' | 'pay_url'>): PaymentMethod =>
  payment ?? (epoints === null ? { kind: 'redirect', payUrl } : { kind: 'points', amount: epoints });

const pointsOf = ({ channel_code: code, amount }: OrderRow): number | null =>
  takesPoints(code === null ? null : { fieldKey: code }) ? toEPoints(usd(amount)) : null;

/** The names of the role list, when the record has ids only: a known name is never replaced by a number. */
const recipientOf = (row: OrderRow, servers: readonly GameServer[]): Recipient | null => {
  const { server_id: serverId, role_id: roleId } = row;
  if (serverId === null || roleId === null) return null;
  const server = serverOf(servers, serverId);
  const role = server?.roles.find((candidate) => candidate.roleId === roleId);
  return {
    serverId,
    serverName: row.server_name || server?.serverName || serverId,
    roleId,
    roleName: row.role_name || role?.roleName || roleId,
  };
};

/** The record mapping of the specification, with the raw status in addition to the display group (ORDR-03, ORDR-04). */
export const toOrderRecord = (
  row: OrderRow,
  isPayUrl: (url: string) => boolean,
  servers: readonly GameServer[] = [],
): OrderRecord => {
  const status = row.status ?? 'pending';
  return {
    paymentId: row.sdk_order_id,
    itemName: row.name || row.contents.rows[0]?.name || row.cp_goods_id || row.sdk_order_id,
    itemTitles: row.names,
    art: row.art,
    paymentCreateTime: row.create_ts,
    paidAmount: usd(row.amount),
    currency: 'USD',
    paymentMethod: row.channel_name || row.channel_code || '',
    orderStatus: toRecordStatus(status),
    status,
    isStatusUnknown: row.status === null,
    gameName: row.game_name,
    recipient: recipientOf(row, servers),
    uid: row.uid,
    itemId: row.cp_goods_id,
    channelCode: row.channel_code,
    contents: row.contents.rows.map(({ name, names, quantity }) => ({ title: name, titles: names, quantity })),
    orderType: row.order_type,
    payment: withSafeUrl(
      paymentOf({ ...row, epoints: row.order_type === 'epoint' ? null : (row.epoints ?? pointsOf(row)) }),
      (url) => row.status === 'pending' && isPayUrl(url),
    ),
    credit: row.order_type === 'epoint' ? row.credit : null,
    timeline: row.history.rows
      .map((change) => ({ status: change.status, at: change.ts }))
      .toSorted((a, b) => a.at - b.at),
  };
};

export type PayUrlCheckParts = {
  /** Null if the portal may open the URL for a payment. */
  readonly flawOfPayUrl: (url: string) => PayUrlFlaw | null;
  readonly log: (line: ApiLogLine) => void;
};

/** Checks whether the portal may open a URL from a response of the endpoint. Logs the first refusal of each order, without the URL. */
export const createPayUrlCheck = ({ flawOfPayUrl, log }: PayUrlCheckParts) => {
  const logged = new Set<string>();
  return ({ id: call, path }: Pick<AnyEndpoint, 'id' | 'path'>, orderId: string) =>
    (url: string): boolean => {
      const flaw = flawOfPayUrl(url);
      if (flaw === null) return true;
      if (!logged.has(orderId)) log({ event: 'pay-url-refused', call, path, detail: `order ${orderId}: ${flaw}` });
      logged.add(orderId);
      return false;
    };
};

export type PayUrlCheck = ReturnType<typeof createPayUrlCheck>;

/** Maps the rows of an endpoint. `servers`: the known servers and roles, for records that have ids only. */
export const createToOrderRecords =
  (checkPayUrl: PayUrlCheck, servers: () => readonly GameServer[]) =>
  (endpoint: AnyEndpoint, rows: readonly OrderRow[]): readonly OrderRecord[] =>
    rows.map((row) => toOrderRecord(row, checkPayUrl(endpoint, row.sdk_order_id), servers()));

export type ToOrderRecords = ReturnType<typeof createToOrderRecords>;
