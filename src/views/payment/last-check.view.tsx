import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SupportButton } from '../order/support-button.view.tsx';
import css from './payment.module.css';
import { PaymentFacts } from './payment-facts.view.tsx';
import { PaymentWaiting } from './payment-waiting.view.tsx';

/** The deadline has passed: the server's response decides. */
export const LastCheck = ({
  screen,
}: {
  readonly screen: Extract<PaymentScreen, { readonly name: 'last-check' }>;
}): ReactNode => {
  const { t } = useTranslation('payment');
  const title = t('lastCheck.title');
  return (
    <>
      <PaymentWaiting screen={screen} />
      <Dialog open label={title} data-state={screen.name}>
        <div className={css['dialog']}>
          <p>{screen.failure ? t('lastCheck.trouble') : t('lastCheck.text')}</p>
          <PaymentFacts screen={screen} />
          <SupportButton ticket={screen.ticket} record={screen.record} />
        </div>
      </Dialog>
    </>
  );
};
