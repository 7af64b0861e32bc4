import { useTranslation } from 'react-i18next';
import type { FailureReason } from '../../../machines/kernel/failure.ts';
import type { NoticeSubject } from '../../../machines/notices/notices.types.ts';
import type { texts } from '../../i18n/bundles/en-US.bundle.ts';
import { useReasonText } from '../../i18n/failure-text.ts';

type Told = Exclude<NoticeSubject, FailureReason>;

const KEYS: Readonly<Record<Told, keyof typeof texts.notices>> = {
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

const isTold = (subject: NoticeSubject): subject is Told => Object.hasOwn(KEYS, subject);

export const useNoticeText = (): ((subject: NoticeSubject) => string) => {
  const { t } = useTranslation('notices');
  const reasonText = useReasonText();
  return (subject) => (isTold(subject) ? t(KEYS[subject]) : reasonText(subject));
};
