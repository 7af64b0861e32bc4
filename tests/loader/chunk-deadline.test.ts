import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_DEADLINE_MS, ChunkFailure, loadChunk } from '../../src/loader/chunk-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = <T>(value: T, ms: number) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

test('the deadline of a chunk is 120 s (ROUTE-13, C55)', () => {
  expect(CHUNK_DEADLINE_MS).toBe(120_000);
});

test('a chunk just before the deadline loads, and no timer remains (ROUTE-13)', async () => {
  const page = loadChunk(() => later('page', CHUNK_DEADLINE_MS - 1));
  await vi.advanceTimersByTimeAsync(CHUNK_DEADLINE_MS - 1);
  expect(await page).toBe('page');
  expect(vi.getTimerCount()).toBe(0);
});

test('a chunk slower than 120 s fails, even if it loads afterwards (ROUTE-13, C55)', async () => {
  const settled = vi.fn();
  loadChunk(() => later('page', CHUNK_DEADLINE_MS + 1)).then(settled, settled);
  await vi.advanceTimersByTimeAsync(CHUNK_DEADLINE_MS - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(ChunkFailure));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(settled).toHaveBeenCalledTimes(1);
});

test('a chunk that is refused fails immediately and keeps its cause (ROUTE-13)', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const refused = await loadChunk(() => Promise.reject(cause)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ChunkFailure);
  expect(refused).toHaveProperty('cause', cause);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});
