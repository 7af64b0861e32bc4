import type { PaymentProvider } from '../ports/payment-provider.ts';
import type { Config } from '../runtime/config.ts';
import type { AppContext, ProviderRegistry } from '../runtime/context.ts';
import { type Circuit, isOpen, newCircuit, type OnCall, withBreaker } from './breaker.ts';

/** Dependencies of the payment code. `providerOf`: null if no such provider is configured, so nothing can be paid through it. */
export type PaymentServices = {
  readonly context: AppContext;
  readonly providerOf: (name: string) => PaymentProvider | null;
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

const makeProvider = <Provider>(name: string, make: () => Provider): Provider => {
  try {
    return make();
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`the payment provider ${name} cannot be made: ${why}`, { cause: error });
  }
};

/** Only configured names are stored, because a caller of the webhook can send any name. */
const createPaymentServices = (context: AppContext): PaymentServices => {
  const { clock, config, metrics, ports } = context;
  const now = (): number => clock.now().getTime();
  const configured = new Map<string, { readonly provider: PaymentProvider; readonly circuit: Circuit }>();
  for (const name of config.paymentProviders) {
    const entry = entryOf(ports.providers, name);
    if (!entry || (entry.sandboxOnly && !config.sandbox)) continue;
    const circuit = newCircuit();
    const provider = makeProvider(name, () => entry.make(context));
    const onCall: OnCall = (isOk, seconds) => metrics.countCall(name, isOk, seconds);
    configured.set(name, { circuit, provider: withBreaker(provider, circuit, now, onCall) });
  }
  metrics.gauges('provider_circuit_open', 'provider', () => {
    const at = now();
    return new Map([...configured].map(([name, { circuit }]) => [name, isOpen(circuit, at) ? 1 : 0]));
  });
  return { context, providerOf: (name) => configured.get(name)?.provider ?? null };
};

const servicesOf = new WeakMap<AppContext, PaymentServices>();

/** The payment context of a process. The first call makes each provider, and throws if one cannot be made, such as without its secret. */
export const paymentServices = (context: AppContext): PaymentServices => {
  const known = servicesOf.get(context) ?? createPaymentServices(context);
  servicesOf.set(context, known);
  return known;
};

/** One line about a provider that cannot be made, or null. */
export const makingProblem = (context: AppContext): string | null => {
  try {
    paymentServices(context);
    return null;
  } catch (error) {
    return `Configuration: ${error instanceof Error ? error.message : error}`;
  }
};

/** Whether the provider of a channel can take money here. */
export const payableBy =
  ({ providerOf }: PaymentServices) =>
  (provider: string): boolean =>
    providerOf(provider) !== null;
