import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isInPhase } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { DateTime } from './date-time.view.tsx';
import { progressOf } from './order-progress.ts';
import { useStatusText } from './status-text.ts';

/** Payment and delivery of an order: what happened and what is next. */
export const OrderTimeline = ({
  record,
}: {
  readonly record: Pick<OrderRecord, 'paymentCreateTime' | 'status' | 'isStatusUnknown' | 'timeline' | 'orderType'>;
}): ReactNode => {
  const { t } = useTranslation('payment');
  const statusText = useStatusText();
  const known = progressOf(record);
  const entries = record.isStatusUnknown ? known.slice(0, 1) : known;
  const isDelivering = isInPhase(record.status, 'delivering');
  return (
    <Timeline
      label={t('timeline.label')}
      entries={entries.map(({ text, at, state }) => ({
        key: text,
        title: statusText(text),
        state,
        ...(at !== null && { time: <DateTime at={at} /> }),
        ...(isDelivering && state === 'current' && { note: t('timeline.deliveringNote') }),
      }))}
    />
  );
};
