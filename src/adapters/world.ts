import { failure } from '../../machines/kernel/failure.ts';
import type { PortalPorts } from '../../machines/portal/portal.ports.ts';
import type { SessionPorts } from '../../machines/session/session.ports.ts';
import type { ApiLogLine } from '../api/api-client.ts';
import type { Browser } from '../platform/browser.ts';
import type { BuildConfig } from '../platform/build-environment.ts';
import { createGestures } from '../platform/gestures.ts';
import { createPaymentWindows, type Preparing } from '../platform/payment-windows.ts';
import { drawPreparing } from '../platform/preparing-page.ts';
import { createServerClock } from '../platform/server-clock.ts';
import { createTextStore } from '../platform/text-store.ts';
import { createUuid } from '../platform/uuid.ts';
import { createVault } from '../platform/vault.ts';
import { createActiveSession, SERVICE_KEY, TOKEN_KEY } from './active-session.ts';
import { isNoticeUnread, setNoticeUnread } from './expiry-notice.ts';
import { laterPorts } from './later-ports.ts';
import { toLink } from './link.mapper.ts';
import type { Network } from './network.ts';
import { createPortalPorts, type SessionSignal } from './portal.adapter.ts';

export type WorldSetup = {
  readonly config: BuildConfig;
  readonly browser: Browser;
  /** Words of the blank payment window, in the player's language of that moment. */
  readonly preparing: () => Preparing;
  readonly changeLocale: (tag: string) => void;
  readonly log: (line: ApiLogLine) => void;
  /** What speaks with the API, in a chunk of its own, made of `networkParts`; rejects when it does not come. */
  readonly network: () => Promise<Network>;
  /** The same, when it is there. */
  readonly networkNow: () => Network | null;
  /** What is needed only after a login, in a chunk of its own, made of the network's `workParts`. */
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
export const createWorld = (setup: WorldSetup) => {
  const { config, browser, preparing, changeLocale, log, networkNow, work } = setup;
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
  const session = createActiveSession(texts, newId);
  const { tell, listen } = createSignals();

  const network = async (): Promise<Network> => {
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
    portalPorts: laterPorts<PortalPorts>({
      come: async () => ({ ...here, ...(await network()).bootPorts }),
      known: () => null,
      here,
    }),
    sessionPorts: laterPorts<SessionPorts>({
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
        rememberNotice: async ({ unread }) => setNoticeUnread(texts, unread),
      },
    }),
    networkParts: { config, browser, texts, clock, session, vault, windows, tell, log, work },
    gestures: createGestures({
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
