import { expect, test, vi } from 'vitest';
import type { Port } from '../../machines/kernel/port.ts';
import { lazyPorts } from '../../src/app/lazy-code.ts';
import { ChunkFailure } from '../../src/loader/chunk-deadline.ts';
import { createChunkLoader, NO_RETRY } from '../../src/loader/chunk-loader.ts';
import type { FirstCall } from '../../src/platform/browser.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import { createCoreHarness, never, reasonOf } from '../support/machines/core-harness.ts';

const SESSION = ['/api/user/uinfo', '/api/setting/init'] as const;
const TOP_UP = [...SESSION, '/api/user/webRole', '/api/bulletin/top'] as const;
const HOME = [...SESSION, '/api/setting/webHomeConf'] as const;

const callOf = (path: string): FirstCall => ({
  url: path,
  method: 'POST',
  headers: {},
  startedAt: 0,
  response: Promise.reject(new TypeError('not used')),
});

const settled = () => new Promise(setImmediate);

const open = (paths: readonly string[], profile = createFakeProfile()) => {
  let draw = () => {};
  const drawn = new Promise<void>((resolve) => {
    draw = resolve;
  });
  const calls = paths.map(callOf);
  for (const { response } of calls) response.catch(() => {});
  return { draw, harness: createCoreHarness(profile, {}, { calls, page: { drawn, markDrawn: draw } }) };
};

/** Calls everything that a page of a player loads in addition to its own data; returns the paths that reach the API. */
const callAll = (
  { bootPorts, balancePorts, signedInPorts, contentPorts, listPorts }: ReturnType<typeof createCoreHarness>,
  signal: AbortSignal,
) => [
  bootPorts.syncClock({}, signal),
  bootPorts.loadHome({}, signal),
  balancePorts.loadBalance({ gameAccountId: 'ga-7' }, signal),
  signedInPorts.loadUnpaidOrders({}, signal),
  contentPorts.loadBulletins({}, signal),
  listPorts.loadPage({ query: { kind: 'articles', type: 0 }, page: 1, size: 3 }, signal),
];

const CLOCK = '/api/setting/time';

const CALLS = [
  CLOCK,
  '/api/setting/webHomeConf',
  '/api/epoint/balance',
  '/api/order/record',
  '/api/bulletin/top',
  '/api/setting/webArticle',
];

/** The paths of the sent calls. The clock counts once, because it takes another sample after a slow round trip. */
const sent = ({ api }: ReturnType<typeof createCoreHarness>): readonly string[] =>
  api.seen
    .map(({ path }) => path)
    .filter((path, at, paths) => CALLS.includes(path) && (path !== CLOCK || paths.indexOf(path) === at));

test.each<[string, readonly string[], readonly string[]]>([
  ['only what the top-up page has requested starts', TOP_UP, ['/api/bulletin/top']],
  ['only what the home page has requested starts', HOME, ['/api/setting/webHomeConf']],
  ['every call starts on a page that has not requested its own data', SESSION, CALLS],
  ['every call starts on a page that has requested nothing', [], CALLS],
])('before the first page is drawn, %s', async (_, requested, early) => {
  const { draw, harness } = open(requested);
  const calls = callAll(harness, never);
  await settled();
  expect(sent(harness).toSorted()).toEqual(early.toSorted());
  draw();
  await Promise.allSettled(calls);
  expect(sent(harness).toSorted()).toEqual(CALLS.toSorted());
});

type Ports = { readonly greet: Port<string, { readonly name: string }>; readonly wave: Port<string, object> };

const GREETING: Ports = { greet: async ({ name }) => `hello ${name}`, wave: async () => 'a wave' };

test('an eager port resolves immediately, the others load their code first (SESS-06)', async () => {
  let finishLoading = (_: Ports) => {};
  const load = vi.fn(
    () =>
      new Promise<Ports>((resolve) => {
        finishLoading = resolve;
      }),
  );
  const ports = lazyPorts<Ports>({ load, peek: () => null, eager: { wave: async () => 'eager' } });
  expect(await ports.wave({}, never)).toBe('eager');
  expect(load).not.toHaveBeenCalled();
  const answer = ports.greet({ name: 'Ada' }, never);
  finishLoading(GREETING);
  expect(await answer).toBe('hello Ada');
});

test('a failed load rejects the call, and the next call loads again (ERRS-06)', async () => {
  const load = vi.fn<() => Promise<Ports>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(GREETING);
  const loader = createChunkLoader(load, NO_RETRY);
  const ports = lazyPorts({ load: loader.load, peek: loader.peek });
  expect(await reasonOf(ports.greet({ name: 'Ada' }, never))).toBeInstanceOf(ChunkFailure);
  expect(loader.peek()).toBe(null);
  expect(await ports.greet({ name: 'Ada' }, never)).toBe('hello Ada');
  expect(await ports.wave({}, never)).toBe('a wave');
  expect(load).toHaveBeenCalledTimes(2);
  expect(loader.peek()).toBe(GREETING);
});
