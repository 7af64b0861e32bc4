import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { isFiltered } from '../../../machines/lists/list.url.ts';
import { orderLabel } from '../../../machines/order/order.label.ts';
import { ANY_STATUS } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import { type ListActor, useListActor, useListRestart, useListScreen } from '../lists/list-actor.ts';
import { ListPager } from '../lists/list-pager.view.tsx';
import { ListEmpty, ListFailed } from '../lists/list-problem.view.tsx';
import { useOrderLabel } from '../order/order-status.view.tsx';
import account from './account.module.css';
import { csvText } from './csv.ts';
import { HistoryFilters } from './history-filters.view.tsx';
import { HistoryRows } from './history-rows.view.tsx';
import { exportRows } from './order-rows.ts';

type OrderQuery = Extract<ListQuery, { readonly kind: 'orders' }>;
type Shown = Extract<ListScreen, { readonly name: 'shown' }>;

const NO_FILTER: OrderQuery = { kind: 'orders', status: ANY_STATUS, orderId: '', begin: '', end: '' };

/** Exports the shown rows as a file. */
const ExportButton = ({ records }: { readonly records: readonly OrderRecord[] }): ReactNode => {
  const { t } = useTranslation(['account', 'order']);
  const { saveFile, serverNow } = useBrowserActions();
  const labelText = useOrderLabel();
  const save = () => {
    const columns = [
      t('order:fact.number'),
      t('account:export.time'),
      t('account:column.status'),
      t('account:column.item'),
      t('order:fact.game'),
      t('order:fact.server'),
      t('order:fact.role'),
      t('order:fact.uid'),
      t('order:fact.amount'),
      t('account:export.currency'),
      t('order:fact.method'),
    ];
    const rows = exportRows(records, { columns, statusOf: ({ status }) => labelText(orderLabel(status)) });
    const day = new Date(serverNow()).toISOString().slice(0, 10);
    void saveFile(`top-ups-${day}.csv`, 'text/csv;charset=utf-8', csvText(rows));
  };
  return (
    <Button variant="quiet" icon="download" onClick={save}>
      {t('account:export.button')}
    </Button>
  );
};

const Tools = ({ actor, screen }: { readonly actor: ListActor; readonly screen: ListScreen }): ReactNode => {
  const { t } = useTranslation('account');
  const canRefresh = useSelector(actor, (snapshot) => snapshot.can({ type: 'list.refresh' }));
  const busy = screen.name === 'loading' || ((screen.name === 'shown' || screen.name === 'empty') && screen.refreshing);
  const records = screen.name === 'shown' && screen.content.kind === 'orders' ? screen.content.rows : [];
  return (
    <div className={account['tools']}>
      <Button
        variant="quiet"
        icon="refresh"
        busy={busy}
        disabled={!canRefresh}
        onClick={() => actor.send({ type: 'list.refresh' })}
      >
        {t('list.refresh')}
      </Button>
      {records.length > 0 && <ExportButton records={records} />}
    </div>
  );
};

const Rows = ({ actor, screen }: { readonly actor: ListActor; readonly screen: Shown }): ReactNode => {
  const { t } = useTranslation('account');
  if (screen.content.kind !== 'orders') return null;
  return (
    <>
      {screen.failure && (
        <ListFailed
          tone="warning"
          title={t('history.failed')}
          failure={screen.failure}
          onRetry={() => actor.send({ type: 'list.refresh' })}
        />
      )}
      <div className={screen.stale ? account['stale'] : undefined} aria-busy={screen.stale || undefined}>
        <HistoryRows records={screen.content.rows} />
      </div>
      <ListPager actor={actor} screen={screen} />
    </>
  );
};

const NoOrders = ({ actor, query }: { readonly actor: ListActor; readonly query: ListQuery }): ReactNode => {
  const { t } = useTranslation(['account', 'portal']);
  const portal = usePortal();
  return isFiltered(query) ? (
    <ListEmpty
      art="empty-order"
      title={t('account:history.noneTitle')}
      hint={t('account:history.noneText')}
      action={
        <Button
          variant="secondary"
          icon="close"
          onClick={() => actor.send({ type: 'filter.change', query: NO_FILTER })}
        >
          {t('account:list.clear')}
        </Button>
      }
    />
  ) : (
    <ListEmpty
      art="empty-order"
      title={t('account:history.emptyTitle')}
      hint={t('account:history.emptyText')}
      action={
        <Button icon="bolt" onClick={() => portal.send({ type: 'page.open', to: RECHARGE })}>
          {t('account:history.emptyAction')}
        </Button>
      }
    />
  );
};

const Content = ({ actor, screen }: { readonly actor: ListActor; readonly screen: ListScreen }): ReactNode => {
  const { t } = useTranslation('account');
  switch (screen.name) {
    case 'loading':
      return <HistorySkeleton />;
    case 'failed':
      return (
        <ListFailed
          title={t('history.failed')}
          failure={screen.failure}
          onRetry={() => actor.send({ type: 'load.retry' })}
        />
      );
    case 'empty':
      return <NoOrders actor={actor} query={screen.query} />;
    case 'shown':
      return <Rows actor={actor} screen={screen} />;
  }
};

const HistorySkeleton = (): ReactNode => {
  const { t } = useTranslation('account');
  return (
    <Loading label={t('history.loading')}>
      <SkeletonList rows={6} height={64} />
    </Loading>
  );
};

const History = ({ actor }: { readonly actor: ListActor }): ReactNode => {
  const { t } = useTranslation('account');
  const screen = useListScreen(actor);
  return (
    <section className={account['section']} data-list={screen.name}>
      <div className={account['head']}>
        <h2>{t('history.title')}</h2>
        <Tools actor={actor} screen={screen} />
      </div>
      {screen.query.kind === 'orders' && <HistoryFilters actor={actor} query={screen.query} />}
      <Content actor={actor} screen={screen} />
    </section>
  );
};

/** `/main/account/recharge`: every order of the account (ORDR-06). */
export const HistorySection = (): ReactNode => {
  const { t } = useTranslation('account');
  const actor = useListActor('orders');
  const restart = useListRestart();
  if (restart) return <ListFailed title={t('history.failed')} failure={null} onRetry={restart} />;
  return actor ? <History actor={actor} /> : <HistorySkeleton />;
};
