import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import css from '../wizard/total.module.css';
import { TotalLine } from '../wizard/total-line.view.tsx';

type PriceProps = { readonly item: Item; readonly channel: Channel | null };

/** The price in E Points if the player has chosen to pay with them, else in dollars. Before the choice, no API says whether points are taken. */
export const Price = ({ item, channel }: PriceProps): ReactNode => {
  const { i18n } = useTranslation('recharge');
  return (
    <span className={css['price']}>
      <strong>
        {takesPoints(channel)
          ? formatEPoints(item.epointPrice, i18n.language)
          : formatUsd(item.price.minor, i18n.language)}
      </strong>
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
