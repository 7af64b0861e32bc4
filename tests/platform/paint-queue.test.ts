import { expect, test, vi } from 'vitest';
import { createPaintQueue } from '../../src/platform/paint-queue.ts';

const createFrames = () => {
  const frames: (() => void)[] = [];
  const timers: { readonly run: () => void; readonly ms: number }[] = [];
  return {
    requestAnimationFrame: vi.fn((run: () => void) => frames.push(run)),
    setTimeout: vi.fn((run: () => void, ms = 0) => timers.push({ run, ms })),
    draw: () => frames.splice(0).forEach((run) => void run()),
    pass: (ms: number) => timers.filter((timer) => timer.ms <= ms).forEach(({ run }) => void run()),
  };
};

const start = () => {
  const frames = createFrames();
  const ran: string[] = [];
  const queue = createPaintQueue(frames as unknown as Parameters<typeof createPaintQueue>[0]);
  return { ...frames, ran, flush: queue.flush, defer: (name: string) => queue.defer(() => ran.push(name)) };
};

test('work waits until the frame is drawn, and runs once', () => {
  const { draw, pass, ran, defer } = start();
  defer('a');
  pass(0);
  expect(ran).toEqual([]);
  draw();
  expect(ran).toEqual([]);
  pass(0);
  expect(ran).toEqual(['a']);
  pass(100);
  expect(ran).toEqual(['a']);
});

test('a hidden page draws no frame: the work runs after 100 ms', () => {
  const { pass, ran, defer } = start();
  defer('a');
  pass(99);
  expect(ran).toEqual([]);
  pass(100);
  expect(ran).toEqual(['a']);
});

test('work that does not wait runs after the waiting work, and each runs once', () => {
  const { draw, pass, ran, defer, flush } = start();
  defer('a');
  defer('b');
  expect(ran).toEqual(['a']);
  flush();
  expect(ran).toEqual(['a', 'b']);
  draw();
  pass(100);
  expect(ran).toEqual(['a', 'b']);
});
