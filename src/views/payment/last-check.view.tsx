import { useTranslation } from 'react-i18next';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import type { PaymentActor } from '../order/payment-actor.ts';
import { SupportButton } from '../order/support-button.view.tsx';
import css from './payment.module.css';
import { PaymentActions } from './payment-actions.view.tsx';
import { PaymentFacts } from './payment-facts.view.tsx';
import { PaymentWaiting } from './payment-waiting.view.tsx';

/** The deadline has passed: the server's response decides. Until it arrives, the player may leave the dialog. */
export const LastCheck = ({
  actor,
  screen,
}: {
  readonly actor: PaymentActor;
  readonly screen: Extract<PaymentScreen, { readonly name: 'last-check' }>;
}) => {
  const { t } = useTranslation('payment');
  const title = t('lastCheck.title');
  return (
    <>
      <PaymentWaiting screen={screen} />
      <Dialog
        open
        label={title}
        data-state={screen.name}
        onDismiss={() => actor.send({ type: 'payment.later' })}
        actions={<PaymentActions actor={actor} />}
      >
        <div className={css['dialog']}>
          <p>{screen.failure ? t('lastCheck.trouble') : t('lastCheck.text')}</p>
          <PaymentFacts screen={screen} />
          <div className={css['support']}>
            <SupportButton ticket={screen.ticket} record={screen.record} />
            {screen.failure && <SupportLink variant="quiet" />}
          </div>
        </div>
      </Dialog>
    </>
  );
};
