import type { HomeConfig, HomeDownload, HomeLink } from '../../machines/home/home.types.ts';
import type { PortalConfig } from '../../machines/portal/portal-boot.machine.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import type { settingInit, settingWebHomeConf } from '../contract/setting.contract.ts';
import { toLink } from './link.mapper.ts';

type InitResult = ResultOf<typeof settingInit>;
type HomeResult = ResultOf<typeof settingWebHomeConf>;

export const toPortalConfig = ({ gameInfo, customConfig }: InitResult): PortalConfig => ({
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
