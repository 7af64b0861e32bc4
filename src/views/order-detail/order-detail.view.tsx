import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectOrderDetailScreen } from '../../../machines/order-detail/order-detail.screens.ts';
import { selectOrderOrigin } from '../../../machines/portal/portal.screens.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { useContentFocus } from '../app/focus-heading.ts';
import { LoadFailed } from '../app/load-problem.view.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { playerText } from '../order/player-name.view.tsx';
import css from './order-detail.module.css';
import { type OrderDetailActor, ShownOrder } from './shown-order.view.tsx';

const OrderDetailSkeleton = () => {
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

const OrderUnknown = ({ orderId }: { readonly orderId: string }) => {
  const { t } = useTranslation('order');
  const id = playerText(orderId);
  return (
    <div className={css['unknown']} role="status" data-announced>
      <Picture name="empty-order" fallback="empty-order" width={160} height={120} />
      <h2>{t('unknown.title')}</h2>
      <p>{unbroken(t('unknown.text', { id }), id)}</p>
    </div>
  );
};

const Content = ({ actor }: { readonly actor: OrderDetailActor }) => {
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
const Back = () => {
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
  const isHistory = origin.list === 'orders';
  return (
    <Button variant="quiet" icon={isHistory ? 'receipt' : 'wallet'} onClick={open(origin.to)}>
      {isHistory ? t('account:history.back') : t('account:ledger.back')}
    </Button>
  );
};

export const OrderDetailView = () => {
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
