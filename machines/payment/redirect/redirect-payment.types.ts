import type { MethodEvent, MethodInput } from '../method.types.ts';

export type RedirectPaymentInput = MethodInput<'redirect'>;

export type RedirectPaymentContext = {
  readonly orderId: string;
  /** null without a page that may be opened. */
  readonly payUrl: string | null;
  readonly start: RedirectPaymentInput['start'];
  readonly windowRef: string | null;
  /** The last attempt to open a window failed. */
  readonly windowBlocked: boolean;
  /** null until pay_url is validated; only `allowed` may be offered as a link. `missing`: there was none to validate. */
  readonly payUrlVerdict: 'allowed' | 'refused' | 'missing' | null;
};

export type RedirectPaymentEvent =
  /**
   * The player reopened the payment page, or pressed the link that a blocked window leaves. `windowRef` null: the
   * link, or, if no link is shown, the browser blocked the window again.
   */
  | { readonly type: 'page.reopen'; readonly windowRef: string | null }
  | { readonly type: 'window.closed' }
  | PageFound
  | MethodEvent;

/** From the payment: the record has a page for an order that has none. */
export type PageFound = { readonly type: 'page.found'; readonly payUrl: string };

/** Result of the port: whether the payment window was navigated, and whether pay_url is not allowed. */
export type WindowAnswer = { readonly opened: boolean; readonly refused: boolean };
