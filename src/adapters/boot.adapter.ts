import type { PortalPorts } from '../../machines/portal/portal.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { settingInit, settingTime, settingWebHomeConf } from '../contract/setting.contract.ts';
import type { ClockSync } from './clock-sync.ts';
import { toHomeConfig, toPortalConfig } from './home.mapper.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';

export type BootPorts = Pick<PortalPorts, 'loadConfig' | 'syncClock' | 'loadHome'>;

export type BootParts = {
  readonly api: ApiClient;
  readonly clockSync: ClockSync;
  /** `isIdempotent`: the API honors idempotency keys. An API that says nothing does not. */
  readonly onInit: (found: { readonly gameId: string; readonly isIdempotent: boolean }) => void;
  /** Whether this browser stores an order, whose countdown needs the server time on the first page. */
  readonly hasOrder: boolean;
  readonly deferUntilFirstPaint: DeferUntilFirstPaint;
};

/** The ports of the boot machine. */
export const createBootPorts = ({ api, clockSync, onInit, hasOrder, deferUntilFirstPaint }: BootParts): BootPorts => {
  const syncClock: BootPorts['syncClock'] = (_, signal) => clockSync.sync(signal);
  return {
    loadConfig: async (_, signal) => {
      const init = await api.call(settingInit, {}, { signal });
      const config = toPortalConfig(init);
      onInit({ gameId: config.gameInfo.gameId, isIdempotent: init.idempotent_orders === true });
      return config;
    },
    syncClock: hasOrder ? syncClock : deferUntilFirstPaint(settingTime, syncClock),
    loadHome: deferUntilFirstPaint(settingWebHomeConf, async (_, signal) =>
      toHomeConfig(await api.call(settingWebHomeConf, {}, { signal })),
    ),
  };
};
