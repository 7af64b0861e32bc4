import { useTranslation } from 'react-i18next';
import { creditSum, isPointPurchase, pointAmount } from '../../../machines/order/order.purchase.ts';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { useGameName } from '../app/game-name.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { ContentsList } from '../order/contents-list.view.tsx';
import { OrderNumber } from '../order/order-number.view.tsx';
import { recordTitle } from '../order/order-text.ts';
import { PlayerName, RecipientLine } from '../order/player-name.view.tsx';

/** E Points of the purchase: those of the record, or else those of the chosen package. */
const creditOf = ({ ticket: { choices }, record }: PaymentScreen): number | null => {
  if (record?.credit) return record.credit.basic + record.credit.present;
  return choices?.item.credit ? creditSum(choices.item.credit) : null;
};

type FactsProps = { readonly screen: PaymentScreen; readonly host?: string | null };

/** From the choices, or from the record of an order that a different browser created. `host`: of the payment page. */
export const PaymentFacts = ({ screen, host = null }: FactsProps) => {
  const { t, i18n } = useTranslation(['payment', 'recharge', 'order']);
  const gameName = useGameName();
  const channelTitle = useChannelTitle();
  const { ticket, record } = screen;
  const channel = ticket.choices?.channel ?? (record && { fieldKey: record.channelCode, title: record.paymentMethod });
  const recipient = record?.recipient ?? ticket.choices?.recipient ?? null;
  const contents = ticket.choices ? (
    <ContentsList item={ticket.choices.item} />
  ) : (
    record && recordTitle(record, i18n.language)
  );
  const minor = record?.paidAmount.minor ?? ticket.choices?.item.price.minor;
  const points = (record && pointAmount(record)) ?? pointAmount(ticket);
  const money = minor === undefined ? null : formatUsd(minor, i18n.language);
  const price = points === null ? money : formatEPoints(points, i18n.language);
  const credit = creditOf(screen);
  const isCredit = isPointPurchase(ticket);
  const game = isCredit ? null : (record?.gameName ?? gameName);
  const rows: readonly Fact[] = [
    { key: 'game', label: t('order:fact.game'), value: game === null ? null : <PlayerName name={game} /> },
    {
      key: 'to',
      label: t('recharge:summary.recipient'),
      value: isCredit ? t('recharge:epoint.ownBalance') : recipient && <RecipientLine recipient={recipient} />,
    },
    // A package of E Points may credit more than its name says, so the credited amount replaces the name.
    {
      key: 'contents',
      label: t('order:fact.contents'),
      value: credit === null ? contents : formatEPoints(credit, i18n.language),
    },
    { key: 'total', label: t('recharge:summary.total'), value: price },
    { key: 'channel', label: t('recharge:summary.channel'), value: channel && channelTitle(channel) },
    { key: 'host', label: t('awaiting.host'), value: host === null ? null : <bdi>{host}</bdi> },
    { key: 'number', label: t('orderNumber'), value: <OrderNumber orderId={ticket.orderId} /> },
  ];
  return <Facts rows={rows.filter(({ value }) => value !== undefined && value !== null)} />;
};
