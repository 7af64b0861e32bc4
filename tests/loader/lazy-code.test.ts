import { createElement, type ReactNode, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { lazyWire } from '../../src/app/lazy-code.ts';
import { CHUNK_DEADLINE_MS, ChunkFailure } from '../../src/loader/chunk-deadline.ts';
import { lazyPage } from '../../src/views/app/lazy-page.tsx';
import { lazyPart, lazyWithFallback } from '../../src/views/app/lazy-part.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

const silent = () => new Promise<never>(() => {});
const Shown = () => 'shown';
const Fallback = () => 'stand-in';

/** Renders on the server, where the error of a lazy component can be caught without a browser. */
const draw = (code: ReactNode) => {
  const failures: unknown[] = [];
  const drawn = prerender(createElement(Suspense, { fallback: 'waiting' }, code), {
    onError: (error) => void failures.push(error),
  });
  return { failures, html: async () => new Response((await drawn).prelude).text() };
};

describe('a page', () => {
  test('whose code never loads fails after 120 s (D31, ROUTE-13, C55)', async () => {
    const page = lazyPage(silent);
    const drawing = draw(createElement(page.take()));
    await vi.advanceTimersByTimeAsync(CHUNK_DEADLINE_MS - 1);
    expect(drawing.failures).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(drawing.failures).toEqual([expect.any(ChunkFailure)]);
    expect(await drawing.html()).toContain('waiting');
  });

  test('that failed is loaded again on the next visit (D4, ROUTE-13)', async () => {
    const load = vi.fn<() => Promise<typeof Shown>>().mockRejectedValueOnce(new TypeError('refused'));
    load.mockResolvedValue(Shown);
    const page = lazyPage(load);
    const first = draw(createElement(page.take()));
    await vi.advanceTimersByTimeAsync(1);
    expect(first.failures).toEqual([expect.any(ChunkFailure)]);
    const second = draw(createElement(page.take()));
    await vi.advanceTimersByTimeAsync(1);
    expect(second.failures).toEqual([]);
    expect(await second.html()).toContain('shown');
  });
});

test('a page whose code is loaded is drawn immediately, without its fallback', async () => {
  const page = lazyPage(async () => Shown);
  page.preload();
  await vi.advanceTimersByTimeAsync(1);
  expect(page.take()).toBe(Shown);
});

test('a small piece shows its fallback when its code never loads (D4, ROUTE-13)', async () => {
  const drawing = draw(createElement(lazyWithFallback(silent, Fallback)));
  await vi.advanceTimersByTimeAsync(CHUNK_DEADLINE_MS + 1);
  expect(drawing.failures).toEqual([]);
  expect(await drawing.html()).toContain('stand-in');
});

test('a part of the frame that has loaded is drawn immediately and not loaded again (D4)', async () => {
  let loaded: typeof Shown | null = null;
  const load = vi.fn(async () => {
    loaded = Shown;
    return loaded;
  });
  const part = lazyPart(load, () => loaded);
  const drawNow = () => renderToStaticMarkup(createElement(Suspense, { fallback: 'waiting' }, createElement(part)));
  expect(drawNow()).toContain('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(drawNow()).toBe('shown');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a machine on demand is created once, when its first actor starts', () => {
  const wire = vi.fn(() =>
    createMachine({ id: 'lamp', initial: 'off', states: { off: { on: { press: 'on' } }, on: {} } }),
  );
  const lamp = lazyWire(wire);
  const room = createMachine({
    initial: 'closed',
    states: {
      closed: { on: { enter: 'open' } },
      open: {
        invoke: [
          { id: 'one', src: 'lamp' },
          { id: 'two', src: 'lamp' },
        ],
      },
    },
  }).provide({ actors: { lamp } });
  const actor = createActor(room).start();
  expect(wire).not.toHaveBeenCalled();
  actor.send({ type: 'enter' });
  actor.getSnapshot().children['one']?.send({ type: 'press' });
  const stateOf = (id: string) => actor.getSnapshot().children[id]?.getSnapshot().value;
  expect([stateOf('one'), stateOf('two')]).toEqual(['on', 'off']);
  expect(wire).toHaveBeenCalledTimes(1);
});
