import { useTranslation } from 'react-i18next';
import type { FailureReason } from '../../../machines/kernel/failure.ts';
import type { PlainSubject, Toast } from '../../../machines/toasts/toasts.types.ts';
import type { texts } from '../../i18n/bundles/en-US.bundle.ts';
import { useReasonText } from '../../i18n/failure-text.ts';
import { formatTime } from '../../i18n/formats.ts';
import { useBrowserActions } from '../app/portal.context.tsx';

type ToastOnly = Exclude<PlainSubject, FailureReason>;

const KEYS: Readonly<Record<ToastOnly, keyof typeof texts.notices>> = {
  loginSucceeded: 'loginSucceeded',
  loginAccountMissing: 'loginAccountMissing',
  roleReportFailed: 'roleReportFailed',
  balanceFailed: 'balanceFailed',
  paidLate: 'paidLate',
  orderPaid: 'orderPaid',
  pointsPaid: 'pointsPaid',
  orderDelivered: 'orderDelivered',
  pointsAdded: 'pointsAdded',
  unpaidOrders: 'unpaidOrders',
  unpaidFailed: 'unpaidFailed',
  storageUnavailable: 'storageUnavailable',
  localeFailed: 'localeFailed',
  copied: 'copied',
  serviceLinkMissing: 'serviceLinkMissing',
  backOnline: 'backOnline',
};

const isToastOnly = (subject: PlainSubject): subject is ToastOnly => Object.hasOwn(KEYS, subject);

export const useNoticeText = (): ((toast: Toast) => string) => {
  const { t, i18n } = useTranslation('notices');
  const { serverNow, toDeviceTime } = useBrowserActions();
  const reasonText = useReasonText();
  return (toast) => {
    if (toast.subject === 'orderSaved')
      return toast.deadlineAt > serverNow()
        ? t('orderSaved', { time: formatTime(toDeviceTime(toast.deadlineAt), i18n.language) })
        : t('orderSavedLate');
    return isToastOnly(toast.subject) ? t(KEYS[toast.subject]) : reasonText(toast.subject);
  };
};
