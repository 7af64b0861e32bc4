/** The configuration of a build; see README. Hosts as in a URL, with the port if it is not the default. */
export type BuildConfig = {
  /** Origin of the API without a trailing slash; empty for the origin of the page. */
  readonly apiBase: string;
  /** 16, 24 or 32 bytes. */
  readonly passwordKey: string;
  readonly resetPassphrase: string;
  /** Names of the two extra headers of order creation; empty: not sent. */
  readonly idempotencyHeader: string;
  readonly quoteHeader: string;
  /** Whether requests carry a `traceparent`. An API on another origin must allow the header. */
  readonly sendsTrace: boolean;
  /** Signs analytics events; empty: no events are sent. */
  readonly loggerKey: string;
  /** Whether the API can revoke a token. */
  readonly revokesTokens: boolean;
  readonly payHosts: readonly string[];
  /** Payment pages on the portal's own origin and on loopback without TLS are allowed. Never for real money. */
  readonly sandbox: boolean;
  readonly version: string;
};

export type BuildVariables = { readonly [name: string]: unknown };

const HEADER_NAME = /^[a-z0-9-]*$/;
/** Of a list; a leading `*.` allows all subdomains. */
export const HOST = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/;

const fail = (line: string): never => {
  throw new Error(`Build configuration: ${line}`);
};

/** Reads the VITE_ variables of a build. Keys have no default: throws a one-line error when one is missing. */
export const readBuildConfig = (variables: BuildVariables): BuildConfig => {
  const text = (name: string): string | null => {
    const value = variables[name];
    return typeof value === 'string' ? value.trim() : null;
  };
  const required = (name: string, why: string): string => text(name) || fail(`${name} is missing (${why})`);
  const header = (name: string, standard: string): string => {
    const value = (text(name) ?? standard).toLowerCase();
    return HEADER_NAME.test(value) ? value : fail(`${name} is not a header name`);
  };

  const apiBase = (text('VITE_API_BASE') ?? '').replace(/\/+$/, '');
  if (apiBase !== '' && !/^https?:\/\/[^/?#@\s]+$/.test(apiBase)) fail('VITE_API_BASE is not an origin');
  const passwordKey = required('VITE_PASSWORD_KEY', 'the AES key of passwords');
  if (![16, 24, 32].includes(new TextEncoder().encode(passwordKey).length))
    fail('VITE_PASSWORD_KEY has to be 16, 24 or 32 bytes long');
  const sandbox = text('VITE_SANDBOX') === '1';
  const payHosts = (text('VITE_PAY_HOSTS') ?? '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  for (const host of payHosts) if (!HOST.test(host)) fail(`VITE_PAY_HOSTS: "${host}" is not a host`);
  if (payHosts.length === 0 && !sandbox) fail('VITE_PAY_HOSTS is missing (no payment page could be opened)');

  return {
    apiBase,
    passwordKey,
    resetPassphrase: required('VITE_RESET_PASSPHRASE', 'the passphrase of codes and resets'),
    idempotencyHeader: header('VITE_IDEMPOTENCY_HEADER', 'idempotency-key'),
    quoteHeader: header('VITE_QUOTE_HEADER', 'x-quote'),
    sendsTrace: (text('VITE_TRACE') || (apiBase === '' ? '1' : '0')) === '1',
    loggerKey: text('VITE_LOGGER_KEY') ?? '',
    revokesTokens: text('VITE_REVOKES_TOKENS') !== '0',
    payHosts,
    sandbox,
    version: text('VITE_VERSION') || '0.0.0',
  };
};
