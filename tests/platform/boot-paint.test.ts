import { expect, test, vi } from 'vitest';
import { createFirstPage } from '../../src/platform/boot-paint.ts';

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
