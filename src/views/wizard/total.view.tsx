import { useTranslation } from 'react-i18next';
import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import css from './total.module.css';

type PriceProps = { readonly item: Item; readonly channel: Channel | null };

/** What the player pays for the item through the channel: "US$4.99" or "499 EP". */
export const priceText = ({ item, channel }: PriceProps, language: string): string =>
  takesPoints(channel) ? formatEPoints(item.epointPrice, language) : formatUsd(item.price.minor, language);

/** The price in E Points if the player has chosen to pay with them, else in dollars. Before the choice, no API says whether points are taken. */
export const Price = ({ item, channel }: PriceProps) => {
  const { i18n } = useTranslation('recharge');
  return (
    <span className={css['price']}>
      <strong>{priceText({ item, channel }, i18n.language)}</strong>
    </span>
  );
};

export const Total = ({ item, channel }: { readonly item: Item | null; readonly channel: Channel | null }) => {
  const { t } = useTranslation('recharge');
  return (
    <p className={css['total']}>
      <span>{t('summary.total')}</span>
      {item ? <Price item={item} channel={channel} /> : <span className={css['none']}>–</span>}
    </p>
  );
};
