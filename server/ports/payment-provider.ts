import type { PaymentMethod } from '../../machines/order/order.types.ts';

/** ISO 4217, of every price. */
export const PRICE_CURRENCY = 'USD';

/** Amounts in US cents everywhere. */
type SessionRequest = {
  readonly orderId: string;
  /** A provider with several channels decides with it how the player pays. */
  readonly channelCode: string;
  readonly amountMinor: number;
  readonly currency: typeof PRICE_CURRENCY;
  readonly description: string;
  readonly expiresAt: Date;
  readonly traceId: string | null;
};

export type PaymentSession = {
  /** The provider's session id. */
  readonly reference: string;
  /** How the player pays: on a page of the provider, whose URL is absolute, or with any other method of the portal. */
  readonly payment: PaymentMethod;
};

/**
 * `captureId`: unique among the captures of all providers. `amountMinor`: in the smallest unit of its currency. A capture that does not
 * match the price pays nothing and is refunded.
 */
export type Capture = { readonly captureId: string; readonly amountMinor: number; readonly currency: string };

/** A provider's view of one order, queried by us. Orders move only by reports. */
export type PaymentReport = {
  readonly orderId: string;
  /** `open`: can still be paid. `in-flight`: an attempt is under way. `closed`: ended unpaid. */
  readonly state: 'open' | 'in-flight' | 'paid' | 'closed';
  /** In order of receipt. */
  readonly captures: readonly Capture[];
  /** Ids of captures refunded by us or by a chargeback. */
  readonly refunded: readonly string[];
};

/** A verified notification. It only triggers a query. */
type PaymentNotice = {
  readonly eventId: string;
  readonly reference: string;
  readonly orderId: string;
  readonly amountMinor: number;
  readonly currency: string;
};

export type Verdict =
  | { readonly ok: true; readonly notice: PaymentNotice; readonly body: unknown }
  | { readonly ok: false; readonly why: 'signature' | 'age' | 'shape' };

/**
 * The provider has responded and refuses this order or capture, for example because it does not know the session. It says nothing about
 * other orders, so it does not count as a failure of the provider.
 */
export class OrderRefusedError extends Error {
  override readonly name = 'OrderRefusedError';
}

/**
 * A payment provider. Every call is repeatable: `createSession` is keyed by order id, `refund` by capture id. A rejection with
 * `OrderRefusedError` is a response of the provider; any other means that the outcome is unknown. `traceId`: of the order; an adapter sends
 * it as `traceparent` (runtime/trace.ts).
 */
export type PaymentProvider = {
  readonly createSession: (request: SessionRequest) => Promise<PaymentSession>;
  /** Verifies the signature over the raw bytes before parsing. */
  readonly verify: (body: Uint8Array, headers: Headers, nowMs: number) => Verdict;
  readonly query: (reference: string, traceId?: string | null) => Promise<PaymentReport>;
  /** Closes an open session. A paid or in-flight session does not change. */
  readonly close: (reference: string, traceId?: string | null) => Promise<PaymentReport>;
  readonly refund: (reference: string, captureId: string, traceId?: string | null) => Promise<void>;
};
