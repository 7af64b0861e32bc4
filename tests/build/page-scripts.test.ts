import { runInNewContext } from 'node:vm';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { headersOf } from '../../src/api/credentials.ts';
import { bulletinTop } from '../../src/contract/content.contract.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { settingInit, settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { userInfo, userWebRole } from '../../src/contract/user.contract.ts';
import { chooseLocale } from '../../src/i18n/locales.ts';
import { CHUNK_DEADLINE_MS } from '../../src/loader/chunk-deadline.ts';
import type { Browser } from '../../src/platform/browser.ts';
import { bundlePageScripts, OLDEST_SYNTAX } from '../../vite/page-scripts.ts';

const bundles = bundlePageScripts(process.cwd());
const check = await bundles.__BROWSER_CHECK__();
const script = await bundles.__FIRST_PAGE__();
const LOCALE_CHUNKS = Object.fromEntries(LOCALE_TAGS.map((tag) => [tag, [`/${tag}.js`, `/${tag}.all.js`]]));

/** The load error of the page before it is shown. */
const createNote = () => {
  const parts = ['title', 'text', 'refresh'].map(() => ({ textContent: '', addEventListener: () => {} }));
  return { hidden: true, children: parts, lastElementChild: parts.at(-1) };
};

const LOAD_ERRORS = Object.fromEntries(
  LOCALE_TAGS.map((tag) => [tag, ['title', 'text', 'refresh'].map((part) => `${part} ${tag}`)]),
);

type Visit = {
  readonly languages?: readonly string[] | undefined;
  readonly stored?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly prerendering?: boolean;
  readonly hidden?: boolean;
  readonly refused?: boolean;
};

/** Runs the built script as the page does. */
const open = async ({
  languages,
  stored = {},
  path = '/login',
  prerendering = false,
  hidden = false,
  refused = false,
}: Visit) => {
  const preloaded: string[] = [];
  const frames: (() => void)[] = [];
  const timers: (readonly [task: () => void, ms: number])[] = [];
  const activations: (() => void)[] = [];
  const note = createNote();
  const fetched: (readonly [url: string, init: object])[] = [];
  const window: Partial<Pick<Browser, 'firstCalls' | 'showLoadError' | 'ticket'>> = {};
  const location = new URL(path, 'https://portal.example');
  const urls: string[] = [];
  const ofTab: Record<string, string> = {};
  const dataset: Record<string, string> = refused ? { start: 'refused' } : {};
  const styles = new Map<string, string>();
  const root = { lang: '', dataset, style: { setProperty: (name: string, value: string) => styles.set(name, value) } };
  runInNewContext(
    script
      .replace('__LOCALE_CHUNKS__', JSON.stringify(LOCALE_CHUNKS))
      .replace('__ROUTE_CHUNKS__', '{}')
      .replace('__STYLES__', '[]')
      .replace('__BUILD__', JSON.stringify({ version: '1.2.3', apiBase: 'https://api.example' }))
      .replace('__ENTRY_CHUNKS__', '[]')
      .replace('__LOAD_ERRORS__', JSON.stringify(LOAD_ERRORS))
      .replace('__HEADINGS__', JSON.stringify({ 'de-DE': ['Aufladen', 'Welcher "Server"?'] }))
      .replace('__ENTRIES__', '[]'),
    {
      document: {
        prerendering,
        documentElement: root,
        hidden,
        readyState: 'interactive',
        addEventListener: (_: string, listen: () => void) => activations.push(listen),
        createElement: () => ({}),
        getElementById: (id: string) => (id === 'load-error' ? note : null),
        head: { append: ({ href }: { href: string }) => preloaded.push(href) },
      },
      localStorage: Object.defineProperty({ ...stored }, 'getItem', { value: (key: string) => stored[key] ?? null }),
      sessionStorage: { setItem: (key: string, value: string) => Object.assign(ofTab, { [key]: value }) },
      location,
      history: {
        replaceState: (_: unknown, __: string, to: string) => {
          urls.push(to);
          location.href = new URL(to, location).href;
        },
      },
      window,
      fetch: async (...call: readonly [string, object]) => void fetched.push(call),
      performance: { now: () => 123 },
      navigator: { languages },
      requestAnimationFrame: (draw: () => void) => frames.push(draw),
      setTimeout: (task: () => void, ms?: number) => (ms ? timers.push([task, ms]) : task()),
    },
  );
  await Promise.resolve();
  const readNote = () => [note.hidden, ...note.children.map(({ textContent }) => textContent)];
  return {
    root,
    styles: Object.fromEntries(styles),
    preloaded,
    urls,
    ticket: () => window.ticket,
    ofTab,
    fetched,
    calls: () => window.firstCalls ?? [],
    draw: () => {
      for (const draw of frames) draw();
    },
    /** The load error after this time. */
    wait: async (ms: number) => {
      await Promise.resolve();
      for (const [task] of timers.filter((timer) => timer[1] <= ms)) task();
      return readNote();
    },
    showLoadError: () => {
      window.showLoadError?.();
      return readNote();
    },
    activate: () => {
      for (const listen of activations) listen();
    },
  };
};

