import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { readConfig, VARIABLES } from '../../server/runtime/config.ts';

const { SANDBOX: _, LOGGER_KEY: __, ...SECRETS } = DEMO_SERVER;
const { WEBHOOK_SECRET, ...REQUIRED } = SECRETS;
/** Settings that a server without SANDBOX=1 requires. */
const KEYS = {
  ...REQUIRED,
  DATABASE_URL: 'postgres://portal@db/portal?sslmode=verify-full',
  GAME_SERVER_URL: 'https://game.example/deliver/',
  GAME_SERVER_SECRET: 'demo secret of a game server',
  PAYMENT_PROVIDERS: 'acme, other-pay',
};

const lineOf = (variables: Record<string, string>): string => {
  const reading = readConfig(variables);
  return reading.ok ? 'accepted' : reading.line;
};

test('each variable is read, and an empty one counts as absent (F21)', () => {
  const reading = readConfig({
    ...SECRETS,
    SANDBOX: '1',
    PORT: '80',
    HOST: '::1',
    DATA_DIR: '',
    DATABASE_URL: 'postgres://u:p@db/name',
    DATABASE_POOL_SIZE: '40',
    ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443,',
    PUBLIC_URL: 'https://pay.example/',
    TRUSTED_PROXIES: '2',
    CONNECTIONS_PER_ADDRESS: '50',
  });
  expect(reading.ok && reading.config).toMatchObject({
    port: 80,
    host: '::1',
    dataDir: 'data',
    databaseUrl: 'postgres://u:p@db/name',
    databasePoolSize: 40,
    sandbox: true,
    allowedOrigins: ['https://a.example', 'https://b.example:8443'],
    publicUrl: 'https://pay.example',
    logLevel: 'warn',
    trustedProxies: 2,
    connectionsPerAddress: 0,
    drainDelayMs: 0,
    gameServer: null,
    paymentProviders: ['sandbox'],
  });
  const limits = {
    CONNECTIONS_PER_ADDRESS: '50',
    CODES_PER_ADDRESS: '2000',
    DRAIN_DELAY: '20',
    PAYMENT_CONCURRENCY: '25',
    DELIVERY_CONCURRENCY: '500',
  };
  const limited = readConfig({ ...KEYS, ...limits });
  expect(limited.ok && limited.config).toMatchObject({
    connectionsPerAddress: 50,
    codesPerAddress: 2_000,
    drainDelayMs: 20_000,
    paymentConcurrency: 25,
    deliveryConcurrency: 500,
  });
  const local = readConfig({ ...KEYS, HOST: '::1' });
  expect(local.ok && local.config.publicUrl).toBe('http://[::1]:8787');
});

test('the server refuses to start without keys, in one line that names the variable and never its value (S31)', () => {
  expect(lineOf({})).toBe('Configuration: PASSWORD_KEY is missing and has no default.');
  for (const name of Object.keys(REQUIRED))
    expect(lineOf({ ...KEYS, [name]: '' })).toBe(`Configuration: ${name} is missing and has no default.`);
  expect(lineOf({ ...KEYS, PASSWORD_KEY: 'too short' })).toBe(
    'Configuration: PASSWORD_KEY must be 16 bytes, the same as VITE_PASSWORD_KEY of the portal.',
  );
  for (const name of ['WEBHOOK_SECRET', 'CODE_SECRET'])
    expect(lineOf({ ...KEYS, [name]: 'short' })).toBe(`Configuration: ${name} must be at least 16 characters.`);
});

test('only a sandbox needs WEBHOOK_SECRET: without it no notification could be checked; production ignores it (S6)', () => {
  const sandbox = readConfig({ ...SECRETS, SANDBOX: '1' });
  expect(sandbox.ok && sandbox.config.webhookSecret).toBe(WEBHOOK_SECRET);
  expect(lineOf({ ...REQUIRED, SANDBOX: '1' })).toBe(
    'Configuration: WEBHOOK_SECRET is missing: with SANDBOX=1 it signs the notifications of the sandbox.',
  );
  const production = readConfig({ ...KEYS, WEBHOOK_SECRET });
  expect(production.ok && production.config.webhookSecret).toBe('');
});

test('without SANDBOX=1 the server refuses to start without a game server or without a payment provider, in one line each (F8)', () => {
  expect(lineOf({ ...KEYS, GAME_SERVER_URL: '' })).toBe(
    'Configuration: GAME_SERVER_URL is missing: without SANDBOX=1 orders need a game server.',
  );
  expect(lineOf({ ...KEYS, GAME_SERVER_SECRET: '' })).toBe(
    'Configuration: GAME_SERVER_SECRET is missing: it signs the requests to GAME_SERVER_URL.',
  );
  for (const PAYMENT_PROVIDERS of ['', ' , '])
    expect(lineOf({ ...KEYS, PAYMENT_PROVIDERS })).toBe(
      'Configuration: PAYMENT_PROVIDERS is missing: without SANDBOX=1 players need a way to pay.',
    );
});

test('without SANDBOX=1 the server requires PostgreSQL: the embedded database does not survive a power failure (S10)', () => {
  for (const variables of [SECRETS, { ...KEYS, DATABASE_URL: '' }])
    expect(lineOf(variables)).toBe(
      'Configuration: DATABASE_URL is missing: without SANDBOX=1 the server needs PostgreSQL, because a power failure can damage the embedded database.',
    );
  const sandbox = readConfig({ ...SECRETS, SANDBOX: '1' });
  expect(sandbox.ok && sandbox.config.databaseUrl).toBeNull();
});

