import { useTranslation } from 'react-i18next';
import type { FailureReason } from '../../../machines/kernel/failure.ts';
import type { Toast, ToastSubject } from '../../../machines/toasts/toasts.machine.ts';
import { useReasonText } from '../../i18n/failure-text.ts';

const TOAST_ONLY = [
  'loginSucceeded',
  'loginAccountMissing',
  'roleReportFailed',
  'balanceFailed',
  'paidLate',
  'orderPaid',
  'pointsPaid',
  'orderDelivered',
  'pointsAdded',
  'unpaidFailed',
  'storageUnavailable',
  'localeFailed',
  'copied',
  'serviceLinkMissing',
  'backOnline',
] as const satisfies readonly Exclude<ToastSubject, FailureReason>[];

const isToastOnly = (subject: ToastSubject): subject is (typeof TOAST_ONLY)[number] =>
  TOAST_ONLY.some((own) => own === subject);

export const useToastText = (): ((toast: Toast) => string) => {
  const { t } = useTranslation('notices');
  const reasonText = useReasonText();
  return ({ subject }) => (isToastOnly(subject) ? t(subject) : reasonText(subject));
};
