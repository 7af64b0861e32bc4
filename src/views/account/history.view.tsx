import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { isFiltered } from '../../../machines/lists/list.url.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import {
  type HeadedListProps,
  type ListActor,
  ListContent,
  useList,
  useListScreen,
} from '../lists/list-content.view.tsx';
import account from './account.module.css';
import { ClearFilters, HistoryFilters } from './filters.view.tsx';
import { HistoryRows, monthsOf } from './history-rows.view.tsx';
import { ExportButton, ExportProgress } from './order-export.view.tsx';

const isUnused = ({ name, query }: ListScreen): boolean => name === 'empty' && !isFiltered(query);

const TOOLS = 'history-tools';

/** Refresh and export; on a phone in a menu. An empty history has nothing to export. */
const Tools = ({ actor, screen }: { readonly actor: ListActor; readonly screen: ListScreen }) => {
  const { t } = useTranslation('account');
  const narrow = useSelector(usePortal(), ({ context }) => context.isMobile);
  const busy = screen.name === 'loading' || (screen.name !== 'failed' && screen.refreshing);
  const hasMenu = narrow && !isUnused(screen);
  const inMenu = hasMenu ? { wide: true, popoverTarget: TOOLS } : {};
  const refresh = () => actor.send({ type: 'list.refresh' });
  const tools = (
    <>
      <Button variant="quiet" icon="refresh" busy={busy} onClick={refresh} {...inMenu}>
        {t('list.refresh')}
      </Button>
      {!isUnused(screen) && <ExportButton list={actor} {...inMenu} />}
    </>
  );
  if (!hasMenu) return <div className={account['tools']}>{tools}</div>;
  return (
    <>
      <Button variant="quiet" icon="more" popoverTarget={TOOLS} aria-label={t('list.more')}>
        {null}
      </Button>
      <section id={TOOLS} popover="auto" className={account['menu']} aria-label={t('list.more')}>
        {tools}
      </section>
    </>
  );
};

const NoOrders = ({ actor, query }: { readonly actor: ListActor; readonly query: ListQuery }) => {
  const { t } = useTranslation(['account', 'portal']);
  const portal = usePortal();
  return isFiltered(query) ? (
    <LoadEmpty
      art="empty-order"
      title={t('account:history.noneTitle')}
      hint={t('account:history.noneText')}
      action={<ClearFilters actor={actor} kind="orders" variant="secondary" />}
    />
  ) : (
    <LoadEmpty
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

const HistorySkeleton = () => {
  const { t } = useTranslation('account');
  return (
    <Loading label={t('history.loading')}>
      <SkeletonList rows={6} height={64} />
    </Loading>
  );
};

const foundCount = (screen: ListScreen): number | null => {
  if (screen.name === 'empty') return 0;
  if (screen.name !== 'shown' || screen.stale) return null;
  if (screen.total !== null) return screen.total;
  return screen.page === 1 && screen.next === 'none' ? screen.content.rows.length + screen.unread.length : null;
};

const History = ({ actor, heading }: HeadedListProps) => {
  const { t } = useTranslation('account');
  const screen = useListScreen(actor);
  const results = useRef<HTMLElement>(null);
  const count = foundCount(screen);
  const showResults = () => {
    results.current?.scrollIntoView({ block: 'start' });
    results.current?.focus({ preventScroll: true });
  };
  return (
    <section className={account['section']} data-list={screen.name}>
      <div className={account['head']}>
        <h2 ref={heading}>{t('history.title')}</h2>
        <Tools actor={actor} screen={screen} />
      </div>
      <ExportProgress list={actor} />
      {screen.query.kind === 'orders' && !isUnused(screen) && (
        <HistoryFilters actor={actor} query={screen.query} onSearch={showResults} />
      )}
      <section ref={results} className={account['results']} tabIndex={-1} aria-label={t('history.title')}>
        <p role="status">{count !== null && count > 0 && t('history.found', { count })}</p>
        <ListContent
          actor={actor}
          screen={screen}
          failedTitle={t('history.failed')}
          skeleton={<HistorySkeleton />}
          empty={<NoOrders actor={actor} query={screen.query} />}
          onRefresh={() => actor.send({ type: 'list.refresh' })}
        >
          {(shown) =>
            shown.content.kind === 'orders' && (
              <div className={shown.stale ? account['stale'] : undefined} aria-busy={shown.stale || undefined}>
                <HistoryRows months={monthsOf(shown.content.rows, shown)} />
              </div>
            )
          }
        </ListContent>
      </section>
    </section>
  );
};

/** `/main/account/recharge`: every order of the account (ORDR-06). */
export const HistorySection = () => {
  const { t } = useTranslation('account');
  const { actor, heading, restart } = useList('orders');
  if (restart) return <LoadFailed title={t('history.failed')} failure={null} onRetry={restart} />;
  return actor ? <History actor={actor} heading={heading} /> : <HistorySkeleton />;
};
