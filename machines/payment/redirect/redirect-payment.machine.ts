import { assign, sendParent, setup } from 'xstate';
import { type Listener, type Port, ports } from '../../kernel/port.ts';
import type { MethodEvent, MethodInput, MethodReport } from '../method.types.ts';

export type RedirectPaymentInput = MethodInput<'redirect'>;

export type RedirectPaymentContext = Omit<RedirectPaymentInput, 'payment'> & {
  /** null if there is no page that may be opened. */
  readonly payUrl: string | null;
  /** The last attempt to open a window failed, or the window stays blank. */
  readonly windowBlocked: boolean;
  /** null until pay_url is validated; only `allowed` may be offered as a link. `missing`: there was none to validate. */
  readonly payUrlVerdict: 'allowed' | 'refused' | 'missing' | null;
};

export type RedirectPaymentEvent =
  /**
   * The player reopened the payment page, or clicked the link that is shown after a blocked window. `windowRef` null: the
   * link was clicked, or, if no link is shown, the browser blocked the window again.
   */
  { readonly type: 'page.reopen'; readonly windowRef: string | null } | WindowReport | PageFound | MethodEvent;

/** `blank`: the window is still blank two seconds after its navigation. `left`: it is no longer blank. */
type WindowReport = { readonly type: 'window.closed' | 'window.blank' | 'window.left' };

/** From the payment: the record now contains a page for an order without one. */
export type PageFound = { readonly type: 'page.found'; readonly payUrl: string };

/** `opened`: the window was navigated. `refused`: pay_url is not allowed, so it must not be offered as a link either. */
export type OpenWindowResult = { readonly opened: boolean; readonly refused: boolean };

export type RedirectPaymentPorts = {
  /** Navigates the pre-opened window to pay_url, unless it was blocked or closed, or pay_url is not allowed. */
  openWindow: Port<
    OpenWindowResult,
    { readonly windowRef: string | null; readonly payUrl: string | null; readonly orderId: string }
  >;
  /** Closes the payment window, if the browser allows it. Never rejects. */
  closeWindow: Port<void, { readonly windowRef: string | null }>;
  /** Reports that the payment window was closed, that it stays blank, and that it has left the blank page since. */
  paymentWindow: Listener<never, WindowReport, { readonly windowRef: string | null }>;
};

const windowOf = ({ context: { windowRef } }: { readonly context: RedirectPaymentContext }) => ({ windowRef });

/** A resumed order does not open a window; the port then only validates pay_url. */
export const wantsWindow = ({ start, windowRef }: Pick<RedirectPaymentContext, 'start' | 'windowRef'>): boolean =>
  start === 'pay' || windowRef !== null;

const verdictOf = ({ payUrl }: RedirectPaymentContext, refused: boolean): RedirectPaymentContext['payUrlVerdict'] =>
  !refused ? 'allowed' : payUrl === null ? 'missing' : 'refused';

