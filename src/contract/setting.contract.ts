import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { wireId, wireRows, wireSeconds, wireText, wireTranslated } from './wire.ts';

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
const texts = wireTranslated(wireText);

/** A link may hold `{locale}`, the BCP 47 tag of the player's language. Texts by tag, and what belongs to one game, are ours. */
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
          blurbs: texts,
          art: v.nullish(wireText, null),
          url: v.nullish(link, null),
          /** Where its codes are redeemed; without one `redeem_url` holds. */
          redeem_url: v.nullish(link, null),
        }),
      ),
      [],
    ),
    features: v.nullish(
      wireRows(
        v.object({
          key: wireId,
          title: wireText,
          titles: texts,
          text: wireText,
          texts,
          art: v.nullish(wireText, null),
        }),
      ),
      [],
    ),
    /** Without a `url` there is no version for this platform; without a `game_id` it belongs to every game. */
    downloads: v.nullish(
      wireRows(
        v.object({
          key: wireId,
          title: wireText,
          url: v.nullish(link, null),
          game_id: v.nullish(wireId, null),
        }),
      ),
      [],
    ),
    footer: v.nullish(wireRows(homeLink), []),
    redeem_url: v.nullish(link, null),
  }),
});
