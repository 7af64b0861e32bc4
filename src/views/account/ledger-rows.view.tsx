import { useTranslation } from 'react-i18next';
import type { LedgerEntry, LedgerReason, Points } from '../../../machines/lists/list.types.ts';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { formatSigned } from '../../i18n/signed-number.ts';
import { List } from '../../ui/list.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { OrderStatusBadge } from '../order/order-status.view.tsx';
import { recordTitle } from '../order/order-text.ts';
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

const ReasonCell = ({ entry: { reason, flow, item, order } }: CellProps) => {
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

/** The parts of a change without their signs, unless one is added while the other is spent. */
const partsOf = ({ basic, present }: Points, locale: string): { readonly basic: string; readonly bonus: string } => {
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

const TimeCell = ({ entry: { at } }: CellProps) => at !== null && <DateTime at={at} />;

/** The order of an entry, with its status. */
const OrderCell = ({ entry: { paymentId, order } }: CellProps) =>
  paymentId !== null && (
    <>
      <PageLink to={detailPath(paymentId)}>{paymentId}</PageLink>
      {order && <OrderStatusBadge record={order} />}
    </>
  );

/** Entries as a list; newest first. */
export const LedgerRows = ({ entries }: { readonly entries: readonly LedgerEntry[] }) => {
  const { t } = useTranslation('account');
  return (
    <List aria-label={t('ledger.title')}>
      {entries.map((entry) => (
        <li key={entry.entryId} className={css['entry']}>
          <ReasonCell entry={entry} />
          <ChangeCell entry={entry} />
          <span className={css['backdrop']}>
            <TimeCell entry={entry} />
            <OrderCell entry={entry} />
          </span>
          <BalanceCell entry={entry} />
        </li>
      ))}
    </List>
  );
};
