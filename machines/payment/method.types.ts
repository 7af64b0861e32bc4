import type { MethodKind } from '../order/order.methods.ts';
import type { OrderTicket, PaymentMethod, PointsChanged } from '../order/order.types.ts';

/**
 * The input of a payment method's machine. `pay`: the player has just confirmed the order. `resume`: a
 * payment was in flight when the page was closed, for example by a reload. `offer`: nothing is paid until the player acts.
 */
export type MethodInput<Kind extends MethodKind> = {
  readonly orderId: OrderTicket['orderId'];
  readonly payment: Extract<PaymentMethod, { readonly kind: Kind }>;
  readonly start: 'pay' | 'resume' | 'offer';
  /** The window that was opened in the click on Pay; null if there is none. */
  readonly windowRef: string | null;
};

/** From the payment to its method. */
export type MethodEvent =
  /** The player returned to the order, so data that was loaded before may be stale. */
  | { readonly type: 'method.shown' }
  /** The money or the E Points have arrived. */
  | { readonly type: 'method.paid' }
  | PointsChanged;

/** From the method to the payment. */
export type MethodReport =
  /** The player can pay from now on, so a late payment is possible. */
  | { readonly type: 'method.offered' }
  /** The payment of the order changed, for example because its page must not be opened. */
  | { readonly type: 'method.changed'; readonly payment: PaymentMethod }
  /** The order may have changed: its record decides. */
  | { readonly type: 'order.check' };
