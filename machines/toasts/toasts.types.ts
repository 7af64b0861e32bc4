import type { FailureReason } from '../kernel/failure.ts';

/** What a toast is about: a key of `notices` in locales/<bcp47>.json, or the reason of a failure. */
type ToastSubject =
  | 'loginSucceeded'
  | 'loginAccountMissing'
  | 'roleReportFailed'
  | 'balanceFailed'
  | 'paidLate'
  | 'orderPaid'
  | 'pointsPaid'
  | 'orderDelivered'
  | 'pointsAdded'
  | 'orderSaved'
  | 'unpaidOrders'
  | 'unpaidFailed'
  | 'storageUnavailable'
  | 'localeFailed'
  | 'copied'
  | 'serviceLinkMissing'
  | 'backOnline'
  | FailureReason;

export type PlainSubject = Exclude<ToastSubject, 'orderSaved'>;

/** A subject with the data for its text. `deadlineAt`: epoch ms of the server. */
type ToastNews = { readonly subject: PlainSubject } | { readonly subject: 'orderSaved'; readonly deadlineAt: number };

type ToastLevel = 'info' | 'success' | 'warning' | 'error';

export type Toast = ToastNews & {
  readonly id: number;
  readonly level: ToastLevel;
  readonly orderId: string | null;
};

export type ToastContent = ToastNews & { readonly level: ToastLevel; readonly orderId?: string };

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
