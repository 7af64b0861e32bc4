import type { AppContext } from '../app-context.ts';
import { type Circuit, newCircuit, withBreaker } from './breaker.ts';
import type { PaymentProvider } from './provider.types.ts';
import { sandboxProvider } from './sandbox/sandbox.provider.ts';

type Entry = { readonly make: (context: AppContext) => PaymentProvider; readonly sandboxOnly: boolean };

/** Names as in `channels.provider` and in the path of the webhook. */
const PROVIDERS: Readonly<Record<string, Entry>> = {
  sandbox: { make: sandboxProvider, sandboxOnly: true },
};

/** null: no such provider here, so that nothing can be paid through it. */
export type ProviderOf = (name: string) => PaymentProvider | null;

/** What the money side of the server works with. */
export type Money = { readonly context: AppContext; readonly providerOf: ProviderOf };

const circuits = new WeakMap<AppContext, Map<string, Circuit>>();

const circuitOf = (context: AppContext, name: string): Circuit => {
  const known = circuits.get(context) ?? new Map<string, Circuit>();
  circuits.set(context, known);
  const circuit = known.get(name) ?? newCircuit();
  known.set(name, circuit);
  return circuit;
};

export const moneyOf = (context: AppContext): Money => ({
  context,
  providerOf: (name) => {
    const entry = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
    if (!entry || (entry.sandboxOnly && !context.config.sandbox)) return null;
    return withBreaker(entry.make(context), circuitOf(context, name), () => context.clock.now().getTime());
  },
});
