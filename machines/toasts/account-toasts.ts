import type { Toast } from './toasts.types.ts';

const ABOUT_NO_ACCOUNT: ReadonlySet<Toast['subject']> = new Set([
  'storageUnavailable',
  'localeFailed',
  'copied',
  'serviceLinkMissing',
  'backOnline',
]);

/** Whether the toast is about the account or one of its orders. */
export const isAboutAccount = ({ subject, orderId }: Pick<Toast, 'subject' | 'orderId'>): boolean =>
  orderId !== null || !ABOUT_NO_ACCOUNT.has(subject);
