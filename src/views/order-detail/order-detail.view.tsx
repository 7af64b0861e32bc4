import { shallowEqual, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectOrderDetailScreen } from '../../../machines/order-detail/order-detail.screens.ts';
import { selectOrderOrigin } from '../../../machines/portal/portal.screens.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useContentFocus } from '../app/content-focus.ts';
import { LoadFailed } from '../app/load-problem.view.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import css from './order-detail.module.css';
import type { OrderDetailActor } from './order-detail-actor.ts';
import { OrderUnknown } from './order-unknown.view.tsx';
import { ShownOrder } from './shown-order.view.tsx';

/** The order page in its final shape, while the order loads. */
const OrderDetailSkeleton = (): ReactNode => {
  const { t } = useTranslation('order');
  return (
    <Loading label={t('loading')}>
      <div className={css['columns']}>
        <Skeleton height={188} />
        <Skeleton height={300} />
        <Skeleton height={420} />
      </div>
    </Loading>
  );
};

const Content = ({ actor }: { readonly actor: OrderDetailActor }): ReactNode => {
  const { t } = useTranslation('order');
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
        <LoadFailed title={t('failed')} failure={screen.failure} onRetry={() => actor.send({ type: 'load.retry' })} />
      );
  }
};

/** The way back to the list from which the order was opened, else to the top-up page. */
const Back = (): ReactNode => {
  const { t } = useTranslation(['order', 'account']);
  const portal = usePortal();
  const origin = useSelector(portal, selectOrderOrigin, shallowEqual);
  const open = (to: string) => () => portal.send({ type: 'page.open', to });
  if (!origin)
    return (
      <Button variant="quiet" icon="bolt" onClick={open(RECHARGE)}>
        {t('order:back')}
      </Button>
    );
  return origin.list === 'orders' ? (
    <Button variant="quiet" icon="receipt" onClick={open(origin.to)}>
      {t('account:history.back')}
    </Button>
  ) : (
    <Button variant="quiet" icon="wallet" onClick={open(origin.to)}>
      {t('account:ledger.back')}
    </Button>
  );
};

/** `/main/recharge/detail/:id`. */
export const OrderDetailView = (): ReactNode => {
  const { t } = useTranslation('order');
  const actor = useSelector(usePlayer(), (snapshot) => snapshot?.children['order-detail']);
  const state = useSelector(actor, (snapshot) => snapshot && selectOrderDetailScreen(snapshot).name) ?? 'loading';
  const heading = useContentFocus(state === 'loading' ? null : state);
  return (
    <div className={css['page']} data-state={state}>
      <header className={css['head']}>
        <h1 ref={heading}>{t('title')}</h1>
        <Back />
      </header>
      {actor ? <Content actor={actor} /> : <OrderDetailSkeleton />}
    </div>
  );
};
