import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectOrderDetailScreen } from '../../../machines/order-detail/order-detail.screens.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import css from './order-detail.module.css';
import type { OrderDetailActor } from './order-detail-actor.ts';
import { OrderDetailSkeleton } from './order-detail-skeleton.view.tsx';
import { OrderUnknown } from './order-unknown.view.tsx';
import { ShownOrder } from './shown-order.view.tsx';

const Content = ({ actor }: { readonly actor: OrderDetailActor }): ReactNode => {
  const { t } = useTranslation('order');
  const failureText = useFailureText();
  const screen = useSelector(actor, selectOrderDetailScreen);
  switch (screen.name) {
    case 'loading':
      return <OrderDetailSkeleton />;
    case 'shown':
      return <ShownOrder actor={actor} screen={screen} />;
    case 'unknown':
      return <OrderUnknown orderId={screen.orderId} />;
    case 'failed':
      return (
        <Callout
          tone="error"
          title={t('failed')}
          live="polite"
          action={
            <span className={css['ways']}>
              <Button variant="secondary" icon="refresh" onClick={() => actor.send({ type: 'load.retry' })}>
                {t('retry')}
              </Button>
              <SupportLink variant="quiet" />
            </span>
          }
        >
          {failureText(screen.failure)}
        </Callout>
      );
  }
};

/** `/main/recharge/detail/:id`. */
export const OrderDetailView = (): ReactNode => {
  const { t } = useTranslation('order');
  const portal = usePortal();
  const actor = useSelector(usePlayer(), (snapshot) => snapshot?.children['order-detail']);
  const state = useSelector(actor, (snapshot) => snapshot && selectOrderDetailScreen(snapshot).name) ?? 'loading';
  return (
    <div className={css['page']} data-state={state}>
      <header className={css['head']}>
        <h1>{t('title')}</h1>
        <Button variant="quiet" icon="bolt" onClick={() => portal.send({ type: 'page.open', to: RECHARGE })}>
          {t('back')}
        </Button>
      </header>
      {actor ? <Content actor={actor} /> : <OrderDetailSkeleton />}
    </div>
  );
};
