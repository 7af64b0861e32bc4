import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { wireId, wireRows, wireSeconds, wireText } from './wire.ts';

const nothing = v.strictObject({});
const link = v.pipe(v.string(), v.maxLength(2_048));

/** `ts`: seconds of the server's clock. */
export const settingTime = endpoint({
  id: 'CALL-09',
  method: 'POST',
  path: '/api/setting/time',
  reading: 'standard',
  needsSession: false,
  fillsScreen: false,
  request: nothing,
  result: v.object({
    ts: wireSeconds,
    /** Ours: the same instant in ms, where the server can say it. */
    ts_ms: v.nullish(v.pipe(v.number(), v.safeInteger()), null),
  }),
});

export const settingInit = endpoint({
  id: 'CALL-10',
  method: 'POST',
  path: '/api/setting/init',
  reading: 'standard',
  needsSession: false,
  fillsScreen: false,
  request: nothing,
  result: v.object({
    gameInfo: v.object({ game_id: wireId, name: wireText, cgi: wireText }),
    customConfig: v.nullish(v.object({ loggerUrl: v.nullish(link, null) }), { loggerUrl: null }),
  }),
});

const homeLink = v.object({ key: wireId, title: wireText, url: link });

export const settingWebHomeConf = endpoint({
  id: 'CALL-11',
  method: 'POST',
  path: '/api/setting/webHomeConf',
  reading: 'standard',
  needsSession: false,
  fillsScreen: false,
  request: nothing,
  result: v.object({
    games: v.nullish(
      wireRows(
        v.object({
          game_id: wireId,
          name: wireText,
          blurb: v.nullish(wireText, ''),
          art: v.nullish(wireText, null),
          url: v.nullish(link, null),
        }),
      ),
      [],
    ),
    features: v.nullish(
      wireRows(v.object({ key: wireId, title: wireText, text: wireText, art: v.nullish(wireText, null) })),
      [],
    ),
    downloads: v.nullish(wireRows(homeLink), []),
    footer: v.nullish(wireRows(homeLink), []),
    redeem_url: v.nullish(link, null),
  }),
});
