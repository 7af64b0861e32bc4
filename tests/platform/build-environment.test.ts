import { expect, test } from 'vitest';
import { readBuildConfig } from '../../src/platform/build-environment.ts';

const GOOD = {
  VITE_PASSWORD_KEY: 'k'.repeat(16),
  VITE_RESET_PASSPHRASE: 'a passphrase',
  VITE_PAY_HOSTS: ' Pay.Example.com , *.channel.net, ',
};

test('every variable except keys has a default (SESS-15)', () => {
  expect(readBuildConfig(GOOD)).toEqual({
    apiBase: '',
    passwordKey: 'k'.repeat(16),
    resetPassphrase: 'a passphrase',
    idempotencyHeader: 'idempotency-key',
    quoteHeader: 'x-quote',
    sendsTrace: true,
    loggerKey: '',
    revokesTokens: true,
    payHosts: ['pay.example.com', '*.channel.net'],
    sandbox: false,
    version: '0.0.0',
  });
});

test('host, headers and logout follow the build; an empty header name turns it off (SESS-15, RCHG-10)', () => {
  const config = readBuildConfig({
    ...GOOD,
    VITE_API_BASE: 'https://api.publisher.example/',
    VITE_IDEMPOTENCY_HEADER: '',
    VITE_QUOTE_HEADER: 'X-Price',
    VITE_REVOKES_TOKENS: '0',
    VITE_TRACE: '1',
    VITE_SANDBOX: '1',
    VITE_VERSION: '2.0.1',
  });
  expect(config).toMatchObject({
    apiBase: 'https://api.publisher.example',
    idempotencyHeader: '',
    quoteHeader: 'x-price',
    revokesTokens: false,
    sendsTrace: true,
    sandbox: true,
    version: '2.0.1',
  });
});

test.each([
  ['the same origin', {}, true],
  ['the same origin, turned off', { VITE_TRACE: '0' }, false],
  ['another origin', { VITE_API_BASE: 'https://api.publisher.example' }, false],
  ['another origin, turned on', { VITE_API_BASE: 'https://api.publisher.example', VITE_TRACE: '1' }, true],
])('an API on %s: traceparent (SESS-15)', (_, variables, sendsTrace) => {
  expect(readBuildConfig({ ...GOOD, ...variables }).sendsTrace).toBe(sendsTrace);
});

test.each([
  [{ VITE_PASSWORD_KEY: undefined }, 'Build configuration: VITE_PASSWORD_KEY is missing (the AES key of passwords)'],
  [{ VITE_PASSWORD_KEY: ' ' }, 'Build configuration: VITE_PASSWORD_KEY is missing (the AES key of passwords)'],
  [{ VITE_PASSWORD_KEY: 'short' }, 'Build configuration: VITE_PASSWORD_KEY has to be 16, 24 or 32 bytes long'],
  [
    { VITE_RESET_PASSPHRASE: undefined },
    'Build configuration: VITE_RESET_PASSPHRASE is missing (the passphrase of codes and resets)',
  ],
  [{ VITE_PAY_HOSTS: '' }, 'Build configuration: VITE_PAY_HOSTS is missing (no payment page could be opened)'],
  [
    { VITE_PAY_HOSTS: 'https://pay.example' },
    'Build configuration: VITE_PAY_HOSTS: "https://pay.example" is not a host',
  ],
  [{ VITE_API_BASE: 'api.example' }, 'Build configuration: VITE_API_BASE is not an origin'],
  [{ VITE_API_BASE: 'https://api.example/v1?x' }, 'Build configuration: VITE_API_BASE is not an origin'],
  [{ VITE_IDEMPOTENCY_HEADER: 'a b' }, 'Build configuration: VITE_IDEMPOTENCY_HEADER is not a header name'],
])('a build with %j stops with one clear line (SESS-01)', (change, line) => {
  expect(() => readBuildConfig({ ...GOOD, ...change })).toThrow(new Error(line));
});
