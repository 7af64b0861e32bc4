import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { playbackMachine } from '../../src/qa/viewer/playback.machine.ts';
import { assertAllTaken, coverTransitions } from '../support/machines/transition-coverage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PAUSES = [100, 10, 60_000, 0];

test('every transition of the playback is taken on a real actor (INSP-05)', async () => {
  const coverage = await coverTransitions(playbackMachine, {
    inputs: [undefined],
    events: [
      { type: 'recording.opened', pauses: [100, 100] },
      { type: 'recording.opened', pauses: [] },
      { type: 'recording.grown', pauses: [100, 100, 100] },
      { type: 'position.set', position: 1 },
      { type: 'step.forward' },
      { type: 'step.backward' },
      { type: 'playback.start' },
      { type: 'playback.pause' },
      { type: 'playback.follow' },
      { type: 'xstate.after.pause.playback.playing.waiting' },
    ],
    serialize: ({ value, context: { position, pauses } }) => JSON.stringify([value, position, pauses.length]),
  });
  assertAllTaken(coverage);
});

const play = () => {
  const actor = createActor(playbackMachine).start();
  actor.send({ type: 'recording.opened', pauses: PAUSES });
  return { actor, at: () => actor.getSnapshot().context.position, is: () => actor.getSnapshot().value };
};

test('playing keeps the recorded pauses within limits (INSP-05)', () => {
  const { actor, at, is } = play();
  actor.send({ type: 'playback.start' });
  vi.advanceTimersByTime(99);
  expect(at()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(at()).toBe(1);
  vi.advanceTimersByTime(60);
  expect(at()).toBe(2);
  vi.advanceTimersByTime(800);
  expect(at()).toBe(3);
  expect(is()).toBe('paused');
});

test('a manual step stops playing (INSP-05)', () => {
  const { actor, at, is } = play();
  actor.send({ type: 'playback.start' });
  vi.advanceTimersByTime(160);
  expect(at()).toBe(2);
  actor.send({ type: 'step.backward' });
  expect([at(), is()]).toEqual([1, 'paused']);
});

test('following shows the newest step until the user picks an older one (INSP-05)', () => {
  const actor = createActor(playbackMachine).start();
  actor.send({ type: 'recording.grown', pauses: [1] });
  actor.send({ type: 'recording.grown', pauses: [1, 1, 1] });
  expect(actor.getSnapshot().context.position).toBe(2);
  actor.send({ type: 'position.set', position: 99 });
  expect(actor.getSnapshot().context.position).toBe(2);
  actor.send({ type: 'step.backward' });
  actor.send({ type: 'recording.grown', pauses: [1, 1, 1, 1, 1] });
  expect(actor.getSnapshot().context.position).toBe(1);
});