/** The language of the first frame, the files that are requested after it, and the mark of a started page. */
const start = async (visit: Visit) => {
  const page = await open(visit);
  const { lang } = page.root;
  page.draw();
  return { lang, preloaded: page.preloaded, start: page.root.dataset['start'] };
};

test.each([[['zh-Hant-MO']], [['pt-BR', 'de']], [['pt-BR']], [undefined]])(
  'the page preloads the locale that it will use: %j (I18N-02, I18N-04)',
  async (languages) => {
    const tag = chooseLocale(languages ?? []);
    expect(await start({ languages })).toEqual({ lang: tag, preloaded: [`/${tag}.js`], start: 'running' });
  },
);

const TICKET = 'a.Ticket_of-the~game';

test.each([
  [`/main/recharge?ticket=${TICKET}`, '/main/recharge'],
  [`/main/recharge?ticket=${TICKET}&server=101&role=7`, '/main/recharge?server=101&role=7'],
  [`/main/recharge?server=101&ticket=${TICKET}&item=a%26ticket=b`, '/main/recharge?server=101&item=a%26ticket=b'],
  [`/main/recharge?server=101&ticket=${TICKET}`, '/main/recharge?server=101'],
  [`/main/recharge?server=101#ticket=${TICKET}`, '/main/recharge?server=101'],
  [`/main/recharge?server=101#from=game&ticket=${TICKET}`, '/main/recharge?server=101#from=game'],
  [`/main/recharge?ticket=an-earlier-ticket&ticket=${TICKET}#top`, '/main/recharge#top'],
  [`/main/recharge?ticket=an-earlier-ticket#ticket=${TICKET}`, '/main/recharge'],
])('the ticket of %s leaves the URL before any request; a player’s page starts (SESS-12, C63)', async (path, to) => {
  const page = await open({ path, languages: ['de'] });
  expect([page.urls, page.ticket(), page.preloaded, page.fetched]).toEqual([[to], TICKET, [], []]);
  page.draw();
  expect([page.root.dataset['firstView'], page.preloaded]).toEqual(['recharge', ['/de-DE.all.js']]);
});

test('an empty ticket leaves the URL and is none; a URL without a ticket is left alone (SESS-12)', async () => {
  const empty = await open({ path: '/main/recharge?ticket=&server=101' });
  expect([empty.urls, empty.ticket(), empty.root.dataset['firstView']]).toEqual([
    ['/main/recharge?server=101'],
    undefined,
    'login',
  ]);
  const none = await open({ path: '/main/recharge?tickets=1&server=ticket=2#my-ticket=3' });
  expect([none.urls, none.ticket()]).toEqual([[], undefined]);
});

test('a browser that is too old keeps no ticket in its URL either (SESS-12)', async () => {
  const page = await open({ path: `/main/recharge?ticket=${TICKET}`, refused: true });
  expect(page.urls).toEqual(['/main/recharge']);
});

test.each([
  [
    '/main/recharge?return=https%3A%2F%2Fgame.example%2Fplay%3Fa%3D1',
    { 'portal:return': 'https://game.example/play?a=1' },
  ],
  [`/main/home?ticket=${TICKET}&return=mygame:`, { 'portal:return': 'mygame:' }],
  ['/main/home?returns=mygame:', {}],
  ['/main/home', {}],
])('of %s the tab keeps the way back to the game: %j (SESS-12)', async (path, kept) => {
  expect((await open({ path })).ofTab).toEqual(kept);
});

