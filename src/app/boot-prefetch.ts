import { IDENTITY_KEY, storedClientId, TOKEN_KEY } from '../adapters/active-session.ts';
import { FETCH_OPTIONS, headersOf } from '../api/credentials.ts';
import { unlessAborted } from '../api/read-body.ts';
import type { bulletinTop } from '../contract/content.contract.ts';
import { JSON_HEADERS } from '../contract/headers.ts';
import type { settingInit, settingWebHomeConf } from '../contract/setting.contract.ts';
import type { userInfo, userWebRole } from '../contract/user.contract.ts';
import type { FirstCall } from '../platform/browser.ts';
import type { BuildConfig } from '../platform/build-environment.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { FirstView } from './first-view.ts';

type Fetch = typeof globalThis.fetch;

type Call<E extends { readonly method: string; readonly path: string }> = readonly [E['method'], E['path']];
type AnyCall = readonly ['GET' | 'POST', string];

/** Calls that change nothing. Only the types of the contract are imported: its schemas would make the page larger. */
const USER_INFO: Call<typeof userInfo> = ['POST', '/api/user/uinfo'];
const SETTINGS: Call<typeof settingInit> = ['POST', '/api/setting/init'];
const HOME: Call<typeof settingWebHomeConf> = ['POST', '/api/setting/webHomeConf'];
const SERVERS: Call<typeof userWebRole> = ['POST', '/api/user/webRole'];
const ANNOUNCEMENTS: Call<typeof bulletinTop> = ['GET', '/api/bulletin/top'];

const ofView = (view: FirstView): readonly AnyCall[] => {
  if (view === 'home') return [USER_INFO, SETTINGS, HOME];
  return view === 'recharge' ? [USER_INFO, SETTINGS, SERVERS, ANNOUNCEMENTS] : [USER_INFO, SETTINGS];
};

type StoredIdentity = { readonly data?: { readonly ids?: Readonly<Record<string, string>> } };

/** Starts the calls of a player's first view before the API client has loaded. Throws if the stored identity is unreadable. */
export const startFirstCalls = (
  view: FirstView,
  store: Pick<SafeStorage, 'read'>,
  { version, apiBase }: Pick<BuildConfig, 'version' | 'apiBase'>,
): readonly FirstCall[] => {
  const token = store.read(TOKEN_KEY);
  const clientId = storedClientId(store);
  if (!token || clientId === null || view === 'logout') return [];
  const { data } = JSON.parse(store.read(IDENTITY_KEY) ?? '{}') as StoredIdentity;
  const { accountId = '', gameId = '', userId = '' } = data?.ids ?? {};
  const headers = { ...JSON_HEADERS, ...headersOf({ epoch: 0, token, clientId, accountId, gameId, userId }, version) };
  return ofView(view).map(([method, path]) => {
    const request = { method, headers, ...(method === 'POST' && { body: '{}' }) };
    const url = `${apiBase}${path}`;
    const response = fetch(url, { ...request, ...FETCH_OPTIONS });
    response.catch(() => {});
    return { ...request, url, startedAt: performance.now(), response };
  });
};

export type FirstCallsSetup = {
  /** Requests that the page sent before its code was loaded. */
  readonly calls: readonly FirstCall[];
  readonly fetch: Fetch;
  /** Milliseconds since the page was opened. */
  readonly now: () => number;
};

const FRESH_MS = 10_000;

const isSame = (call: FirstCall, url: unknown, init: RequestInit | undefined): boolean => {
  const headers = new Headers(init?.headers);
  const names = Object.keys(call.headers);
  return (
    call.url === url &&
    call.method === init?.method &&
    (call.body ?? null) === (init?.body ?? null) &&
    [...headers.keys()].length === names.length &&
    names.every((name) => headers.get(name) === call.headers[name])
  );
};

/** Cancels the response, because a large body that is never read keeps its connection open. */
const discard = ({ response }: FirstCall): void => {
  response.then(({ body }) => body?.cancel()).catch(() => {});
};

/** A `fetch` that reuses each response of the page for the first identical request, unless the response is old or failed. */
export const reuseFirstCalls = ({ calls, fetch, now }: FirstCallsSetup): Fetch => {
  const unused = new Set(calls);
  return (input, init) => {
    const call = [...unused].find(({ url }) => url === input);
    if (!call) return fetch(input, init);
    unused.delete(call);
    if (!isSame(call, input, init) || now() - call.startedAt > FRESH_MS) {
      discard(call);
      return fetch(input, init);
    }
    return unlessAborted(
      call.response.catch(() => fetch(input, init)),
      init?.signal,
    );
  };
};
