import { beforeEach, describe, expect, test } from 'vitest';
import { createBuildCache, deleteCaches } from '../../src/service-worker/build-cache.ts';
import { createFakeCaches } from '../support/browser/fake-caches.ts';

const MAIN = '/assets/main-aaaaaaaa.js';
const GERMAN = '/assets/de-DE.bundle-aaaaaaaa.js';
const GERMAN_PLAYER = '/assets/de-DE.player-aaaaaaaa.js';
const THAI = '/assets/th-TH.bundle-aaaaaaaa.js';
const FILES = [MAIN, GERMAN, GERMAN_PLAYER, THAI];

const script = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });

let fake = createFakeCaches();
let requests: string[] = [];
/** What the server sends instead of a script. */
let responses: Record<string, () => Response> = {};

const fetchFile = (async (input: RequestInfo | URL) => {
  const path = typeof input === 'string' ? input : new URL((input as Request).url).pathname;
  requests.push(path);
  return responses[path]?.() ?? (path === '/' ? html(PAGE) : script(path));
}) as typeof fetch;

const PAGE = '<html>page</html>';
/** The test server sends the path of a file as its content. */
const lengthsOf = (files: readonly string[]) => Object.fromEntries(files.map((path) => [path, path.length]));
const buildOf = (id: string, files = FILES) =>
  createBuildCache(
    { id, pageIntegrity: 'sha256-', pageBytes: PAGE.length, files: lengthsOf(files) },
    { caches: fake.caches, fetch: fetchFile },
  );

beforeEach(() => {
  fake = createFakeCaches();
  requests = [];
  responses = {};
});

describe('an installation', () => {
  test('stores the page last, and no language of another player', async () => {
    await buildOf('a').install();
    expect(requests).toEqual([MAIN, '/']);
    expect(fake.dump()).toEqual({ 'portal-a': [MAIN, '/'], 'portal-next': ['/'] });
  });

  test('stores the page without the files that a browser would request before the first paint', async () => {
    responses['/'] = () =>
      new Response(PAGE, { headers: { 'content-type': 'text/html', link: `<${MAIN}>; rel=modulepreload` } });
    const cache = buildOf('a');
    await cache.install();
    for (const page of [await cache.page(), await cache.nextPage()]) {
      expect(page?.headers.get('link')).toBeNull();
      expect(page?.headers.get('content-type')).toBe('text/html');
      expect(await page?.text()).toBe(PAGE);
    }
  });

  test('stores the languages of the build before it, and takes unchanged files from its cache', async () => {
    const before = buildOf('a');
    await before.install();
    await before.storeLanguage('de-DE');
    requests = [];
    await buildOf('b', [MAIN, GERMAN.replace('aaaaaaaa', 'bbbbbbbb'), GERMAN_PLAYER, THAI]).install();
    expect(requests).toEqual(['/assets/de-DE.bundle-bbbbbbbb.js', '/']);
    expect(fake.dump()['portal-b']).toEqual([MAIN, '/assets/de-DE.bundle-bbbbbbbb.js', GERMAN_PLAYER, '/']);
  });

  test.each([
    ['a missing file', MAIN, () => new Response('', { status: 404 })],
    ['HTML in place of a missing file', MAIN, () => html('page')],
    ['a page that fails', '/', () => new Response('', { status: 503 })],
  ])('fails on %s, and the page is not stored (C54)', async (_, path, response) => {
    responses[path] = response;
    await expect(buildOf('a').install()).rejects.toThrow('is missing');
    expect(Object.values(fake.dump()).flat()).not.toContain('/');
    expect(await buildOf('a').page()).toBeUndefined();
  });
});

