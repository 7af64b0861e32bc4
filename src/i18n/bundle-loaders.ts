import { languages } from 'virtual:i18n/bundles';
import { LOCALE_TAGS, type LocaleTag } from '../contract/locales.ts';

/** `first`: texts before a login; `player`: texts of the pages for signed-in players. */
export const HALVES = ['first', 'player'] as const;
export type Half = (typeof HALVES)[number];

/** `all`: both halves in one chunk, for players. */
export type BundleLoaders = ReadonlyMap<LocaleTag, (typeof languages)[LocaleTag]>;

/** Three lazy chunks per locale, in the order of `LOCALES`. */
export const bundleLoaders: BundleLoaders = new Map(LOCALE_TAGS.map((tag) => [tag, languages[tag]]));
