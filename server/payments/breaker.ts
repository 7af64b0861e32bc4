import { withTimeout } from '../kernel/timeout.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';

const OPENS_AFTER = 5;
const PAUSE_MS = 10_000;

/** What is remembered of one provider: failures since its last answer, and until when it is left alone. */
export type Circuit = { failures: number; openUntil: number };

export const newCircuit = (): Circuit => ({ failures: 0, openUntil: 0 });

/**
 * A provider that was silent five times in a row is left alone for ten seconds: who asks meanwhile is refused at once, instead of
 * waiting out the time limit. After the pause one call tries; the others are refused until it is withTimeout. `now`: epoch ms.
 */
export const withBreaker = (provider: PaymentProvider, circuit: Circuit, now: () => number): PaymentProvider => {
  const guarded = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    if (circuit.failures >= OPENS_AFTER) {
      if (now() < circuit.openUntil) throw new Error('the payment provider is left alone for a moment');
      circuit.openUntil = now() + PAUSE_MS;
    }
    try {
      const result = await withTimeout(ask(), 'the payment provider');
      circuit.failures = 0;
      return result;
    } catch (error) {
      circuit.failures += 1;
      circuit.openUntil = now() + PAUSE_MS;
      throw error;
    }
  };
  return {
    createSession: (request) => guarded(() => provider.createSession(request)),
    verify: (body, headers, nowMs) => provider.verify(body, headers, nowMs),
    query: (reference) => guarded(() => provider.query(reference)),
    close: (reference) => guarded(() => provider.close(reference)),
    refund: (reference, captureId) => guarded(() => provider.refund(reference, captureId)),
  };
};
