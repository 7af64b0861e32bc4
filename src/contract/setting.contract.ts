import * as v from 'valibot';
import { endpoint, type Sample } from './endpoint.ts';
import { fields } from './reading.ts';
import * as wire from './wire.ts';

export const settingTime = endpoint({
  id: 'CALL-09',
  path: '/api/setting/time',
  needsSession: false,
  request: wire.nothing,
  result: fields({
    ts: wire.seconds,
    /** Ours: the same instant in ms, if the server supports it. */
    ts_ms: wire.extra(v.pipe(v.number(), v.safeInteger())),
  }),
});

export const settingTimeSample = {
  about: 'Returns the time of the server in seconds. The portal computes every deadline with it.',
  player: 'Deadlines of payments count by the clock of the device, which may be wrong.',
  specified: ['result.ts'],
  names: 'nothing',
  request: {},
  result: { ts: 1_760_000_000, ts_ms: 1_760_000_000_250 },
  required: ['result', 'result.ts'],
} satisfies Sample<typeof settingTime>;

/** All fields are optional. */
export const settingInit = endpoint({
  id: 'CALL-10',
  path: '/api/setting/init',
  needsSession: false,
  request: wire.nothing,
  result: v.nullish(
    fields({
      gameInfo: wire.extra(
        fields({ game_id: wire.extra(wire.id), name: wire.extra(wire.text), cgi: wire.extra(wire.text) }),
      ),
      customConfig: wire.extra(fields({ loggerUrl: wire.extra(wire.link) })),
      idempotent_orders: wire.extra(v.boolean()),
    }),
    {},
  ),
});

export const settingInitSample = {
  about:
    'Returns the configuration. `gameInfo.cgi` and `customConfig.loggerUrl` are from the specification. `idempotent_orders` says that a repeated idempotency key returns the first order, and that E Points are taken once for each order; without it, the portal repeats no such request.',
  player: 'The page starts without the name of the game, and no events are logged.',
  names: 'nothing',
  request: {},
  result: {
    gameInfo: { game_id: 'g1', name: 'Stormfall', cgi: 'https://cgi.example' },
    customConfig: { loggerUrl: 'https://log.example/e' },
    idempotent_orders: true,
  },
} satisfies Sample<typeof settingInit>;

/** All fields are ours. */
export const settingWebHomeConf = endpoint({
  id: 'CALL-11',
  path: '/api/setting/webHomeConf',
  needsSession: false,
  request: wire.nothing,
  result: v.nullish(
    fields({
      games: wire.extraRows(
        fields({
          game_id: wire.id,
          name: wire.text,
          blurb: v.nullish(wire.text, ''),
          blurbs: wire.texts,
          art: wire.extra(wire.text),
          url: wire.extra(wire.link),
          /** The page that redeems codes of this game; defaults to the top-level `redeem_url`. */
          redeem_url: wire.extra(wire.link),
        }),
      ),
      features: wire.extraRows(
        fields({
          key: wire.id,
          title: wire.text,
          titles: wire.texts,
          text: wire.text,
          texts: wire.texts,
          art: wire.extra(wire.text),
        }),
      ),
      /** Without a `url` there is no version for this platform; without a `game_id` it belongs to every game. */
      downloads: wire.extraRows(
        fields({
          key: wire.id,
          title: wire.text,
          url: v.nullish(wire.link, null),
          game_id: wire.extra(wire.id),
        }),
      ),
      footer: wire.extraRows(fields({ key: wire.id, title: wire.text, url: wire.link })),
      redeem_url: wire.extra(wire.link),
    }),
    {},
  ),
});

export const settingWebHomeConfSample = {
  about:
    "Returns the content of the home page. A link may contain `{locale}`, the BCP 47 tag of the player's language.",
  player: 'The home page has no games, downloads and footer links.',
  names: 'nothing',
  request: {},
  result: {
    games: [
      {
        game_id: 'g1',
        name: 'Stormfall',
        blurb: 'Sail',
        blurbs: { 'de-DE': 'Segeln' },
        art: 'storm',
        url: 'https://game.example',
        redeem_url: 'https://game.example/redeem',
      },
    ],
    features: [
      {
        key: 'f1',
        title: 'Fast',
        titles: { 'de-DE': 'Schnell' },
        text: 'In seconds',
        texts: { 'de-DE': 'In Sekunden' },
        art: 'bolt',
      },
    ],
    downloads: [{ key: 'd1', title: 'Android', url: 'https://dl.example/a', game_id: 'g1' }],
    footer: [{ key: 'about', title: 'About us', url: '/about' }],
    redeem_url: 'https://redeem.example',
  },
  required: [
    'result.games.*.game_id',
    'result.games.*.name',
    'result.features.*.key',
    'result.features.*.title',
    'result.features.*.text',
    'result.downloads.*.key',
    'result.downloads.*.title',
    'result.footer.*.key',
    'result.footer.*.title',
    'result.footer.*.url',
  ],
} satisfies Sample<typeof settingWebHomeConf>;
