import { assign, sendParent, setup } from 'xstate';
import { listenerStub, portStub } from '../../kernel/port.ts';
import type { MethodReport } from '../method.types.ts';
import type {
  RedirectPaymentContext,
  RedirectPaymentEvent,
  RedirectPaymentInput,
  WindowAnswer,
} from './redirect-payment.types.ts';

type ContextArgs = { readonly context: RedirectPaymentContext };

export const contextOf = ({ input }: { readonly input: RedirectPaymentInput }): RedirectPaymentContext => ({
  orderId: input.orderId,
  payUrl: input.payment.payUrl,
  start: input.start,
  windowRef: input.windowRef,
  windowBlocked: false,
  payUrlVerdict: null,
});

export const pageOf = ({ context: { windowRef, payUrl, orderId } }: ContextArgs) => ({ windowRef, payUrl, orderId });
export const windowOf = ({ context: { windowRef } }: ContextArgs) => ({ windowRef });

/** A resumed order does not open a window: without one the port only validates pay_url. */
export const wantsWindow = ({ start, windowRef }: Pick<RedirectPaymentContext, 'start' | 'windowRef'>): boolean =>
  start === 'pay' || windowRef !== null;

export const redirectPaymentSetup = setup({
  types: {
    context: {} as RedirectPaymentContext,
    events: {} as RedirectPaymentEvent,
    input: {} as RedirectPaymentInput,
    tags: {} as 'opening' | 'blocked',
  },
  actors: {
    openWindow: portStub<WindowAnswer, ReturnType<typeof pageOf>>('openWindow'),
    paymentWindow: listenerStub<never, ReturnType<typeof windowOf>>(),
  },
  guards: {
    isJustConfirmed: ({ context }) => context.start === 'pay',
    isWithoutPage: ({ context }) => context.payUrl === null,
    isRefused: (_, { refused }: WindowAnswer) => refused,
    isLinkWithheld: ({ context }) => context.payUrlVerdict !== 'allowed',
    isWindowBlocked: ({ context }) => context.windowBlocked,
    isBlockedAgain: ({ context, event }) =>
      context.payUrlVerdict === 'allowed' && event.type === 'page.reopen' && event.windowRef === null,
    hasWindow: ({ event }) => event.type === 'page.reopen' && event.windowRef !== null,
  },
  actions: {
    setWindow: assign({
      windowRef: ({ context, event }) => (event.type === 'page.reopen' ? event.windowRef : context.windowRef),
    }),
    setWindowAnswer: assign(({ context }, { opened, refused }: WindowAnswer) => ({
      windowBlocked: !opened && wantsWindow(context),
      payUrlVerdict: refused ? ('refused' as const) : ('allowed' as const),
      payUrl: refused ? null : context.payUrl,
    })),
    clearWindowBlocked: assign({ windowBlocked: false }),
    reportOffered: sendParent({ type: 'method.offered' } satisfies MethodReport),
    reportRefused: sendParent({
      type: 'method.changed',
      payment: { kind: 'redirect', payUrl: null },
    } satisfies MethodReport),
    reportClosed: sendParent({ type: 'order.check' } satisfies MethodReport),
  },
});
