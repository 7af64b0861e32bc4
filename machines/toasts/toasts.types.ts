import type { FailureReason } from '../kernel/failure.ts';

/** What a toast is about: a key of `notices` in locales/<bcp47>.json, or the reason of a failure. */
export type ToastSubject =
  | 'loginSucceeded'
  | 'loginAccountMissing'
  | 'roleReportFailed'
  | 'balanceFailed'
  | 'paidLate'
  | 'orderPaid'
  | 'pointsPaid'
  | 'orderDelivered'
  | 'pointsAdded'
  | 'unpaidFailed'
  | 'storageUnavailable'
  | 'localeFailed'
  | 'copied'
  | 'serviceLinkMissing'
  | 'backOnline'
  | FailureReason;

type ToastLevel = 'info' | 'success' | 'warning' | 'error';

export type Toast = {
  readonly subject: ToastSubject;
  readonly id: number;
  readonly level: ToastLevel;
  readonly orderId: string | null;
};

export type ToastContent = Pick<Toast, 'subject' | 'level'> & { readonly orderId?: string };

export type ToastsContext = { readonly queue: readonly Toast[]; readonly nextId: number };

export type ToastsEvent =
  /** Ignored while a toast with the same subject and order is queued; replaces another toast of the same order. */
  | ({ readonly type: 'toast.add' } & ToastContent)
  | { readonly type: 'toast.close'; readonly id: number }
  /** Closes the toast of the order, if it is queued. */
  | { readonly type: 'toast.close'; readonly orderId: string }
  /** Closes the toasts about the account and its orders. */
  | { readonly type: 'toast.close'; readonly ofAccount: true }
  /** The pointer is over a toast, or the focus is inside one. */
  | { readonly type: 'toast.pause' }
  | { readonly type: 'toast.resume' };
