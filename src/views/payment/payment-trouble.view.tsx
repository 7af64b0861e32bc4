import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../ui/callout.tsx';
import type { MethodProps } from './method-props.ts';

/** The most serious problem of an unpaid order with any method, if it has one. */
export const PaymentTrouble = ({ screen }: Pick<MethodProps, 'screen'>): ReactNode => {
  const { t } = useTranslation('payment');
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
