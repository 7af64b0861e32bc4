import { useTranslation } from 'react-i18next';
import type { FailureReason } from '../../../machines/kernel/failure.ts';
import type { ToastSubject } from '../../../machines/toasts/toasts.types.ts';
import type { texts } from '../../i18n/bundles/en-US.bundle.ts';
import { useReasonText } from '../../i18n/failure-text.ts';

type ToastOnly = Exclude<ToastSubject, FailureReason>;

const KEYS: Readonly<Record<ToastOnly, keyof typeof texts.notices>> = {
  loginSucceeded: 'loginSucceeded',
  loginAccountMissing: 'loginAccountMissing',
  roleReportFailed: 'roleReportFailed',
  balanceFailed: 'balanceFailed',
  paidLate: 'paidLate',
  orderPaid: 'orderPaid',
  pointsPaid: 'pointsPaid',
  orderDelivered: 'orderDelivered',
  unpaidOrders: 'unpaidOrders',
  unpaidFailed: 'unpaidFailed',
  storageUnavailable: 'storageUnavailable',
  localeFailed: 'localeFailed',
  copied: 'copied',
  serviceLinkMissing: 'serviceLinkMissing',
  backOnline: 'backOnline',
};

const isToastOnly = (subject: ToastSubject): subject is ToastOnly => Object.hasOwn(KEYS, subject);

export const useNoticeText = (): ((subject: ToastSubject) => string) => {
  const { t } = useTranslation('notices');
  const reasonText = useReasonText();
  return (subject) => (isToastOnly(subject) ? t(KEYS[subject]) : reasonText(subject));
};
