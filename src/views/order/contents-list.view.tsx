import { useTranslation } from 'react-i18next';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { List } from '../../ui/list.tsx';
import css from './contents-list.module.css';
import { contentsOf, partsText, percentText, titleWithSum } from './order-text.ts';

/** What an item delivers: the sum, the quantity and the bonus that it consists of, and the gift (RCHG-19). */
export const ContentsList = ({ item }: { readonly item: Item }) => {
  const { t, i18n } = useTranslation('recharge');
  const locale = i18n.language;
  const { quantity, rebatePercent, gift } = item;
  const { bonus, sum } = contentsOf(item);
  const title = itemTitle(item, locale);
  const named = quantity !== null && sum !== null && titleWithSum(title, quantity, sum, locale);
  return (
    <List className={css['list']}>
      <li className={css['sum']}>
        <span>{named || title}</span>
        {!named && <span className={css['amount']}>{sum === null ? '× 1' : formatNumber(sum, locale)}</span>}
      </li>
      {rebatePercent !== null && (
        <li className={css['bonus']}>
          <span>{t('summary.bonus', { percent: percentText(rebatePercent, locale) })}</span>
          {bonus ? <span className={css['amount']}>{partsText(item, locale)}</span> : null}
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
