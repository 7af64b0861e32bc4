import type { RedirectPaymentPorts } from '../../machines/payment/redirect/redirect-payment.machine.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';

export type RedirectPaymentParts = {
  readonly windows: PaymentWindows;
  readonly isPayUrl: (url: string) => boolean;
};

export const createRedirectPaymentPorts = ({ windows, isPayUrl }: RedirectPaymentParts): RedirectPaymentPorts => ({
  openWindow: async ({ windowRef, payUrl, orderId }) => {
    if (payUrl === null || !isPayUrl(payUrl)) {
      if (windowRef !== null) windows.close(windowRef);
      return { opened: false, refused: true };
    }
    return { opened: windowRef !== null && windows.navigate(windowRef, payUrl, orderId), refused: false };
  },
  closeWindow: async ({ windowRef }) => {
    if (windowRef !== null) windows.close(windowRef);
  },
  paymentWindow: ({ input: { windowRef }, send }) =>
    windowRef === null
      ? () => {}
      : windows.watch(
          windowRef,
          () => send({ type: 'window.closed' }),
          (isBlank) => send({ type: isBlank ? 'window.blank' : 'window.left' }),
        ),
});
