import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type OrderLabel, orderLabel } from '../../../machines/order/order.label.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Badge } from '../../ui/badge.tsx';

/** The label of each order status. */
export const useOrderLabel = (): ((label: OrderLabel) => string) => {
  const { t } = useTranslation('order');
  const words: Record<OrderLabel, string> = {
    unpaid: t('label.unpaid'),
    failed: t('label.failed'),
    paid: t('label.paid'),
    fulfilled: t('label.fulfilled'),
    refunded: t('label.refunded'),
    overdue: t('label.overdue'),
    unknown: t('label.unknown'),
  };
  return (label) => words[label];
};

/** Every status has its own icon, so that color is never the only indicator. */
export const ORDER_BADGES = {
  unpaid: { tone: 'warning', icon: 'clock' },
  failed: { tone: 'error', icon: 'alert' },
  paid: { tone: 'info', icon: 'bolt' },
  fulfilled: { tone: 'success', icon: 'check' },
  refunded: { tone: 'neutral', icon: 'refresh' },
  overdue: { tone: 'neutral', icon: 'close' },
  unknown: { tone: 'warning', icon: 'alert' },
} as const;

/** The raw status as a label with its icon. */
export const OrderStatusBadge = ({
  record,
}: {
  readonly record: Pick<OrderRecord, 'status' | 'isStatusUnknown'>;
}): ReactNode => {
  const labelText = useOrderLabel();
  const label = orderLabel(record);
  return <Badge {...ORDER_BADGES[label]}>{labelText(label)}</Badge>;
};
