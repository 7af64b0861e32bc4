import { DEMO_BUILD } from '../../../server/demo-environment.mjs';
import { type ApiLogLine, createApiClient } from '../../../src/api/api-client.ts';
import { createFakeProfile, createFakeTab } from '../browser/fake-browser.ts';
import { FAKE_CONFIG, never } from '../machines/core-harness.ts';
import { createPortalHarness } from '../machines/portal-harness.ts';
import { requestErrors } from './document-check.ts';
import { REFERENCE_CODES } from './reference-codes.ts';

type Sent = {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
  readonly status: number;
  readonly replayed: boolean;
};

/** The portal's own adapters in one browser tab, connected to a server over loopback. */
export const openConnectedPortal = (serverUrl: string, profile = createFakeProfile()) => {
  const tab = createFakeTab(profile);
  const sent: Sent[] = [];
  const log: ApiLogLine[] = [];
  const seeing: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    const request: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const errors = requestErrors({ method: init?.method ?? 'GET', path, request });
    if (errors.length > 0) throw new Error(`${path} is not as documented: ${JSON.stringify(errors)}`);
    const response = await fetch(input, init);
    sent.push({
      path,
      headers: new Headers(init?.headers),
      body: String(init?.body),
      status: response.status,
      replayed: response.headers.has('idempotent-replayed'),
    });
    return response;
  };
  const harness = createPortalHarness({
    config: {
      ...FAKE_CONFIG,
      apiBase: serverUrl,
      passwordKey: DEMO_BUILD.VITE_PASSWORD_KEY,
      resetPassphrase: DEMO_BUILD.VITE_RESET_PASSPHRASE,
      sandbox: true,
      payHosts: [],
    },
    browser: { ...tab.browser, fetch: seeing },
    log: (line) => log.push(line),
  });
  const login = (account: string, password: string) =>
    harness.sessionPorts.login(
      { method: 'account', account, passwordRef: harness.browserActions.storeSecret(password) },
      never,
    );
  return { ...harness, profile, sent, log, login };
};

/** The portal's own client, connected to a server over loopback. */
export const connectClient = (serverUrl: string, { token = '', clientId = 'c-1' } = {}) =>
  createApiClient({
    baseUrl: serverUrl,
    version: '1.2.3',
    credentials: () => ({ epoch: 1, token, accountId: '', gameId: '', userId: '', clientId }),
    onUnauthorized: () => {},
    onKicked: () => {},
    fetch,
    codes: REFERENCE_CODES,
    isOnline: () => true,
    now: () => Date.now(),
    log: () => {},
  });
