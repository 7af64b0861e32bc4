import type { Account } from '../../machines/session/session.types.ts';
import { createAccountStore, scopeOf } from '../adapters/account-store.ts';
import type { ActiveSession } from '../adapters/active-session.ts';
import { createBootPorts } from '../adapters/boot.adapter.ts';
import { createClockSync } from '../adapters/clock-sync.ts';
import type { SessionSignal } from '../adapters/portal.adapter.ts';
import { createSessionPorts, readIdentity } from '../adapters/session.adapter.ts';
import { type ApiLogLine, createApiClient } from '../api/api-client.ts';
import type { Browser } from '../platform/browser.ts';
import type { BuildConfig } from '../platform/build-environment.ts';
import { isPayUrlAllowed } from '../platform/pay-url.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { openTabChannel } from '../platform/tab-channel.ts';
import type { Vault } from '../platform/vault.ts';

export type ApiAdapterParts = {
  readonly config: BuildConfig;
  readonly browser: Browser;
  readonly texts: SafeStorage;
  readonly clock: ServerClock;
  readonly session: ActiveSession;
  readonly vault: Vault;
  readonly windows: PaymentWindows;
  readonly tell: (signal: SessionSignal) => void;
  readonly log: (line: ApiLogLine) => void;
  /** Resolves when the chunk of what is needed after a login is there; rejects when it does not arrive. */
  readonly work: () => Promise<unknown>;
};

/** Everything that speaks with the API or knows what is stored: nobody needs it to see and fill in the login. */
export const createApiAdapters = (parts: ApiAdapterParts) => {
  const { config, browser, texts, clock, session, vault, windows, tell, log, work } = parts;
  const { passwordKey, revokesTokens } = config;
  const rules = { hosts: config.payHosts, sandbox: config.sandbox, origin: browser.location.origin };
  const isPayUrl = (url: string) => isPayUrlAllowed(url, rules);
  const channel = openTabChannel(browser, 'portal');

  const api = createApiClient({
    baseUrl: config.apiBase,
    version: config.version,
    credentials: session.credentials,
    onUnauthorized: () => tell({ type: 'http.unauthorized' }),
    onKicked: () => tell({ type: 'http.kicked' }),
    fetch: (input, init) => browser.fetch(input, init),
    isOnline: () => browser.navigator.onLine,
    now: () => Date.now(),
    log,
  });

  const storeOf = (account: Account) => createAccountStore(texts, account, { isPayUrl, clock });
  const store = () => {
    const account = session.account();
    return account && storeOf(account);
  };
  let gameId = '';
  const clockSync = createClockSync(api, clock);

  return {
    bootPorts: createBootPorts({
      api,
      clockSync,
      onGameId: (known) => {
        gameId = known;
      },
    }),
    sessionPorts: createSessionPorts({
      api,
      texts,
      session,
      vault,
      store,
      gameId: () => gameId,
      passwordKey,
      revokesTokens,
      loadRecovery: work,
    }),
    repairClock: clockSync.repair,
    /** A new token of the same account is taken over in silence: nothing changes for the player. */
    takeOver: (token: string): boolean => {
      if (token === session.credentials().token) return true;
      const account = session.account();
      const identity = readIdentity(texts, token);
      if (!account || !identity || scopeOf(identity.account) !== scopeOf(account)) return false;
      session.know(token, identity);
      return true;
    },
    signedInParts: { config, browser, api, clock, vault, session, windows, isPayUrl, channel, store, storeOf, log },
  };
};

export type ApiAdapters = ReturnType<typeof createApiAdapters>;
export type SignedInParts = ApiAdapters['signedInParts'];
