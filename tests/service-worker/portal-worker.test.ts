import { describe, expect, test, vi } from 'vitest';
import { matchPage } from '../../machines/portal/portal.routes.ts';
import { BACKEND } from '../../server/http/static-files.ts';
import { startPortalWorker } from '../../src/service-worker/portal-worker.ts';
import type { FetchEvent, WorkerScope } from '../../src/service-worker/worker-scope.ts';
import { createFakeCaches } from '../support/browser/fake-caches.ts';

const ORIGIN = 'https://portal.example';
const htmlOf = (text: string) =>
  new Response(`<html>${text}</html>`, { headers: { 'content-type': 'text/html; charset=utf-8' } });
const PAGE = htmlOf('page of this build');
const NEXT_PAGE = htmlOf('page of the next build');
const PAGE_BYTES = (await PAGE.clone().blob()).size;
const FILE = 'from the server';
const GERMAN = '/assets/de-DE.bundle-abcdefgh.js';
const SCRIPT = '/assets/index-abcdefgh.js';

type Situation = {
  readonly hasWaiting?: boolean;
  readonly openPages?: readonly string[];
  readonly replaces?: Pick<FetchEvent, 'clientId' | 'replacesClientId'>;
};

const BUILD = {
  id: 'a',
  pageIntegrity: '',
  pageBytes: PAGE_BYTES,
  files: { [SCRIPT]: FILE.length, [GERMAN]: FILE.length },
};
const startPortal = async (scope: WorkerScope): Promise<void> => startPortalWorker(scope, BUILD);

/** Starts a worker, by default that of a stored build that has a script and a language file. */
const startWorker = async ({ hasWaiting = false, openPages = [] }: Situation = {}, start = startPortal) => {
  const { caches, dump } = createFakeCaches();
  await (await caches.open('portal-a')).put('/', PAGE.clone());
  await (await caches.open('portal-next')).put('/', NEXT_PAGE.clone());
  const listeners = new Map<string, (event: never) => void>();
  const messages: unknown[] = [];
  const tasks: Promise<unknown>[] = [];
  const unregister = vi.fn(async () => true);
  let skips = 0;
  await start({
    addEventListener: (type, listen) => listeners.set(type, listen),
    caches,
    fetch: async () => new Response(FILE),
    location: { origin: ORIGIN },
    clients: { claim: async () => {}, matchAll: async () => openPages.map((id) => ({ id })) },
    registration: {
      waiting: hasWaiting ? { postMessage: (message) => void messages.push(message) } : null,
      unregister,
    },
    skipWaiting: async () => {
      skips += 1;
    },
  });
  const dispatch = (type: string, event: object): void => listeners.get(type)?.(event as never);
  return {
    messages,
    unregister,
    skips: () => skips,
    caches: dump,
    stored: () => dump()['portal-a'],
    dispatch,
    /** Waits for the tasks of the event. */
    send: async (type: string, event: object = {}): Promise<void> => {
      dispatch(type, { ...event, waitUntil: (task: Promise<unknown>) => void tasks.push(task) });
      await Promise.all(tasks);
    },
  };
};

/** Dispatches the fetch event of a request. Null: the worker leaves it to the browser. */
const responseTo = async (
  path: string,
  init: RequestInit & { readonly isPage?: boolean },
  situation: Situation = {},
) => {
  const { dispatch, messages } = await startWorker(situation);
  const request = new Request(new URL(path, ORIGIN), init);
  if (init.isPage) Object.defineProperty(request, 'mode', { value: 'navigate' });
  let response: Promise<Response> | null = null;
  const event: FetchEvent = {
    ...(situation.replaces ?? { clientId: '' }),
    request,
    waitUntil: () => {},
    respondWith: (given) => {
      response = given;
    },
  };
  dispatch('fetch', event);
  const given = (await response) as Response | null;
  return { text: given ? await given.text() : null, messages };
};

const pageOf = async (path: string, situation?: Situation) =>
  (await responseTo(path, { isPage: true }, situation)).text;

