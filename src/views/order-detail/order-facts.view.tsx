import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { List } from '../../ui/list.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { OrderNumber } from '../order/order-number.view.tsx';
import { orderPrice, recordTitle } from '../order/order-text.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import css from './order-detail.module.css';

const Contents = ({ record }: { readonly record: OrderRecord }) => {
  const { i18n } = useTranslation('order');
  if (record.contents.length === 0) return <span>{recordTitle(record, i18n.language)}</span>;
  return (
    <List className={css['contents']}>
      {record.contents.map((line) => (
        <li key={`${line.title} ${line.quantity}`}>
          <span>{itemTitle(line, i18n.language)}</span>
          <span>{` × ${formatNumber(line.quantity, i18n.language)}`}</span>
        </li>
      ))}
    </List>
  );
};

/** Who receives the order, as far as the API says it. An order that buys E Points has no game, server or role. */
const useRecipientFacts = ({ orderType, gameName, recipient, uid }: OrderRecord): readonly Fact[] => {
  const { t } = useTranslation('order');
  const account: readonly Fact[] = uid === null ? [] : [{ key: 'uid', label: t('fact.uid'), value: <bdi>{uid}</bdi> }];
  if (orderType === 'epoint') return account;
  const names = [
    ['game', t('fact.game'), gameName],
    ['server', t('fact.server'), recipient?.serverName ?? null],
    ['role', t('fact.role'), recipient?.roleName ?? null],
  ] as const;
  return [
    ...names.flatMap(([key, label, name]) =>
      name === null ? [] : [{ key, label, value: <PlayerName name={name} /> }],
    ),
    ...account,
  ];
};

/** Every field of the order (ORDR-07). */
export const OrderFacts = ({ record }: { readonly record: OrderRecord }) => {
  const { t, i18n } = useTranslation('order');
  const channelTitle = useChannelTitle();
  const recipientFacts = useRecipientFacts(record);
  const types = { game: t('type.game'), epoint: t('type.epoint') };
  return (
    <Facts
      rows={[
        {
          key: 'number',
          label: t('fact.number'),
          value: <OrderNumber orderId={record.paymentId} />,
        },
        ...recipientFacts,
        { key: 'contents', label: t('fact.contents'), value: <Contents record={record} /> },
        { key: 'amount', label: t('fact.amount'), value: orderPrice(record, i18n.language) },
        ...(record.orderType === null ? [] : [{ key: 'type', label: t('fact.type'), value: types[record.orderType] }]),
        { key: 'time', label: t('fact.time'), value: <DateTime at={record.paymentCreateTime} form="zoned" /> },
        {
          key: 'method',
          label: t('fact.method'),
          value: channelTitle({ fieldKey: record.channelCode, title: record.paymentMethod }),
        },
      ]}
    />
  );
};
