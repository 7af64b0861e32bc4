import { assertEvent, assign, setup } from 'xstate';
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

const DISPLAY_MS = 6_000;
const ERROR_DISPLAY_MS = 10_000;

const isSame = (toast: Toast, event: ToastsEvent): boolean =>
  event.type === 'toast.add' && toast.subject === event.subject && toast.orderId === (event.orderId ?? null);

const isAbout = (toast: Toast, orderId: string | undefined): boolean =>
  orderId !== undefined && toast.orderId === orderId;

const isClosed = (toast: Toast | undefined, event: ToastsEvent): boolean => {
  if (toast === undefined || event.type !== 'toast.close') return false;
  if ('id' in event) return toast.id === event.id;
  return 'orderId' in event ? toast.orderId === event.orderId : isAboutAccount(toast);
};

export const toastsMachine = setup({
  types: { context: {} as ToastsContext, events: {} as ToastsEvent },
  delays: {
    displayTime: ({ context: { queue } }) => (queue[0]?.level === 'error' ? ERROR_DISPLAY_MS : DISPLAY_MS),
  },
  guards: {
    followsOldest: ({ context: { queue }, event }) =>
      event.type === 'toast.add' &&
      queue[0] !== undefined &&
      isAbout(queue[0], event.orderId) &&
      !isSame(queue[0], event),
    isNew: ({ context, event }) => !context.queue.some((toast) => isSame(toast, event)),
    isQueued: ({ context, event }) => context.queue.some((toast) => isClosed(toast, event)),
    isOldest: ({ context, event }) => isClosed(context.queue[0], event),
    closesAll: ({ context, event }) => context.queue.every((toast) => isClosed(toast, event)),
    hasMore: ({ context }) => context.queue.length > 1,
  },
  actions: {
    addToast: assign(({ context: { queue, nextId }, event }) => {
      assertEvent(event, 'toast.add');
      const { type: _, orderId, ...news } = event;
      const others = queue.filter((toast) => !isAbout(toast, orderId));
      return { queue: [...others, { id: nextId, ...news, orderId: orderId ?? null }], nextId: nextId + 1 };
    }),
    clearOldest: assign({ queue: ({ context }) => context.queue.slice(1) }),
    clearClosed: assign({ queue: ({ context, event }) => context.queue.filter((toast) => !isClosed(toast, event)) }),
  },
}).createMachine({
  id: 'toasts',
  description:
    'Toast queue, oldest first, with one toast per order: the newest. Auto-dismissal pauses while a toast is hovered or focused.',
  options: { maxIterations: 1_000 },
  context: { queue: [], nextId: 1 },
  initial: 'empty',
  states: {
    empty: { on: { 'toast.add': { target: 'open', actions: 'addToast' } } },
    open: {
      initial: 'showing',
      on: { 'toast.add': { guard: 'isNew', actions: 'addToast' } },
      states: {
        showing: {
          after: {
            displayTime: [
              { guard: 'hasMore', target: 'showing', reenter: true, actions: 'clearOldest' },
              { target: '#toasts.empty', actions: 'clearOldest' },
            ],
          },
          on: {
            'toast.add': { guard: 'followsOldest', target: 'showing', reenter: true, actions: 'addToast' },
            'toast.pause': 'paused',
            'toast.close': [
              { guard: 'closesAll', target: '#toasts.empty', actions: 'clearClosed' },
              { guard: 'isOldest', target: 'showing', reenter: true, actions: 'clearClosed' },
              { guard: 'isQueued', actions: 'clearClosed' },
            ],
          },
        },
        paused: {
          on: {
            'toast.resume': 'showing',
            'toast.close': [
              { guard: 'closesAll', target: '#toasts.empty', actions: 'clearClosed' },
              { guard: 'isQueued', actions: 'clearClosed' },
            ],
          },
        },
      },
    },
  },
});
