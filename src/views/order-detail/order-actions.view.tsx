import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isResubmittable } from '../../../machines/order/order.label.ts';
import { ORDER_STATUS } from '../../../machines/order/order.status.ts';
import type { ChoiceIds, OrderRecord } from '../../../machines/order/order.types.ts';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Button } from '../../ui/button.tsx';
import { type PaymentActor, usePaymentActor } from '../payment/payment-actor.ts';
import { TimeLeft } from '../payment/time-left.view.tsx';
import { usePlayer } from '../portal/portal.context.tsx';
import css from './order-detail.module.css';

const choicesOf = ({ recipient, itemId, channelCode }: OrderRecord): ChoiceIds | null =>
  recipient && itemId !== null && channelCode !== null
    ? { serverId: recipient.serverId, roleId: recipient.roleId, itemId, channelCode }
    : null;

const ContinuePaying = ({ actor, orderId }: { readonly actor: PaymentActor; readonly orderId: string }): ReactNode => {
  const { t } = useTranslation('order');
  const player = usePlayer();
  const deadlineAt = useSelector(actor, (snapshot) => selectPaymentScreen(snapshot).deadlineAt);
  return (
    <div className={css['actions']}>
      <TimeLeft deadlineAt={deadlineAt} />
      <Button size="lg" onClick={() => player?.send({ type: 'order.resume', orderId })}>
        {t('action.continue')}
      </Button>
    </div>
  );
};

/** Pay while there is time; order again what failed or ran out. */
export const OrderActions = ({ record }: { readonly record: OrderRecord }): ReactNode => {
  const { t } = useTranslation('order');
  const player = usePlayer();
  const actor = usePaymentActor(record.paymentId);
  const choices = choicesOf(record);
  if (record.status === ORDER_STATUS.pending && actor) {
    return <ContinuePaying actor={actor} orderId={record.paymentId} />;
  }
  if (!isResubmittable(record.status) || !choices) return null;
  return (
    <div className={css['actions']}>
      <Button size="lg" icon="refresh" onClick={() => player?.send({ type: 'order.repeat', choices })}>
        {t('action.repeat')}
      </Button>
    </div>
  );
};
