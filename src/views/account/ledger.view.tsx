import { useTranslation } from 'react-i18next';
import { auditLedger } from '../../../machines/lists/ledger.audit.ts';
import type { LedgerEntry, LedgerReason, ListQuery, Points } from '../../../machines/lists/list.types.ts';
import { isFiltered } from '../../../machines/lists/list.url.ts';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatNumber, formatSigned } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { List } from '../../ui/list.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import {
  type HeadedListProps,
  type ListActor,
  ListContent,
  type ShownList,
  useList,
  useListScreen,
} from '../lists/list-content.view.tsx';
import { OrderStatusBadge } from '../order/order-status.view.tsx';
import { recordTitle } from '../order/order-text.ts';
import account from './account.module.css';
import { ClearFilters, LedgerFilters } from './filters.view.tsx';
import css from './ledger.module.css';
import { PointsPanel, useBalance } from './points-panel.view.tsx';

type CellProps = { readonly entry: LedgerEntry };

const ReasonCell = ({ entry: { reason, flow, item, order } }: CellProps) => {
  const { t, i18n } = useTranslation('account');
  const flows = { income: t('ledger.income'), expense: t('ledger.expense') };
  const reasons: Readonly<Record<LedgerReason, string>> = {
    purchase: t('reason.purchase'),
    spend: t('reason.spend'),
    refund: t('reason.refund'),
    reversal: t('reason.reversal'),
    gift: t('reason.gift'),
    opening: t('reason.opening'),
    correction: t('reason.correction'),
    other: t('reason.other'),
  };
  return (
    <span className={css['pair']}>
      <strong>{reason === 'other' && flow !== null ? flows[flow] : reasons[reason]}</strong>
      {item && <small>{order ? recordTitle(order, i18n.language) : itemTitle(item, i18n.language)}</small>}
    </span>
  );
};

/** The parts of a change without their signs, unless one is added while the other is spent. */
const partsOf = ({ basic, present }: Points, locale: string) => {
  const isMixed = Math.sign(basic) !== Math.sign(present);
  const text = (part: number) => (isMixed ? formatSigned(part, locale) : formatNumber(Math.abs(part), locale));
  return { basic: text(basic), bonus: text(present) };
};

/** One signed sum, and below it the purchased and the bonus E Points that it consists of, if the API splits them. */
const ChangeCell = ({ entry: { change, total } }: CellProps) => {
  const { t, i18n } = useTranslation('account');
  const sum = change ? change.basic + change.present : (total ?? 0);
  const parts = (points: Points): string => {
    if (points.present === 0) return t('points.basic');
    return points.basic === 0 ? t('points.present') : t('ledger.parts', partsOf(points, i18n.language));
  };
  return (
    <span className={css['change']} data-flow={sum > 0 ? 'income' : undefined}>
      <strong>{sum === 0 ? '–' : `${formatSigned(sum, i18n.language)}\u00a0EP`}</strong>
      {change && (change.basic !== 0 || change.present !== 0) && <small>{parts(change)}</small>}
    </span>
  );
};

const BalanceCell = ({ entry: { balance } }: CellProps) => {
  const { t, i18n } = useTranslation('account');
  if (!balance) return null;
  return (
    <small className={css['after']}>
      <span>{`${t('column.balance')}: `}</span>
      <span>{formatNumber(balance.basic + balance.present, i18n.language)}</span>
    </small>
  );
};

const OrderCell = ({ entry: { paymentId, order } }: CellProps) =>
  paymentId !== null && (
    <>
      <PageLink to={detailPath(paymentId)}>{paymentId}</PageLink>
      {order && <OrderStatusBadge record={order} />}
    </>
  );

const Rows = ({ entries }: { readonly entries: readonly LedgerEntry[] }) => {
  const { t } = useTranslation('account');
  return (
    <List aria-label={t('ledger.title')}>
      {entries.map((entry) => (
        <li key={entry.entryId} className={css['entry']}>
          <ReasonCell entry={entry} />
          <ChangeCell entry={entry} />
          <span className={css['backdrop']}>
            {entry.at !== null && <DateTime at={entry.at} />}
            <OrderCell entry={entry} />
          </span>
          <BalanceCell entry={entry} />
        </li>
      ))}
    </List>
  );
};

type AuditProps = {
  readonly entries: readonly LedgerEntry[];
  readonly screen: ShownList;
  readonly onRefresh: () => void;
};

/** Warns when the entries and the balance disagree (EPNT-07). A page with an entry that can't be read has a gap. */
const Audit = ({ entries, screen, onRefresh }: AuditProps) => {
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
                <Rows entries={shown.content.rows} />
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
