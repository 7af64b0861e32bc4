import { DEMO_BUILD } from '../../../server/demo-environment.mjs';
import { type ApiLogLine, createApiClient } from '../../../src/api/api-client.ts';
import { createFakeProfile, createFakeTab } from '../browser/fake-browser.ts';
import { FAKE_CONFIG, never } from '../machines/core-harness.ts';
import { createPortalHarness } from '../machines/portal-harness.ts';
import { differenceLines, documentErrors, requestErrors } from './documented-traffic.ts';
import { REFERENCE_CODES } from './fake-api.ts';

type Sent = {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
  readonly status: number;
  readonly replayed: boolean;
};

/** Its requests and responses are as `openapi.json` says, except for a response that the sandbox spoils or cuts. */
const documentedFetch: typeof fetch = async (input, init) => {
  const path = new URL(String(input)).pathname;
  const call = { method: init?.method ?? 'GET', path };
  const request: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  const expectNone = (errors: ReturnType<typeof requestErrors>): void => {
    if (errors.length > 0) throw new Error(`not as documented: ${differenceLines(path, errors).join('\n')}`);
  };
  expectNone(requestErrors({ ...call, request }));
  const answer = await fetch(input, init);
  const copy = answer.clone();
  const isSpoiled = answer.headers.has('x-sandbox-fault') || !answer.ok;
  const response: unknown = isSpoiled ? null : await copy.json().catch(() => null);
  if (response !== null) expectNone(documentErrors({ ...call, request: undefined, status: answer.status, response }));
  return answer;
};

/** The portal's own adapters in one browser tab, connected to a server over loopback. */
export const openConnectedPortal = (serverUrl: string, profile = createFakeProfile()) => {
  const tab = createFakeTab(profile);
  const sent: Sent[] = [];
  const log: ApiLogLine[] = [];
  const seeing: typeof fetch = async (input, init) => {
    const response = await documentedFetch(input, init);
    sent.push({
      path: new URL(String(input)).pathname,
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
    fetch: documentedFetch,
    codes: REFERENCE_CODES,
    isOnline: () => true,
    now: () => Date.now(),
    log: () => {},
  });
