import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { initialRecord } from '../../../../machines/order/order.purchase.ts';
import type { pointPaymentMachine } from '../../../../machines/payment/points/point-payment.machine.ts';
import {
  type PointPaymentScreen,
  selectPointPaymentScreen,
} from '../../../../machines/payment/points/point-payment.screens.ts';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { formatEPoints } from '../../../i18n/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { usePlayer } from '../../app/portal.context.tsx';
import { OrderTimeline } from '../../order/order-timeline.view.tsx';
import { SupportButton } from '../../order/support-button.view.tsx';
import { TimeLeft } from '../../order/time-left.view.tsx';
import css from '../payment.module.css';
import { PaymentFacts } from '../payment-facts.view.tsx';
import { type PaymentProps, PaymentWaiting } from '../payment-waiting.view.tsx';

type PointsActor = ActorRefFrom<typeof pointPaymentMachine>;
type Named<Name extends PointPaymentScreen['name']> = Extract<PointPaymentScreen, { readonly name: Name }>;

const Insufficient = ({ screen, orderId }: { readonly screen: Named<'insufficient'>; readonly orderId: string }) => {
  const { t, i18n } = useTranslation(['payment', 'recharge']);
  const player = usePlayer();
  const points = (amount: number) => formatEPoints(amount, i18n.language);
  return (
    <>
      <p>{t('points.short.text', { missing: points(screen.missing) })}</p>
      <Facts
        rows={[
          { key: 'price', label: t('recharge:summary.total'), value: points(screen.points) },
          { key: 'balance', label: t('recharge:epoint.balance'), value: points(screen.balance) },
        ]}
      />
      <Button size="lg" wide icon="wallet" onClick={() => player?.send({ type: 'points.needed', orderId })}>
        {t('points.short.topUp')}
      </Button>
    </>
  );
};

const Payable = ({ screen, actor }: { readonly screen: Named<'payable'>; readonly actor: PointsActor }) => {
  const { t, i18n } = useTranslation(['payment', 'recharge']);
  const { points, balance, isRepeat } = screen;
  const shown = (amount: number) => formatEPoints(amount, i18n.language);
  return (
    <>
      {isRepeat && (
        <Callout tone="warning" live="polite">
          {t('points.payable.repeatHint', { points: shown(points) })}
        </Callout>
      )}
      {balance !== null && (
        <Facts
          rows={[
            { key: 'balance', label: t('recharge:epoint.balance'), value: shown(balance) },
            { key: 'after', label: t('points.payable.after'), value: shown(balance - points) },
          ]}
        />
      )}
      <Button variant="pay" size="lg" wide icon="lock" onClick={() => actor.send({ type: 'points.pay' })}>
        {t('recharge:confirm.pay', { amount: shown(points) })}
      </Button>
    </>
  );
};

type StepProps = { readonly screen: PointPaymentScreen; readonly actor: PointsActor; readonly orderId: string };

const Step = ({ screen, actor, orderId }: StepProps) => {
  const { t, i18n } = useTranslation(['payment', 'recharge']);
  const failureText = useFailureText();
  const pay = () => actor.send({ type: 'points.pay' });
  switch (screen.name) {
    case 'paying':
      return <p>{t('points.paying.text', { points: formatEPoints(screen.points, i18n.language) })}</p>;
    case 'checkingBalance':
      return <p>{t('recharge:epoint.loading')}</p>;
    case 'uncertain':
      return (
        <>
          <Callout tone="info" live="polite">
            {screen.checking ? t('points.unconfirmed.asking') : t('points.unconfirmed.waiting')}
          </Callout>
          <Button size="lg" icon="refresh" busy={screen.checking} onClick={pay}>
            {screen.checking ? t('recharge:uncertain.busy') : t('recharge:uncertain.retry')}
          </Button>
        </>
      );
    case 'insufficient':
      return <Insufficient screen={screen} orderId={orderId} />;
    case 'payable':
      return <Payable screen={screen} actor={actor} />;
    case 'refused':
      return (
        <Callout
          tone="error"
          live="assertive"
          action={
            <Button icon="refresh" onClick={pay}>
              {t('recharge:error.retry')}
            </Button>
          }
        >
          {screen.failure && failureText(screen.failure)}
        </Callout>
      );
  }
};

type RunningProps = PaymentProps<'unpaid'> & { readonly points: PointsActor };

const RunningPointPayment = ({ actor, points, screen }: RunningProps) => {
  const { ticket, record, deadlineAt } = screen;
  const { t } = useTranslation(['payment', 'errors']);
  const step = useSelector(points, selectPointPaymentScreen);
  const titles: Readonly<Record<PointPaymentScreen['name'], string>> = {
    uncertain: t('points.unconfirmed.title'),
    insufficient: t('errors:balanceInsufficient'),
    refused: t('points.refused.title'),
    payable: t('points.payable.title'),
    checkingBalance: t('points.payable.title'),
    paying: t('points.paying.title'),
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isMoving = step.name === 'paying' || step.name === 'uncertain';
  return (
    <section className={css['panel']} data-payment="points" data-points={step.name} aria-busy={step.name === 'paying'}>
      <h2 ref={heading} tabIndex={-1}>
        {titles[step.name]}
      </h2>
      <div className={css['step']} role="status">
        <Step screen={step} actor={points} orderId={ticket.orderId} />
      </div>
      {!isMoving && <TimeLeft deadlineAt={deadlineAt} />}
      <OrderTimeline record={record ?? initialRecord(ticket)} />
      <PaymentFacts screen={screen} />
      <div className={css['actions']}>
        {!isMoving && (
          <Button variant="secondary" onClick={() => actor.send({ type: 'payment.later' })}>
            {t('awaiting.later')}
          </Button>
        )}
        <SupportButton ticket={ticket} record={record} />
      </div>
    </section>
  );
};

export const PointPayment = ({ actor, screen }: PaymentProps<'unpaid'>) => {
  const points = useSelector(actor, ({ children }) => children['method.points']);
  return points ? (
    <RunningPointPayment actor={actor} points={points} screen={screen} />
  ) : (
    <PaymentWaiting screen={screen} />
  );
};
