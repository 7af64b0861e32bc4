import { isLocale, LOCALE_TAGS, type LocaleTag } from '../contract/locales.ts';

/** Namespace → texts of one locale. */
type Texts = Readonly<Record<string, object>>;
type Bundle = { readonly texts: Texts };

/** `first`: texts before a login; `later`: texts of the pages for signed-in players. */
export const HALVES = ['first', 'later'] as const;
export type Half = (typeof HALVES)[number];

export type BundleLoaders = ReadonlyMap<LocaleTag, Readonly<Record<Half, () => Promise<Bundle>>>>;

const FIRST = import.meta.glob<Bundle>('./bundles/*.bundle.ts');
const LATER = import.meta.glob<Bundle>('./bundles/*.later.ts');

/** Two lazy chunks a locale, in the order of `LOCALES`. */
export const bundleLoaders: BundleLoaders = new Map(
  LOCALE_TAGS.flatMap((tag) => {
    const first = FIRST[`./bundles/${tag}.bundle.ts`];
    const later = LATER[`./bundles/${tag}.later.ts`];
    return isLocale(tag) && first && later ? [[tag, { first, later }] as const] : [];
  }),
);

export const offeredLocales: readonly LocaleTag[] = [...bundleLoaders.keys()];
