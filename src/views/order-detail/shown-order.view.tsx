import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { shownStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { nextOrderOf } from '../../../machines/order-detail/order-detail.screens.ts';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FoldedSteps } from '../order/folded-steps.view.tsx';
import { OrderStatusBadge, useStatusText } from '../order/order-status.view.tsx';
import { orderPrice, recordTitle } from '../order/order-text.ts';
import { OrderTimeline } from '../order/order-timeline.view.tsx';
import { usePaymentActor } from '../order/payment-actor.ts';
import { hintKey } from '../order/status-keys.ts';
import { SupportButton } from '../order/support-button.view.tsx';
import { OrderActions } from './order-actions.view.tsx';
import css from './order-detail.module.css';
import type { OrderDetailActor, ShownScreen } from './order-detail-actor.ts';
import { OrderFacts } from './order-facts.view.tsx';
import { PrintButton, ReceiptHead } from './receipt.view.tsx';

/** The tracked order's record, which is newer than the one that the page loaded. */
const useLiveRecord = (loaded: OrderRecord): OrderRecord => {
  const payment = usePaymentActor(loaded.paymentId);
  return useSelector(payment, (snapshot) => snapshot && selectPaymentScreen(snapshot).record) ?? loaded;
};

/** Whether the payment of an expired order may still come in. */
const useIsWatched = (orderId: string): boolean => {
  const payment = usePaymentActor(orderId);
  return useSelector(payment, (snapshot) => {
    const screen = snapshot && selectPaymentScreen(snapshot);
    return screen?.name === 'overdue' && screen.watching;
  });
};

type StepsProps = { readonly actor: OrderDetailActor; readonly screen: ShownScreen; readonly record: OrderRecord };

const Steps = ({ actor, screen, record }: StepsProps) => {
  const { t } = useTranslation('order');
  return (
    <FoldedSteps record={record}>
      <div className={css['sectionHead']}>
        <h2>{t('section.progress')}</h2>
        <Button
          variant="quiet"
          icon="refresh"
          busy={screen.refreshing}
          onClick={() => actor.send({ type: 'detail.refresh' })}
        >
          {t('refresh')}
        </Button>
      </div>
      <OrderTimeline record={record} />
    </FoldedSteps>
  );
};

export const ShownOrder = ({ actor, screen }: { readonly actor: OrderDetailActor; readonly screen: ShownScreen }) => {
  const { t, i18n } = useTranslation('order');
  const record = useLiveRecord(screen.record);
  const failureText = useFailureText();
  const next = nextOrderOf(record);
  const statusText = useStatusText();
  const isWatched = useIsWatched(record.paymentId);
  return (
    <>
      <ReceiptHead record={record} />
      <div className={css['columns']}>
        <section className={css['hero']} data-status={shownStatus(record)}>
          <Picture name={record.art} fallback={record.orderType === 'epoint' ? 'epoint' : 'item'} width={96} />
          <div className={css['overview']}>
            <OrderStatusBadge record={record} />
            <h2>{recordTitle(record, i18n.language)}</h2>
            <p className={css['amount']}>{orderPrice(record, i18n.language)}</p>
            <div className={css['hint']} role="status">
              <p>{statusText(hintKey(record, next.kind === 'repeat'))}</p>
              {isWatched && <p>{statusText('status.overdue.watching')}</p>}
            </div>
          </div>
          <OrderActions record={record} next={next} />
        </section>
        <section className={css['progress']}>
          {screen.refreshFailure && (
            <Callout tone="error" title={t('failed')} live="polite">
              {failureText(screen.refreshFailure)}
            </Callout>
          )}
          <Steps actor={actor} screen={screen} record={record} />
          <SupportButton record={record} />
        </section>
        <section className={css['facts']}>
          <div className={css['sectionHead']}>
            <h2>{t('section.facts')}</h2>
            <PrintButton record={record} />
          </div>
          <OrderFacts record={record} />
        </section>
      </div>
    </>
  );
};
