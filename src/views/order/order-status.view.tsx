import { type ShownStatus, shownStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { labelKey, useStatusText } from './status-text.ts';

type StatusLook = { readonly tone: BadgeProps['tone']; readonly icon: IconName };

/** Every status has its own icon, so that color is never the only indicator. */
export const STATUS_LOOKS: Readonly<Record<ShownStatus, StatusLook>> = {
  pending: { tone: 'warning', icon: 'clock' },
  paid: { tone: 'info', icon: 'bolt' },
  failed: { tone: 'error', icon: 'alert' },
  delivered: { tone: 'success', icon: 'check' },
  refunded: { tone: 'neutral', icon: 'refresh' },
  overdue: { tone: 'neutral', icon: 'close' },
  unknown: { tone: 'warning', icon: 'alert' },
};

/** The raw status as a label with its icon. */
export const OrderStatusBadge = ({ record }: { readonly record: Pick<OrderRecord, 'status' | 'isStatusUnknown'> }) => {
  const text = useStatusText();
  return <Badge {...STATUS_LOOKS[shownStatus(record)]}>{text(labelKey(record))}</Badge>;
};
