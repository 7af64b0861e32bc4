import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import css from '../wizard/total.module.css';
import { TotalLine } from '../wizard/total-line.view.tsx';

type PriceProps = { readonly item: Item; readonly channel: Channel | null };

/** The price in dollars or E Points, depending on the channel; in both until the player chooses. */
export const Price = ({ item, channel }: PriceProps): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const dollars = formatUsd(item.price.minor, i18n.language);
  const points = formatEPoints(item.epointPrice, i18n.language);
  return (
    <span className={css['price']}>
      <strong>{takesPoints(channel) ? points : dollars}</strong>
      {channel === null && <small>{t('item.orPoints', { points })}</small>}
    </span>
  );
};

export const Total = ({
  item,
  channel,
}: {
  readonly item: Item | null;
  readonly channel: Channel | null;
}): ReactNode => <TotalLine>{item && <Price item={item} channel={channel} />}</TotalLine>;
