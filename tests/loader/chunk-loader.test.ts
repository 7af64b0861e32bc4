import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CHUNK_DEADLINE_MS, ChunkFailure } from '../../src/loader/chunk-deadline.ts';
import { createChunkLoader, pauseUntilWoken, type RetryPolicy, retryPauseMs } from '../../src/loader/chunk-loader.ts';

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
