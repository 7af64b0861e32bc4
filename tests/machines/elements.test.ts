import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { copyMachine } from '../../machines/elements/copy.machine.ts';
import { wireCopy } from '../../machines/elements/copy.ports.ts';
import { selectIsCopied } from '../../machines/elements/copy.screens.ts';
import { countdownMachine } from '../../machines/elements/countdown.machine.ts';
import { wireCountdown } from '../../machines/elements/countdown.ports.ts';
import { selectSecondsLeft, selectSpokenSeconds } from '../../machines/elements/countdown.screens.ts';
import { reachedMark } from '../../machines/elements/countdown.setup.ts';
import { pictureMachine } from '../../machines/elements/picture.machine.ts';
import { selectIsBroken } from '../../machines/elements/picture.screens.ts';
import { startHarness } from '../support/machine-harness.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MARKS = [180, 60, 20];

describe('the countdown', () => {
  const input = { deadlineAt: 300_000, seconds: 300, marks: MARKS };
  const second = (output: number) => ({ type: 'xstate.done.actor.waitForSecond', output });
  const failed = { type: 'xstate.error.actor.waitForSecond', error: new Error('a defect') };

  test('C42 · every transition is taken', async () => {
    await assertCovered(
      await coverTransitions(countdownMachine, {
        inputs: [input, { ...input, seconds: 0 }],
        events: [second(299), second(0), failed],
      }),
    );
  });

  const spokenAfter = async (seconds: number, ...next: readonly number[]) => {
    const harness = startHarness(countdownMachine, { input: { ...input, seconds } });
    for (const left of next) await harness.perform(second(left));
    return { left: selectSecondsLeft(harness.snapshot()), spoken: selectSpokenSeconds(harness.snapshot()) };
  };

  test('C42 · it announces a mark and keeps the text until the next one', async () => {
    expect(await spokenAfter(182, 181)).toEqual({ left: 181, spoken: null });
    expect(await spokenAfter(182, 181, 180)).toEqual({ left: 180, spoken: 180 });
    expect(await spokenAfter(182, 181, 180, 179)).toEqual({ left: 179, spoken: 180 });
    expect(await spokenAfter(61, 60, 59, 20)).toEqual({ left: 20, spoken: 20 });
  });

  test('C42 · a tab that slept past a mark announces the seconds left', async () => {
    expect(await spokenAfter(200, 40)).toEqual({ left: 40, spoken: 40 });
    expect(await spokenAfter(200, 0)).toEqual({ left: 0, spoken: null });
  });

  test('C42 · a mark is announced once, also after the tab slept past it, and never at the end', () => {
    expect(reachedMark(181, 180, MARKS)).toBe(true);
    expect(reachedMark(180, 179, MARKS)).toBe(false);
    expect(reachedMark(200, 40, MARKS)).toBe(true);
    expect(reachedMark(21, 0, MARKS)).toBe(false);
    expect(reachedMark(100, 99, MARKS)).toBe(false);
    expect(reachedMark(181, 180, [])).toBe(false);
  });

  test('C42 · the wired countdown reads the clock once a second until the deadline', async () => {
    let left = 2;
    const waitForSecond = vi.fn(async () => {
      left -= 1;
      return left;
    });
    const actor = createActor(wireCountdown({ waitForSecond }), { input: { ...input, seconds: left } }).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().matches('over')).toBe(true);
    expect(waitForSecond).toHaveBeenCalledWith({ deadlineAt: 300_000 }, expect.any(AbortSignal));
  });
});

describe('the copy button', () => {
  const request = { type: 'copy.request' };
  const done = (output: boolean) => ({ type: 'xstate.done.actor.copyText', output });
  const failed = { type: 'xstate.error.actor.copyText', error: new Error('a defect') };

  test('every transition is taken', async () => {
    await assertCovered(
      await coverTransitions(copyMachine, {
        inputs: [undefined],
        events: [request, done(true), done(false), failed, { type: 'xstate.after.confirmation.copy.copied' }],
      }),
    );
  });

  test('the confirmation ends after 2.5 s; a failed copy shows no confirmation', async () => {
    const actor = createActor(wireCopy({ copyText: async () => true })).start();
    actor.send({ type: 'copy.request' });
    await vi.advanceTimersByTimeAsync(2_499);
    expect(selectIsCopied(actor.getSnapshot())).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(selectIsCopied(actor.getSnapshot())).toBe(false);

    const refused = createActor(wireCopy({ copyText: async () => false })).start();
    refused.send({ type: 'copy.request' });
    await vi.advanceTimersByTimeAsync(0);
    expect(selectIsCopied(refused.getSnapshot())).toBe(false);
  });

  test('the text is copied during the click', () => {
    const copyText = vi.fn(async () => true);
    const actor = createActor(wireCopy({ copyText })).start();
    actor.send({ type: 'copy.request' });
    expect(copyText).toHaveBeenCalledOnce();
  });
});

describe('a server image', () => {
  test('every transition is taken; an image that fails to load is broken', async () => {
    await assertCovered(
      await coverTransitions(pictureMachine, { inputs: [undefined], events: [{ type: 'picture.failed' }] }),
    );
    const actor = createActor(pictureMachine).start();
    expect(selectIsBroken(actor.getSnapshot())).toBe(false);
    actor.send({ type: 'picture.failed' });
    expect(selectIsBroken(actor.getSnapshot())).toBe(true);
  });
});
