import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { headersOf } from '../../src/api/credentials.ts';
import { CHUNK_DEADLINE_MS } from '../../src/chunks/chunk-deadline.ts';
import { bulletinTop } from '../../src/contract/content.contract.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { settingInit, settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { userInfo, userWebRole } from '../../src/contract/user.contract.ts';
import { chooseLocale } from '../../src/i18n/locales.ts';
import type { FirstCall } from '../../src/platform/browser.ts';

const html = readFileSync(new URL('../../src/index.html', import.meta.url), 'utf8');
const [, [, script = ''] = []] = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)];
const chunksOf = (tags: readonly string[]) =>
  Object.fromEntries(tags.map((tag) => [tag, [`/${tag}.js`, `/${tag}.whole.js`]]));

/** The load error of the page before it is shown. */
const createNote = () => {
  const parts = ['title', 'text', 'refresh'].map(() => ({ textContent: '', addEventListener: () => {} }));
  return { hidden: true, children: parts, lastElementChild: parts.at(-1) };
};

const LOAD_ERRORS = Object.fromEntries(
  LOCALE_TAGS.map((tag) => [tag, ['title', 'text', 'refresh'].map((part) => `${part} ${tag}`)]),
);

/** Runs the inline script of the page; returns the language, the first view, the preloaded files, and the calls of the API. */
const runScript = (
  languages: readonly string[] | undefined,
  stored: Readonly<Record<string, string>> = {},
  tags: readonly string[] = LOCALE_TAGS,
  pathname = '/login',
  prerendering = false,
  { isStored = false, hidden = false, refused = false } = {},
) => {
  const preloaded: string[] = [];
  const frames: (() => void)[] = [];
  const timers: (readonly [task: () => void, ms: number])[] = [];
  const activations: (() => void)[] = [];
  const note = createNote();
  const pictures: string[] = [];
  const fetched: (readonly [url: string, init: object])[] = [];
  const window: { readonly firstCalls?: readonly FirstCall[]; readonly showLoadError?: () => void } = {};
  const location = new URL(pathname, 'https://portal.example');
  const dataset: { firstView: string; start?: string } = { firstView: '', ...(refused && { start: 'refused' }) };
  const root = { lang: '', dataset };
  runInNewContext(
    script
      .replace('__LOCALE_CHUNKS__', JSON.stringify(chunksOf(tags)))
      .replace('__ROUTE_CHUNKS__', '{}')
      .replace('__STYLES__', '[]')
      .replace('__SCENE__', '/scene.svg')
      .replace('__BUILD__', JSON.stringify({ version: '1.2.3', apiBase: 'https://api.example' }))
      .replace('__ENTRY_CHUNKS__', '[]')
      .replace('__LOAD_ERRORS__', JSON.stringify(LOAD_ERRORS))
      .replace('__ENTRIES__', '[]'),
    {
      document: {
        prerendering,
        documentElement: root,
        hidden,
        readyState: 'interactive',
        addEventListener: (event: string, listen: () => void) =>
          event === 'prerenderingchange' ? activations.push(listen) : listen(),
        createElement: () => ({}),
        getElementById: (id: string) => (id === 'load-error' ? note : null),
        head: {
          append: ({ href, as }: { href: string; as?: string }) => (as === 'image' ? pictures : preloaded).push(href),
        },
      },
      localStorage: { getItem: (key: string) => stored[key] ?? null },
      location,
      window,
      fetch: async (...call: readonly [string, object]) => void fetched.push(call),
      performance: { now: () => 123 },
      navigator: { languages, ...(isStored && { serviceWorker: { controller: {} } }) },
      requestAnimationFrame: (draw: () => void) => frames.push(draw),
      setTimeout: (task: () => void, ms?: number) => (ms ? timers.push([task, ms]) : task()),
    },
  );
  const beforePaint = [...preloaded];
  for (const draw of frames) draw();
  const { firstView, start } = root.dataset;
  const readNote = () => [note.hidden, ...note.children.map(({ textContent }) => textContent)];
  return {
    lang: root.lang,
    view: firstView,
    start,
    preloaded,
    beforePaint,
    pictures,
    fetched,
    calls: window.firstCalls ?? [],
    showLoadError: () => {
      window.showLoadError?.();
      return readNote();
    },
    /** The load error after this time; null if no timer is due. */
    noteAfter: (ms: number) => {
      const due = timers.filter((timer) => timer[1] <= ms);
      for (const [task] of due) task();
      return due.length ? readNote() : null;
    },
    activate: () => {
      for (const listen of activations) listen();
    },
  };
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
  expect(runScript(languages)).toMatchObject({ lang: tag, preloaded: [`/${tag}.js`], beforePaint: [`/${tag}.js`] });
});

