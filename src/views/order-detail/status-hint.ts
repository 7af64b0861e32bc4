import { useTranslation } from 'react-i18next';
import type { OrderHint } from '../../../machines/order-detail/order-detail.screens.ts';

export const useStatusHint = (hint: OrderHint): string => {
  const { t } = useTranslation(['order', 'payment']);
  const hints: Record<OrderHint, string> = {
    statusUnknown: t('order:hint.statusUnknown'),
    unpaid: t('order:hint.unpaid'),
    failed: t('order:hint.failed'),
    failedStartNew: t('order:hint.failedStartNew'),
    overdue: t('order:hint.overdue'),
    overdueStartNew: t('order:hint.overdueStartNew'),
    delivering: t('order:hint.paid'),
    crediting: t('payment:credited.ahead'),
    delivered: t('order:hint.fulfilled'),
    credited: t('order:hint.credited'),
    moneyBack: t('order:hint.refunded'),
    pointsBack: t('payment:refunded.points'),
  };
  return hints[hint];
};
