import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import type { NextOrder } from '../../../machines/order-detail/order-detail.screens.ts';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { targetPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { againUrl } from '../order/again-url.ts';
import { type PaymentActor, useCanResume, usePaymentActor } from '../order/payment-actor.ts';
import { TimeLeft } from '../order/time-left.view.tsx';
import css from './order-detail.module.css';

const ContinuePaying = ({ actor, orderId }: { readonly actor: PaymentActor; readonly orderId: string }) => {
  const { t } = useTranslation('order');
  const player = usePlayer();
  const canResume = useCanResume(orderId);
  const deadlineAt = useSelector(actor, (snapshot) => selectPaymentScreen(snapshot).deadlineAt);
  return (
    <div className={css['actions']}>
      <TimeLeft deadlineAt={deadlineAt} />
      <Button size="lg" disabled={!canResume} onClick={() => player?.send({ type: 'order.resume', orderId })}>
        {t('action.continue')}
      </Button>
    </div>
  );
};

/** Pay before the expiry; order again after a failure, the expiry or the delivery. */
export const OrderActions = ({ record, next }: { readonly record: OrderRecord; readonly next: NextOrder }) => {
  const { t } = useTranslation(['order', 'payment']);
  const portal = usePortal();
  const player = usePlayer();
  const actor = usePaymentActor(record.paymentId);
  const again = againUrl(record);
  if (record.status === 'pending' && !record.isStatusUnknown && actor) {
    return <ContinuePaying actor={actor} orderId={record.paymentId} />;
  }
  if (next.kind === 'none' && !again) return null;
  return (
    <div className={css['actions']}>
      {next.kind === 'none' && again && (
        <PageLink className={buttonClass({ size: 'lg', wide: true })} to={again}>
          <Icon name="refresh" />
          <span>{t('payment:action.again')}</span>
        </PageLink>
      )}
      {next.kind === 'repeat' && (
        <Button size="lg" icon="refresh" onClick={() => player?.send({ type: 'order.repeat', choices: next.choices })}>
          {t('payment:action.resubmit')}
        </Button>
      )}
      {next.kind === 'start' && (
        <Button size="lg" onClick={() => portal.send({ type: 'page.open', to: targetPath(next.target) })}>
          {t('payment:action.new')}
        </Button>
      )}
    </div>
  );
};
