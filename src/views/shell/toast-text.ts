import { useTranslation } from 'react-i18next';
import type { FailureReason } from '../../../machines/kernel/failure.ts';
import type { PlainSubject, Toast } from '../../../machines/toasts/toasts.types.ts';
import { useReasonText } from '../../i18n/failure-text.ts';
import { formatTime } from '../../i18n/formats.ts';
import { useBrowserActions } from '../app/portal.context.tsx';

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
  'unpaidOrders',
  'unpaidFailed',
  'storageUnavailable',
  'localeFailed',
  'copied',
  'serviceLinkMissing',
  'backOnline',
] as const satisfies readonly Exclude<PlainSubject, FailureReason>[];

const isToastOnly = (subject: PlainSubject): subject is (typeof TOAST_ONLY)[number] =>
  TOAST_ONLY.some((own) => own === subject);

export const useToastText = (): ((toast: Toast) => string) => {
  const { t, i18n } = useTranslation('notices');
  const { serverNow, toDeviceTime } = useBrowserActions();
  const reasonText = useReasonText();
  return (toast) => {
    if (toast.subject === 'orderSaved')
      return toast.deadlineAt > serverNow()
        ? t('orderSaved', { time: formatTime(toDeviceTime(toast.deadlineAt), i18n.language) })
        : t('orderSavedLate');
    return isToastOnly(toast.subject) ? t(toast.subject) : reasonText(toast.subject);
  };
};
