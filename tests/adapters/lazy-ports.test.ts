import { expect, test, vi } from 'vitest';
import type { Port } from '../../machines/kernel/port.ts';
import { lazyPorts } from '../../src/app/lazy-ports.ts';
import { ChunkFailure } from '../../src/chunks/chunk-deadline.ts';
import { createChunkLoader, ONCE } from '../../src/chunks/chunk-loader.ts';
import { never, reasonOf } from '../support/core-harness.ts';

type Ports = { readonly greet: Port<string, { readonly name: string }>; readonly wave: Port<string, object> };

const GREETING: Ports = { greet: async ({ name }) => `hello ${name}`, wave: async () => 'a wave' };

test('SESS-06 · a port that is here answers at once, the others wait for their code', async () => {
  let arrive = (_: Ports) => {};
  const come = vi.fn(
    () =>
      new Promise<Ports>((resolve) => {
        arrive = resolve;
      }),
  );
  const ports = lazyPorts<Ports>({ come, known: () => null, here: { wave: async () => 'from here' } });
  expect(await ports.wave({}, never)).toBe('from here');
  expect(come).not.toHaveBeenCalled();
  const answer = ports.greet({ name: 'Ada' }, never);
  arrive(GREETING);
  expect(await answer).toBe('hello Ada');
});

test('ERRS-06 · code that does not come is told to who waits, and asked for again by the next one', async () => {
  const load = vi.fn<() => Promise<Ports>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(GREETING);
  const loader = createChunkLoader(load, ONCE);
  const ports = lazyPorts({ come: loader.load, known: loader.peek });
  expect(await reasonOf(ports.greet({ name: 'Ada' }, never))).toBeInstanceOf(ChunkFailure);
  expect(loader.peek()).toBe(null);
  expect(await ports.greet({ name: 'Ada' }, never)).toBe('hello Ada');
  expect(await ports.wave({}, never)).toBe('a wave');
  expect(load).toHaveBeenCalledTimes(2);
  expect(loader.peek()).toBe(GREETING);
});
