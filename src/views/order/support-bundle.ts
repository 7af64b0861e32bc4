import { ORDER_STATUS_CODE, type OrderStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord, OrderTicket, StatusChange } from '../../../machines/order/order.types.ts';

/** Order data for support. Times in epoch ms of the server. */
export type SupportFacts = {
  readonly orderId: string;
  readonly recipient: OrderRecord['recipient'];
  readonly item: string | null;
  readonly amountMinor: number | null;
  readonly channel: string | null;
  readonly createdAt: number;
  readonly status: OrderStatus | null;
  readonly timeline: readonly StatusChange[];
};

/** The record takes precedence; the ticket fills its gaps and is the only source before the first response. */
export const supportFacts = (ticket: OrderTicket | null, record: OrderRecord | null): SupportFacts | null => {
  const choices = ticket?.choices ?? null;
  const orderId = record?.paymentId ?? ticket?.orderId;
  const createdAt = record?.paymentCreateTime ?? ticket?.createdAt;
  if (orderId === undefined || createdAt === undefined) return null;
  return {
    orderId,
    createdAt,
    recipient: record?.recipient ?? choices?.recipient ?? null,
    item: record?.itemName ?? choices?.item.title ?? null,
    amountMinor: record?.paidAmount.minor ?? choices?.item.price.minor ?? null,
    channel: record?.paymentMethod ?? choices?.channel.title ?? null,
    status: record?.status ?? null,
    timeline: record?.timeline ?? [],
  };
};

const utc = (at: number): string => new Date(at).toISOString();
const dollars = (minor: number): string => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')} USD`;
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
const named = (name: string, id: string): string => `${oneLine(name)} (${oneLine(id)})`;
const statusText = (status: OrderStatus): string => `${ORDER_STATUS_CODE[status]} ${status}`;

/** Plain text with the same line names in every language. `lines`: see `supportLines`. */
export const supportBundle = (facts: SupportFacts, lines: string): string => {
  const { recipient, timeline } = facts;
  const order: readonly (readonly [string, string | null])[] = [
    ['Order', facts.orderId],
    ['Character', recipient && named(recipient.roleName, recipient.roleId)],
    ['Server', recipient && named(recipient.serverName, recipient.serverId)],
    ['Item', facts.item],
    ['Amount', facts.amountMinor === null ? null : dollars(facts.amountMinor)],
    ['Channel', facts.channel],
    ['Created (UTC)', utc(facts.createdAt)],
    ['Status', facts.status === null ? null : statusText(facts.status)],
    ['Timeline (UTC)', timeline.map(({ status, at }) => `\n  ${utc(at)} ${statusText(status)}`).join('')],
  ];
  return [
    ...order.map(([name, value]) => `${name}:${value?.startsWith('\n') ? value : ` ${value || '-'}`}`),
    lines,
  ].join('\n');
};
