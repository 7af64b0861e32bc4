import type { Account } from '../../machines/session/session.types.ts';
import { hasStoredOrders } from '../adapters/account-keys.ts';
import { createAccountStore, scopeOf } from '../adapters/account-store.ts';
import type { ActiveSession } from '../adapters/active-session.ts';
import { createBootPorts } from '../adapters/boot.adapter.ts';
import { createClockSync } from '../adapters/clock-sync.ts';
import { createDeferUntilFirstPaint } from '../adapters/later-calls.ts';
import type { SessionSignal } from '../adapters/portal.adapter.ts';
import { createSessionPorts, readIdentity } from '../adapters/session.adapter.ts';
import { type ApiLogLine, createApiClient, withTrace } from '../api/api-client.ts';
import type { Browser } from '../platform/browser.ts';
import type { BuildConfig } from '../platform/build-environment.ts';
import type { Connectivity } from '../platform/connectivity.ts';
import { payUrlFlaw, RETURN_KEY, returnLink } from '../platform/link-rules.ts';
import { onUnload } from '../platform/page-lifecycle.ts';
import { createPaymentWindows, type PlaceholderText } from '../platform/payment-windows.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { TicketHolder, Vault } from '../platform/secrets.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { openTabChannel } from '../platform/tabs.ts';
import { reuseFirstCalls } from './boot-prefetch.ts';

export type ApiAdapterParts = {
  readonly config: BuildConfig;
  readonly browser: Browser;
  readonly texts: SafeStorage;
  readonly connectivity: Connectivity;
  readonly clock: ServerClock;
  readonly session: ActiveSession;
  readonly ticket: TicketHolder;
  readonly vault: Vault;
  readonly newId: () => string;
  /** Texts of the blank payment window in the current language. */
  readonly preparing: () => PlaceholderText;
  readonly sendSignal: (signal: SessionSignal) => void;
  readonly log: (line: ApiLogLine) => void;
  /** Loads the chunk of the signed-in half, which needs `signedInParts`. */
  readonly loadSignedIn: () => Promise<unknown>;
  readonly firstPageDrawn: Promise<void>;
};

/** Everything that calls the API or reads stored records. The login page can be shown and filled in without it. */
export const createApiAdapters = (parts: ApiAdapterParts) => {
  const { config, browser, texts, connectivity, clock, session, newId, preparing, sendSignal, log } = parts;
  const rules = { hosts: config.payHosts, sandbox: config.sandbox, origin: browser.location.origin };
  const flawOfPayUrl = (url: string) => payUrlFlaw(url, rules);
  const isPayUrl = (url: string) => flawOfPayUrl(url) === null;
  const windows = createPaymentWindows({
    open: (url, target) => browser.open(url, target),
    isOwn: (handle) => Object.is(handle, browser),
    newRef: newId,
    preparing,
    onUnload: (listener) => void onUnload(browser, listener),
  });
  const channel = openTabChannel(browser, 'portal');

  const calls = browser.firstCalls ?? [];
  const deferUntilFirstPaint = createDeferUntilFirstPaint(calls, parts.firstPageDrawn);
  const send: typeof browser.fetch = (input, init) => browser.fetch(input, init);
  const traced = config.sendsTrace ? withTrace(send, newId) : send;
  const api = createApiClient({
    baseUrl: config.apiBase,
    version: config.version,
    credentials: session.credentials,
    onUnauthorized: () => sendSignal({ type: 'http.unauthorized' }),
    onKicked: () => sendSignal({ type: 'http.kicked' }),
    fetch: connectivity.observe(reuseFirstCalls({ calls, fetch: traced, now: clock.monotonic })),
    isOnline: connectivity.isOnline,
    now: clock.now,
    log,
    codes: PORTAL_CODES,
  });

  const storeOf = (account: Account) => createAccountStore(texts, account, { isPayUrl, clock });
  const store = () => {
    const account = session.account();
    return account && storeOf(account);
  };
  let init = { gameId: '', isIdempotent: false };
  const clockSync = createClockSync(api, clock);

  return {
    bootPorts: createBootPorts({
      api,
      clockSync,
      onInit: (found) => {
        init = found;
      },
      hasOrder: hasStoredOrders(texts),
      deferUntilFirstPaint,
    }),
    sessionPorts: createSessionPorts({
      ...parts,
      api,
      store,
      gameId: () => init.gameId,
      passwordKey: config.passwordKey,
      revokesTokens: config.revokesTokens,
      loadRecovery: parts.loadSignedIn,
    }),
    windows,
    returnLink: () => returnLink(texts.read(RETURN_KEY) ?? '', PORTAL_RETURN_TO),
    repairClock: clockSync.repair,
    /** Adopts a new token of the same account without a new session; false for any other account. */
    adoptToken: (token: string): boolean => {
      if (token === session.credentials().token) return true;
      const account = session.account();
      const identity = readIdentity(texts, token);
      if (!account || !identity || scopeOf(identity.account) !== scopeOf(account)) return false;
      session.update(token, identity);
      return true;
    },
    signedInParts: {
      ...parts,
      api,
      syncClock: clockSync.sync,
      windows,
      flawOfPayUrl,
      isPayUrl,
      channel,
      store,
      storeOf,
      deferUntilFirstPaint,
      /** Whether the API answers a repeated request with the first outcome, as far as the portal knows. */
      isIdempotent: () => init.isIdempotent,
    },
  };
};

export type ApiAdapters = ReturnType<typeof createApiAdapters>;
export type SignedInParts = ApiAdapters['signedInParts'];
