import { expect, test, vi } from 'vitest';
import { whenIdle } from '../../src/platform/idle.ts';

test('work waits until the browser is idle, a second at most', async () => {
  const requestIdleCallback = vi.fn();
  const setTimeout = vi.fn();
  let isIdle = false;
  const idle = whenIdle({ requestIdleCallback, setTimeout }).then(() => {
    isIdle = true;
  });
  await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  const [run, options] = requestIdleCallback.mock.calls[0] ?? [];
  expect(options).toEqual({ timeout: 1_000 });
  run();
  await idle;
  expect(setTimeout).not.toHaveBeenCalled();
});

test('work waits for a pause in a browser without idle callbacks', async () => {
  const setTimeout = vi.fn((run: () => void) => run());
  await whenIdle({ setTimeout });
  expect(setTimeout).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 50);
});
