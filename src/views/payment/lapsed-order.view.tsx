import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectEndedOrder } from '../../../machines/signed-in/signed-in.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { useStatusText } from '../order/order-status.view.tsx';
import { orderTitle } from '../order/order-text.ts';
import { usePaymentActor, usePaymentScreen } from '../order/payment-actor.ts';
import { OrderBanner } from './continue-payment.view.tsx';

/** An expired or failed order of an earlier visit, in one line above the shop. */
export const LapsedOrder = () => {
  const { t, i18n } = useTranslation('payment');
  const statusText = useStatusText();
  const orderId = useSelector(usePlayer(), (snapshot) => (snapshot ? selectEndedOrder(snapshot) : null)) ?? '';
  const actor = usePaymentActor(orderId);
  const screen = usePaymentScreen(orderId);
  if (screen?.name !== 'overdue' && screen?.name !== 'failed') return null;
  return (
    <OrderBanner
      orderId={orderId}
      picture={<Icon name="clock" />}
      label={statusText(`status.${screen.name}.title`)}
      title={orderTitle(screen, i18n.language) ?? t('banner.order', { id: orderId })}
      note={screen.watching ? statusText('status.overdue.watching') : null}
    >
      <Button variant="secondary" onClick={() => actor?.send({ type: 'payment.resubmit' })}>
        {t('action.resubmit')}
      </Button>
    </OrderBanner>
  );
};
