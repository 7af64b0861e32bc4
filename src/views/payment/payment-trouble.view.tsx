import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Callout } from '../../ui/callout.tsx';

/** The most serious problem of the payment, if any. */
export const PaymentTrouble = ({
  screen,
}: {
  readonly screen: Extract<PaymentScreen, { readonly name: 'awaiting' }>;
}): ReactNode => {
  const { t } = useTranslation('payment');
  if (screen.refused) {
    return (
      <Callout tone="error" title={t('refused.title')} live="assertive">
        {t('refused.text')}
      </Callout>
    );
  }
  if (screen.offline) {
    return (
      <Callout tone="warning" title={t('awaiting.offlineTitle')} live="polite">
        {t('awaiting.offline')}
      </Callout>
    );
  }
  if (screen.failure) {
    return (
      <Callout tone="warning" title={t('awaiting.troubleTitle')} live="polite">
        {t('awaiting.trouble')}
      </Callout>
    );
  }
  if (screen.notReceived) {
    return (
      <Callout tone="info" title={t('awaiting.notReceivedTitle')} live="polite">
        {t('awaiting.notReceived')}
      </Callout>
    );
  }
  return null;
};
