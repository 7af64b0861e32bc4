import type { PaymentProvider } from '../ports/payment-provider.ts';
import type { Config } from '../runtime/config.ts';
import type { AppContext, ProviderRegistry } from '../runtime/context.ts';
import { type Circuit, isOpen, newCircuit, withBreaker } from './breaker.ts';

/** null: no such provider is configured, so nothing can be paid through it. */
type ProviderOf = (name: string) => PaymentProvider | null;

/** Dependencies of the payment code. */
export type PaymentServices = { readonly context: AppContext; readonly providerOf: ProviderOf };

const circuits = new WeakMap<AppContext, Map<string, Circuit>>();

const createCircuits = ({ clock, metrics }: AppContext): Map<string, Circuit> => {
  const created = new Map<string, Circuit>();
  metrics.gauges('provider_circuit_open', 'provider', () => {
    const now = clock.now().getTime();
    return new Map([...created].map(([name, circuit]) => [name, isOpen(circuit, now) ? 1 : 0]));
  });
  return created;
};

const circuitOf = (context: AppContext, name: string): Circuit => {
  const known = circuits.get(context) ?? createCircuits(context);
  circuits.set(context, known);
  const circuit = known.get(name) ?? newCircuit();
  known.set(name, circuit);
  return circuit;
};

const entryOf = (registry: ProviderRegistry, name: string): ProviderRegistry[string] | undefined =>
  Object.hasOwn(registry, name) ? registry[name] : undefined;

/** One line that says why the server cannot start with the configured providers, or null. */
export const providerProblem = (
  { sandbox, paymentProviders }: Pick<Config, 'sandbox' | 'paymentProviders'>,
  registry: ProviderRegistry,
): string | null => {
  for (const name of paymentProviders) {
    const entry = entryOf(registry, name);
    if (!entry) return `Configuration: PAYMENT_PROVIDERS names ${name}, which is not in server/app/ports.ts.`;
    if (entry.sandboxOnly && !sandbox)
      return `Configuration: PAYMENT_PROVIDERS names ${name}, which exists with SANDBOX=1 only.`;
  }
  return null;
};

/** Calls `make` on the first read and keeps its value. */
const once = <Value extends object>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Only configured names are stored, because a caller of the webhook can send any name. */
const createPaymentServices = (context: AppContext, registry: ProviderRegistry): PaymentServices => {
  const { clock, config, metrics } = context;
  const configured = new Map<string, () => PaymentProvider>();
  for (const name of config.paymentProviders) {
    const entry = entryOf(registry, name);
    if (!entry || (entry.sandboxOnly && !config.sandbox)) continue;
    const make = () =>
      withBreaker(
        entry.make(context),
        circuitOf(context, name),
        () => clock.now().getTime(),
        (isOk, seconds) => metrics.countCall(name, isOk, seconds),
      );
    configured.set(name, once(make));
  }
  return { context, providerOf: (name) => configured.get(name)?.() ?? null };
};

const servicesOf = new WeakMap<AppContext, PaymentServices>();

/** The payment context of a process; each provider is made once. */
export const paymentServices = (context: AppContext, registry?: ProviderRegistry): PaymentServices => {
  if (registry) return createPaymentServices(context, registry);
  const known = servicesOf.get(context) ?? createPaymentServices(context, context.ports.providers);
  servicesOf.set(context, known);
  return known;
};

/** Makes the configured providers, so that a missing secret is found at the start. One line about the first that throws, or null. */
export const makingProblem = (context: AppContext): string | null => {
  const { providerOf } = paymentServices(context);
  for (const name of context.config.paymentProviders) {
    try {
      providerOf(name);
    } catch (error) {
      return `Configuration: the payment provider ${name} cannot be made: ${error instanceof Error ? error.message : error}`;
    }
  }
  return null;
};

/** Whether the provider of a channel can take money here. */
export const payableBy =
  ({ providerOf }: PaymentServices) =>
  (provider: string): boolean =>
    providerOf(provider) !== null;
