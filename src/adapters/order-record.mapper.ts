import { usd } from '../../machines/kernel/money.ts';
import { toRecordStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord, Recipient } from '../../machines/order/order.types.ts';
import { serverOf } from '../../machines/recharge/recharge.recipient.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { ApiClient } from '../api/api-client.ts';

export type OrderRow = Awaited<ReturnType<ApiClient['orderRecord']>>['rows'][number];

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
  const isPayable = row.status === 'pending' && row.pay_url !== null && isPayUrl(row.pay_url);
  return {
    paymentId: row.sdk_order_id,
    itemName: row.name || row.contents.rows[0]?.name || row.cp_goods_id || row.sdk_order_id,
    itemTitles: row.names,
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
    points: row.order_type === 'epoint' ? null : row.epoints,
    credit: row.order_type === 'epoint' ? row.credit : null,
    payUrl: isPayable ? row.pay_url : null,
    timeline: row.history.rows
      .map((change) => ({ status: change.status, at: change.ts }))
      .toSorted((a, b) => a.at - b.at),
  };
};
