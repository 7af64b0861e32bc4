import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import { SOURCE } from './locale-files.ts';

/** The words that carry the meaning of the error catalogue. */
export type Word =
  | 'account'
  | 'email'
  | 'mobileNumber'
  | 'mobile'
  | 'game'
  | 'missing'
  | 'notExisting'
  | 'yet'
  | 'failed'
  | 'wrong'
  | 'code'
  | 'password'
  | 'sentData'
  | 'faulty'
  | 'login'
  | 'invalid'
  | 'system'
  | 'busy'
  | 'unsupported'
  | 'tooOften'
  | 'user'
  | 'authentication'
  | 'expired'
  | 'device'
  | 'gameServer'
  | 'maintenance'
  | 'ePoint'
  | 'balance'
  | 'tooLittle'
  | 'topUp'
  | 'order'
  | 'unpaid'
  | 'list'
  | 'detail'
  | 'item'
  | 'role'
  | 'rebate'
  | 'record'
  | 'bulletin'
  | 'payment'
  | 'create'
  | 'customerService'
  | 'link'
  | 'send'
  | 'reset'
  | 'report'
  | 'content'
  | 'page'
  | 'updated'
  | 'refresh'
  | 'information'
  | 'error'
  | 'unknown'
  | 'request'
  | 'connection'
  | 'fillIn'
  | 'complete'
  | 'format'
  | 'different'
  | 'valid';

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
  /** A pattern for each word, without regard to case. */
  readonly words: Readonly<Record<Word, string>>;
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
