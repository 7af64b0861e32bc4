import { useTranslation } from 'react-i18next';
import type { OrderLabel } from '../../../machines/order/order.label.ts';

/** What the status means for the player, and what to do about it (ORDR-05). */
export const useStatusHint = (label: OrderLabel): string => {
  const { t } = useTranslation('order');
  const hints: Record<OrderLabel, string> = {
    unpaid: t('hint.unpaid'),
    failed: t('hint.failed'),
    paid: t('hint.paid'),
    fulfilled: t('hint.fulfilled'),
    refunded: t('hint.refunded'),
    overdue: t('hint.overdue'),
  };
  return hints[label];
};
