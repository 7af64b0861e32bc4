import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstPage } from '../../src/adapters/after-first-page.ts';
import { firstPageDrawn } from '../../src/platform/first-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const openBrowser = () => {
  const marks: string[] = [];
  const observers = new Set<() => void>();
  return {
    mark: (name: string) => {
      marks.push(name);
      for (const take of observers) take();
    },
    observers,
    performance: { now: () => 0, getEntriesByName: (name: string) => marks.filter((one) => one === name) },
    PerformanceObserver: class {
      readonly #take: () => void;
      constructor(take: () => void) {
        this.#take = take;
      }
      observe() {
        observers.add(this.#take);
      }
      disconnect() {
        observers.delete(this.#take);
      }
    },
  };
};

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const settled = vi.fn();
  void promise.then(settled);
  await vi.advanceTimersByTimeAsync(0);
  return settled.mock.calls.length > 0;
};

test('a call that the first page does not need waits until that page is drawn', async () => {
  const browser = openBrowser();
  const port = vi.fn(async (input: string) => `${input}!`);
  const later = afterFirstPage(firstPageDrawn(browser), port)('time', new AbortController().signal);
  browser.mark('something else');
  expect(await isSettled(later)).toBe(false);
  expect(port).not.toHaveBeenCalled();
  browser.mark('app-ready');
  await expect(later).resolves.toBe('time!');
  expect(browser.observers.size).toBe(0);
});

test('a page that is drawn does not wait, nor does a browser that cannot observe', async () => {
  const browser = openBrowser();
  browser.mark('app-ready');
  expect(await isSettled(firstPageDrawn(browser))).toBe(true);
  expect(await isSettled(firstPageDrawn({ performance: { now: () => 0 } }))).toBe(true);
});

test('a first page that is never drawn delays the calls by three seconds', async () => {
  const browser = openBrowser();
  const drawn = firstPageDrawn(browser);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(await isSettled(drawn)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isSettled(drawn)).toBe(true);
  expect(browser.observers.size).toBe(0);
});
