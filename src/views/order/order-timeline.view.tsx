import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { DateTime } from './date-time.view.tsx';
import { type ProgressKind, progressOf } from './order-progress.ts';

const useProgressTitle = (isCredit: boolean): ((kind: ProgressKind) => string) => {
  const { t } = useTranslation('payment');
  const titles: Record<ProgressKind, string> = {
    created: t('timeline.created'),
    payNow: t('timeline.payNow'),
    paid: t('timeline.paid'),
    paidLate: t('timeline.paidLate'),
    deliveryAhead: isCredit ? t('timeline.creditAhead') : t('timeline.deliveryAhead'),
    delivering: isCredit ? t('timeline.crediting') : t('timeline.delivering'),
    delivered: isCredit ? t('timeline.credited') : t('timeline.delivered'),
    failed: t('timeline.failed'),
    overdue: t('timeline.overdue'),
    refunded: t('timeline.refunded'),
  };
  return (kind) => titles[kind];
};

/** Payment and delivery of an order: what happened and what is next. */
export const OrderTimeline = ({
  record,
}: {
  readonly record: Pick<OrderRecord, 'paymentCreateTime' | 'status' | 'isStatusUnknown' | 'timeline' | 'orderType'>;
}): ReactNode => {
  const { t } = useTranslation('payment');
  const titleOf = useProgressTitle(record.orderType === 'epoint');
  const known = progressOf(record.paymentCreateTime, record.status, record.timeline);
  const entries = record.isStatusUnknown ? known.slice(0, 1) : known;
  return (
    <Timeline
      label={t('timeline.label')}
      entries={entries.map(({ kind, at, state }) => ({
        key: kind,
        title: titleOf(kind),
        state,
        ...(at !== null && { time: <DateTime at={at} /> }),
        ...(kind === 'delivering' && { note: t('timeline.deliveringNote') }),
      }))}
    />
  );
};