test('without SANDBOX=1 the server refuses a game server that is reached without TLS, except on this machine', () => {
  const encrypted = ['https://game.example/deliver', 'http://127.0.0.1:9/x', 'http://localhost:9', 'http://[::1]:9'];
  for (const GAME_SERVER_URL of encrypted)
    expect([GAME_SERVER_URL, lineOf({ ...KEYS, GAME_SERVER_URL })]).toEqual([GAME_SERVER_URL, 'accepted']);
  const plain = [
    'http://game.example/deliver',
    'http://10.0.0.7/deliver',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://game.example/127.0.0.1',
  ];
  for (const GAME_SERVER_URL of plain)
    expect([GAME_SERVER_URL, lineOf({ ...KEYS, GAME_SERVER_URL })]).toEqual([
      GAME_SERVER_URL,
      'Configuration: GAME_SERVER_URL must be an https address, unless the game server is on this machine.',
    ]);
});

test('a sandbox has its own game server and rejects the URL of a real one (F8)', () => {
  expect(lineOf({ ...SECRETS, SANDBOX: '1' })).toBe('accepted');
  expect(lineOf({ ...KEYS, SANDBOX: '1' })).toBe(
    'Configuration: GAME_SERVER_URL must not be set with SANDBOX=1: sandbox payments must not reach a real game.',
  );
});

test('without SANDBOX=1 the server refuses to start if a setting turns off the check of certificates', () => {
  const DATABASE = 'postgres://u:p@db/name';
  const checked = [
    {},
    { DATABASE_URL: `${DATABASE}?sslmode=verify-full`, PGSSLMODE: 'verify-full', NODE_TLS_REJECT_UNAUTHORIZED: '1' },
    { DATABASE_URL: `${DATABASE}?uselibpqcompat=true&sslmode=verify-full` },
  ];
  for (const variables of checked)
    expect([variables, lineOf({ ...KEYS, ...variables })]).toEqual([variables, 'accepted']);
  const URL_LINE =
    'DATABASE_URL must not turn off the check of the certificate, as sslmode=no-verify does: use sslmode=verify-full.';
  const unchecked: readonly (readonly [Record<string, string>, string])[] = [
    [
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: it turns off the check of certificates.',
    ],
    [{ PGSSLMODE: 'no-verify' }, 'PGSSLMODE must not be no-verify: it turns off the check of certificates.'],
    ...[
      'sslmode=no-verify',
      'ssl=no-verify',
      'sslmode=verify-full&sslmode=no%2Dverify',
      'uselibpqcompat=true&sslmode=require',
      'uselibpqcompat=true&sslmode=prefer',
      'sslmode=verify-ca&uselibpqcompat=true',
    ].map((options) => [{ DATABASE_URL: `${DATABASE}?${options}` }, URL_LINE] as const),
  ];
  for (const [variables, line] of unchecked) {
    expect([variables, lineOf({ ...KEYS, ...variables })]).toEqual([variables, `Configuration: ${line}`]);
    expect([variables, lineOf({ ...SECRETS, SANDBOX: '1', ...variables })]).toEqual([variables, 'accepted']);
  }
});

test('docs/operations.md has a row for every variable (F12)', () => {
  const documented = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => (/^\| (`[^|]+) \|/.exec(line)?.[1] ?? '').split(', '))
    .map((name) => name.replaceAll('`', ''));
  expect(documented).toEqual(expect.arrayContaining([...VARIABLES]));
  expect(VARIABLES).toEqual(expect.arrayContaining(['TRUSTED_PROXIES', 'STATIC_DIR']));
});

test('each wrong value is refused in one line', () => {
  const wrong: [Record<string, string>, string][] = [
    [{ PORT: '0' }, 'PORT must be a port from 1 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a port from 1 to 65535'],
    [{ PORT: '80a' }, 'PORT must be a port from 1 to 65535'],
    [{ SANDBOX: 'yes' }, 'SANDBOX must be 0 or 1'],
    [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE must be a number from 2 to 500'],
    [{ DATABASE_POOL_SIZE: '20 ' }, 'DATABASE_POOL_SIZE must be a number from 2 to 500'],
    [{ PAYMENT_CONCURRENCY: '0' }, 'PAYMENT_CONCURRENCY must be a number from 1 to 500'],
    [{ DELIVERY_CONCURRENCY: '501' }, 'DELIVERY_CONCURRENCY must be a number from 1 to 500'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address such as postgres://user@host/name'],
    [{ PUBLIC_URL: 'pay.example' }, 'PUBLIC_URL must be an http(s) address'],
    [{ ALLOWED_ORIGINS: 'https://a.example/path' }, 'ALLOWED_ORIGINS.0 must be origins such as https://pay.example'],
    [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS.0 must be origins such as https://pay.example'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug or silent'],
    [{ CONNECTIONS_PER_ADDRESS: '10000' }, 'CONNECTIONS_PER_ADDRESS must be a number from 0 to 9999'],
    [{ CODES_PER_ADDRESS: '0' }, 'CODES_PER_ADDRESS must be a number from 1 to 99999'],
    [{ DRAIN_DELAY: '301' }, 'DRAIN_DELAY must be seconds from 0 to 300'],
    [{ GAME_SERVER_URL: 'game.example' }, 'GAME_SERVER_URL must be an http(s) address without user and password'],
    [
      { GAME_SERVER_URL: 'https://u:p@game.example' },
      'GAME_SERVER_URL must be an http(s) address without user and password',
    ],
    [{ GAME_SERVER_SECRET: 'short' }, 'GAME_SERVER_SECRET must be at least 16 characters'],
    [{ PAYMENT_PROVIDERS: 'Acme Pay' }, 'PAYMENT_PROVIDERS.0 must be names such as acme-pay, separated by commas'],
    [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES must be a number from 0 to 99'],
  ];
  for (const [variables, line] of wrong) expect(lineOf({ ...KEYS, ...variables })).toBe(`Configuration: ${line}.`);
});
