import { type FailureReason, failure, toFailure } from '../../machines/kernel/failure.ts';
import type { Port } from '../../machines/kernel/port.ts';
import type { PortalPorts } from '../../machines/portal/portal.types.ts';
import type { SessionGrant, SessionPorts } from '../../machines/session/session.types.ts';
import {
  createActiveSession,
  isNoticeUnread,
  SERVICE_KEY,
  setNoticeUnread,
  TOKEN_KEY,
} from '../adapters/active-session.ts';
import { toLink } from '../adapters/link.mapper.ts';
import { createPortalPorts, type SessionSignal } from '../adapters/portal.adapter.ts';
import { attempt } from '../platform/attempt.ts';
import { createBrowserActions } from '../platform/browser-actions.ts';
import { createConnectivity } from '../platform/connectivity.ts';
import { createListeners } from '../platform/listeners.ts';
import type { FirstPage } from '../platform/page-start.ts';
import type { PlaceholderText } from '../platform/payment-windows.ts';
import { createSafeStorage } from '../platform/safe-storage.ts';
import { createTicketHolder, createVault } from '../platform/secrets.ts';
import { createServerClock } from '../platform/server-clock.ts';
import { createUuidGenerator } from '../platform/uuid.ts';
import type { ApiAdapterParts, ApiAdapters } from './api-adapters.ts';
import { lazyPorts } from './lazy-code.ts';

export type CoreSetup = Pick<ApiAdapterParts, 'config' | 'browser' | 'preparing' | 'log' | 'loadSignedIn'> & {
  readonly changeLocale: (tag: string) => void;
  /** Loads the API chunk and creates its adapters from `apiAdapterParts`. */
  readonly loadApi: () => Promise<ApiAdapters>;
  /** Null before the API chunk is loaded. */
  readonly peekApi: () => ApiAdapters | null;
  readonly firstPage: FirstPage;
};

const HAS_ENDED: readonly FailureReason[] = ['tokenFailure', 'signedOutByServer'];

/** The adapters that the first render needs. The other ports load their chunk on the first call. */
export const createCoreAdapters = (setup: CoreSetup) => {
  const { config, browser, changeLocale, peekApi, loadSignedIn, firstPage } = setup;
  const newId = createUuidGenerator(browser);
  const texts = createSafeStorage([() => browser.localStorage, () => browser.sessionStorage]);
  const connectivity = createConnectivity(browser);
  const clock = createServerClock({
    monotonic: () => attempt(() => browser.performance.now()) ?? Date.now(),
    wall: () => Date.now(),
  });
  const vault = createVault(newId);
  const session = createActiveSession(texts, newId);
  const ticket = createTicketHolder(browser);
  const signals = createListeners<SessionSignal>();

  /** Whether this browser stores a session, or the URL had a ticket. The server may know neither. */
  const isPlayer = (): boolean => ticket.isHeld() || Boolean(texts.read(TOKEN_KEY));

  const loadApi = async (): Promise<ApiAdapters> => {
    try {
      return await setup.loadApi();
    } catch {
      throw failure(connectivity.isOnline() ? 'loadFailed' : 'offline', { status: 500 });
    }
  };

  /** Without a token no request is needed. */
  const restore: Port<SessionGrant | null> = async (input, signal) => {
    if (texts.read(TOKEN_KEY)) return (await loadApi()).sessionPorts.restore(input, signal);
    session.end();
    if (isNoticeUnread(texts)) throw failure('tokenFailure');
    return null;
  };

  const eager = createPortalPorts({
    browser,
    texts,
    connectivity,
    loadSignedIn,
    adoptToken: (token) => peekApi()?.adoptToken(token) ?? false,
    repairClock: () => peekApi()?.repairClock(),
    onSessionSignal: signals.add,
  });

  return {
    isPlayer,
    portalPorts: lazyPorts<PortalPorts>({
      load: async () => ({ ...eager, ...(await loadApi()).bootPorts }),
      peek: () => null,
      eager,
    }),
    sessionPorts: lazyPorts<SessionPorts>({
      load: async () => (await loadApi()).sessionPorts,
      peek: () => peekApi()?.sessionPorts ?? null,
      eager: {
        restore: async (input, signal) => {
          if (!ticket.isHeld()) return restore(input, signal);
          try {
            return { beforeTicket: await restore(input, signal) };
          } catch (error) {
            if (HAS_ENDED.includes(toFailure(error).reason)) return { beforeTicket: null };
            throw error;
          }
        },
        saveNotice: async ({ unread }) => setNoticeUnread(texts, unread),
      },
    }),
    apiAdapterParts: {
      ...setup,
      texts,
      connectivity,
      clock,
      session,
      ticket,
      vault,
      newId,
      sendSignal: signals.call,
      firstPageDrawn: firstPage.drawn,
    },
    browserActions: {
      ...createBrowserActions({ browser, store: texts, clock, vault }),
      openPaymentWindow: () => peekApi()?.windows.openBlank() ?? null,
      openLinkWindow: (words: Omit<PlaceholderText, 'lang'>) => peekApi()?.windows.openBlank(words) ?? null,
      newKey: newId,
      changeLocale,
      markPageDrawn: firstPage.markDrawn,
      serviceLink: () => toLink(texts.read(SERVICE_KEY)),
      returnLink: () => peekApi()?.returnLink() ?? null,
      appVersion: config.version,
    },
  };
};
