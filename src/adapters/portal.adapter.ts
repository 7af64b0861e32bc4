import type { PortalEvent, PortalPorts } from '../../machines/portal/portal.types.ts';
import type { Browser } from '../platform/browser.ts';
import type { Connectivity } from '../platform/connectivity.ts';
import { watchLayout } from '../platform/device-os.ts';
import { stopAll } from '../platform/listeners.ts';
import { onWake } from '../platform/page-lifecycle.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import { onStoredChange } from '../platform/storage-events.ts';
import { isNoticeUnread, NOTICE_KEY, TOKEN_KEY } from './active-session.ts';

export type SessionSignal = Extract<PortalEvent, { type: 'http.unauthorized' | 'http.kicked' }>;

export type PortalParts = {
  readonly browser: Browser;
  readonly texts: SafeStorage;
  readonly connectivity: Connectivity;
  readonly loadSignedIn: () => Promise<unknown>;
  /** Adopts a new token of the same account from another tab; false for any other account. */
  readonly adoptToken: (token: string) => boolean;
  readonly repairClock: () => void;
  readonly onSessionSignal: (listener: (signal: SessionSignal) => void) => () => void;
};

/** The ports of the portal that do not need the API chunk. */
export const createPortalPorts = (parts: PortalParts): Pick<PortalPorts, 'loadSignedIn' | 'environment'> => {
  const { browser, texts, connectivity, loadSignedIn, adoptToken, repairClock, onSessionSignal } = parts;
  return {
    loadSignedIn: async () => {
      await loadSignedIn();
      return null;
    },
    environment: ({ send }) =>
      stopAll(
        watchLayout(browser, (isMobile) => send({ type: 'layout.changed', isMobile })),
        connectivity.watch((online) => send({ type: 'network.changed', online })),
        texts.onRefused(() => send({ type: 'storage.failed' })),
        onStoredChange(browser, TOKEN_KEY, (token) => {
          if (token === null) send({ type: isNoticeUnread(texts) ? 'http.unauthorized' : 'tab.logout' });
          else if (!adoptToken(token)) send({ type: 'tab.login' });
        }),
        onStoredChange(browser, NOTICE_KEY, (unread) => {
          if (unread === null) send({ type: 'tab.confirm' });
        }),
        onWake(browser, repairClock),
        onSessionSignal(send),
      ),
  };
};
