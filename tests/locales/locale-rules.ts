import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import { SOURCE } from './locale-files.ts';

type Mistake = RegExp | ((text: string) => boolean);

/** What the tests know about a language that English is translated into. */
export type LocaleRules = {
  /** Letters of a language that is not written in Latin ones. */
  readonly script: RegExp | 'latin';
  /** Texts that are the same in English. */
  readonly loanwords?: readonly string[];
  /** How errors and notices end. */
  readonly sentenceEnd?: RegExp;
  /** What no text has, by name. */
  readonly never: Readonly<Record<string, Mistake>>;
  /** What no text of the portal has. Texts of the server may. */
  readonly neverInPortal: Readonly<Record<string, Mistake>>;
};

const files = import.meta.glob<LocaleRules>('./*.rules.ts', { eager: true, import: 'rules' });

const rulesOf = (tag: LocaleTag): LocaleRules => {
  const rules = files[`./${tag}.rules.ts`];
  if (!rules) throw new Error(`tests/locales/${tag}.rules.ts is missing`);
  return rules;
};

export const TRANSLATIONS: readonly (readonly [tag: LocaleTag, rules: LocaleRules])[] = LOCALE_TAGS.filter(
  (tag) => tag !== SOURCE,
).map((tag) => [tag, rulesOf(tag)]);

export const isMistaken = (mistake: Mistake, text: string): boolean =>
  typeof mistake === 'function' ? mistake(text) : mistake.test(text);