test('the script does nothing in a browser that is too old', async () => {
  expect(await start({ languages: ['de'], refused: true })).toEqual({ lang: '', preloaded: [], start: 'refused' });
});

test.each<[string, object, string | null]>([
  ['is current', {}, null],
  ['has no toSorted', { Array: { prototype: {} } }, 'refused'],
  ['has no CSS.supports', { CSS: undefined }, 'refused'],
  ['knows no oklch', { CSS: { supports: () => false } }, 'refused'],
])('the first script marks the page when the browser %s (BRWS-02)', (_, browser, start) => {
  const marks: string[] = [];
  const documentElement = { setAttribute: (_name: string, value: string) => marks.push(value) };
  const without = 'Array' in browser ? 'delete Array.prototype.toSorted;' : '';
  runInNewContext(`${without}${check}`, {
    document: { documentElement },
    window: {},
    CSS: { supports: () => true },
    ...('CSS' in browser && { CSS: browser.CSS }),
  });
  expect(marks).toEqual(start === null ? [] : [start]);
});

/** Whether a browser of 2015 to 2017 accepts the text: a translation for it changes nothing. */
const isOld = async (code: string) => {
  const [old, current] = await Promise.all(
    [OLDEST_SYNTAX, 'esnext'].map((target) => transformWithOxc(code, 'script.js', { target, sourcemap: false })),
  );
  return old?.code === current?.code;
};

test.each([
  ['a => `b`', true],
  ['a ?? b', false],
  ['async () => a', false],
])('the syntax of 2015 includes %s: %s', async (code, isIncluded) => {
  expect(await isOld(code)).toBe(isIncluded);
});

test('a browser that is too old can read the script that finds that out (BRWS-02)', async () => {
  expect(await isOld(check)).toBe(true);
});

test('a stored choice comes first, and an invalid one is ignored (I18N-02, C58)', async () => {
  const languages = ['de'];
  expect((await start({ languages, stored: { i18nextLng: 'zh-HK' } })).preloaded).toEqual(['/zh-HK.js']);
  for (const invalid of ['garbage', 'constructor'])
    expect((await start({ languages, stored: { i18nextLng: invalid } })).preloaded).toEqual(['/de-DE.js']);
});

test('a visitor with a token preloads all texts in one file (I18N-04)', async () => {
  expect((await start({ languages: ['de'], stored: { token: 'a' } })).preloaded).toEqual(['/de-DE.all.js']);
});

test.each([
  ['/', true],
  ['/login', true],
  ['/main/recharge', true],
  ['/main/logout', false],
  ['/mainly', false],
])('the page knows whether a visitor sees the login first: %s', async (path, isLogin) => {
  const { root } = await open({ path });
  expect(root.dataset['firstView']).toBe(isLogin ? 'login' : 'visitor');
});

test.each([
  ['/', 'home'],
  ['/login', 'home'],
  ['/main/home/', 'home'],
  ['/main/recharge', 'recharge'],
  ['/main/recharge?step=item&target=epoint', 'epoint'],
  ['/main/recharge/detail/O-1', 'detail'],
  ['/main/account/user', 'account'],
  ['/main/event', 'news'],
  ['/main/event/detail/1001', 'article'],
  ['/main/logout', 'logout'],
  ['/403', 'player'],
])("the page knows a player's first page: %s → %s", async (path, view) => {
  const { root } = await open({ path, stored: { token: 'a' } });
  expect(root.dataset['firstView']).toBe(view);
});

const HEADING = { '--title': '"Aufladen"' };
const QUESTION = { ...HEADING, '--question': '"Welcher \\"Server\\"?"' };
const draftOf = (game: string) => ({ [`portal:${game}:u-1:draft`]: '{}' });

test.each<[string, string, object, object]>([
  ['/main/recharge', 'no draft', {}, QUESTION],
  ['/main/recharge?step=item', 'no draft', {}, HEADING],
  ['/main/recharge', 'a draft', draftOf('g-1'), HEADING],
  ['/main/recharge', 'an order', { 'portal:g-1:u-1:order:draft': '{}' }, QUESTION],
  ['/main/recharge?target=epoint', 'no draft', {}, {}],
  ['/main/home', 'no draft', {}, {}],
])(
  'the shell of the top-up page has its heading, and the first question unless another step opens: %s, %s',
  async (path, _, stored, styles) => {
    const page = await open({ languages: ['de'], path, stored: { token: 'a', ...stored } });
    expect(page.styles).toEqual(styles);
  },
);

