import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { chooseLocale, LOCALES } from '../../src/i18n/locales.ts';

const html = readFileSync(new URL('../../src/index.html', import.meta.url), 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
const tags = Object.keys(LOCALES);
const chunks = Object.fromEntries(tags.map((tag) => [tag, [`/${tag}.js`, `/${tag}.later.js`]]));

/** Runs the page's first lines for a visitor; answers what they ask for in advance. */
const firstLines = (languages: readonly string[], stored: Readonly<Record<string, string>> = {}) => {
  const asked: string[] = [];
  const root = { lang: '', dataset: {} };
  runInNewContext(
    script
      .replace('__LOCALE_CHUNKS__', JSON.stringify(chunks))
      .replace('__ROUTE_CHUNKS__', '{}')
      .replace('__STYLES__', '[]'),
    {
      document: {
        documentElement: root,
        createElement: () => ({}),
        head: { append: ({ href }: { href: string }) => asked.push(href) },
      },
      localStorage: { getItem: (key: string) => stored[key] ?? null },
      location: { pathname: '/login' },
      navigator: { languages },
    },
  );
  return { lang: root.lang, asked };
};

test.each([
  ['zh-Hant-MO'],
  ['zh-HK'],
  ['zh-TW'],
  ['zh-Hant'],
  ['zh-Hans-HK'],
  ['zh-SG'],
  ['zh'],
  ['yue'],
  ['de-AT'],
  ['th'],
  ['KO-kr'],
  ['ja-JP'],
  ['vi'],
  ['pt-BR', 'de'],
  ['pt-BR'],
  [],
])('I18N-02 I18N-04 · the page asks in advance for the language it will speak: %s %s', (...languages) => {
  const tag = chooseLocale(languages);
  expect(firstLines(languages)).toEqual({ lang: tag, asked: [`/${tag}.js`] });
});

test('I18N-02 · a stored choice is asked for first, and one that is none is passed over', () => {
  expect(firstLines(['de'], { i18nextLng: 'zh-HK' }).asked).toEqual(['/zh-HK.js']);
  expect(firstLines(['de'], { i18nextLng: 'garbage' }).asked).toEqual(['/de-DE.js']);
});

test('I18N-04 · somebody who is logged in needs the words of a player, too', () => {
  expect(firstLines(['de'], { token: 'a' }).asked).toEqual(['/de-DE.js', '/de-DE.later.js']);
});
