import type { Account } from '../../machines/session/session.types.ts';
import { type ApiLogLine, createApiClient } from '../api/api-client.ts';
import type { Browser } from '../platform/browser.ts';
import type { BuildConfig } from '../platform/build-environment.ts';
import { createGestures } from '../platform/gestures.ts';
import { isPayUrlAllowed } from '../platform/pay-url.ts';
import { createPaymentWindows, type Preparing } from '../platform/payment-windows.ts';
import { drawPreparing } from '../platform/preparing-page.ts';
import { createServerClock } from '../platform/server-clock.ts';
import { openTabChannel } from '../platform/tab-channel.ts';
import { createTextStore } from '../platform/text-store.ts';
import { createUuid } from '../platform/uuid.ts';
import { createVault } from '../platform/vault.ts';
import { createAccountStore } from './account-store.ts';
import { createActiveSession } from './active-session.ts';
import { createClockSync } from './clock-sync.ts';
import { createPortalPorts, type SessionSignal } from './portal.adapter.ts';
import { createSessionPorts } from './session.adapter.ts';

export type WorldSetup = {
  readonly config: BuildConfig;
  readonly browser: Browser;
  /** Words of the blank payment window, in the player's language of that moment. */
  readonly preparing: () => Preparing;
  readonly changeLocale: (tag: string) => void;
  readonly log: (line: ApiLogLine) => void;
  /** What is needed only after a login, and comes in a chunk of its own; made of `workParts`. */
  readonly work: () => Promise<unknown>;
};

const createSignals = () => {
  const listeners = new Set<(signal: SessionSignal) => void>();
  return {
    tell: (signal: SessionSignal) => {
      for (const hear of listeners) hear(signal);
    },
    listen: (hear: (signal: SessionSignal) => void) => {
      listeners.add(hear);
      return () => {
        listeners.delete(hear);
      };
    },
  };
};

/** Everything outside the machines, built once: the ports of each machine and what clicks do themselves. */
export const createWorld = ({ config, browser, preparing, changeLocale, log, work }: WorldSetup) => {
  const newId = createUuid(browser);
  const texts = createTextStore([() => browser.localStorage, () => browser.sessionStorage]);
  const clock = createServerClock({ monotonic: () => browser.performance.now(), wall: () => Date.now() });
  const vault = createVault(newId);
  const windows = createPaymentWindows({
    open: (url, target) => browser.open(url, target),
    newRef: newId,
    preparing,
    draw: drawPreparing,
  });
  const rules = { hosts: config.payHosts, sandbox: config.sandbox, origin: browser.location.origin };
  const isPayUrl = (url: string) => isPayUrlAllowed(url, rules);
  const channel = openTabChannel(browser, 'portal');
  const session = createActiveSession(texts, newId);
  const signals = createSignals();

  const api = createApiClient({
    baseUrl: config.apiBase,
    version: config.version,
    credentials: session.credentials,
    onUnauthorized: () => signals.tell({ type: 'http.unauthorized' }),
    onKicked: () => signals.tell({ type: 'http.kicked' }),
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
  const { passwordKey, revokesTokens } = config;

  return {
    portalPorts: createPortalPorts({
      browser,
      api,
      texts,
      session,
      clockSync,
      work,
      onGameId: (known) => {
        gameId = known;
      },
      onSessionSignal: signals.listen,
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
      arrive: work,
    }),
    workParts: { config, browser, api, clock, vault, session, windows, isPayUrl, channel, store, storeOf, log },
    gestures: createGestures({
      browser,
      store: texts,
      windows,
      clock,
      vault,
      newKey: newId,
      changeLocale,
      appVersion: config.version,
    }),
  };
};

export type WorkParts = ReturnType<typeof createWorld>['workParts'];
