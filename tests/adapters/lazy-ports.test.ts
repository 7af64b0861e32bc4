import { expect, test, vi } from 'vitest';
import type { Port } from '../../machines/kernel/port.ts';
import { lazyPorts } from '../../src/app/lazy-code.ts';
import { ChunkFailure } from '../../src/loader/chunk-deadline.ts';
import { createChunkLoader, NO_RETRY } from '../../src/loader/chunk-loader.ts';
import { never, reasonOf } from '../support/machines/core-harness.ts';

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
