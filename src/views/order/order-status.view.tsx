import type { TypeOptions } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type ShownStatus, shownStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';

type Texts = TypeOptions['resources']['order']['status'];

/** A text of a status. A status without a text that its phase needs does not compile. */
export type StatusTextKey = {
  [Status in keyof Texts]: `status.${Status}.${keyof Texts[Status] & string}`;
}[keyof Texts];

export const useStatusText = (): ((key: StatusTextKey) => string) => {
  const { t } = useTranslation('order');
  return (key) => t(key);
};

type Shown = Pick<OrderRecord, 'status' | 'isStatusUnknown'>;

export const labelKey = (record: Shown): StatusTextKey => `status.${shownStatus(record)}.label`;

/** Every status has its own icon, so that color is never the only indicator. */
export const STATUS_LOOKS: Readonly<Record<ShownStatus, { tone: BadgeProps['tone']; icon: IconName }>> = {
  pending: { tone: 'warning', icon: 'clock' },
  paid: { tone: 'info', icon: 'bolt' },
  failed: { tone: 'error', icon: 'alert' },
  delivered: { tone: 'success', icon: 'check' },
  refunded: { tone: 'neutral', icon: 'refresh' },
  overdue: { tone: 'neutral', icon: 'close' },
  unknown: { tone: 'warning', icon: 'alert' },
};

export const OrderStatusBadge = ({ record }: { readonly record: Shown }) => {
  const text = useStatusText();
  return <Badge {...STATUS_LOOKS[shownStatus(record)]}>{text(labelKey(record))}</Badge>;
};
