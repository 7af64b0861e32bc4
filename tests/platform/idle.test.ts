import { expect, test, vi } from 'vitest';
import { whenIdle } from '../../src/platform/idle.ts';

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
