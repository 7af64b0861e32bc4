import { OrderRefusedError, type PaymentProvider } from '../ports/payment-provider.ts';
import { UpstreamError, withTimeout } from '../runtime/timeout.ts';

/** Consecutive failures. */
export const FAILURE_THRESHOLD = 5;
const PAUSE_MS = 10_000;

/** A call that was not made, because the provider has just failed. */
export class CircuitOpenError extends Error {
  constructor() {
    super('payment provider circuit is open');
    this.name = 'CircuitOpenError';
  }
}

/** State of one provider: consecutive failures, and until when calls fail fast. */
export type Circuit = { failures: number; openUntil: number };

export const newCircuit = (): Circuit => ({ failures: 0, openUntil: 0 });

export const isOpen = ({ failures, openUntil }: Circuit, nowMs: number): boolean =>
  failures >= FAILURE_THRESHOLD && nowMs < openUntil;

/** Reports a call to the provider; calls that fail fast are not reported. */
export type OnCall = (isOk: boolean, seconds: number) => void;

/**
 * Circuit breaker: after five consecutive failures, calls fail fast for ten seconds. Then one call tries while the others still fail
 * fast until it succeeds. A call that the provider refuses for one order counts as a success. `now`: epoch ms.
 */
export const withBreaker = (
  provider: PaymentProvider,
  circuit: Circuit,
  now: () => number,
  onCall: OnCall = () => undefined,
): PaymentProvider => {
  const guarded = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (circuit.failures >= FAILURE_THRESHOLD) {
      if (isOpen(circuit, now())) throw new CircuitOpenError();
      circuit.openUntil = now() + PAUSE_MS;
    }
    const since = performance.now();
    const end = (isOk: boolean): void => {
      circuit.failures = isOk ? 0 : circuit.failures + 1;
      if (!isOk) circuit.openUntil = now() + PAUSE_MS;
      onCall(isOk, (performance.now() - since) / 1_000);
    };
    try {
      const result = await withTimeout(call(), 'the payment provider');
      end(true);
      return result;
    } catch (error) {
      const refusal = error instanceof UpstreamError && error.cause instanceof OrderRefusedError ? error.cause : null;
      end(refusal !== null);
      throw refusal ?? error;
    }
  };
  return {
    createSession: (request) => guarded(() => provider.createSession(request)),
    verify: (body, headers, nowMs) => provider.verify(body, headers, nowMs),
    query: (...query) => guarded(() => provider.query(...query)),
    close: (...close) => guarded(() => provider.close(...close)),
    refund: (...refund) => guarded(() => provider.refund(...refund)),
  };
};
