import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../art/picture.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { orderTitle } from '../order/order-text.ts';
import { useCanResume, usePaymentScreen } from '../order/payment-actor.ts';
import { TimeLeft } from '../order/time-left.view.tsx';
import css from './continue-payment.module.css';

type BannerProps = {
  readonly orderId: string;
  readonly picture: ReactNode;
  readonly label: string;
  readonly title: string;
  readonly left?: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
};

/** An order in one line: what it is, its main action, and a cross that hides it. */
export const OrderBanner = ({ orderId, picture, label, title, left = null, note = null, children }: BannerProps) => {
  const { t } = useTranslation('payment');
  const player = usePlayer();
  return (
    <section className={css['banner']} data-lapsed={left === null || undefined} aria-label={`${label}: ${title}`}>
      <span className={css['picture']}>{picture}</span>
      <span className={css['words']}>
        <small>{label}</small>
        <strong>{unbroken(title, orderId)}</strong>
        {left !== null && <span>{left}</span>}
        {note !== null && <span>{note}</span>}
      </span>
      {children}
      <button
        type="button"
        className={css['hide']}
        aria-label={t('banner.hide', { item: title })}
        onClick={() => player?.send({ type: 'order.hide', orderId })}
      >
        <Icon name="close" size={18} />
      </button>
    </section>
  );
};

/** A deferred order, to be resumed. */
export const ContinuePayment = ({ orderId }: { readonly orderId: string }) => {
  const { t, i18n } = useTranslation('payment');
  const player = usePlayer();
  const canResume = useCanResume(orderId);
  const payment = usePaymentScreen(orderId);
  if (!payment) return null;
  const { ticket, deadlineAt } = payment;
  const item = ticket.choices?.item ?? null;
  const title = orderTitle(payment, i18n.language) ?? t('banner.order', { id: orderId });
  return (
    <OrderBanner
      orderId={orderId}
      picture={<Picture name={item?.art ?? null} fallback="item" width={36} />}
      label={t('banner.label')}
      title={title}
      left={<TimeLeft deadlineAt={deadlineAt} />}
    >
      <Button
        aria-label={t('banner.continueItem', { item: title })}
        disabled={!canResume}
        onClick={() => player?.send({ type: 'order.resume', orderId })}
      >
        {t('banner.continue')}
      </Button>
    </OrderBanner>
  );
};
