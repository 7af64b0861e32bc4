import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { List } from '../../ui/list.tsx';
import css from './contents-list.module.css';
import { contentsOf, isInTitle } from './order-contents.ts';
import { percentText } from './percent-text.ts';

/** What an item delivers, line by line; base and bonus add up to the sum (RCHG-19). */
export const ContentsList = ({ item }: { readonly item: Item }): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const locale = i18n.language;
  const { base, bonus, sum, rebatePercent, gift } = contentsOf(item);
  const percent = rebatePercent === null ? null : percentText(rebatePercent, locale);
  const title = itemTitle(item, locale);
  const amount = base === null ? '× 1' : formatNumber(base, locale);
  return (
    <List className={css['list']}>
      <li>
        <span>{title}</span>
        {(base === null || !isInTitle(title, base)) && <span className={css['amount']}>{amount}</span>}
      </li>
      {percent !== null && (
        <li className={css['bonus']}>
          <span>{t('summary.bonus', { percent })}</span>
          {bonus !== null && <span className={css['amount']}>{`+ ${formatNumber(bonus, locale)}`}</span>}
        </li>
      )}
      {percent !== null && sum !== null && (
        <li className={css['sum']}>
          <span>{t('summary.sum')}</span>
          <span className={css['amount']}>{formatNumber(sum, locale)}</span>
        </li>
      )}
      {gift && (
        <li>
          <span>{t('item.gift', { title: itemTitle(gift, locale) })}</span>
          <span className={css['amount']}>{`× ${formatNumber(gift.quantity, locale)}`}</span>
        </li>
      )}
    </List>
  );
};
