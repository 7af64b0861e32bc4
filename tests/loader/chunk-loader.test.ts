import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CHUNK_DEADLINE_MS, ChunkFailure } from '../../src/loader/chunk-deadline.ts';
import { createChunkLoader, pauseUntilWoken, type RetryPolicy, retryPauseMs } from '../../src/loader/chunk-loader.ts';
import { trackedFiles } from '../support/tracked-files.ts';

beforeEach(() => void vi.useFakeTimers());

const refused = () => Promise.reject(new TypeError('Failed to fetch'));
const silent = () => new Promise<never>(() => {});
const deaf = () => () => {};

const backingOff = (attempts: number): RetryPolicy => ({
  attempts,
  pause: (failures) =>
    pauseUntilWoken(
      retryPauseMs(failures, () => 0),
      deaf,
    ),
});

describe('a limited number of attempts', () => {
  test('a refused chunk fails after the last attempt, within eight seconds (D3, ROUTE-13)', async () => {
    const fetchModule = vi.fn(refused);
    const loading = createChunkLoader(fetchModule, backingOff(4)).load();
    const settled = vi.fn();
    loading.catch(settled);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(ChunkFailure));
    expect(fetchModule).toHaveBeenCalledTimes(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a chunk without a response fails after 120 s, without another attempt (D3, ROUTE-13)', async () => {
    const fetchModule = vi.fn(silent);
    const settled = vi.fn();
    createChunkLoader(fetchModule, backingOff(4)).load().catch(settled);
    await vi.advanceTimersByTimeAsync(CHUNK_DEADLINE_MS);
    expect(settled).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ timedOut: true }));
    expect(fetchModule).toHaveBeenCalledTimes(1);
  });

  test('a later load tries again and succeeds; then nothing is loaded twice (D3, ROUTE-13)', async () => {
    const fetchModule = vi.fn<() => Promise<string>>(refused);
    const loader = createChunkLoader(fetchModule, backingOff(2));
    const first = loader.load();
    expect(loader.load()).toBe(first);
    first.catch(() => {});
    await vi.advanceTimersByTimeAsync(8_000);
    await expect(first).rejects.toBeInstanceOf(ChunkFailure);
    expect(() => loader.get()).toThrow();
    fetchModule.mockResolvedValue('code');
    expect(await loader.load()).toBe('code');
    expect(await loader.load()).toBe('code');
    expect([loader.get(), loader.peek()]).toEqual(['code', 'code']);
    expect(fetchModule).toHaveBeenCalledTimes(3);
  });
});

test('without a limit the pauses grow to four seconds and no further, and a deadline does not end them (D23, C50)', async () => {
  const fetchModule = vi.fn<() => Promise<string>>(refused);
  const loading = createChunkLoader(fetchModule, backingOff(Number.POSITIVE_INFINITY)).load();
  await vi.advanceTimersByTimeAsync(3_600_000);
  const before = fetchModule.mock.calls.length;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(fetchModule.mock.calls.length).toBe(before + 1);
  fetchModule.mockImplementationOnce(silent).mockResolvedValue('words');
  await vi.advanceTimersByTimeAsync(2 * 4_000 + CHUNK_DEADLINE_MS);
  expect(await loading).toBe('words');
});

test('a pause ends immediately when it is woken and removes its listener (D23)', async () => {
  let wake = () => {};
  const stop = vi.fn();
  const pausing = pauseUntilWoken(4_000, (call) => {
    wake = call;
    return stop;
  });
  wake();
  await pausing;
  expect(stop).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

/** Imports without a deadline of their own: the diagnosis for a publisher, QA code, and a part that its caller passes to a loader. */
const WITHOUT_DEADLINE = [
  'src/app/start-portal.ts: ./diagnosis.ts',
  'src/main.tsx: ./qa/apps/instrumentation.ts',
  'src/views/shell/signed-in-parts.ts: ./signed-in.view.tsx',
];

/** The only files that may call React's `lazy`. */
const LAZY_CALLERS = ['src/views/app/lazy-page.tsx', 'src/views/app/lazy-part.tsx'];

const LOADER = /\b(?:loadChunk|loadCode|createChunkLoader|lazyPage|lazyPart|lazyWithFallback)(?:<[^<>]*>)?\(/;

const files = trackedFiles('src')
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('src/qa/') && !path.endsWith('.d.ts'))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

test('every dynamic import is in the statement of a loader, which has the deadline (D4, D31, ROUTE-13)', () => {
  const imports = files.flatMap(({ path, code }) =>
    [...code.matchAll(/(?<!typeof |: )\bimport\('([^']+)'\)|import\.meta\.glob\b/g)].map(({ 1: target, index }) => ({
      name: `${path}: ${target}`,
      statement: code.slice(code.lastIndexOf(';', index), index),
    })),
  );
  expect(imports.length).toBeGreaterThan(10);
  const unlimited = imports.filter(({ statement }) => !LOADER.test(statement));
  expect(unlimited.map(({ name }) => name)).toEqual(WITHOUT_DEADLINE);
});

test('only the two lazy helpers call React’s lazy (D4)', () => {
  const callers = files.filter(({ code }) => /(?<!\bv\.)\blazy(?:<[^>]*>)?\(/.test(code));
  expect(callers.map(({ path }) => path)).toEqual(LAZY_CALLERS);
});

test('language chunks have the deadline too (D4)', () => {
  expect(files.find(({ path }) => path === 'src/i18n/translator.ts')?.code).toMatch(/loadChunk\(loader\)/);
});
