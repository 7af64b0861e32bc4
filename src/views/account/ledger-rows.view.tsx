import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerEntry, LedgerReason } from '../../../machines/lists/list.types.ts';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { formatSigned } from '../../i18n/signed-number.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { DateTime } from '../order/date-time.view.tsx';
import { OrderStatusBadge } from '../order/order-status.view.tsx';
import { recordTitle } from '../order/record-title.ts';
import css from './rows.module.css';

type CellProps = { readonly entry: LedgerEntry };

const useReasonText = (): ((reason: LedgerReason) => string) => {
  const { t } = useTranslation('account');
  const texts: Readonly<Record<LedgerReason, string>> = {
    purchase: t('reason.purchase'),
    spend: t('reason.spend'),
    refund: t('reason.refund'),
    reversal: t('reason.reversal'),
    gift: t('reason.gift'),
    opening: t('reason.opening'),
    correction: t('reason.correction'),
    other: t('reason.other'),
  };
  return (reason) => texts[reason];
};

const ReasonCell = ({ entry: { reason, flow, item, order } }: CellProps): ReactNode => {
  const { t, i18n } = useTranslation('account');
  const reasonText = useReasonText();
  const flows = { income: t('ledger.income'), expense: t('ledger.expense') };
  return (
    <span className={css['pair']}>
      <strong>{reason === 'other' && flow !== null ? flows[flow] : reasonText(reason)}</strong>
      {item && <small>{order ? recordTitle(order, i18n.language) : itemTitle(item, i18n.language)}</small>}
    </span>
  );
};

const ChangeCell = ({ value }: { readonly value: number | null }): ReactNode => {
  const { i18n } = useTranslation();
  const change = value ?? 0;
  const flow = change > 0 ? 'income' : change < 0 ? 'expense' : 'none';
  return (
    <span className={css['change']} data-flow={flow}>
      {change === 0 ? '–' : formatSigned(change, i18n.language)}
    </span>
  );
};

const BalanceCell = ({ entry: { balance } }: CellProps): ReactNode => {
  const { i18n } = useTranslation();
  return <span>{balance ? formatNumber(balance.basic + balance.present, i18n.language) : '–'}</span>;
};

const TimeCell = ({ entry: { at } }: CellProps): ReactNode => (at === null ? <span>–</span> : <DateTime at={at} />);

/** The order of an entry, with its status. */
const OrderCell = ({ entry: { paymentId, order } }: CellProps): ReactNode =>
  paymentId === null ? null : (
    <span className={css['backdrop']}>
      <PageLink to={detailPath(paymentId)}>{paymentId}</PageLink>
      {order && <OrderStatusBadge record={order} />}
    </span>
  );

type Figure = {
  readonly key: string;
  readonly title: string;
  readonly align: 'end';
  readonly cell: (entry: LedgerEntry) => ReactNode;
};

/** Basic and bonus columns if every entry has both, else one sum; a balance column if any entry has it. */
const useFigures = (entries: readonly LedgerEntry[]): readonly Figure[] => {
  const { t } = useTranslation('account');
  const figure = (key: string, title: string, cell: Figure['cell']): Figure => ({ key, title, cell, align: 'end' });
  const changes = entries.every(({ change }) => change !== null)
    ? [
        figure('basic', t('points.basic'), ({ change }) => <ChangeCell value={change?.basic ?? null} />),
        figure('present', t('points.present'), ({ change }) => <ChangeCell value={change?.present ?? null} />),
      ]
    : [figure('total', t('points.title'), ({ total }) => <ChangeCell value={total} />)];
  if (entries.every(({ balance }) => balance === null)) return changes;
  return [...changes, figure('balance', t('column.balance'), (entry) => <BalanceCell entry={entry} />)];
};

const Card = ({ entry, figures }: CellProps & { readonly figures: readonly Figure[] }): ReactNode => (
  <article className={css['card']}>
    <header>
      <ReasonCell entry={entry} />
      <small>
        <TimeCell entry={entry} />
      </small>
    </header>
    <dl className={css['figures']}>
      {figures.map(({ key, title, cell }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{cell(entry)}</dd>
        </div>
      ))}
    </dl>
    <OrderCell entry={entry} />
  </article>
);

/** Entries as a table, or as cards on a phone; newest first. */
export const LedgerRows = ({ entries }: { readonly entries: readonly LedgerEntry[] }): ReactNode => {
  const { t } = useTranslation('account');
  const narrow = useSelector(usePortal(), ({ context }) => context.isMobile);
  const figures = useFigures(entries);
  const withOrders = entries.some(({ paymentId }) => paymentId !== null);
  const byId = new Map(entries.map((entry) => [entry.entryId, entry]));
  return (
    <DataTable
      caption={t('ledger.title')}
      narrow={narrow}
      columns={[
        { key: 'what', title: t('column.what') },
        { key: 'time', title: t('column.time') },
        ...figures,
        ...(withOrders ? [{ key: 'order', title: t('column.order') }] : []),
      ]}
      rows={entries.map((entry) => ({
        key: entry.entryId,
        cells: {
          what: <ReasonCell entry={entry} />,
          time: <TimeCell entry={entry} />,
          order: <OrderCell entry={entry} />,
          ...Object.fromEntries(figures.map(({ key, cell }) => [key, cell(entry)])),
        },
      }))}
      card={({ key }) => {
        const entry = byId.get(key);
        return entry ? <Card entry={entry} figures={figures} /> : null;
      }}
    />
  );
};
