import type { Config } from '../kernel/config.ts';
import type { AppContext } from '../kernel/context.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { sandboxProvider } from '../sandbox/sandbox-provider.ts';
import { type Circuit, newCircuit, withBreaker } from './breaker.ts';

/** `sandboxOnly`: play money, which exists with SANDBOX=1 only. */
type Entry = { readonly make: (context: AppContext) => PaymentProvider; readonly sandboxOnly: boolean };

/** By name, as in PAYMENT_PROVIDERS, in `channels.provider` and in the path of the webhook. */
export type ProviderRegistry = Readonly<Record<string, Entry>>;

/** Every provider there is. A publisher's own is a folder beside `sandbox/` and a line here. */
export const PROVIDERS: ProviderRegistry = {
  sandbox: { make: sandboxProvider, sandboxOnly: true },
};

/** null: no such provider here, so that nothing can be paid through it. */
export type ProviderOf = (name: string) => PaymentProvider | null;

/** What the money side of the server works with. */
export type PaymentContext = { readonly context: AppContext; readonly providerOf: ProviderOf };

const circuits = new WeakMap<AppContext, Map<string, Circuit>>();

const circuitOf = (context: AppContext, name: string): Circuit => {
  const known = circuits.get(context) ?? new Map<string, Circuit>();
  circuits.set(context, known);
  const circuit = known.get(name) ?? newCircuit();
  known.set(name, circuit);
  return circuit;
};

const entryOf = (registry: ProviderRegistry, name: string): Entry | undefined =>
  Object.hasOwn(registry, name) ? registry[name] : undefined;

/** Why the server can't start with the configured providers, in one line; null: it can. */
export const providerProblem = (
  { sandbox, paymentProviders }: Pick<Config, 'sandbox' | 'paymentProviders'>,
  registry: ProviderRegistry = PROVIDERS,
): string | null => {
  for (const name of paymentProviders) {
    const entry = entryOf(registry, name);
    if (!entry) return `Configuration: PAYMENT_PROVIDERS names ${name}, which is not in server/payments/registry.ts.`;
    if (entry.sandboxOnly && !sandbox)
      return `Configuration: PAYMENT_PROVIDERS names ${name}, which exists with SANDBOX=1 only.`;
  }
  return null;
};

export const paymentContext = (context: AppContext, registry: ProviderRegistry = PROVIDERS): PaymentContext => ({
  context,
  providerOf: (name) => {
    const { sandbox, paymentProviders } = context.config;
    const entry = paymentProviders.includes(name) ? entryOf(registry, name) : undefined;
    if (!entry || (entry.sandboxOnly && !sandbox)) return null;
    return withBreaker(entry.make(context), circuitOf(context, name), () => context.clock.now().getTime());
  },
});
