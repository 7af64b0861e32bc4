import { useTranslation } from 'react-i18next';
import { ORDER_STATUS_CODE, type OrderStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord, OrderTicket } from '../../../machines/order/order.types.ts';
import { supportLines } from '../app/breadcrumb-text.ts';
import { CopyButton } from '../app/copy-button.view.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';

const utc = (at: number): string => new Date(at).toISOString();
const dollars = (minor: number): string => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')} USD`;
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
const named = (name: string, id: string): string => `${oneLine(name)} (${oneLine(id)})`;
const statusText = (status: OrderStatus): string => `${ORDER_STATUS_CODE[status]} ${status}`;

/**
 * The order as plain text with the same line names in every language. The record takes precedence; the ticket fills its gaps and is the
 * only source before the first response. `lines`: see `supportLines`.
 */
export const supportBundle = (ticket: OrderTicket | null, record: OrderRecord | null, lines: string): string => {
  const choices = ticket?.choices;
  const recipient = record?.recipient ?? choices?.recipient;
  const minor = record?.paidAmount.minor ?? choices?.item.price.minor;
  const createdAt = record?.paymentCreateTime ?? ticket?.createdAt;
  const timeline = record?.timeline.map(({ status, at }) => `\n  ${utc(at)} ${statusText(status)}`).join('');
  const order: readonly (readonly [string, string | null | undefined])[] = [
    ['Order', record?.paymentId ?? ticket?.orderId],
    ['Character', recipient && named(recipient.roleName, recipient.roleId)],
    ['Server', recipient && named(recipient.serverName, recipient.serverId)],
    ['Item', record?.itemName ?? choices?.item.title],
    ['Amount', minor === undefined ? null : dollars(minor)],
    ['Channel', record?.paymentMethod ?? choices?.channel.title],
    ['Created (UTC)', createdAt === undefined ? null : utc(createdAt)],
    ['Status', record && statusText(record.status)],
    ['Timeline (UTC)', timeline],
  ];
  return [
    ...order.map(([name, value]) => `${name}:${value?.startsWith('\n') ? value : ` ${value || '-'}`}`),
    lines,
  ].join('\n');
};

type SupportProps = { readonly ticket?: OrderTicket | null; readonly record: OrderRecord | null };

/** Copies the support bundle; available for every order in every status (RCHG-22). */
export const SupportButton = ({ ticket = null, record }: SupportProps) => {
  const { t } = useTranslation('payment');
  const about = useBrowserActions();
  return (
    <CopyButton
      variant="quiet"
      label={t('action.support')}
      copiedLabel={t('action.supportCopied')}
      text={() => supportBundle(ticket, record, supportLines(about))}
    />
  );
};
