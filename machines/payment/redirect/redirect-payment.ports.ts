import { type Listener, type Port, wireListener, wirePort } from '../../kernel/port.ts';
import { redirectPaymentMachine } from './redirect-payment.machine.ts';
import type { OpenWindowResult, WindowReport } from './redirect-payment.types.ts';

export type RedirectPaymentPorts = {
  /**
   * Navigates the pre-opened window to pay_url. `opened: false` when it was blocked, closed, or pay_url is not allowed
   * (`refused` is true, and it must not be offered as a link either).
   */
  openWindow: Port<
    OpenWindowResult,
    { readonly windowRef: string | null; readonly payUrl: string | null; readonly orderId: string }
  >;
  /** Reports that the payment window was closed, that it stays blank, and that it has left the blank page since. */
  paymentWindow: Listener<never, WindowReport, { readonly windowRef: string | null }>;
};

export const wireRedirectPayment = (ports: RedirectPaymentPorts): typeof redirectPaymentMachine =>
  redirectPaymentMachine.provide({
    actors: { openWindow: wirePort(ports.openWindow), paymentWindow: wireListener(ports.paymentWindow) },
  });
