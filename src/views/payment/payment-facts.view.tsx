import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { formatUsd } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { OrderNumber } from '../order/order-number.view.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import { recordTitle } from '../order/record-title.ts';

const UNPAID: readonly PaymentScreen['name'][] = ['opening', 'awaiting', 'last-check', 'deferred'];

/** What is paid, for whom and where, from the choices or from the record of an order made elsewhere. */
export const PaymentFacts = ({ screen }: { readonly screen: PaymentScreen }): ReactNode => {
  const { t, i18n } = useTranslation(['payment', 'recharge']);
  const channelTitle = useChannelTitle();
  const { ticket, record, host } = screen;
  const channel = ticket.choices?.channel ?? (record && { fieldKey: record.channelCode, title: record.paymentMethod });
  const recipient = record?.recipient ?? ticket.choices?.recipient ?? null;
  const title = ticket.choices
    ? itemTitle(ticket.choices.item, i18n.language)
    : record && recordTitle(record, i18n.language);
  const minor = record?.paidAmount.minor ?? ticket.choices?.item.price.minor;
  const rows: readonly (Fact | null)[] = [
    recipient && {
      key: 'to',
      label: t('recharge:summary.recipient'),
      value: (
        <>
          <PlayerName name={recipient.roleName} /> · <PlayerName name={recipient.serverName} />
        </>
      ),
    },
    { key: 'item', label: t('recharge:summary.item'), value: title },
    {
      key: 'total',
      label: t('recharge:summary.total'),
      value: minor === undefined ? null : formatUsd(minor, i18n.language),
    },
    {
      key: 'channel',
      label: t('recharge:summary.channel'),
      value: channel && channelTitle(channel),
    },
    host === null || !UNPAID.includes(screen.name)
      ? null
      : { key: 'host', label: t('awaiting.host'), value: <bdi>{host}</bdi> },
    { key: 'number', label: t('orderNumber'), value: <OrderNumber orderId={ticket.orderId} /> },
  ];
  return (
    <Facts rows={rows.filter((row) => row !== null).filter(({ value }) => value !== undefined && value !== null)} />
  );
};
