import pino from 'pino';
import { expect, test } from 'vitest';
import { PORTS } from '../../server/app/ports.ts';
import type { Db } from '../../server/db/database.ts';
import { makingProblem, payableBy, paymentServices, providerProblem } from '../../server/payments/registry.ts';
import type { PaymentProvider, PaymentReport } from '../../server/ports/payment-provider.ts';
import type { Config } from '../../server/runtime/config.ts';
import type { AppContext, ProviderRegistry } from '../../server/runtime/context.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { aProvider } from '../support/server/payment-provider.ts';
import { testConfig } from '../support/server/test-config.ts';

const REPORT: PaymentReport = { orderId: 'o-1', state: 'open', captures: [], refunded: [] };

/** Two providers whose queries fail while `isDown`. `made`: the providers that were created, in order. */
const start = (more: Partial<Pick<Config, 'sandbox' | 'paymentProviders'>> = {}) => {
  let now = 1_000_000;
  let isDown = false;
  const made: string[] = [];
  const providerOf = (name: string): PaymentProvider => {
    made.push(name);
    const answer = async (): Promise<PaymentReport> => {
      if (isDown) throw new Error('down');
      return REPORT;
    };
    return aProvider({ query: answer, close: answer });
  };
  const providers: ProviderRegistry = {
    acme: { make: () => providerOf('acme'), sandboxOnly: false },
    play: { make: () => providerOf('play'), sandboxOnly: true },
  };
  const context: AppContext = {
    db: {} as Db,
    config: { ...testConfig(), paymentProviders: ['acme', 'play', 'toString'], ...more },
    clock: { now: () => new Date(now) },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    ports: { ...PORTS, providers },
  };
  return {
    context,
    providers,
    made,
    advance: (ms: number) => {
      now += ms;
    },
    breakDown: () => {
      isDown = true;
    },
    metric: async (name: string) =>
      (await context.metrics.text()).split('\n').filter((line) => line.startsWith(`portal_${name}`)),
  };
};

test('a provider exists if it is configured and in the registry, and is made once (F8)', () => {
  const { context, made } = start();
  const { providerOf } = paymentServices(context);
  expect(providerOf('acme')).toBe(providerOf('acme'));
  expect(providerOf('unknown')).toBeNull();
  expect(providerOf('toString')).toBeNull();
  expect(paymentServices(context).providerOf('acme')).toBe(providerOf('acme'));
  expect(made).toEqual(['acme', 'play']);
  expect(paymentServices(start({ paymentProviders: ['play'] }).context).providerOf('acme')).toBeNull();
});

test('the start names a provider that cannot be made, and makes each of the others once (F8)', () => {
  const { context, made, providers } = start();
  expect(makingProblem(context)).toBeNull();
  expect(made).toEqual(['acme', 'play']);
  paymentServices(context).providerOf('acme');
  expect(made).toEqual(['acme', 'play']);
  const make = () => {
    throw new Error('ACME_SECRET is missing');
  };
  const broken = { ...context, ports: { ...PORTS, providers: { ...providers, acme: { make, sandboxOnly: false } } } };
  expect(makingProblem(broken)).toBe('Configuration: the payment provider acme cannot be made: ACME_SECRET is missing');
});

test('outside the sandbox a provider that moves no money does not exist (F8)', () => {
  for (const sandbox of [true, false]) {
    const isPayable = payableBy(paymentServices(start({ sandbox }).context));
    expect(isPayable('acme')).toBe(true);
    expect(isPayable('play')).toBe(sandbox);
    expect(isPayable('unknown')).toBe(false);
  }
});

test('a configured provider that cannot exist prevents the start (F8)', () => {
  const registry = { ...PORTS.providers, ...start().providers };
  const problem = (sandbox: boolean, ...paymentProviders: readonly string[]) =>
    providerProblem({ sandbox, paymentProviders }, registry);
  expect(problem(false, 'acme')).toBeNull();
  expect(problem(true, 'sandbox', 'acme', 'play')).toBeNull();
  expect(problem(false, 'acme', 'sandbox')).toBe(
    'Configuration: PAYMENT_PROVIDERS names sandbox, which exists with SANDBOX=1 only.',
  );
  expect(problem(true, 'toString')).toBe(
    'Configuration: PAYMENT_PROVIDERS names toString, which is not in server/app/ports.ts.',
  );
});

test('calls and the state of the circuit are in the metrics, and all parts of a process share it (S25, S31)', async () => {
  const { context, advance, breakDown, metric } = start({ paymentProviders: ['acme'] });
  const query = () => paymentServices(context).providerOf('acme')?.query('r');
  expect(await query()).toEqual(REPORT);
  expect(await metric('provider_circuit_open')).toEqual(['portal_provider_circuit_open{provider="acme"} 0']);
  breakDown();
  await expect(query()).rejects.toThrow('the payment provider did not respond');
  expect(await metric('provider_circuit_open')).toEqual(['portal_provider_circuit_open{provider="acme"} 0']);
  for (let failure = 1; failure < 5; failure += 1)
    await expect(query()).rejects.toThrow('the payment provider did not respond');
  expect(await metric('provider_circuit_open')).toEqual(['portal_provider_circuit_open{provider="acme"} 1']);
  await expect(query()).rejects.toThrow('circuit is open');
  advance(9_999);
  await expect(query()).rejects.toThrow('circuit is open');
  advance(1);
  expect(await metric('provider_circuit_open')).toEqual(['portal_provider_circuit_open{provider="acme"} 0']);
  await expect(query()).rejects.toThrow('the payment provider did not respond');
  expect(await metric('calls_total{system="acme"')).toEqual([
    'portal_calls_total{system="acme",outcome="ok"} 1',
    'portal_calls_total{system="acme",outcome="failed"} 6',
  ]);
});
