import type { Setting } from '../content/settings.ts';
import { named } from '../texts/server-texts.ts';
import { IRON_COMET, LANTERN_ISLES } from './games.seed.ts';

/** Pages of the reference server; `{locale}` is replaced with the player's language. */
const page = (name: string): string => `/pages/${name}?locale={locale}`;

const feature = (key: 'fast' | 'safe' | 'bonus') => {
  const title = named(`feature.${key}.title`);
  const text = named(`feature.${key}.text`);
  return { key, title: title.name, titles: title.names, text: text.name, texts: text.names, art: null };
};

const game = ({ gameId, gameName }: typeof LANTERN_ISLES | typeof IRON_COMET, art: string) => {
  const blurb = named(`game.${gameId}`);
  return {
    gameId,
    name: gameName,
    blurb: blurb.name,
    blurbs: blurb.names,
    art,
    url: page(gameId),
    redeemUrl: page(`redeem-${gameId}`),
  };
};

const download = (gameId: string, key: string, title: string, isAvailable = true) => ({
  key,
  title,
  gameId,
  url: isAvailable ? page(`download-${gameId}`) : null,
});

/** Iron Comet has no iOS version. */
export const HOME: Setting<'home'> = {
  games: [game(LANTERN_ISLES, 'game-1'), game(IRON_COMET, 'game-2')],
  features: [feature('fast'), feature('safe'), feature('bonus')],
  downloads: [
    download(LANTERN_ISLES.gameId, 'ios', 'App Store'),
    download(LANTERN_ISLES.gameId, 'android', 'Google Play'),
    download(LANTERN_ISLES.gameId, 'pc', 'PC'),
    download(IRON_COMET.gameId, 'ios', 'App Store', false),
    download(IRON_COMET.gameId, 'android', 'Google Play'),
    download(IRON_COMET.gameId, 'pc', 'PC'),
  ],
  footer: [
    { key: 'about', title: 'About us', url: page('about') },
    { key: 'contact', title: 'Contact us', url: page('contact') },
    { key: 'privacy', title: 'Privacy policy', url: page('privacy') },
    { key: 'agreement', title: 'User agreement', url: page('agreement') },
  ],
  redeemUrl: page(`redeem-${LANTERN_ISLES.gameId}`),
};
