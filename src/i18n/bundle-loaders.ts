import { isLocale, LOCALE_TAGS, type LocaleTag } from '../contract/locales.ts';

/** Namespace → texts of one locale. */
type Texts = Readonly<Record<string, object>>;
type Bundle = { readonly texts: Texts };

/** `first`: texts before a login; `later`: texts of the pages for signed-in players. */
export const HALVES = ['first', 'later'] as const;
export type Half = (typeof HALVES)[number];

/** `whole`: both halves in one chunk, for players. */
export type BundleLoaders = ReadonlyMap<LocaleTag, Readonly<Record<Half | 'whole', () => Promise<Bundle>>>>;

const FIRST = import.meta.glob<Bundle>('./bundles/*.bundle.ts');
const LATER = import.meta.glob<Bundle>('./bundles/*.later.ts');
const WHOLE = import.meta.glob<Bundle>('./bundles/*.whole.ts');

/** Three lazy chunks per locale, in the order of `LOCALES`. */
export const bundleLoaders: BundleLoaders = new Map(
  LOCALE_TAGS.flatMap((tag) => {
    const first = FIRST[`./bundles/${tag}.bundle.ts`];
    const later = LATER[`./bundles/${tag}.later.ts`];
    const whole = WHOLE[`./bundles/${tag}.whole.ts`];
    return isLocale(tag) && first && later && whole ? [[tag, { first, later, whole }] as const] : [];
  }),
);

export const offeredLocales: readonly LocaleTag[] = [...bundleLoaders.keys()];
