import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import type { MethodProps } from '../method-props.ts';

/** The most serious problem of the payment, if any. */
export const PaymentTrouble = ({
  screen,
  refused,
}: Pick<MethodProps, 'screen'> & { readonly refused: boolean }): ReactNode => {
  const { t } = useTranslation('payment');
  if (refused) {
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
