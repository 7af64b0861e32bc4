import type { PortalPorts } from '../../machines/portal/portal.ports.ts';
import type { PortalEvent } from '../../machines/portal/portal.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Browser } from '../platform/browser.ts';
import { watchLayout } from '../platform/layout.ts';
import { watchNetwork } from '../platform/network.ts';
import { onStoredChange } from '../platform/stored-change.ts';
import type { TextStore } from '../platform/text-store.ts';
import { onWake } from '../platform/wake-ups.ts';
import { scopeOf } from './account-store.ts';
import type { ActiveSession } from './active-session.ts';
import { asking } from './asking.ts';
import type { ClockSync } from './clock-sync.ts';
import { toHomeConfig, toPortalConfig } from './home.mapper.ts';
import { readIdentity, TOKEN_KEY } from './session.adapter.ts';

export type SessionSignal = Extract<PortalEvent, { type: 'http.unauthorized' | 'http.kicked' }>;

export type PortalParts = {
  readonly browser: Browser;
  readonly api: Pick<ApiClient, 'settingInit' | 'settingWebHomeConf'>;
  readonly texts: TextStore;
  readonly session: ActiveSession;
  readonly clockSync: ClockSync;
  /** Resolves when the chunk of the signed-in half is there; never rejects. */
  readonly work: () => Promise<unknown>;
  readonly onGameId: (gameId: string) => void;
  readonly onSessionSignal: (hear: (signal: SessionSignal) => void) => () => void;
};

export const createPortalPorts = (parts: PortalParts): PortalPorts => {
  const { browser, api, texts, session, clockSync, work } = parts;

  /** A new token of the same account is taken over in silence: nothing changes for the player. */
  const isOurs = (token: string): boolean => {
    if (token === session.credentials().token) return true;
    const account = session.account();
    const identity = readIdentity(texts, token);
    if (!account || !identity || scopeOf(identity.account) !== scopeOf(account)) return false;
    session.know(token, identity);
    return true;
  };

  return {
    loadConfig: asking(async (_, signal) => {
      const config = toPortalConfig(await api.settingInit({}, { signal }));
      parts.onGameId(config.gameInfo.gameId);
      return config;
    }),
    syncClock: asking((_, signal) => clockSync.sync(signal)),
    loadHome: asking(async (_, signal) => toHomeConfig(await api.settingWebHomeConf({}, { signal }))),
    fetchPlayer: async () => {
      await work();
      return null;
    },
    surroundings: ({ send }) => {
      const stops = [
        watchLayout(browser, (isMobile) => send({ type: 'layout.changed', isMobile })),
        watchNetwork(browser, (online) => send({ type: 'network.changed', online })),
        texts.onRefused(() => send({ type: 'storage.failed' })),
        onStoredChange(browser, TOKEN_KEY, (token) => {
          if (token === null) send({ type: 'tab.logout' });
          else if (!isOurs(token)) send({ type: 'tab.login' });
        }),
        onWake(browser, clockSync.repair),
        parts.onSessionSignal(send),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};
