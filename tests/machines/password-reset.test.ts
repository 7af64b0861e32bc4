import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { passwordResetMachine } from '../../machines/session/password-reset.machine.ts';
import { selectPasswordResetScreen } from '../../machines/session/password-reset.screens.ts';
import type { PasswordResetInput } from '../../machines/session/password-reset.types.ts';
import { startRig } from '../support/machine-rig.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';

const input: PasswordResetInput = { by: 'email' };
const submit = { type: 'reset.submit', target: 'ada@example.org', codeRef: 'vault:1', passwordRef: 'vault:2' };
const done = { type: 'xstate.done.actor.resetPassword', output: undefined };
const WRONG = failure('verificationCodeIncorrect', { code: 20111 });
const refused = { type: 'xstate.error.actor.resetPassword', error: WRONG };
const crashed = { type: 'xstate.error.actor.verification', error: new Error('a defect') };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (...events: readonly EventObject[]) => {
  const rig = startRig(passwordResetMachine, { input, silent: ['verification'] });
  for (const event of events) await rig.perform(event);
  return { rig, screen: selectPasswordResetScreen(rig.snapshot()) };
};

test('SESS-05 · every transition is taken, every state has a screen', async () => {
  const names = new Set<string>();
  assertCovered(
    await coverTransitions(passwordResetMachine, {
      inputs: [input],
      silent: ['verification'],
      events: [submit, done, refused, crashed],
      visit: (snapshot) => names.add(selectPasswordResetScreen(snapshot).name),
    }),
  );
  expect([...names].sort()).toEqual(['changed', 'filling', 'resetting']);
});

test('SESS-04 SESS-05 · its codes are for resets, by the way that was chosen', async () => {
  const { rig } = await play();
  expect(rig.inputsOf('verification')).toEqual([{ channel: 'email', purpose: 'reset' }]);
});

test('SESS-05 · one reset at a time, with references instead of secrets, which are gone afterwards', async () => {
  const { rig } = await play(submit, submit);
  expect(rig.inputsOf('resetPassword')).toEqual([
    { by: 'email', target: 'ada@example.org', codeRef: 'vault:1', passwordRef: 'vault:2' },
  ]);
  await rig.perform(done);
  expect(rig.snapshot().output).toEqual({ target: 'ada@example.org' });
  expect(rig.snapshot().context).toMatchObject({ codeRef: null, passwordRef: null });
});

test('SESS-05 · a wrong code is said, and the form is open again', async () => {
  const { rig, screen } = await play(submit, refused);
  expect(screen).toEqual({ name: 'filling', by: 'email', failure: WRONG });
  expect(rig.snapshot().context).toMatchObject({ codeRef: null, passwordRef: null });
  await rig.perform(submit);
  expect(selectPasswordResetScreen(rig.snapshot())).toEqual({ name: 'resetting', by: 'email', failure: null });
});
