import { describe, expect, test } from 'vitest';
import { localeFiles, SOURCE, withoutPlural } from './locale-files.ts';

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。、；：！？（）「」～ー]/u;
const MARK = /\p{Mark}/u;

/** The width in Latin letters: an ideograph counts as two, a vowel mark above or below a letter as none. */
const width = (text: string): number =>
  [...text.replace(/\{\{[^}]+\}\}/g, '')].reduce((sum, letter) => {
    if (MARK.test(letter)) return sum;
    return sum + (WIDE.test(letter) ? 2 : 1);
  }, 0);

/** Elements with a fixed width, and how much text fits on the narrowest phone. */
const ELEMENTS: readonly { readonly element: string; readonly most: number; readonly keys: RegExp }[] = [
  { element: 'a tab', most: 12, keys: /^portal:frame\.(?:home|recharge|account)$/ },
  { element: 'a chip', most: 26, keys: /^order:status\.\w+\.label$|^recharge:recipient\.maintenance$/ },
  { element: 'a link beside a title', most: 12, keys: /^recharge:step\.change$/ },
  { element: 'half a row of buttons', most: 22, keys: /^payment:awaiting\.(?:completed|checking|later)$/ },
  { element: 'the banner', most: 16, keys: /^payment:banner\.continue$/ },
  {
    element: 'a button',
    most: 38,
    keys: /^(?:order|payment):action\.|^portal:home\.(?:topUp|redeem)$|\.retry$|^session:(?:login\.submit|logout\.login)$/,
  },
  { element: 'a switch', most: 16, keys: /^portal:menu\.(?:system|light|dark)$/ },
];

describe.each([...localeFiles])('%s (I18N-01)', (_, texts) => {
  test.each(ELEMENTS)('every text fits $element', ({ most, keys }) => {
    const here = [...texts].filter(([key]) => keys.test(key));
    expect(here.length).toBeGreaterThan(0);
    expect(here.filter(([, text]) => width(text) > most)).toEqual([]);
  });

  test('no text is much longer than its source', () => {
    const source = localeFiles.get(SOURCE);
    const long = [...texts].filter(([key, text]) => {
      const english = source?.get(key) ?? source?.get(`${withoutPlural(key)}_other`) ?? '';
      return width(text) > Math.max(width(english) * 1.8, width(english) + 24);
    });
    expect(long).toEqual([]);
  });
});
