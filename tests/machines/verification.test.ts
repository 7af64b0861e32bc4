import { beforeEach, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { editTarget, sendCode } from '../../machines/session/recovery.events.ts';
import { type VerificationInput, verificationMachine } from '../../machines/session/verification.machine.ts';
import { failureField, selectVerificationScreen } from '../../machines/session/verification.screens.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const input: VerificationInput = { channel: 'phone', purpose: 'login' };
const TARGET = '+12025550123';
const send = sendCode('phone', TARGET);
const otherTarget = sendCode('phone', '+12025550124');
/** The form for `TARGET`, before a code is sent. */
const READY = {
  ...{ name: 'ready', resendAt: 0, sentTo: null, validMinutes: null },
  ...{ target: TARGET, failure: null, problems: { target: null } },
};
const wrong = sendCode('phone', '+12');
const sent = done('sendCode', { resendAt: 60_000, validMinutes: 10, refusal: null });
const early = failure('codeTooFrequent', { code: 20112, retryAfterMs: 40_000 });

beforeEach(() => void vi.useFakeTimers());

const play = async (...events: readonly EventObject[]) => {
  const harness = await startHarness(verificationMachine, { input }).after(...events);
  return { harness, screen: selectVerificationScreen(harness.snapshot()) };
};

test('every transition is taken, every state has a screen (SESS-03, SESS-04)', async () => {
  const names = await coverScreens(verificationMachine, {
    inputs: [input],
    events: [
      send,
      otherTarget,
      wrong,
      editTarget('phone', TARGET),
      sent,
      failed('sendCode', failure('offline')),
      done('coolDown'),
      failed('coolDown', 0),
    ],
    serialize: ({ value, context }) => JSON.stringify([value, context.target, context.problems]),
    screen: selectVerificationScreen,
  });
  expect(names).toEqual(['cooling', 'ready', 'sending']);
});

test('the same number waits, another number does not (SESS-03)', async () => {
  const { harness } = await play(send, sent);
  expect([harness.snapshot().can(send), harness.snapshot().can(otherTarget)]).toEqual([false, true]);
  await harness.perform(otherTarget);
  expect(harness.inputsOf('sendCode').at(-1)).toEqual({ ...input, target: otherTarget.target });
  expect(harness.inputsOf('coolDown')).toEqual([{ until: 60_000 }]);
  expect(harness.isRunning('coolDown')).toBe(false);
});

test.each([
  ['after', done('coolDown')],
  ['after a failure of', failed('coolDown', 0)],
])('%s the cooldown the next code can be requested, and the first target is still known (SESS-03)', async (_, end) => {
  const { harness, screen } = await play(send, sent, end);
  expect(screen).toEqual({ ...READY, resendAt: 60_000, sentTo: TARGET, validMinutes: 10 });
  expect(harness.snapshot().can(send)).toBe(true);
});

test('an early request is refused, and the countdown runs (S4, SESS-04)', async () => {
  const { screen } = await play(send, done('sendCode', { resendAt: 40_000, validMinutes: null, refusal: early }));
  expect(screen).toEqual({ ...READY, name: 'cooling', resendAt: 40_000, failure: early });
});

test('a refusal stays until the next request (SESS-04)', async () => {
  const missing = failure('accountNotFoundMobile', { code: 20103 });
  const { harness, screen } = await play(send, failed('sendCode', missing));
  expect(screen).toEqual({ ...READY, failure: missing });
  await harness.perform(otherTarget);
  expect(selectVerificationScreen(harness.snapshot()).failure).toBe(null);
});

test('an invalid target is refused with its problem; a request is possible until a code is sent to this target (D13, SESS-11)', async () => {
  const { harness, screen } = await play(wrong);
  expect(harness.inputsOf('sendCode')).toEqual([]);
  expect(screen).toMatchObject({ name: 'ready', target: null, problems: { target: 'phoneFormat' } });
  expect(harness.snapshot().can(sendCode('phone', ''))).toBe(true);
  await harness.perform(editTarget('phone', TARGET));
  expect(selectVerificationScreen(harness.snapshot()).problems).toEqual({ target: null });
  await harness.perform(send);
  expect(harness.snapshot().can(wrong)).toBe(false);
  await harness.perform(sent);
  expect([harness.snapshot().can(send), harness.snapshot().can(wrong)]).toEqual([false, true]);
  await harness.perform(wrong);
  const problems = { target: 'phoneFormat' };
  expect(selectVerificationScreen(harness.snapshot())).toMatchObject({ name: 'cooling', sentTo: TARGET, problems });
  expect(harness.inputsOf('sendCode')).toHaveLength(1);
});

test('an edit shows no problem before the first request and clears the refusal of another target (D13)', async () => {
  const missing = failure('accountNotFoundMobile', { code: 20103 });
  const { harness } = await play();
  expect(harness.snapshot().can(editTarget('phone', ''))).toBe(false);
  await harness.perform(send, failed('sendCode', missing));
  expect(harness.snapshot().can(editTarget('phone', TARGET))).toBe(false);
  await harness.perform(editTarget('phone', '+1202555012'));
  expect(selectVerificationScreen(harness.snapshot()).failure).toBe(null);
});

test('a refusal is shown at the field that the player can correct, any other one above the form', () => {
  expect(failureField(failure('accountNotFoundEmail'))).toBe('target');
  expect(failureField(failure('accountNotFoundMobile'))).toBe('target');
  expect(failureField(failure('verificationCodeIncorrect'))).toBe('code');
  expect(failureField(failure('codeTooFrequent'))).toBe('code');
  expect(failureField(failure('offline'))).toBe('form');
});
