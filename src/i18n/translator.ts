import { languages } from 'virtual:i18n/bundles';
import { createInstance } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { DEFAULT_LOCALE, type LocaleTag } from '../contract/locales.ts';
import { loadChunk } from '../loader/chunk-deadline.ts';
import type { RetryPolicy } from '../loader/chunk-loader.ts';
import { chooseLocale, LOCALE_KEY } from './locales.ts';

/** `first`: texts before a login; `player`: texts of the pages for signed-in players. */
const HALVES = ['first', 'player'] as const;
type Half = (typeof HALVES)[number];

const ALL_PREFERENCES = { languageUtils: { getBestMatchFromCodes: true } };

/** Stores only a choice of the player, because the preferences of the browser may change. Works without storage. */
export const createLocaleDetector = () => {
  const detector = new LanguageDetector(ALL_PREFERENCES, {
    order: ['localStorage', 'navigator'],
    caches: ['localStorage'],
    lookupLocalStorage: LOCALE_KEY,
  });
  const preferences = (): string | readonly string[] => {
    for (const order of [undefined, ['navigator']]) {
      try {
        return detector.detect(order) ?? [];
      } catch {
        // Refused by the browser.
      }
    }
    return [];
  };
  return {
    detect: (): LocaleTag => chooseLocale([preferences()].flat()),
    remember: (tag: LocaleTag): void => {
      try {
        detector.cacheUserLanguage(tag);
      } catch {
        // Without storage, the choice applies to this visit only.
      }
    },
  };
};

export type TranslatorOptions = {
  /** The language of the page changed; for `<html lang>`. */
  readonly onLocale: (tag: LocaleTag) => void;
  /** `tag` failed to load; the page is in another language. */
  readonly onFailure: (tag: LocaleTag) => void;
  /** The pause between attempts to load the player's language while the page is in English instead. Default: no second attempt. */
  readonly pause?: RetryPolicy['pause'];
  /** Loads the texts for signed-in players from the start. Default: false. */
  readonly isPlayer?: boolean;
  /** Three lazy chunks per locale: each half, and `all` with both. */
  readonly loaders?: Partial<typeof languages>;
  readonly detector?: ReturnType<typeof createLocaleDetector>;
};

type Outcome = 'shown' | 'failed' | 'superseded';

/** Rejects only when both the player's language and English fail to load. */
export const createTranslator = async ({
  onLocale,
  onFailure,
  pause = () => new Promise(() => {}),
  isPlayer = false,
  loaders = languages,
  detector = createLocaleDetector(),
}: TranslatorOptions) => {
  const i18n = createInstance({ fallbackLng: false, interpolation: { escapeValue: false }, returnNull: false });

  const loaded = new Set<string>();
  let needed: readonly Half[] = isPlayer ? HALVES : ['first'];
  let shown = DEFAULT_LOCALE;

  const loadPart = async (tag: LocaleTag, part: Half | 'all', halves: readonly Half[]): Promise<void> => {
    const loader = loaders[tag]?.[part];
    if (!loader) throw new Error(`no bundle for ${tag}`);
    const bundle = await loadChunk(loader);
    for (const [namespace, texts] of Object.entries(bundle.texts)) i18n.addResourceBundle(tag, namespace, texts);
    for (const half of halves) loaded.add(`${tag} ${half}`);
  };
  const missing = (tag: LocaleTag): readonly Half[] => needed.filter((half) => !loaded.has(`${tag} ${half}`));
  const load = async (tag: LocaleTag): Promise<void> => {
    for (let halves = missing(tag); halves.length > 0; halves = missing(tag)) {
      const [half, ...others] = halves;
      await loadPart(tag, half && others.length === 0 ? half : 'all', halves);
    }
  };

  let latest = 0;
  const show = async (tag: LocaleTag): Promise<Outcome> => {
    latest += 1;
    const turn = latest;
    try {
      await load(tag);
    } catch {
      return turn === latest ? 'failed' : 'superseded';
    }
    if (turn !== latest) return 'superseded';
    shown = tag;
    await i18n.changeLanguage(tag);
    onLocale(tag);
    return 'shown';
  };

  /** The player's language, while the page is in English because that language failed to load. */
  let unavailable: LocaleTag | null = null;
  /** Shows `unavailable` as soon as it loads. Stops if the language changes in the meantime. */
  const recover = async (failures = 1): Promise<void> => {
    const tag = unavailable;
    if (tag === null) return;
    const turn = latest;
    await pause(failures);
    if (turn !== latest) return;
    const outcome = await show(tag);
    if (outcome === 'shown') unavailable = null;
    if (outcome === 'failed') await recover(failures + 1);
  };

  await i18n.init({ resources: {}, react: { useSuspense: false } });
  const detected = detector.detect();
  if ((await show(detected)) === 'failed') {
    if (detected === DEFAULT_LOCALE || (await show(DEFAULT_LOCALE)) === 'failed')
      throw new Error('no language could be loaded');
    unavailable = detected;
    onFailure(detected);
    void recover();
  }

  return {
    i18n,
    /** Switches without a reload and stores the choice. The last of several calls wins. */
    changeLocale: async (tag: string): Promise<void> => {
      const nearest = chooseLocale([tag]);
      const outcome = await show(nearest);
      if (outcome === 'shown') {
        unavailable = null;
        detector.remember(nearest);
      }
      if (outcome === 'failed') {
        onFailure(nearest);
        void recover();
      }
    },
    /** Loads the texts for signed-in players, now and with every later language. */
    complete: async (): Promise<void> => {
      needed = HALVES;
      while (missing(shown).length > 0) await load(shown);
    },
  };
};

export type Translator = Awaited<ReturnType<typeof createTranslator>>;
