import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { copyMachine, selectIsCopied } from '../../machines/elements/copy.machine.ts';
import {
  countdownMachine,
  hasReachedMark,
  selectAnnouncedSeconds,
  selectSecondsLeft,
} from '../../machines/elements/countdown.machine.ts';
import { pictureMachine, selectIsBroken } from '../../machines/elements/picture.machine.ts';
import { wire } from '../../machines/kernel/port.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

beforeEach(() => void vi.useFakeTimers());

const MARKS = [180, 60, 20];

describe('the countdown', () => {
  const input = { deadlineAt: 300_000, seconds: 300, marks: MARKS };
  const second = (output: number) => ({ type: 'xstate.done.actor.waitForSecond', output });
  const failed = { type: 'xstate.error.actor.waitForSecond', error: new Error('a defect') };

  test('every transition is taken (C42)', async () => {
    assertCovered(
      await coverTransitions(countdownMachine, {
        inputs: [input],
        events: [second(299), failed],
      }),
    );
  });

  const spokenAfter = async (seconds: number, ...next: readonly number[]) => {
    const harness = startHarness(countdownMachine, { input: { ...input, seconds } });
    for (const left of next) await harness.perform(second(left));
    expect(harness.inputsOf('waitForSecond')[0]).toEqual({ deadlineAt: 300_000 });
    return { left: selectSecondsLeft(harness.snapshot()), spoken: selectAnnouncedSeconds(harness.snapshot()) };
  };

  test('it announces a mark and keeps the text until the next one (C42)', async () => {
    expect(await spokenAfter(182, 181)).toEqual({ left: 181, spoken: null });
    expect(await spokenAfter(182, 181, 180)).toEqual({ left: 180, spoken: 180 });
    expect(await spokenAfter(182, 181, 180, 179)).toEqual({ left: 179, spoken: 180 });
    expect(await spokenAfter(61, 60, 59, 20)).toEqual({ left: 20, spoken: 20 });
  });

  test('a tab that slept past a mark announces the seconds left (C42)', async () => {
    expect(await spokenAfter(200, 40)).toEqual({ left: 40, spoken: 40 });
    expect(await spokenAfter(200, 0)).toEqual({ left: 0, spoken: null });
  });

  test('a mark is announced once, even after the tab slept past it, and never at the end (C42)', () => {
    expect(hasReachedMark(181, 180, MARKS)).toBe(true);
    expect(hasReachedMark(180, 179, MARKS)).toBe(false);
    expect(hasReachedMark(200, 40, MARKS)).toBe(true);
    expect(hasReachedMark(21, 0, MARKS)).toBe(false);
    expect(hasReachedMark(100, 99, MARKS)).toBe(false);
    expect(hasReachedMark(181, 180, [])).toBe(false);
  });
});

describe('the copy button', () => {
  const request = { type: 'copy.request' };
  const done = (output: boolean) => ({ type: 'xstate.done.actor.copyText', output });
  const failed = { type: 'xstate.error.actor.copyText', error: new Error('a defect') };

  test('every transition is taken', async () => {
    assertCovered(
      await coverTransitions(copyMachine, {
        inputs: [undefined],
        events: [request, done(true), done(false), failed, { type: 'xstate.after.confirmation.copy.copied' }],
      }),
    );
  });

  test('the confirmation ends after 2.5 s; a failed copy shows no confirmation', async () => {
    const actor = createActor(wire(copyMachine, { copyText: async () => true })).start();
    actor.send({ type: 'copy.request' });
    await vi.advanceTimersByTimeAsync(2_499);
    expect(selectIsCopied(actor.getSnapshot())).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(selectIsCopied(actor.getSnapshot())).toBe(false);

    const refused = createActor(wire(copyMachine, { copyText: async () => false })).start();
    refused.send({ type: 'copy.request' });
    await vi.advanceTimersByTimeAsync(0);
    expect(selectIsCopied(refused.getSnapshot())).toBe(false);
  });
});

test('every transition of a server image is taken; one that fails to load is broken', async () => {
  assertCovered(await coverTransitions(pictureMachine, { inputs: [undefined], events: [{ type: 'picture.failed' }] }));
  const actor = createActor(pictureMachine).start();
  expect(selectIsBroken(actor.getSnapshot())).toBe(false);
  actor.send({ type: 'picture.failed' });
  expect(selectIsBroken(actor.getSnapshot())).toBe(true);
});
