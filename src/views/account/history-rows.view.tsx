import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownStatus } from '../../../machines/order/order.status.ts';
import { compareStatus } from '../../../machines/order/order.transitions.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CompactOnly, DataTable } from '../../ui/data-table.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { useCanResume } from '../order/can-resume.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { DateTime } from '../order/date-time.view.tsx';
import { orderPrice } from '../order/order-price.ts';
import { OrderStatusBadge } from '../order/order-status.view.tsx';
import { usePaymentActor } from '../order/payment-actor.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import { recordTitle } from '../order/record-title.ts';
import { TimeLeft } from '../order/time-left.view.tsx';
import css from './rows.module.css';

type CellProps = { readonly record: OrderRecord };

const Title = ({ record }: CellProps): ReactNode => {
  const { i18n } = useTranslation();
  return (
    <span className={css['title']}>
      <strong>{recordTitle(record, i18n.language)}</strong>
      <code>{record.paymentId}</code>
    </span>
  );
};

const ChannelCell = ({ record: { channelCode, paymentMethod } }: CellProps): ReactNode => (
  <span>{useChannelTitle()({ fieldKey: channelCode, title: paymentMethod })}</span>
);

const RecipientCell = ({ record: { recipient, gameName, orderType } }: CellProps): ReactNode => {
  const { t } = useTranslation('account');
  if (orderType === 'epoint') return <span>{t('history.toBalance')}</span>;
  if (!recipient) return gameName === null ? null : <PlayerName name={gameName} />;
  return (
    <span className={css['pair']}>
      <PlayerName name={recipient.roleName} />
      <small>
        <PlayerName name={recipient.serverName} />
      </small>
    </span>
  );
};

const AmountCell = ({ record }: CellProps): ReactNode => {
  const { i18n } = useTranslation();
  return <strong className={css['amount']}>{orderPrice(record, i18n.language)}</strong>;
};

/** The status of the list or that of the tracked order, whichever is further along the order chart. */
const useStatus = (record: OrderRecord): Pick<OrderRecord, 'status' | 'isStatusUnknown'> => {
  const payment = usePaymentActor(record.paymentId);
  const seen = useSelector(payment, (snapshot) => snapshot && selectPaymentScreen(snapshot).record);
  if (!seen) return record;
  const { status } = compareStatus(record.status, seen.status);
  return { status, isStatusUnknown: status === 'pending' && seen.isStatusUnknown };
};

/** The status; for a pending order also the time left to pay. */
const Status = ({ record }: CellProps): ReactNode => {
  const current = useStatus(record);
  const payment = usePaymentActor(record.paymentId);
  const deadlineAt = useSelector(payment, (snapshot) => snapshot && selectPaymentScreen(snapshot).deadlineAt);
  return (
    <span className={css['status']}>
      <OrderStatusBadge record={current} />
      {shownStatus(current) === 'pending' && deadlineAt !== undefined && <TimeLeft deadlineAt={deadlineAt} silent />}
    </span>
  );
};

/** A button that continues a pending payment, and a link to the order (ORDR-08). */
const Actions = ({ record }: CellProps): ReactNode => {
  const { t } = useTranslation(['account', 'order']);
  const portal = usePortal();
  const player = usePlayer();
  const payment = usePaymentActor(record.paymentId);
  const { paymentId: orderId } = record;
  const canResume = useCanResume(orderId);
  const open = shownStatus(useStatus(record)) === 'pending';
  const resume = () =>
    payment
      ? player?.send({ type: 'order.resume', orderId })
      : portal.send({ type: 'page.open', to: detailPath(orderId) });
  return (
    <span className={css['actions']}>
      {open && (
        <Button disabled={!canResume} onClick={resume}>
          {t('order:action.continue')}
        </Button>
      )}
      <PageLink
        className={buttonClass({ variant: 'secondary' })}
        to={detailPath(orderId)}
        aria-label={t('account:history.viewOf', { id: orderId })}
      >
        {t('account:history.view')}
      </PageLink>
    </span>
  );
};

const Card = ({ record }: CellProps): ReactNode => (
  <article className={css['card']}>
    <header>
      <Status record={record} />
      <small>
        <DateTime at={record.paymentCreateTime} />
      </small>
    </header>
    <div className={css['overview']}>
      <Title record={record} />
      <AmountCell record={record} />
    </div>
    <p className={css['more']}>
      <RecipientCell record={record} />
      <span>
        <ChannelCell record={record} />
      </span>
    </p>
    <Actions record={record} />
  </article>
);

/** Orders as a table, or as cards on a phone. */
export const HistoryRows = ({ records }: { readonly records: readonly OrderRecord[] }): ReactNode => {
  const { t } = useTranslation('account');
  const narrow = useSelector(usePortal(), ({ context }) => context.isMobile);
  const byId = new Map(records.map((record) => [record.paymentId, record]));
  return (
    <DataTable
      caption={t('history.title')}
      narrow={narrow}
      columns={[
        { key: 'item', title: t('column.item') },
        { key: 'recipient', title: t('column.recipient') },
        { key: 'method', title: t('column.method'), wideOnly: true },
        { key: 'time', title: t('column.time'), wideOnly: true },
        { key: 'amount', title: t('column.amount'), align: 'end' },
        { key: 'status', title: t('column.status') },
        { key: 'actions', title: t('column.actions'), titleHidden: true, align: 'end' },
      ]}
      rows={records.map((record) => ({
        key: record.paymentId,
        cells: {
          item: <Title record={record} />,
          recipient: <RecipientCell record={record} />,
          method: <ChannelCell record={record} />,
          time: <DateTime at={record.paymentCreateTime} />,
          amount: (
            <>
              <AmountCell record={record} />
              <CompactOnly>
                <ChannelCell record={record} />
              </CompactOnly>
            </>
          ),
          status: (
            <>
              <Status record={record} />
              <CompactOnly>
                <DateTime at={record.paymentCreateTime} />
              </CompactOnly>
            </>
          ),
          actions: <Actions record={record} />,
        },
      }))}
      card={({ key }) => {
        const record = byId.get(key);
        return record ? <Card record={record} /> : null;
      }}
    />
  );
};
