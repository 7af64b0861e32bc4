import { useTranslation } from 'react-i18next';
import { auditLedger } from '../../../machines/lists/ledger.audit.ts';
import type { LedgerEntry, ListQuery } from '../../../machines/lists/list.types.ts';
import { isFiltered } from '../../../machines/lists/list.url.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import { type HeadedListProps, type ListActor, useList, useListScreen } from '../lists/list-actor.ts';
import { ListContent, type ShownList } from '../lists/list-content.view.tsx';
import account from './account.module.css';
import { ClearFilters, LedgerFilters } from './filters.view.tsx';
import { LedgerRows } from './ledger-rows.view.tsx';
import { PointsPanel, useBalance } from './points-panel.view.tsx';

/** Warns when the entries and the balance disagree (EPNT-07). A page with an entry that can't be read has a gap. */
const Audit = ({
  entries,
  screen,
  onRefresh,
}: {
  readonly entries: readonly LedgerEntry[];
  readonly screen: ShownList;
  readonly onRefresh: () => void;
}) => {
  const { t, i18n } = useTranslation(['account', 'portal']);
  const { points } = useBalance();
  if (screen.stale || screen.refreshing || screen.unread.length > 0) return null;
  const flaw = auditLedger(entries, screen, points);
  if (!flaw) return null;
  const [found, expected] = flaw.kind === 'balance' ? [flaw.record, flaw.balance] : [flaw.found, flaw.expected];
  const numbers = {
    recordBasic: formatNumber(found.basic, i18n.language),
    recordBonus: formatNumber(found.present, i18n.language),
    basic: formatNumber(expected.basic, i18n.language),
    bonus: formatNumber(expected.present, i18n.language),
  };
  return (
    <Callout
      tone="warning"
      title={t('account:ledger.flawTitle')}
      live="polite"
      action={
        <span className={account['tools']}>
          <Button variant="secondary" icon="refresh" onClick={onRefresh}>
            {t('account:list.refresh')}
          </Button>
          <SupportLink variant="quiet" />
        </span>
      }
    >
      {flaw.kind === 'balance' ? t('account:ledger.flawBalance', numbers) : t('account:ledger.flawGap', numbers)}
    </Callout>
  );
};

const LedgerSkeleton = () => {
  const { t } = useTranslation('account');
  return (
    <Loading label={t('ledger.loading')}>
      <SkeletonList rows={8} height={52} />
    </Loading>
  );
};

const NoEntries = ({ actor, query }: { readonly actor: ListActor; readonly query: ListQuery }) => {
  const { t } = useTranslation('account');
  return isFiltered(query) ? (
    <LoadEmpty
      art="epoint"
      title={t('ledger.noneTitle')}
      hint={t('ledger.noneText')}
      action={<ClearFilters actor={actor} kind="ledger" variant="secondary" />}
    />
  ) : (
    <LoadEmpty art="epoint" title={t('ledger.emptyTitle')} hint={t('ledger.emptyText')} />
  );
};

const Ledger = ({ actor, heading }: HeadedListProps) => {
  const { t } = useTranslation(['account', 'portal']);
  const screen = useListScreen(actor);
  const { refresh } = useBalance();
  const busy = screen.name === 'loading' || (screen.name !== 'failed' && screen.refreshing);
  const onRefresh = () => {
    refresh();
    actor.send({ type: 'list.refresh' });
  };
  return (
    <section className={account['section']} data-list={screen.name}>
      <div className={account['head']}>
        <h2 ref={heading}>{t('account:ledger.title')}</h2>
        <div className={account['tools']}>
          <Button variant="quiet" icon="refresh" busy={busy} onClick={onRefresh}>
            {t('account:list.refresh')}
          </Button>
        </div>
      </div>
      {screen.query.kind === 'ledger' && <LedgerFilters actor={actor} query={screen.query} />}
      <ListContent
        actor={actor}
        screen={screen}
        failedTitle={t('account:ledger.failed')}
        skeleton={<LedgerSkeleton />}
        empty={<NoEntries actor={actor} query={screen.query} />}
        onRefresh={onRefresh}
      >
        {(shown) =>
          shown.content.kind === 'ledger' && (
            <>
              <Audit entries={shown.content.rows} screen={shown} onRefresh={onRefresh} />
              <div className={shown.stale ? account['stale'] : undefined} aria-busy={shown.stale || undefined}>
                <LedgerRows entries={shown.content.rows} />
              </div>
            </>
          )
        }
      </ListContent>
    </section>
  );
};

/** `/main/account/epoint`: the E Point ledger with its balance (EPNT-06, EPNT-07). */
export const LedgerSection = () => {
  const { t } = useTranslation('account');
  const { actor, heading, restart } = useList('ledger');
  return (
    <div className={account['section']}>
      <PointsPanel />
      {restart && <LoadFailed title={t('ledger.failed')} failure={null} onRetry={restart} />}
      {!restart && (actor ? <Ledger actor={actor} heading={heading} /> : <LedgerSkeleton />)}
    </div>
  );
};
