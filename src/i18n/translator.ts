import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type BundleLoaders, bundleLoaders } from './bundle-loaders.ts';
import { createLocaleDetector, type LocaleDetector } from './locale-detector.ts';
import { availableLocale, DEFAULT_LOCALE, type LocaleTag, nearestLocale } from './locales.ts';

export type TranslatorOptions = {
  /** The language that is on the screen from now on, for `<html lang>`. */
  readonly onLocale: (tag: LocaleTag) => void;
  /** `tag` could not be loaded; what was on the screen stays. */
  readonly onFailure: (tag: LocaleTag) => void;
  readonly loaders?: BundleLoaders;
  readonly detector?: LocaleDetector;
};

export type Translator = {
  readonly i18n: i18n;
  /** Switches without a reload and remembers the choice. Of several calls in a row the last one holds. */
  readonly changeLocale: (tag: string) => Promise<void>;
};

/** Rejects only when neither the player's language nor English can be loaded. */
export const createTranslator = async ({
  onLocale,
  onFailure,
  loaders = bundleLoaders,
  detector = createLocaleDetector(),
}: TranslatorOptions): Promise<Translator> => {
  const offered = [...loaders.keys()];
  const i18n = createInstance({ fallbackLng: false, interpolation: { escapeValue: false }, returnNull: false });
  i18n.use(initReactI18next);

  const load = async (tag: LocaleTag): Promise<void> => {
    if (i18n.hasResourceBundle(tag, 'portal')) return;
    const bundle = await loaders.get(tag)?.();
    if (!bundle) throw new Error(`no bundle for ${tag}`);
    for (const [namespace, texts] of Object.entries(bundle.texts)) i18n.addResourceBundle(tag, namespace, texts);
  };

  let latest = 0;
  const show = async (tag: LocaleTag): Promise<boolean> => {
    latest += 1;
    const turn = latest;
    try {
      await load(tag);
    } catch {
      if (turn === latest) onFailure(tag);
      return false;
    }
    if (turn !== latest) return false;
    await i18n.changeLanguage(tag);
    onLocale(tag);
    return true;
  };

  await i18n.init({ resources: {}, react: { useSuspense: false } });
  const detected = detector.detect(offered);
  if (!(await show(detected)) && (detected === DEFAULT_LOCALE || !(await show(DEFAULT_LOCALE))))
    throw new Error('no language could be loaded');

  return {
    i18n,
    changeLocale: async (tag) => {
      const nearest = availableLocale(nearestLocale(tag) ?? DEFAULT_LOCALE, offered);
      if (await show(nearest)) detector.remember(nearest);
    },
  };
};
