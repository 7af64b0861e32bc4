import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerEntry, LedgerReason } from '../../../machines/listing/listing.types.ts';
import { detailPath } from '../../../machines/player/player.pages.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { formatSigned } from '../../i18n/signed-number.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { OrderStatusBadge } from '../order/order-status.view.tsx';
import { When } from '../order/when.view.tsx';
import { PageLink } from '../portal/page-link.view.tsx';
import { usePortal } from '../portal/portal.context.tsx';
import css from './rows.module.css';

type Of = { readonly entry: LedgerEntry };

const useReason = (): ((reason: LedgerReason) => string) => {
  const { t } = useTranslation('account');
  const words: Readonly<Record<LedgerReason, string>> = {
    purchase: t('reason.purchase'),
    spend: t('reason.spend'),
    refund: t('reason.refund'),
    reversal: t('reason.reversal'),
    gift: t('reason.gift'),
    opening: t('reason.opening'),
    correction: t('reason.correction'),
    other: t('reason.other'),
  };
  return (reason) => words[reason];
};

const What = ({ entry: { reason, item } }: Of): ReactNode => {
  const { i18n } = useTranslation();
  const reasonText = useReason();
  return (
    <span className={css['pair']}>
      <strong>{reasonText(reason)}</strong>
      {item && <small>{itemTitle(item, i18n.language)}</small>}
    </span>
  );
};

const Change = ({ value }: { readonly value: number }): ReactNode => {
  const { i18n } = useTranslation();
  const flow = value > 0 ? 'income' : value < 0 ? 'expense' : 'none';
  return (
    <span className={css['change']} data-flow={flow}>
      {value === 0 ? '–' : formatSigned(value, i18n.language)}
    </span>
  );
};

const Balance = ({ entry: { balance } }: Of): ReactNode => {
  const { i18n } = useTranslation();
  return formatNumber(balance.basic + balance.present, i18n.language);
};

/** The order behind an entry, with what became of it. */
const Behind = ({ entry: { paymentId, order } }: Of): ReactNode =>
  paymentId === null ? null : (
    <span className={css['behind']}>
      <PageLink to={detailPath(paymentId)}>{paymentId}</PageLink>
      {order && <OrderStatusBadge status={order.status} />}
    </span>
  );

const Card = ({ entry }: Of): ReactNode => {
  const { t } = useTranslation('account');
  const figures = [
    { key: 'basic', label: t('points.basic'), value: <Change value={entry.change.basic} /> },
    { key: 'present', label: t('points.present'), value: <Change value={entry.change.present} /> },
    { key: 'balance', label: t('column.balance'), value: <Balance entry={entry} /> },
  ];
  return (
    <article className={css['card']}>
      <header>
        <What entry={entry} />
        <small>
          <When at={entry.at} />
        </small>
      </header>
      <dl className={css['figures']}>
        {figures.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Behind entry={entry} />
    </article>
  );
};

/** Entries as a table, on a phone as cards; newest first. */
export const LedgerRows = ({ entries }: { readonly entries: readonly LedgerEntry[] }): ReactNode => {
  const { t } = useTranslation('account');
  const narrow = useSelector(usePortal(), ({ context }) => context.isMobile);
  const byId = new Map(entries.map((entry) => [entry.entryId, entry]));
  return (
    <DataTable
      caption={t('ledger.title')}
      narrow={narrow}
      columns={[
        { key: 'what', title: t('column.what') },
        { key: 'time', title: t('column.time') },
        { key: 'basic', title: t('points.basic'), align: 'end' },
        { key: 'present', title: t('points.present'), align: 'end' },
        { key: 'balance', title: t('column.balance'), align: 'end' },
        { key: 'order', title: t('column.order') },
      ]}
      rows={entries.map((entry) => ({
        key: entry.entryId,
        cells: {
          what: <What entry={entry} />,
          time: <When at={entry.at} />,
          basic: <Change value={entry.change.basic} />,
          present: <Change value={entry.change.present} />,
          balance: <Balance entry={entry} />,
          order: <Behind entry={entry} />,
        },
      }))}
      card={({ key }) => {
        const entry = byId.get(key);
        return entry ? <Card entry={entry} /> : null;
      }}
    />
  );
};