export const redirectPaymentMachine = setup({
  types: {
    context: {} as RedirectPaymentContext,
    events: {} as RedirectPaymentEvent,
    input: {} as RedirectPaymentInput,
    tags: {} as 'opening' | 'blocked' | 'closed',
  },
  actors: ports<RedirectPaymentPorts>({ openWindow: 'port', closeWindow: 'port', paymentWindow: 'listener' }),
  guards: {
    isJustConfirmed: ({ context }) => context.start === 'pay',
    isPageMissing: ({ context: { payUrl, payUrlVerdict } }) => payUrl === null && payUrlVerdict !== 'refused',
    isWithoutPage: ({ context }) => context.payUrl === null,
    isRefused: (_, { refused }: OpenWindowResult) => refused,
    isLinkHidden: ({ context }) => context.payUrlVerdict !== 'allowed',
    isWindowBlocked: ({ context }) => context.windowBlocked,
    isBlockedAgain: ({ context, event }) =>
      context.payUrlVerdict === 'allowed' && event.type === 'page.reopen' && event.windowRef === null,
    hasWindow: ({ event }) => event.type === 'page.reopen' && event.windowRef !== null,
  },
  actions: {
    setWindow: assign({
      windowRef: ({ context, event }) => (event.type === 'page.reopen' ? event.windowRef : context.windowRef),
    }),
    setWindowAnswer: assign(({ context }, { opened, refused }: OpenWindowResult) => ({
      windowBlocked: !opened && wantsWindow(context),
      payUrlVerdict: verdictOf(context, refused),
      payUrl: refused ? null : context.payUrl,
    })),
    /** The click on Pay is over, so a page that is found later opens no window. */
    setFoundPage: assign(({ context, event }) =>
      event.type === 'page.found'
        ? { payUrl: event.payUrl, payUrlVerdict: null, start: 'offer' as const, windowRef: null }
        : context,
    ),
    setWindowBlocked: assign({ windowBlocked: true }),
    clearWindowBlocked: assign({ windowBlocked: false }),
    reportOffered: sendParent({ type: 'method.offered' } satisfies MethodReport),
    reportRefused: sendParent({
      type: 'method.changed',
      payment: { kind: 'redirect', payUrl: null },
    } satisfies MethodReport),
    reportClosed: sendParent({ type: 'order.check' } satisfies MethodReport),
  },
}).createMachine({
  id: 'redirect-payment',
  options: { maxIterations: 1_000 },
  description: 'Pays one order on a page of the provider, in a window that the click on Pay opened.',
  context: ({ input: { orderId, payment, start, windowRef } }) => ({
    orderId,
    start,
    windowRef,
    payUrl: payment.payUrl,
    windowBlocked: false,
    payUrlVerdict: null,
  }),
  type: 'parallel',
  states: {
    page: {
      initial: 'starting',
      on: {
        'page.reopen': [
          { guard: 'isLinkHidden' },
          { guard: 'hasWindow', target: '.opening', actions: 'setWindow' },
          { target: '.awaiting', actions: 'clearWindowBlocked' },
        ],
        'page.found': [
          { guard: 'isPageMissing', target: '.opening', actions: 'setFoundPage' },
          { actions: 'reportRefused' },
        ],
      },
      states: {
        starting: {
          always: [
            { guard: 'isJustConfirmed', target: 'opening' },
            { guard: 'isWithoutPage', target: 'awaiting' },
            { target: 'opening' },
          ],
        },
        opening: {
          description: 'Checks pay_url and navigates the window that waits for it.',
          tags: 'opening',
          invoke: {
            id: 'openWindow',
            src: 'openWindow',
            input: ({ context: { windowRef, payUrl, orderId } }) => ({ windowRef, payUrl, orderId }),
            onDone: [
              {
                guard: { type: 'isRefused', params: ({ event }) => event.output },
                target: 'deciding',
                actions: [{ type: 'setWindowAnswer', params: ({ event }) => event.output }, 'reportRefused'],
              },
              {
                target: 'deciding',
                actions: [{ type: 'setWindowAnswer', params: ({ event }) => event.output }, 'reportOffered'],
              },
            ],
            onError: 'blocked',
          },
        },
        deciding: { always: [{ guard: 'isWindowBlocked', target: 'blocked' }, { target: 'awaiting' }] },
        awaiting: {
          on: {
            'page.reopen': { guard: 'isBlockedAgain', target: 'blocked' },
            'window.blank': { target: 'blocked', actions: 'setWindowBlocked' },
          },
        },
        blocked: {
          description: 'The window was blocked or stays blank: offers the link, a QR code and a copy button.',
          tags: 'blocked',
          on: { 'window.left': { target: 'awaiting', actions: 'clearWindowBlocked' } },
        },
      },
    },
    window: {
      description: 'Watches the payment window. Its closing never decides anything: the order is read.',
      initial: 'watching',
      states: {
        watching: {
          invoke: { id: 'paymentWindow', src: 'paymentWindow', input: windowOf, onError: {} },
          on: {
            'window.closed': { target: 'closed', actions: 'reportClosed' },
            'page.reopen': [{ guard: 'isLinkHidden' }, { guard: 'hasWindow', target: 'watching', reenter: true }],
            'method.paid': 'closing',
          },
        },
        closed: {
          description: 'The window looks closed: asks whether the player has paid.',
          tags: 'closed',
          on: { 'page.reopen': [{ guard: 'isLinkHidden' }, { guard: 'hasWindow', target: 'watching' }] },
        },
        closing: {
          description: 'The order is paid, so the player is taken back.',
          invoke: { id: 'closeWindow', src: 'closeWindow', input: windowOf, onDone: 'ended', onError: 'ended' },
        },
        ended: {},
      },
    },
  },
});
