import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '../../../machines/order/order.types.ts';
import { Callout } from '../../ui/callout.tsx';
import { priceText } from './price-text.ts';

/** Warns at the confirmation that an earlier order may exist. It cannot be closed: the player must know it when paying. */
export const UnconfirmedOrder = ({ unconfirmed }: { readonly unconfirmed: Purchase | null }): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  return (
    unconfirmed && (
      <Callout tone="warning" live="polite" title={t('unconfirmed.title')}>
        {t('unconfirmed.text', { amount: priceText(unconfirmed, i18n.language) })}
      </Callout>
    )
  );
};