const IDS = { accountId: 'a-1', gameId: 'g-1', userId: 'u-1' };
const PLAYER = {
  token: 'secret',
  'client-id': 'client-0001',
  'portal:identity': JSON.stringify({ v: 1, data: { mark: '0', account: {}, ids: IDS } }),
};
const callsOf = async (path: string, stored: Readonly<Record<string, string>>, prerendering = false) => {
  const page = await open({ languages: ['en'], stored, path, prerendering });
  page.draw();
  return { calls: page.calls(), fetched: page.fetched };
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
  'the page makes the first calls of a player as the client does: %s %j (SESS-15)',
  async (path, ids, endpoints) => {
    const { 'portal:identity': _, ...unidentified } = PLAYER;
    const { calls, fetched } = await callsOf(path, ids ? PLAYER : unidentified);
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

test('the page makes no call without a session or a client id, on a logout, and while it is prerendered', async () => {
  const { token: _, ...visitor } = PLAYER;
  const { 'client-id': __, ...unknown } = PLAYER;
  expect(await callsOf('/main/home', visitor)).toEqual(NO_CALLS);
  expect(await callsOf('/main/home', unknown)).toEqual(NO_CALLS);
  expect(await callsOf('/main/home', { ...PLAYER, 'client-id': 'short' })).toEqual(NO_CALLS);
  expect(await callsOf('/main/logout', PLAYER)).toEqual(NO_CALLS);
  expect(await callsOf('/main/home', PLAYER, true)).toEqual(NO_CALLS);
});

test('the page makes no call with an identity that it cannot read, and preloads its files', async () => {
  const page = await open({ languages: ['en'], stored: { ...PLAYER, 'portal:identity': '{' }, path: '/main/home' });
  page.draw();
  expect([page.fetched, page.preloaded]).toEqual([[], ['/en-US.all.js']]);
});

test('a page requests its code and its data after the first frame: they would delay it', async () => {
  const page = await open({ languages: ['de'], stored: PLAYER, path: '/main/home' });
  expect([page.root.lang, page.preloaded, page.fetched]).toEqual(['de-DE', [], []]);
  page.draw();
  expect([page.preloaded, page.fetched.length]).toEqual([['/de-DE.all.js'], 3]);
  await page.wait(2_000);
  expect([page.preloaded.length, page.fetched.length]).toEqual([1, 3]);
});

test('a page that draws no frame requests its code immediately in a background tab, and else after two seconds', async () => {
  const hidden = await open({ languages: ['de'], hidden: true });
  expect(hidden.preloaded).toEqual(['/de-DE.js']);
  const stopped = await open({ languages: ['de'] });
  expect(stopped.preloaded).toEqual([]);
  await stopped.wait(2_000);
  stopped.draw();
  expect(stopped.preloaded).toEqual(['/de-DE.js']);
});

test('the page has a load error of its own, in the language of the player (ROUTE-13)', async () => {
  const page = await open({ languages: ['zh-MO'] });
  expect(page.showLoadError()).toEqual([false, 'title zh-HK', 'text zh-HK', 'refresh zh-HK']);
});

test('the page shows its load error when its files neither fail nor arrive, at the deadline of every other page (ROUTE-13)', async () => {
  const page = await open({ languages: ['de'] });
  expect(await page.wait(CHUNK_DEADLINE_MS - 1)).toEqual([true, '', '', '']);
  expect(await page.wait(CHUNK_DEADLINE_MS)).toEqual([false, 'title de-DE', 'text de-DE', 'refresh de-DE']);
});

test('a prerendered page starts to wait when it is activated (ROUTE-13)', async () => {
  const page = await open({ languages: ['de'], prerendering: true });
  expect(await page.wait(CHUNK_DEADLINE_MS)).toEqual([true, '', '', '']);
  page.activate();
  expect(await page.wait(CHUNK_DEADLINE_MS)).toEqual([false, 'title de-DE', 'text de-DE', 'refresh de-DE']);
});
