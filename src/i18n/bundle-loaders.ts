import { isLocale, LOCALES, type LocaleTag } from './locales.ts';

/** Namespace → texts of one locale. */
type Texts = Readonly<Record<string, object>>;

export type BundleLoaders = ReadonlyMap<LocaleTag, () => Promise<{ readonly texts: Texts }>>;

const FILES = import.meta.glob<{ readonly texts: Texts }>('./bundles/*.bundle.ts');

/** One lazy chunk a locale; a locale is offered as soon as its bundle exists, in the order of `LOCALES`. */
export const bundleLoaders: BundleLoaders = new Map(
  Object.keys(LOCALES).flatMap((tag) => {
    const load = FILES[`./bundles/${tag}.bundle.ts`];
    return isLocale(tag) && load ? [[tag, load] as const] : [];
  }),
);

export const offeredLocales: readonly LocaleTag[] = [...bundleLoaders.keys()];