describe('what the worker serves', () => {
  test('each page of the portal, with any query', async () => {
    const pages = [
      '/',
      '/login',
      '/login?redirect=%2Fmain%2Fhome&token=SECRET',
      '/403',
      '/main/recharge?step=item',
      '/main/recharge/detail/260301-AAAA-BBBB-CCCC?paid=1',
      '/main/logout?id=23',
    ];
    for (const path of pages) {
      expect([path, matchPage(new URL(path, ORIGIN).pathname, '').name]).not.toEqual([path, 'not-found']);
      expect([path, await pageOf(path)]).toEqual([path, '<html>page of this build</html>']);
    }
  });

  test('no path of the server, and no path that the portal does not know', async () => {
    const backend = ['/api/user/uinfo', '/cashier/260301', '/webhooks/x', '/media/a.svg'];
    for (const path of backend) expect(BACKEND.test(path), path).toBe(true);
    for (const path of [...backend, '/health', '/metrics', '/qa', '/qa-lab.html', '/mainly', '/legal/terms.html'])
      expect([path, await pageOf(path)]).toEqual([path, null]);
  });

  test('no call, no other method and no other origin', async () => {
    expect((await responseTo('/api/user/uinfo', {})).text).toBeNull();
    expect((await responseTo('/main/home', {})).text).toBeNull();
    expect((await responseTo('/main/home', { method: 'POST', isPage: true })).text).toBeNull();
    expect((await responseTo('/assets/a.js', { method: 'HEAD' })).text).toBeNull();
    expect((await responseTo('https://api.example/assets/a.js', {})).text).toBeNull();
  });
});

describe('messages (S31)', () => {
  const send = async (data: unknown) => {
    const worker = await startWorker();
    await worker.send('message', { data });
    return { skips: worker.skips(), stored: worker.stored() };
  };

  test('the waiting worker is activated, and the files of a language are stored', async () => {
    expect(await send({ type: 'activate' })).toEqual({ skips: 1, stored: ['/'] });
    expect(await send({ type: 'store-language', language: 'de-DE' })).toEqual({ skips: 0, stored: ['/', GERMAN] });
  });

  test.each([
    null,
    'activate',
    { type: 'other', language: 'de-DE' },
    { type: 'store-language' },
    { type: 'store-language', language: ['de-DE'] },
  ])('a message of another shape is ignored: %j', async (data) => {
    expect(await send(data)).toEqual({ skips: 0, stored: ['/'] });
  });
});

describe('a build that waits (C54)', () => {
  const waiting = (openPages: readonly string[], replaces: Situation['replaces']) =>
    responseTo('/main/home', { isPage: true }, { hasWaiting: true, openPages, ...(replaces && { replaces }) });

  test.each([
    ['the only page is replaced (Chromium)', ['one'], { clientId: 'one' }],
    ['the only page is replaced (other browsers)', ['one'], { clientId: '', replacesClientId: 'one' }],
    ['no page is open', [], { clientId: '' }],
  ])('opens when %s', async (_, openPages, replaces) => {
    const { text, messages } = await waiting(openPages, replaces);
    expect(text).toBe('<html>page of the next build</html>');
    expect(messages).toEqual([{ type: 'activate' }]);
  });

  test.each([
    ['another page stays open', ['one', 'two'], { clientId: 'one' }],
    ['a new window opens beside a page', ['one'], { clientId: '' }],
    ['a page opens a new window', ['one'], { clientId: 'one', replacesClientId: '' }],
  ])('waits when %s', async (_, openPages, replaces) => {
    const { text, messages } = await waiting(openPages, replaces);
    expect(text).toBe('<html>page of this build</html>');
    expect(messages).toEqual([]);
  });
});

describe('the kill switch (C54)', () => {
  const startOff = async (scope: WorkerScope): Promise<void> => {
    vi.stubGlobal('self', scope);
    vi.resetModules();
    await import('../../src/service-worker/service-worker-off.ts');
    vi.unstubAllGlobals();
  };

  test.each(['install', 'activate', 'message'] as const)(
    'deletes its caches and removes itself at %s, which does not wait for the removal',
    async (type) => {
      const worker = await startWorker({}, startOff);
      worker.unregister.mockReturnValue(new Promise(() => {}));
      await worker.send(type, { data: { type: 'activate' } });
      expect([worker.caches(), worker.unregister.mock.calls.length, worker.skips()]).toEqual([{}, 1, 0]);
    },
  );
});
