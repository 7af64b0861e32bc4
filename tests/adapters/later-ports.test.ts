import { expect, test, vi } from 'vitest';
import type { Port } from '../../machines/kernel/port.ts';
import { laterPorts } from '../../src/adapters/later-ports.ts';
import { createErrand } from '../../src/arrival.ts';
import { never, reasonOf } from '../support/fake-world.ts';

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
  const ports = laterPorts<Ports>({ come, known: () => null, here: { wave: async () => 'from here' } });
  expect(await ports.wave({}, never)).toBe('from here');
  expect(come).not.toHaveBeenCalled();
  const answer = ports.greet({ name: 'Ada' }, never);
  arrive(GREETING);
  expect(await answer).toBe('hello Ada');
});

test('ERRS-06 · code that does not come is told to who waits, and asked for again by the next one', async () => {
  const load = vi.fn<() => Promise<Ports>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(GREETING);
  const errand = createErrand(load);
  const ports = laterPorts(errand);
  expect(await reasonOf(ports.greet({ name: 'Ada' }, never))).toEqual(new Error('offline'));
  expect(errand.known()).toBe(null);
  expect(await ports.greet({ name: 'Ada' }, never)).toBe('hello Ada');
  expect(await ports.wave({}, never)).toBe('a wave');
  expect(load).toHaveBeenCalledTimes(2);
  expect(errand.known()).toBe(GREETING);
});