test('I18N-02 · a browser without languages starts in English', () => {
  expect(runScript(undefined)).toMatchObject({ lang: 'en-US', preloaded: ['/en-US.js'], start: 'running' });
});

test.each(['zh_TW', 'EN', '"de-DE"', "'ko_KR'", 'de_AT.UTF-8', 'zh_Hant_HK', 'vi_VN@euro', 'English'])(
  'I18N-02 · the page and the portal understand the stored language %s in the same way',
  (stored) => {
    expect(runScript(['th'], { i18nextLng: stored }).lang).toBe(chooseLocale([stored, 'th']));
  },
);

test('the script does nothing in a browser that is too old', () => {
  expect(runScript(['de'], {}, LOCALE_TAGS, '/login', false, { refused: true })).toMatchObject({
    preloaded: [],
    start: 'refused',
  });
});

test.each<[string, object, string | null]>([
  ['is current', {}, null],
  ['has no toSorted', { Array: { prototype: {} } }, 'refused'],
  ['has no CSS.supports', { CSS: undefined }, 'refused'],
  ['knows no oklch', { CSS: { supports: () => false } }, 'refused'],
])('BRWS-02 · the first script marks the page when the browser %s', (_, browser, start) => {
  const marks: string[] = [];
  const first = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const documentElement = { setAttribute: (_name: string, value: string) => marks.push(value) };
  const without = 'Array' in browser ? 'delete Array.prototype.toSorted;' : '';
  runInNewContext(`${without}${first}`, {
    document: { documentElement },
    window: {},
    CSS: { supports: () => true },
    ...('CSS' in browser && { CSS: browser.CSS }),
  });
  expect(marks).toEqual(start === null ? [] : [start]);
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

test.each(['constructor', 'toString', 'valueOf', '__proto__'])(
  'C58 · a stored choice that every object has as a property is ignored: %s',
  (tag) => {
    expect(runScript(['de'], { i18nextLng: tag })).toMatchObject({ lang: 'de-DE', preloaded: ['/de-DE.js'] });
  },
);

test('I18N-04 · a visitor with a token preloads all texts in one file', () => {
  expect(runScript(['de'], { token: 'a' }).preloaded).toEqual(['/de-DE.whole.js']);
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
  ['/main/recharge?target=epoint', 'epoint'],
  ['/main/recharge?step=item&target=epoint', 'epoint'],
  ['/main/recharge/detail/O-1', 'detail'],
  ['/main/account/user', 'account'],
  ['/main/event', 'news'],
  ['/main/event/detail/1001', 'article'],
  ['/main/logout', 'player'],
])("the page knows a player's first page, and preloads the picture of home: %s → %s", (pathname, view) => {
  expect(firstView(pathname, { token: 'a' })).toEqual({ view, hasPicture: view === 'home' });
});

const IDS = { accountId: 'a-1', gameId: 'g-1', userId: 'u-1' };
const PLAYER = {
  token: 'secret',
  'client-id': 'client-0001',
  'portal:identity': JSON.stringify({ v: 1, data: { mark: '0', account: {}, ids: IDS } }),
};
const callsOf = (pathname: string, stored: Readonly<Record<string, string>>, prerendering = false) => {
  const { calls, fetched } = runScript(['en'], stored, LOCALE_TAGS, pathname, prerendering);
  return { calls, fetched };
};
const NO_CALLS = { calls: [], fetched: [] };

test.each([
  ['/main/home', IDS, [userInfo, settingInit, settingWebHomeConf]],
  ['/main/home', null, [userInfo, settingInit, settingWebHomeConf]],
  ['/main/recharge', IDS, [userInfo, settingInit, userWebRole, bulletinTop]],
  ['/main/recharge?target=epoint', IDS, [userInfo, settingInit]],
  ['/main/account/user', IDS, [userInfo, settingInit]],
  ['/main/recharge/detail/O-1', IDS, [userInfo, settingInit]],
] as const)(
  'SESS-15 · the page makes the first calls of a player as the client does: %s %j',
  (path, ids, endpoints) => {
    const { 'portal:identity': _, ...unidentified } = PLAYER;
    const { calls, fetched } = callsOf(path, ids ? PLAYER : unidentified);
    const who = { epoch: 1, token: 'secret', clientId: 'client-0001', accountId: '', gameId: '', userId: '', ...ids };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...headersOf(who, '1.2.3'),
    };
    const expected = endpoints.map(({ path, method }) => ({
      url: `https://api.example${path}`,
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    }));
    expect(calls).toMatchObject(expected.map((call) => ({ ...call, startedAt: 123 })));
    expect(fetched).toEqual(
      expected.map(({ url, ...request }) => [
        url,
        { ...request, redirect: 'error', credentials: 'omit', cache: 'no-store' },
      ]),
    );
  },
);

test('the page makes no call without a session or a client id, on a logout, and while it is prerendered', () => {
  const { token: _, ...visitor } = PLAYER;
  const { 'client-id': __, ...unknown } = PLAYER;
  expect(callsOf('/main/home', visitor)).toEqual(NO_CALLS);
  expect(callsOf('/main/home', unknown)).toEqual(NO_CALLS);
  expect(callsOf('/main/logout', PLAYER)).toEqual(NO_CALLS);
  expect(callsOf('/main/home', PLAYER, true)).toEqual(NO_CALLS);
});

test('the page makes no call with an identity that it cannot read, and preloads its files', () => {
  const broken = { ...PLAYER, 'portal:identity': '{' };
  const { fetched, preloaded } = runScript(['en'], broken, LOCALE_TAGS, '/main/home');
  expect({ fetched, preloaded }).toEqual({ fetched: [], preloaded: ['/en-US.whole.js'] });
});

test('a page from the service worker requests its code after the first frame, and immediately in a hidden tab', () => {
  const german = ['/de-DE.js'];
  const stored = runScript(['de'], {}, LOCALE_TAGS, '/login', false, { isStored: true });
  expect([stored.beforePaint, stored.preloaded]).toEqual([[], german]);
  const hidden = runScript(['de'], {}, LOCALE_TAGS, '/login', false, { isStored: true, hidden: true });
  expect([hidden.beforePaint, hidden.preloaded]).toEqual([german, german]);
});

test.each([
  ['de-AT', 'de-DE'],
  ['zh-MO', 'zh-HK'],
  ['pt-BR', 'en-US'],
])('ROUTE-13 · the page has a load error of its own, in the language of the player: %s → %s', (language, tag) => {
  expect(runScript([language]).showLoadError()).toEqual([false, `title ${tag}`, `text ${tag}`, `refresh ${tag}`]);
});

test('ROUTE-13 · the page shows its load error when its files neither fail nor arrive, at the deadline of every other page', () => {
  const { noteAfter } = runScript(['de']);
  expect(noteAfter(CHUNK_DEADLINE_MS - 1)).toBeNull();
  expect(noteAfter(CHUNK_DEADLINE_MS)).toEqual([false, 'title de-DE', 'text de-DE', 'refresh de-DE']);
});

test('ROUTE-13 · a prerendered page starts to wait when it is activated', () => {
  const page = runScript(['de'], {}, LOCALE_TAGS, '/login', true);
  expect(page.noteAfter(CHUNK_DEADLINE_MS)).toBeNull();
  page.activate();
  expect(page.noteAfter(CHUNK_DEADLINE_MS)).toMatchObject([false, 'title de-DE', 'text de-DE', 'refresh de-DE']);
});
