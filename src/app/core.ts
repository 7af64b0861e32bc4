import { failure } from '../../machines/kernel/failure.ts';
import type { PortalPorts } from '../../machines/portal/portal.ports.ts';
import type { SessionPorts } from '../../machines/session/session.ports.ts';
import { createActiveSession, SERVICE_KEY, TOKEN_KEY } from '../adapters/active-session.ts';
import { isNoticeUnread, setNoticeUnread } from '../adapters/expiry-notice.ts';
import { toLink } from '../adapters/link.mapper.ts';
import { createPortalPorts, type SessionSignal } from '../adapters/portal.adapter.ts';
import type { ApiLogLine } from '../api/api-client.ts';
import type { Browser } from '../platform/browser.ts';
import { createBrowserActions } from '../platform/browser-actions.ts';
import type { BuildConfig } from '../platform/build-environment.ts';
import { createPaymentWindows, type Preparing } from '../platform/payment-windows.ts';
import { drawPreparing } from '../platform/preparing-page.ts';
import { createSafeStorage } from '../platform/safe-storage.ts';
import { createServerClock } from '../platform/server-clock.ts';
import { createUuid } from '../platform/uuid.ts';
import { createVault } from '../platform/vault.ts';
import type { ApiAdapters } from './api-adapters.ts';
import { lazyPorts } from './lazy-ports.ts';

export type CoreSetup = {
  readonly config: BuildConfig;
  readonly browser: Browser;
  /** Words of the blank payment window, in the player's language of that moment. */
  readonly preparing: () => Preparing;
  readonly changeLocale: (tag: string) => void;
  readonly log: (line: ApiLogLine) => void;
  /** What speaks with the API, in a chunk of its own, made of `apiAdapterParts`; rejects when it does not come. */
  readonly network: () => Promise<ApiAdapters>;
  /** The same, when it is there. */
  readonly networkNow: () => ApiAdapters | null;
  /** What is needed only after a login, in a chunk of its own, made of the network's `signedInParts`. */
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

/** What of the world outside the machines the first drawing needs; the ports of the rest wait for its chunk. */
export const createCoreAdapters = (setup: CoreSetup) => {
  const { config, browser, preparing, changeLocale, log, networkNow, work } = setup;
  const newId = createUuid(browser);
  const texts = createSafeStorage([() => browser.localStorage, () => browser.sessionStorage]);
  const clock = createServerClock({ monotonic: () => browser.performance.now(), wall: () => Date.now() });
  const vault = createVault(newId);
  const windows = createPaymentWindows({
    open: (url, target) => browser.open(url, target),
    newRef: newId,
    preparing,
    draw: drawPreparing,
  });
  const session = createActiveSession(texts, newId);
  const { tell, listen } = createSignals();

  const network = async (): Promise<ApiAdapters> => {
    try {
      return await setup.network();
    } catch {
      throw failure(browser.navigator.onLine ? 'loadFailed' : 'offline', { status: 500 });
    }
  };

  const here = createPortalPorts({
    browser,
    texts,
    work,
    takeOver: (token) => networkNow()?.takeOver(token) ?? false,
    repairClock: () => networkNow()?.repairClock(),
    onSessionSignal: listen,
  });

  return {
    portalPorts: lazyPorts<PortalPorts>({
      come: async () => ({ ...here, ...(await network()).bootPorts }),
      known: () => null,
      here,
    }),
    sessionPorts: lazyPorts<SessionPorts>({
      come: async () => (await network()).sessionPorts,
      known: () => networkNow()?.sessionPorts ?? null,
      here: {
        // A visitor without a token is nobody, and no server has to be asked.
        restore: async (input, signal) => {
          if (texts.read(TOKEN_KEY)) return (await network()).sessionPorts.restore(input, signal);
          session.end();
          if (isNoticeUnread(texts)) throw failure('tokenFailure');
          return null;
        },
        saveNotice: async ({ unread }) => setNoticeUnread(texts, unread),
      },
    }),
    apiAdapterParts: { config, browser, texts, clock, session, vault, windows, tell, log, work },
    browserActions: createBrowserActions({
      browser,
      store: texts,
      windows,
      clock,
      vault,
      newKey: newId,
      changeLocale,
      readServiceLink: () => toLink(texts.read(SERVICE_KEY)),
      appVersion: config.version,
    }),
  };
};
