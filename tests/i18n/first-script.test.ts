import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { chooseLocale } from '../../src/i18n/locales.ts';

const html = readFileSync(new URL('../../src/index.html', import.meta.url), 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
const chunksOf = (tags: readonly string[]) =>
  Object.fromEntries(tags.map((tag) => [tag, [`/${tag}.js`, `/${tag}.later.js`]]));

/** Runs the inline script of the page; returns the language, and the preloaded files and pictures. */
const runScript = (
  languages: readonly string[],
  stored: Readonly<Record<string, string>> = {},
  tags: readonly string[] = LOCALE_TAGS,
  pathname = '/login',
) => {
  const preloaded: string[] = [];
  const pictures: string[] = [];
  const root = { lang: '', dataset: { firstView: '' } };
  runInNewContext(
    script
      .replace('__LOCALE_CHUNKS__', JSON.stringify(chunksOf(tags)))
      .replace('__ROUTE_CHUNKS__', '{}')
      .replace('__STYLES__', '[]')
      .replace('__SCENE__', '/scene.svg'),
    {
      document: {
        documentElement: root,
        createElement: () => ({}),
        head: {
          append: ({ href, as }: { href: string; as?: string }) => (as === 'image' ? pictures : preloaded).push(href),
        },
      },
      localStorage: { getItem: (key: string) => stored[key] ?? null },
      location: { pathname },
      navigator: { languages },
    },
  );
  return { lang: root.lang, view: root.dataset.firstView, preloaded, pictures };
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
  ['yue-Hans'],
  ['de-AT'],
  ['th'],
  ['KO-kr'],
  ['ja-JP'],
  ['vi'],
  ['pt-BR', 'de'],
  ['pt-BR'],
  [],
])('I18N-02 I18N-04 · the page preloads the locale that it will use: %s %s', (...languages) => {
  const tag = chooseLocale(languages);
  expect(runScript(languages)).toMatchObject({ lang: tag, preloaded: [`/${tag}.js`] });
});

test.each(LOCALE_TAGS.flatMap((tag) => [tag, new Intl.Locale(tag).language, `${tag}-x-private`]))(
  'I18N-02 I18N-04 · the page and the portal choose the same locale for %s',
  (tag) => {
    expect(runScript([tag]).lang).toBe(chooseLocale([tag]));
  },
);

test.each([
  ['de', 'de-DE'],
  ['de-CH', 'de-DE'],
  ['de-AT', 'de-AT'],
])('I18N-02 · a second locale of a language applies to its own region only: %s → %s', (tag, expected) => {
  expect(runScript([tag], {}, ['de-AT', ...LOCALE_TAGS]).lang).toBe(expected);
});

test('I18N-02 · a stored choice comes first, and an invalid one is ignored', () => {
  expect(runScript(['de'], { i18nextLng: 'zh-HK' }).preloaded).toEqual(['/zh-HK.js']);
  expect(runScript(['de'], { i18nextLng: 'garbage' }).preloaded).toEqual(['/de-DE.js']);
});

test('I18N-04 · a visitor with a token also preloads the texts of the signed-in half', () => {
  expect(runScript(['de'], { token: 'a' }).preloaded).toEqual(['/de-DE.js', '/de-DE.later.js']);
});

const firstView = (pathname: string, stored: Readonly<Record<string, string>> = {}) => {
  const { view, pictures } = runScript(['en'], stored, LOCALE_TAGS, pathname);
  return { view, hasPicture: pictures.length === 1 && pictures[0] === '/scene.svg' };
};

test.each([
  ['/', true],
  ['/login', true],
  ['/login/', true],
  ['/main', true],
  ['/main/recharge', true],
  ['/main/logout', false],
  ['/main/logout/', false],
  ['/403', false],
  ['/mainly', false],
])('the page knows whether a visitor sees the login first, and preloads its picture: %s', (pathname, isLogin) => {
  expect(firstView(pathname)).toEqual({ view: isLogin ? 'login' : 'visitor', hasPicture: isLogin });
});

test.each([
  ['/', 'home'],
  ['/login', 'home'],
  ['/main', 'home'],
  ['/main/home', 'home'],
  ['/main/home/', 'home'],
  ['/main/recharge', 'recharge'],
  ['/main/recharge/', 'recharge'],
  ['/main/recharge/detail/O-1', 'detail'],
  ['/main/account/user', 'account'],
  ['/main/event', 'news'],
  ['/main/event/detail/1001', 'article'],
  ['/main/logout', 'player'],
])("the page knows a player's first page, and preloads the picture of home: %s → %s", (pathname, view) => {
  expect(firstView(pathname, { token: 'a' })).toEqual({ view, hasPicture: view === 'home' });
});
