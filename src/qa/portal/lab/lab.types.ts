/** A fault that the sandbox injects into a response (docs/api-sandbox.md). */
export type LabFault =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'stall'; readonly at: 'headers' | 'body' }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: 'code'; readonly code: number; readonly msg?: string }
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
        | 'many-servers'
        | 'changed-price'
        | 'raised-price'
        | 'closed-channel'
        | 'out-of-order'
        | 'no-rows'
        | 'foreign-pay-page';
    };

/** `times`: the number of responses it affects; null: all until it is cleared. */
export type FaultRule = { readonly path: string; readonly fault: LabFault; readonly times: number | null };

/** The simulated device. */
export type LabDevice = {
  readonly popUpsBlocked: boolean;
  readonly offline: boolean;
  /** Added to the device's clock, ms. */
  readonly clockSkewMs: number;
};

/** How far to advance the time: by seconds, or to the last seconds before an order's deadline. */
export type TimeSpan = { readonly seconds: number } | { readonly orderId: string; readonly secondsLeft: number };

/** What a scenario can wait for: the confirm step, a tracked order, a paid order. */
export type LabTrigger = 'confirm' | 'order' | 'paid';

export type LabScenario = {
  readonly title: string;
  /** What a tester should see. */
  readonly expect: string;
  /** When the faults start; immediately if omitted. */
  readonly from?: LabTrigger;
  readonly faults: readonly FaultRule[];
  readonly device?: Partial<LabDevice>;
};
