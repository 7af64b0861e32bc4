import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { type ProgressKind, progressOf } from './order-progress.ts';

const useProgressTitle = (): ((kind: ProgressKind) => string) => {
  const { t } = useTranslation('payment');
  const titles: Record<ProgressKind, string> = {
    created: t('timeline.created'),
    payNow: t('timeline.payNow'),
    paid: t('timeline.paid'),
    paidLate: t('timeline.paidLate'),
    deliveryAhead: t('timeline.deliveryAhead'),
    delivering: t('timeline.delivering'),
    delivered: t('timeline.delivered'),
    failed: t('timeline.failed'),
    overdue: t('timeline.overdue'),
    refunded: t('timeline.refunded'),
  };
  return (kind) => titles[kind];
};

/** Money and goods: what has happened to an order, and what comes next. */
export const OrderTimeline = ({
  record,
}: {
  readonly record: Pick<OrderRecord, 'paymentCreateTime' | 'status' | 'timeline'>;
}): ReactNode => {
  const { t, i18n } = useTranslation('payment');
  const titleOf = useProgressTitle();
  const entries = progressOf(record.paymentCreateTime, record.status, record.timeline);
  return (
    <Timeline
      label={t('timeline.label')}
      entries={entries.map(({ kind, at, state }) => ({
        key: kind,
        title: titleOf(kind),
        state,
        ...(at !== null && { time: formatDateTime(at, i18n.language) }),
        ...(kind === 'delivering' && { note: t('timeline.deliveringNote') }),
      }))}
    />
  );
};
