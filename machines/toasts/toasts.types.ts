import type { FailureReason } from '../kernel/failure.ts';

/** What a toast is about: a key of locales/<bcp47>/notices.json, or the reason of a failure. */
export type ToastSubject =
  | 'loginSucceeded'
  | 'loginAccountMissing'
  | 'roleReportFailed'
  | 'balanceFailed'
  | 'paidLate'
  | 'orderPaid'
  | 'pointsPaid'
  | 'orderDelivered'
  | 'unpaidOrders'
  | 'unpaidFailed'
  | 'storageUnavailable'
  | 'localeFailed'
  | 'copied'
  | 'serviceLinkMissing'
  | 'backOnline'
  | FailureReason;

export type Toast = {
  readonly id: number;
  readonly subject: ToastSubject;
  readonly level: 'info' | 'success' | 'warning' | 'error';
  readonly orderId: string | null;
};

export type ToastsContext = { readonly queue: readonly Toast[]; readonly nextId: number };

export type ToastsEvent =
  /** Ignored while a toast with the same subject and order is queued. */
  | {
      readonly type: 'toast.add';
      readonly subject: ToastSubject;
      readonly level: Toast['level'];
      readonly orderId?: string;
    }
  | { readonly type: 'toast.close'; readonly id: number }
  /** The pointer is over a toast, or the focus is inside one. */
  | { readonly type: 'toast.pause' }
  | { readonly type: 'toast.resume' };
