import { expect, test, vi } from 'vitest';
import { createFirstPage, whenIdle } from '../../src/platform/page-start.ts';

const open = () => {
  const dataset: Record<string, string | undefined> = { firstView: 'home' };
  const mark = vi.fn();
  const setTimeout = vi.fn();
  const page = createFirstPage({ document: { documentElement: { dataset } }, performance: { mark }, setTimeout });
  const state = { isDrawn: false };
  void page.drawn.then(() => {
    state.isDrawn = true;
  });
  return { page, state, dataset, mark, setTimeout };
};

test('the first page is marked once', async () => {
  const { page, state, dataset, mark } = open();
  await new Promise(setImmediate);
  expect(state.isDrawn).toBe(false);
  page.markDrawn();
  page.markDrawn();
  await page.drawn;
  expect(mark).toHaveBeenCalledExactlyOnceWith('app-ready');
  expect(dataset).toEqual({});
});

test('the portal waits five seconds for a page that cannot be drawn', async () => {
  const { page, mark, setTimeout } = open();
  const [endWait, ms] = setTimeout.mock.calls[0] ?? [];
  expect(ms).toBe(5_000);
  endWait();
  await page.drawn;
  expect(mark).not.toHaveBeenCalled();
});

test('work waits until the browser is idle, a second at most', async () => {
  const requestIdleCallback = vi.fn(() => 1);
  const setTimeout = vi.fn();
  let isIdle = false;
  const idle = whenIdle({ requestIdleCallback, setTimeout }).then(() => {
    isIdle = true;
  });
  await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  expect(requestIdleCallback).toHaveBeenCalledExactlyOnceWith(expect.any(Function), { timeout: 1_000 });
  expect(setTimeout).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 1_000);
  setTimeout.mock.calls[0]?.[0]();
  await idle;
});

test('work waits for a pause in a browser without idle callbacks', async () => {
  const setTimeout = vi.fn((run: () => void) => run());
  await whenIdle({ setTimeout });
  expect(setTimeout).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 50);
});
