import type { PortalPorts } from '../../machines/portal/portal.ports.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ClockSync } from './clock-sync.ts';
import { toHomeConfig, toPortalConfig } from './home.mapper.ts';
import { rejectWithFailure } from './to-failure.ts';

export type BootPorts = Pick<PortalPorts, 'loadConfig' | 'syncClock' | 'loadHome'>;

export type BootParts = {
  readonly api: Pick<ApiClient, 'settingInit' | 'settingWebHomeConf'>;
  readonly clockSync: ClockSync;
  readonly onGameId: (gameId: string) => void;
};

/** The ports of the boot machine. */
export const createBootPorts = ({ api, clockSync, onGameId }: BootParts): BootPorts => ({
  loadConfig: rejectWithFailure(async (_, signal) => {
    const config = toPortalConfig(await api.settingInit({}, { signal }));
    onGameId(config.gameInfo.gameId);
    return config;
  }),
  syncClock: rejectWithFailure((_, signal) => clockSync.sync(signal)),
  loadHome: rejectWithFailure(async (_, signal) => toHomeConfig(await api.settingWebHomeConf({}, { signal }))),
});
