import { describe, expect, test } from 'vitest';
import { ABOUT } from '../../server/content/pages/about.page.ts';
import { AGREEMENT } from '../../server/content/pages/agreement.page.ts';
import { CONTACT } from '../../server/content/pages/contact.page.ts';
import { PLACEHOLDER } from '../../server/content/pages/placeholder.page.ts';
import { PRIVACY } from '../../server/content/pages/privacy.page.ts';
import { articlesOf, BULLETINS } from '../../server/seed/content.seed.ts';
import { GOODS } from '../../server/seed/goods.seed.ts';
import { HOME } from '../../server/seed/home.seed.ts';
import { PACKAGES } from '../../server/seed/packages.seed.ts';
import { LOCALES } from '../../src/contract/locales.ts';
import { FOREIGN_WORDS, hasForeignLetter, INFORMAL_GERMAN, SIMPLIFIED, TRADITIONAL } from './writing-rules.ts';

type ServerText = readonly [path: string, text: string];

const textsByTag = new Map<string, ServerText[]>(Object.keys(LOCALES).map((tag) => [tag, []]));
const withoutMarkup = (text: string): string => text.replace(/<[^>]+>/g, ' ');

/** Collects texts under a BCP 47 tag at any depth. */
const gather = (value: unknown, path: string, tag: string | null): void => {
  if (typeof value === 'string' && tag !== null) textsByTag.get(tag)?.push([path, withoutMarkup(value)]);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) gather(inner, `${path}.${key}`, textsByTag.has(key) ? key : tag);
};

gather({ ABOUT, AGREEMENT, CONTACT, PRIVACY, PLACEHOLDER, BULLETINS, GOODS, HOME, PACKAGES }, 'seed', null);
gather(articlesOf(new Date(0)), 'articles', null);

const found = (tag: string, pattern: RegExp): readonly ServerText[] =>
  (textsByTag.get(tag) ?? []).filter(([, text]) => pattern.test(text));

describe.each(Object.keys(LOCALES))('I18N-05 · server texts in %s', (tag) => {
  test('exist wherever English does, in their own script', () => {
    expect(textsByTag.get(tag)?.length).toBeGreaterThan(100);
    expect(textsByTag.get(tag)?.length).toBe(textsByTag.get('en-US')?.length);
    const silent = (own: string) => textsByTag.get(own)?.filter(([, text]) => text.trim() === '').length;
    expect(silent(tag)).toBe(silent('en-US'));
    expect(textsByTag.get(tag)?.filter(([, text]) => hasForeignLetter(tag, text))).toEqual([]);
  });

  test('use the words of the market', () => {
    const words = FOREIGN_WORDS[tag];
    expect(words ? found(tag, words) : []).toEqual([]);
  });
});

test('I18N-05 · Taiwan and Hong Kong use traditional characters, the mainland simplified ones; Germans are addressed formally', () => {
  expect(found('zh-TW', SIMPLIFIED)).toEqual([]);
  expect(found('zh-HK', SIMPLIFIED)).toEqual([]);
  expect(found('zh-CN', TRADITIONAL)).toEqual([]);
  expect(found('de-DE', INFORMAL_GERMAN)).toEqual([]);
});
