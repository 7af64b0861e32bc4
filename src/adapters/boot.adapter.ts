import type { HomeConfig, HomeDownload, HomeLink } from '../../machines/home/home.types.ts';
import type { PortalPorts } from '../../machines/portal/portal.types.ts';
import type { PortalConfig } from '../../machines/portal/portal-boot.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import { settingInit, settingTime, settingWebHomeConf } from '../contract/setting.contract.ts';
import type { ClockSync } from './clock-sync.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';
import { toLink } from './link.mapper.ts';

type InitResult = ResultOf<typeof settingInit>;
type HomeResult = ResultOf<typeof settingWebHomeConf>;

const toPortalConfig = ({ gameInfo, customConfig }: InitResult): PortalConfig => ({
  gameInfo: { gameId: gameInfo?.game_id ?? '', name: gameInfo?.name ?? '', cgi: gameInfo?.cgi ?? '' },
  loggerUrl: toLink(customConfig?.loggerUrl ?? null),
});

const toHomeLinks = (rows: HomeResult['footer']['rows']): HomeLink[] =>
  rows.flatMap(({ key, title, url }) => {
    const link = toLink(url);
    return link === null ? [] : [{ key, title, url: link }];
  });

/** A download without a URL has no version for this platform; one with an unsafe URL is left out. */
const toDownloads = (rows: HomeResult['downloads']['rows']): HomeDownload[] =>
  rows.flatMap(({ game_id: gameId, url, ...download }) => {
    const link = toLink(url);
    return url !== null && link === null ? [] : [{ ...download, gameId, url: link }];
  });

export const toHomeConfig = (result: HomeResult): HomeConfig => ({
  games: result.games.rows.map(({ game_id: gameId, redeem_url, url, ...game }) => ({
    ...game,
    gameId,
    url: toLink(url),
    redeemUrl: toLink(redeem_url) ?? toLink(result.redeem_url),
  })),
  features: result.features.rows,
  downloads: toDownloads(result.downloads.rows),
  footer: toHomeLinks(result.footer.rows),
  redeemUrl: toLink(result.redeem_url),
});

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
