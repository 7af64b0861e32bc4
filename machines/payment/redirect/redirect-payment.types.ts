import type { Listener, Port } from '../../kernel/port.ts';
import type { MethodEvent, MethodInput } from '../method.types.ts';

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

/** Result of the port: whether the payment window was navigated, and whether pay_url is not allowed. */
export type OpenWindowResult = { readonly opened: boolean; readonly refused: boolean };

export type RedirectPaymentPorts = {
  /**
   * Navigates the pre-opened window to pay_url. `opened: false` when it was blocked, closed, or pay_url is not allowed
   * (`refused` is true, and it must not be offered as a link either).
   */
  openWindow: Port<
    OpenWindowResult,
    { readonly windowRef: string | null; readonly payUrl: string | null; readonly orderId: string }
  >;
  /** Closes the payment window, if the browser allows it. Never rejects. */
  closeWindow: Port<void, { readonly windowRef: string | null }>;
  /** Reports that the payment window was closed, that it stays blank, and that it has left the blank page since. */
  paymentWindow: Listener<never, WindowReport, { readonly windowRef: string | null }>;
};
