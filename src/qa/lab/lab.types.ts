/** One way in which the sandbox spoils an answer (docs/api-sandbox.md). */
export type LabFault =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'stall'; readonly at: 'headers' | 'body' }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: 'code'; readonly code: number }
  | {
      readonly kind:
        | 'token-invalid'
        | 'forced-logout'
        | 'forbidden'
        | 'malformed'
        | 'wrong-schema'
        | 'empty'
        | 'html'
        | 'maintenance'
        | 'missing-role'
        | 'changed-price'
        | 'closed-channel'
        | 'out-of-order';
    };

/** `times`: answers that are spoiled; null: all until it is taken back. */
export type FaultRule = { readonly path: string; readonly fault: LabFault; readonly times: number | null };

/** What the page pretends about its device. */
export type LabDevice = {
  readonly popUpsBlocked: boolean;
  readonly offline: boolean;
  /** Added to the device's clock, ms. */
  readonly clockSkewMs: number;
};

/** How much time is to pass: so much, or all but the last seconds of an order's. */
export type TimeSpan = { readonly seconds: number } | { readonly orderId: string; readonly secondsLeft: number };

/** What a scenario may wait for: the last look before paying, an order that is followed, one that is paid. */
export type LabTrigger = 'confirm' | 'order' | 'paid';

export type LabScenario = {
  readonly title: string;
  /** What a tester should see. */
  readonly expect: string;
  /** When the answers are spoiled; from the start if left out. */
  readonly from?: LabTrigger;
  readonly faults: readonly FaultRule[];
  readonly device?: Partial<LabDevice>;
};
