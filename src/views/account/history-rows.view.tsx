import { useTranslation } from 'react-i18next';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { pointAmount } from '../../../machines/order/order.purchase.ts';
import { ANY_STATUS, moneyOf, shownStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import type { ShownList } from '../lists/list-content.view.tsx';
import { againUrl } from '../order/again-url.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { OrderStatusBadge } from '../order/order-status.view.tsx';
import { orderPrice, recordTitle } from '../order/order-text.ts';
import { useCanResume, useLiveStatus, usePaymentScreen } from '../order/payment-actor.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import { TimeLeft } from '../order/time-left.view.tsx';
import css from './history-rows.module.css';

/** What was paid and not refunded. `minor`: US cents. */
type Spent = { readonly minor: number; readonly points: number };

type OrderMonth = {
  /** `2026-11` in the player's time zone. */
  readonly month: string;
  readonly records: readonly OrderRecord[];
  /** Null unless every order of the month is on the page, with a known status. */
  readonly spent: Spent | null;
};

type Page = Pick<ShownList, 'query' | 'page' | 'next' | 'unread' | 'stale'>;

const monthOf = (at: number): string => {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
};

/** Day 0 is the last day of the month before. */
const lastDay = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${new Date(year, number, 0).getDate()}`;
};

/** Whether the filter leaves out no order of the month. */
const coversMonth = (query: ListQuery, month: string): boolean =>
  query.kind === 'orders' &&
  query.status === ANY_STATUS &&
  query.orderId === '' &&
  query.begin <= `${month}-01` &&
  (query.end === '' || query.end >= lastDay(month));

const spentIn = (records: readonly OrderRecord[]): Spent => {
  const charged = records.filter(({ status }) => moneyOf(status) === 'retained');
  const points = charged.reduce((sum, record) => sum + (pointAmount(record) ?? 0), 0);
  const minor = charged.reduce((sum, record) => sum + (pointAmount(record) === null ? record.paidAmount.minor : 0), 0);
  return { minor, points };
};

/**
 * The orders of a page by month, in the order of the page. The first month may begin on the page before and the last may go on on the next
 * page; if the API does not sort its orders, no month is known to be whole.
 */
export const monthsOf = (records: readonly OrderRecord[], page: Page): readonly OrderMonth[] => {
  const months: { month: string; records: OrderRecord[] }[] = [];
  for (const record of records) {
    const month = monthOf(record.paymentCreateTime);
    const last = months.at(-1);
    if (last?.month === month) last.records.push(record);
    else months.push({ month, records: [record] });
  }
  const isSorted = months.every(({ month }, at) => at === 0 || month < (months[at - 1]?.month ?? ''));
  const isReadable = isSorted && !page.stale && page.unread.length === 0;
  return months.map(({ month, records: own }, at) => {
    const isWhole =
      (at > 0 || page.page === 1) &&
      (at < months.length - 1 || page.next === 'none') &&
      own.every(({ isStatusUnknown }) => !isStatusUnknown) &&
      coversMonth(page.query, month);
    return { month, records: own, spent: isReadable && isWhole ? spentIn(own) : null };
  });
};

type RowProps = { readonly record: OrderRecord };

const Recipient = ({ record: { recipient, gameName, orderType } }: RowProps) => {
  const { t } = useTranslation('account');
  if (orderType === 'epoint') return <span>{t('history.toBalance')}</span>;
  if (!recipient) return gameName === null ? <span>–</span> : <PlayerName name={gameName} />;
  return (
    <>
      <PlayerName name={recipient.roleName} />
      <small>
        <PlayerName name={recipient.serverName} />
      </small>
    </>
  );
};

/** Pays a pending order, or opens the top-up page with the choices of a delivered one (ORDR-08). */
const Action = ({ record }: RowProps) => {
  const { t, i18n } = useTranslation(['order', 'payment']);
  const player = usePlayer();
  const { paymentId: orderId } = record;
  const current = useLiveStatus(record);
  const payment = usePaymentScreen(orderId);
  const canResume = useCanResume(orderId);
  const title = recordTitle(record, i18n.language);
  if (payment && shownStatus(current) === 'pending')
    return (
      <span className={css['action']}>
        <Button
          aria-label={t('payment:banner.continueItem', { item: title })}
          disabled={!canResume}
          onClick={() => player?.send({ type: 'order.resume', orderId })}
        >
          {t('payment:banner.continue')}
        </Button>
      </span>
    );
  const again = againUrl({ ...record, ...current });
  return (
    again && (
      <span className={css['action']}>
        <PageLink
          className={buttonClass({ variant: 'secondary' })}
          to={again}
          aria-label={`${t('payment:action.again')}: ${title}`}
        >
          {t('payment:action.again')}
        </PageLink>
      </span>
    )
  );
};

/** The link of the title covers the row. */
const Row = ({ record }: RowProps) => {
  const { i18n } = useTranslation();
  const channelTitle = useChannelTitle();
  const current = useLiveStatus(record);
  const payment = usePaymentScreen(record.paymentId);
  return (
    <li className={css['row']}>
      <Picture name={record.art} fallback={record.orderType === 'epoint' ? 'epoint' : 'item'} width={40} />
      <span className={css['title']}>
        <PageLink to={detailPath(record.paymentId)}>{recordTitle(record, i18n.language)}</PageLink>
        <code>{record.paymentId}</code>
      </span>
      <span className={css['status']}>
        <OrderStatusBadge record={current} />
        {shownStatus(current) === 'pending' && payment && <TimeLeft deadlineAt={payment.deadlineAt} silent />}
        <DateTime at={record.paymentCreateTime} form="yearless" />
      </span>
      <span className={css['recipient']}>
        <Recipient record={record} />
      </span>
      <span className={css['amount']}>
        <strong>{orderPrice(record, i18n.language)}</strong>
        <small>{channelTitle({ fieldKey: record.channelCode, title: record.paymentMethod })}</small>
      </span>
      <Action record={record} />
    </li>
  );
};

const spentText = ({ minor, points }: Spent, locale: string): string =>
  [
    ...(minor > 0 || points === 0 ? [formatUsd(minor, locale)] : []),
    ...(points > 0 ? [formatEPoints(points, locale)] : []),
  ].join(' + ');

const Month = ({ month: { month, records, spent } }: { readonly month: OrderMonth }) => {
  const { t, i18n } = useTranslation('account');
  const [year = 0, number = 1] = month.split('-').map(Number);
  const name = new Intl.DateTimeFormat(i18n.language, { year: 'numeric', month: 'long' });
  return (
    <section className={css['month']} data-month={month}>
      <header>
        <h3>{name.format(new Date(year, number - 1))}</h3>
        {spent && <p>{t('history.spent', { sum: spentText(spent, i18n.language) })}</p>}
      </header>
      <List>
        {records.map((record) => (
          <Row key={record.paymentId} record={record} />
        ))}
      </List>
    </section>
  );
};

export const HistoryRows = ({ months }: { readonly months: readonly OrderMonth[] }) => (
  <div className={css['months']}>
    {months.map((month) => (
      <Month key={`${month.month} ${month.records[0]?.paymentId}`} month={month} />
    ))}
  </div>
);
