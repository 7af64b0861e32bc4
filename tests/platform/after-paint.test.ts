import { expect, test, vi } from 'vitest';
import { afterPaint } from '../../src/platform/after-paint.ts';

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
  const run = vi.fn();
  afterPaint(frames as unknown as Parameters<typeof afterPaint>[0], run);
  return { ...frames, run };
};

test('work waits until the frame is drawn, and runs once', () => {
  const { draw, pass, run } = start();
  pass(0);
  expect(run).not.toHaveBeenCalled();
  draw();
  expect(run).not.toHaveBeenCalled();
  pass(0);
  expect(run).toHaveBeenCalledTimes(1);
  pass(100);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a hidden page draws no frame: the work runs after 100 ms', () => {
  const { pass, run } = start();
  pass(99);
  expect(run).not.toHaveBeenCalled();
  pass(100);
  expect(run).toHaveBeenCalledTimes(1);
});
