import { settingInit, settingTime, settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { readSetting } from '../content/settings.ts';
import { CODE } from '../runtime/codes.ts';
import { ANALYTICS_PATH } from './analytics.route.ts';
import { openRoute, refusal, success } from './route.ts';

export const settingTimeRoute = openRoute(settingTime, async ({ context }) => {
  const now = context.clock.now().getTime();
  return success({ ts: Math.floor(now / 1_000), ts_ms: now });
});

export const settingInitRoute = openRoute(settingInit, async ({ context }) => {
  const portal = await readSetting(context.db, 'portal');
  if (!portal) return refusal(CODE.systemBusy, { msg: 'the portal is not configured yet' });
  const { gameId, gameName, cgi } = portal;
  const loggerUrl = portal.loggerUrl ?? (context.config.sandbox ? ANALYTICS_PATH : null);
  return success({
    gameInfo: { game_id: gameId, name: gameName, cgi },
    customConfig: { loggerUrl },
    idempotent_orders: true,
  });
});

export const settingWebHomeConfRoute = openRoute(settingWebHomeConf, async ({ context }) => {
  const home = await readSetting(context.db, 'home');
  if (!home) return success({});
  return success({
    games: home.games.map(({ gameId, redeemUrl, ...game }) => ({ ...game, game_id: gameId, redeem_url: redeemUrl })),
    features: home.features,
    downloads: home.downloads.map(({ gameId, ...download }) => ({ ...download, game_id: gameId })),
    footer: home.footer,
    redeem_url: home.redeemUrl,
  });
});
