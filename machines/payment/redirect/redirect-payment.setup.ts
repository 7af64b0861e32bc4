import { assign, sendParent, setup } from 'xstate';
import { ports } from '../../kernel/port.ts';
import type { MethodReport } from '../method.types.ts';
import type {
  OpenWindowResult,
  RedirectPaymentContext,
  RedirectPaymentEvent,
  RedirectPaymentInput,
  RedirectPaymentPorts,
} from './redirect-payment.types.ts';

type ContextArgs = { readonly context: RedirectPaymentContext };

export const contextOf = ({
  input: { payment, ...input },
}: {
  readonly input: RedirectPaymentInput;
}): RedirectPaymentContext => ({
  ...input,
  payUrl: payment.payUrl,
  windowBlocked: false,
  payUrlVerdict: null,
});

export const toWindowRequest = ({ context: { windowRef, payUrl, orderId } }: ContextArgs) => ({
  windowRef,
  payUrl,
  orderId,
});
export const windowOf = ({ context: { windowRef } }: ContextArgs) => ({ windowRef });

/** A resumed order does not open a window; the port then only validates pay_url. */
export const wantsWindow = ({ start, windowRef }: Pick<RedirectPaymentContext, 'start' | 'windowRef'>): boolean =>
  start === 'pay' || windowRef !== null;

const verdictOf = ({ payUrl }: RedirectPaymentContext, refused: boolean): RedirectPaymentContext['payUrlVerdict'] =>
  !refused ? 'allowed' : payUrl === null ? 'missing' : 'refused';

export const redirectPaymentSetup = setup({
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
});