describe('a file', () => {
  const read = async (cache: ReturnType<typeof buildOf>, path: string) => {
    const works: Promise<unknown>[] = [];
    const response = await cache.file(fake.requestOf(path), (work) => works.push(work));
    await Promise.all(works);
    return response;
  };

  test('of this build is stored with its first request, and any other file is not', async () => {
    const cache = buildOf('a');
    await read(cache, GERMAN);
    await read(cache, '/assets/main-of-another-build.js');
    requests = [];
    expect(await (await read(cache, GERMAN)).text()).toBe(GERMAN);
    expect(requests).toEqual([]);
    expect(fake.dump()).toEqual({ 'portal-a': [GERMAN] });
  });

  test('that the server no longer has is not stored (C54)', async () => {
    responses[GERMAN] = () => html('page');
    await read(buildOf('a'), GERMAN);
    expect(fake.dump()).toEqual({});
  });

  test('is delivered although the storage is full', async () => {
    fake.isFull = true;
    expect(await (await read(buildOf('a'), GERMAN)).text()).toBe(GERMAN);
  });
});

test('an active build deletes older caches, and not the one of a build that is being installed', async () => {
  await buildOf('a').install();
  const active = buildOf('b');
  await active.install();
  await buildOf('c').install();
  await fake.caches.open('of-another-program');
  await active.deleteOlder();
  expect(Object.keys(fake.dump())).toEqual(['portal-next', 'portal-b', 'portal-c', 'of-another-program']);
  await deleteCaches(fake.caches);
  expect(Object.keys(fake.dump())).toEqual(['of-another-program']);
});

describe('a damaged file in the cache', () => {
  const DAMAGES: Readonly<Record<string, () => Response>> = {
    'the first half': () => script(MAIN.slice(0, 10)),
    empty: () => script(''),
    'longer than it was': () => script(`${MAIN} `),
    'HTML in place of a script': () => html(MAIN),
    'a response with an error status': () => new Response(MAIN, { status: 500 }),
  };
  const put = async (path: string, response: Response): Promise<void> =>
    (await fake.caches.open('portal-a')).put(path, response);
  const file = (cache: ReturnType<typeof buildOf>) => cache.file(fake.requestOf(MAIN), () => {});

  test.each(Object.entries(DAMAGES))('%s: the file is requested again (BRWS-02)', async (_, damage) => {
    const cache = buildOf('a');
    await cache.install();
    await put(MAIN, damage());
    expect(await (await file(cache)).text()).toBe(MAIN);
    await put(MAIN, damage());
    await cache.install();
    requests = [];
    expect(await (await file(cache)).text()).toBe(MAIN);
    expect(requests).toEqual([]);
  });

  test.each([
    ['the first half', () => html(PAGE.slice(0, 9))],
    ['empty', () => html('')],
    ['a script in place of the page', () => script(PAGE)],
    ['a response with an error status', () => new Response(PAGE, { status: 500 })],
  ])('the page, %s: it is requested from the server', async (_, damage) => {
    const cache = buildOf('a');
    await cache.install();
    await put('/', damage());
    await (await fake.caches.open('portal-next')).put('/', damage());
    expect([await cache.page(), await cache.nextPage()]).toEqual([undefined, undefined]);
  });

  test('a file that the HTTP cache delivers in part is requested past it', async () => {
    responses[MAIN] = () => {
      delete responses[MAIN];
      return script(MAIN.slice(0, 10));
    };
    await buildOf('a').install();
    expect(requests).toEqual([MAIN, MAIN, '/']);
  });

  test('a cache that throws counts as empty', async () => {
    const cache = createBuildCache(
      { id: 'a', pageIntegrity: 'sha256-', pageBytes: PAGE.length, files: lengthsOf(FILES) },
      {
        caches: {
          match: () => Promise.reject(new DOMException('denied', 'SecurityError')),
          open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
        } as unknown as CacheStorage,
        fetch: fetchFile,
      },
    );
    expect([await cache.page(), await cache.nextPage()]).toEqual([undefined, undefined]);
    expect(await (await file(cache)).text()).toBe(MAIN);
  });
});
