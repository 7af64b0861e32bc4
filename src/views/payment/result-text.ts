import { useTranslation } from 'react-i18next';
import type { MethodKind } from '../../../machines/order/order.methods.ts';
import { isPointPurchase } from '../../../machines/order/order.purchase.ts';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';

export type ResultScreen = Extract<
  PaymentScreen,
  { readonly name: 'overdue' | 'failed' | 'paid' | 'delivered' | 'refunded' | 'unknown' }
>;

export type ResultWords = {
  readonly title: string;
  readonly text: string;
  /** What is still in progress. */
  readonly ongoing?: string;
};

/** Where the money of a refund goes. */
const useRefundText = (kind: MethodKind): string => {
  const { t } = useTranslation('payment');
  switch (kind) {
    case 'redirect':
      return t('refunded.text');
    case 'points':
      return t('refunded.points');
  }
};

export const useResultWords = (screen: ResultScreen): ResultWords => {
  const { t } = useTranslation('payment');
  const refundText = useRefundText(screen.ticket.payment.kind);
  switch (screen.name) {
    case 'paid':
      if (isPointPurchase(screen.ticket))
        return { title: screen.late ? t('paid.lateTitle') : t('paid.title'), text: t('credited.ahead') };
      return screen.late
        ? { title: t('paid.lateTitle'), text: t('paid.lateText') }
        : { title: t('paid.title'), text: t('paid.text') };
    case 'delivered':
      if (isPointPurchase(screen.ticket)) return { title: t('credited.title'), text: t('credited.text') };
      return { title: t('delivered.title'), text: screen.late ? t('delivered.lateText') : t('delivered.text') };
    case 'overdue':
      return {
        title: t('overdue.title'),
        text: t('overdue.text'),
        ...(screen.watching && { ongoing: t('overdue.watching') }),
      };
    case 'failed':
      return { title: t('failed.title'), text: t('failed.text') };
    case 'refunded':
      return {
        title: t('refunded.title'),
        text: refundText,
      };
    case 'unknown':
      return { title: t('unknown.title'), text: t('unknown.text') };
  }
};
