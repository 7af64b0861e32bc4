/** Amounts in US cents everywhere. */
type SessionRequest = {
  readonly orderId: string;
  readonly amountMinor: number;
  readonly currency: 'USD';
  readonly description: string;
  readonly expiresAt: Date;
};

export type PaymentSession = {
  /** The provider's own id of the session. */
  readonly reference: string;
  /** Absolute address of the page on which the player pays. */
  readonly payUrl: string;
};

export type Capture = { readonly captureId: string; readonly amountMinor: number; readonly currency: string };

/** What the provider's books say of one order, asked for and not told: the only thing an order moves by. */
export type PaymentReport = {
  readonly orderId: string;
  /** `open`: can still be paid. `in-flight`: an attempt is under way. `closed`: ended unpaid. */
  readonly state: 'open' | 'in-flight' | 'paid' | 'closed';
  /** In the order in which the money came. */
  readonly captures: readonly Capture[];
  /** Ids of captures that were given back, by us or by a charge-back. */
  readonly refunded: readonly string[];
};

/** A verified notification: a hint that something changed, never the change itself. */
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
 * A way to pay. Every call may be repeated: `createSession` is keyed by order id, `refund` by capture id. A rejection means
 * "not known", never "no".
 */
export type PaymentProvider = {
  readonly createSession: (request: SessionRequest) => Promise<PaymentSession>;
  /** Checks the signature over the raw bytes before anything is parsed. */
  readonly verify: (body: Uint8Array, headers: Headers, nowMs: number) => Verdict;
  readonly query: (reference: string) => Promise<PaymentReport>;
  /** Ends a session that is open; what is paid or in flight stays as it is. */
  readonly close: (reference: string) => Promise<PaymentReport>;
  readonly refund: (reference: string, captureId: string) => Promise<void>;
};
