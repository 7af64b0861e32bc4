import * as v from 'valibot';
import { checksCertificate, readDatabaseUrl } from '../db/database-url.ts';

/** A whole number from `min` to `max`. `what`: its unit, for the message. */
const wholeNumber = (what: string, min: number, max: number) => {
  const wants = `${what} from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.check((text) => /^\d+$/.test(text) && text.length <= String(max).length, wants),
    v.transform(Number),
    v.minValue(min, wants),
    v.maxValue(max, wants),
  );
};
const concurrency = wholeNumber('a number', 1, 500);
const timeout = wholeNumber('seconds', 1, 4_000);
const databaseUrl = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const reading = readDatabaseUrl(String(dataset.value));
    if (!reading.ok) addIssue({ message: reading.wants });
  }),
);
const flag = v.pipe(
  v.picklist(['', '0', '1'], '0 or 1'),
  v.transform((text) => text === '1'),
);
const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const httpUrl = v.pipe(
  v.string(),
  v.check(isHttpUrl, 'an http(s) address'),
  v.transform((text) => text.replace(/\/+$/, '')),
);
const origin = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && new URL(text).origin === text, 'origins such as https://pay.example'),
);
const list = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').flatMap((one) => one.trim() || [])),
);
const origins = v.pipe(list, v.array(origin), v.readonly());
const gameServerUrl = v.pipe(
  v.string(),
  v.check(
    (text) => isHttpUrl(text) && !new URL(text).username && !new URL(text).password,
    'an http(s) address without user and password',
  ),
);
const providerNames = v.pipe(
  list,
  v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'names such as acme-pay, separated by commas'))),
  v.readonly(),
);
const text = v.pipe(v.string(), v.minLength(1, 'not empty'));
const secret = v.pipe(v.string(), v.minLength(16, 'at least 16 characters'));

/**
 * Environment variables; defaults are for local development. `PASSWORD_KEY`: 16 bytes (AES-128). `TRUSTED_PROXIES`: number of proxies in
 * front of the server that append to X-Forwarded-For. `PUBLIC_URL`: where players reach the server.
 */
const environment = v.object({
  PORT: v.optional(wholeNumber('a port', 1, 65_535), '8787'),
  HOST: v.optional(text, '127.0.0.1'),
  DATA_DIR: v.optional(text, 'data'),
  DATABASE_URL: v.optional(databaseUrl),
  DATABASE_POOL_SIZE: v.optional(wholeNumber('a number', 2, 500), '20'),
  SANDBOX: v.optional(flag, ''),
  RATE_LIMITS: v.optional(flag, '1'),
  PASSWORD_KEY: v.pipe(
    v.string(),
    v.check((key) => Buffer.byteLength(key) === 16, '16 bytes, the same as VITE_PASSWORD_KEY of the portal'),
  ),
  RESET_PASSPHRASE: secret,
  WEBHOOK_SECRET: v.optional(secret),
  CODE_SECRET: secret,
  LOGGER_KEY: v.optional(v.string(), ''),
  LOGGER_ORIGIN: v.optional(origin),
  PUBLIC_URL: v.optional(httpUrl),
  ALLOWED_ORIGINS: v.optional(origins, ''),
  STATIC_DIR: v.optional(text, 'dist/portal'),
  SERVICE_WORKER: v.optional(flag, '1'),
  LOG_LEVEL: v.optional(
    v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'fatal, error, warn, info, debug or silent'),
  ),
  TRUSTED_PROXIES: v.optional(wholeNumber('a number', 0, 99), '0'),
  CONNECTIONS_PER_ADDRESS: v.optional(wholeNumber('a number', 0, 9_999), '1000'),
  KEEP_ALIVE_TIMEOUT: v.optional(timeout),
  HEADERS_TIMEOUT: v.optional(timeout, '10'),
  MAX_HEADER_BYTES: v.optional(wholeNumber('bytes', 8_192, 1_048_576), '65536'),
  CODES_PER_ADDRESS: v.optional(wholeNumber('a number', 1, 99_999), '300'),
  DRAIN_DELAY: v.optional(wholeNumber('seconds', 0, 300)),
  GAME_SERVER_URL: v.optional(gameServerUrl),
  GAME_SERVER_SECRET: v.optional(secret),
  PAYMENT_PROVIDERS: v.optional(providerNames, ''),
  PAYMENT_CONCURRENCY: v.optional(concurrency, '10'),
  DELIVERY_CONCURRENCY: v.optional(concurrency, '10'),
});

export const VARIABLES: readonly string[] = Object.keys(environment.entries);

type Environment = v.InferOutput<typeof environment>;

export type ConfigReading =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly line: string };

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Whether the connection is unencrypted and leaves this machine. */
const isUnencrypted = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isLoopback(hostname);
};

/**
 * A sandbox has its own game server and signs its own notifications; production needs PostgreSQL, a real game server and a payment
 * provider, and has no viewer. The embedded database does not flush to disk, so a power failure can lose what it has committed. Returns the
 * problem, or null.
 */
const modeProblem = (env: Environment): string | null => {
  if (env.SANDBOX) {
    if (env.GAME_SERVER_URL)
      return 'GAME_SERVER_URL must not be set with SANDBOX=1: sandbox payments must not reach a real game.';
    if (!env.WEBHOOK_SECRET)
      return 'WEBHOOK_SECRET is missing: with SANDBOX=1 it signs the notifications of the sandbox.';
    return null;
  }
  if (!env.DATABASE_URL)
    return 'DATABASE_URL is missing: without SANDBOX=1 the server needs PostgreSQL, because a power failure can damage the embedded database.';
  if (!env.GAME_SERVER_URL) return 'GAME_SERVER_URL is missing: without SANDBOX=1 orders need a game server.';
  if (isUnencrypted(env.GAME_SERVER_URL))
    return 'GAME_SERVER_URL must be an https address, unless the game server is on this machine.';
  if (!env.GAME_SERVER_SECRET) return 'GAME_SERVER_SECRET is missing: it signs the requests to GAME_SERVER_URL.';
  if (!env.PAYMENT_PROVIDERS.length)
    return 'PAYMENT_PROVIDERS is missing: without SANDBOX=1 players need a way to pay.';
  return null;
};

type Variables = Readonly<Record<string, string | undefined>>;

/** Node and the database client read two of these variables directly. Returns the problem, or null. */
const certificateProblem = ({ SANDBOX, DATABASE_URL }: Environment, variables: Variables): string | null => {
  if (SANDBOX) return null;
  if (variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return 'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: it turns off the check of certificates.';
  if (variables['PGSSLMODE'] === 'no-verify')
    return 'PGSSLMODE must not be no-verify: it turns off the check of certificates.';
  if (DATABASE_URL && !checksCertificate(DATABASE_URL))
    return 'DATABASE_URL must not turn off the check of the certificate, as sslmode=no-verify does: use sslmode=verify-full.';
  return null;
};

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** What a process reads. docs/operations.md describes the variables. */
const configOf = (env: Environment) => ({
  port: env.PORT,
  host: env.HOST,
  dataDir: env.DATA_DIR,
  databaseUrl: env.DATABASE_URL ?? null,
  databasePoolSize: env.DATABASE_POOL_SIZE,
  sandbox: env.SANDBOX,
  /** Off only for load tests. */
  rateLimits: env.RATE_LIMITS,
  passwordKey: env.PASSWORD_KEY,
  resetPassphrase: env.RESET_PASSPHRASE,
  /** Key of the sandbox's notifications. Empty without the sandbox: each provider has its own. */
  webhookSecret: env.SANDBOX ? (env.WEBHOOK_SECRET ?? '') : '',
  /** Key of the hashes of verification codes and of the names in `attempts`. */
  codeSecret: env.CODE_SECRET,
  /** Key of analytics events; empty: events are rejected. */
  loggerKey: env.LOGGER_KEY,
  /** Where the analytics endpoint is, if not on the portal's own origin. */
  loggerOrigin: env.LOGGER_ORIGIN ?? null,
  /** Without a trailing slash. */
  publicUrl: env.PUBLIC_URL ?? `http://${urlHost(env.HOST)}:${env.PORT}`,
  allowedOrigins: env.ALLOWED_ORIGINS,
  staticDir: env.STATIC_DIR,
  /** False: browsers remove the service worker of the portal. */
  serviceWorker: env.SERVICE_WORKER,
  /** `warn` keeps the terminal of a sandbox readable. */
  logLevel: env.LOG_LEVEL ?? (env.SANDBOX ? 'warn' : 'info'),
  trustedProxies: env.TRUSTED_PROXIES,
  /** 0: no limit. Connections of trusted proxies carry all players. */
  connectionsPerAddress: env.TRUSTED_PROXIES > 0 ? 0 : env.CONNECTIONS_PER_ADDRESS,
  /** Longer than balancers keep an idle connection. */
  keepAliveMs: 1_000 * (env.KEEP_ALIVE_TIMEOUT ?? (env.TRUSTED_PROXIES > 0 ? 620 : 65)),
  headersTimeoutMs: 1_000 * env.HEADERS_TIMEOUT,
  maxHeaderBytes: env.MAX_HEADER_BYTES,
  /** Verification codes that unknown devices of one address can request in an hour, for all accounts together. */
  codesPerAddress: env.CODES_PER_ADDRESS,
  drainDelayMs: 1_000 * (env.DRAIN_DELAY ?? (env.SANDBOX ? 0 : 5)),
  /** Where paid orders are delivered; null: to the sandbox's game server. */
  gameServer:
    env.GAME_SERVER_URL && env.GAME_SERVER_SECRET
      ? ({ url: env.GAME_SERVER_URL, secret: env.GAME_SERVER_SECRET } as const)
      : null,
  /** Enabled payment providers, by their names in app/ports.ts. */
  paymentProviders: env.SANDBOX ? [...new Set(['sandbox', ...env.PAYMENT_PROVIDERS])] : env.PAYMENT_PROVIDERS,
  /** Separately for notifications and refunds, checks of late payments, and the due orders of each provider. */
  paymentConcurrency: env.PAYMENT_CONCURRENCY,
  deliveryConcurrency: env.DELIVERY_CONCURRENCY,
});

export type Config = Readonly<ReturnType<typeof configOf>>;

/** Reads the environment. An invalid value results in one line with the name of the variable but never its value, which may be a secret. */
export const readConfig = (variables: Variables): ConfigReading => {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = v.safeParse(environment, given);
  if (!read.success) {
    const [issue] = read.issues;
    const name = v.getDotPath(issue) ?? 'environment';
    const wants = issue.received === 'undefined' ? 'is missing and has no default' : `must be ${issue.message}`;
    return { ok: false, line: `Configuration: ${name} ${wants}.` };
  }
  const env = read.output;
  const problem = modeProblem(env) ?? certificateProblem(env, variables);
  if (problem) return { ok: false, line: `Configuration: ${problem}` };
  return { ok: true, config: configOf(env) };
};
