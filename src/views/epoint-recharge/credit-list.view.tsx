import { useTranslation } from 'react-i18next';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatNumber } from '../../i18n/formats.ts';
import { List } from '../../ui/list.tsx';
import css from '../order/contents-list.module.css';

/** What a package credits: the sum, and below it line by line what it consists of if there is a bonus (RCHG-19). */
export const CreditList = ({ item }: { readonly item: Item }) => {
  const { t, i18n } = useTranslation('recharge');
  const locale = i18n.language;
  const { credit } = item;
  if (!credit) return null;
  const { basic, present, rebate, isFirst } = credit;
  const sum = creditSum(credit);
  const bonuses = [
    { label: t('epoint.packageBonus'), points: present },
    { label: isFirst ? t('epoint.firstPurchase') : t('epoint.extraBonus'), points: rebate ?? 0 },
  ];
  return (
    <List className={css['list']}>
      <li className={css['sum']}>{formatEPoints(sum, locale)}</li>
      {sum > basic && (
        <li>
          <span>{t('epoint.basic')}</span>
          <span className={css['amount']}>{formatNumber(basic, locale)}</span>
        </li>
      )}
      {bonuses.map(
        ({ label, points }) =>
          points > 0 && (
            <li key={label} className={css['bonus']}>
              <span>{label}</span>
              <span className={css['amount']}>{`+ ${formatNumber(points, locale)}`}</span>
            </li>
          ),
      )}
    </List>
  );
};
