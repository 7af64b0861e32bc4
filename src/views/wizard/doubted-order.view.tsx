import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '../../../machines/order/order.types.ts';
import { Callout } from '../../ui/callout.tsx';
import { priceText } from './price-text.ts';

/** Warns at the confirmation that an earlier order may exist. It cannot be closed: the player must know it when paying. */
export const DoubtedOrder = ({ doubted }: { readonly doubted: Purchase | null }): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  return (
    doubted && (
      <Callout tone="warning" live="polite" title={t('doubted.title')}>
        {t('doubted.text', { amount: priceText(doubted, i18n.language) })}
      </Callout>
    )
  );
};
