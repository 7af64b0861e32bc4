import type { FailureReason } from '../kernel/failure.ts';

/** What is told in passing. Each subject is a key of locales/<bcp47>/notices.json, or a failure's own reason. */
export type NoticeSubject =
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

export type Notice = {
  readonly id: number;
  readonly subject: NoticeSubject;
  readonly level: 'info' | 'success' | 'warning' | 'error';
  readonly orderId: string | null;
};

export type NoticesContext = { readonly queue: readonly Notice[]; readonly nextId: number };

export type NoticesEvent =
  /** The same subject (and order) is never queued twice. */
  | {
      readonly type: 'notice.add';
      readonly subject: NoticeSubject;
      readonly level: Notice['level'];
      readonly orderId?: string;
    }
  | { readonly type: 'notice.close'; readonly id: number }
  /** Pointer over or focus inside: nothing disappears under the player's hand. */
  | { readonly type: 'notice.hold' }
  | { readonly type: 'notice.release' };
