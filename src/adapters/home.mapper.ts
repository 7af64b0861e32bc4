import type { HomeConfig, HomeLink, PortalConfig } from '../../machines/portal/portal.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { toLink } from './link.mapper.ts';

type InitResult = Awaited<ReturnType<ApiClient['settingInit']>>;
type HomeResult = Awaited<ReturnType<ApiClient['settingWebHomeConf']>>;

export const toPortalConfig = ({ gameInfo, customConfig }: InitResult): PortalConfig => ({
  gameInfo: { gameId: gameInfo.game_id, name: gameInfo.name, cgi: gameInfo.cgi },
  loggerUrl: toLink(customConfig.loggerUrl),
});

const toHomeLinks = (rows: HomeResult['footer']['rows']): HomeLink[] =>
  rows.flatMap(({ key, title, url }) => {
    const link = toLink(url);
    return link === null ? [] : [{ key, title, url: link }];
  });

export const toHomeConfig = (result: HomeResult): HomeConfig => ({
  games: result.games.rows.map(({ game_id: gameId, name, blurb, art, url }) => ({
    gameId,
    name,
    blurb,
    art,
    url: toLink(url),
  })),
  features: result.features.rows,
  downloads: toHomeLinks(result.downloads.rows),
  footer: toHomeLinks(result.footer.rows),
  redeemUrl: toLink(result.redeem_url),
});
