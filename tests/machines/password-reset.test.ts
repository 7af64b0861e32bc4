import { beforeEach, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { firstInvalidField } from '../../machines/session/entry.problems.ts';
import { type PasswordResetInput, passwordResetMachine } from '../../machines/session/password-reset.machine.ts';
import { selectPasswordResetScreen } from '../../machines/session/password-reset.screens.ts';
import { editReset, submitReset } from '../../machines/session/recovery.events.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const input: PasswordResetInput = { by: 'email' };
const ENTRY = { target: 'ada@example.org', code: '123456', password: 'Fresh-9876', repeat: 'Fresh-9876' };
const VALID = { target: null, code: null, password: null, repeat: null };
const REF_OF: Readonly<Record<string, string>> = { '123456': 'vault:1', 'Fresh-9876': 'vault:2' };
const submit = submitReset('email', ENTRY, (secret) => REF_OF[secret] ?? secret);
const blank = submitReset('email', { target: '', code: '', password: '', repeat: '' }, () => 'unused');
const corrected = editReset('email', 'repeat', ENTRY);
const emptied = editReset('email', 'target', { ...ENTRY, target: '' });
const done = { type: 'xstate.done.actor.resetPassword', output: undefined };
const WRONG = failure('verificationCodeIncorrect', { code: 20111 });
const refused = { type: 'xstate.error.actor.resetPassword', error: WRONG };
const crashed = { type: 'xstate.error.actor.verification', error: new Error('a defect') };

beforeEach(() => void vi.useFakeTimers());

const play = async (...events: readonly EventObject[]) => {
  const harness = await startHarness(passwordResetMachine, { input, silent: ['verification'] }).after(...events);
  return { harness, screen: selectPasswordResetScreen(harness.snapshot()) };
};

test('every transition is taken, every state has a screen (SESS-05)', async () => {
  const names = await coverScreens(passwordResetMachine, {
    inputs: [input],
    silent: ['verification'],
    events: [submit, blank, corrected, emptied, done, refused, crashed],
    serialize: ({ value, context }) => JSON.stringify([value, context.problems]),
    screen: selectPasswordResetScreen,
  });
  expect(names).toEqual(['changed', 'filling', 'resetting']);
});

test('its codes are for resets through the chosen channel (SESS-04, SESS-05)', async () => {
  const { harness } = await play();
  expect(harness.inputsOf('verification')).toEqual([{ channel: 'email', purpose: 'reset' }]);
});

test('a wrong code is shown, and the form is open again (SESS-05)', async () => {
  const { harness, screen } = await play(submit, refused);
  expect(screen).toEqual({ name: 'filling', by: 'email', failure: WRONG, problems: VALID });
  expect(harness.snapshot().context).toMatchObject({ codeRef: null, passwordRef: null });
  await harness.perform(submit);
  expect(selectPasswordResetScreen(harness.snapshot())).toMatchObject({ name: 'resetting', failure: null });
});

test('an invalid entry is refused with a problem for each field, the first one gets the focus, and no secret is stored (D13, SESS-11)', async () => {
  const stored: string[] = [];
  const wrong = submitReset('email', { ...ENTRY, code: '12', password: 'canary', repeat: 'Fresh' }, (secret) => {
    stored.push(secret);
    return 'vault:3';
  });
  const { harness, screen } = await play(wrong);
  expect(harness.inputsOf('resetPassword')).toEqual([]);
  expect(screen.problems).toEqual({
    target: null,
    code: 'codeFormat',
    password: 'passwordFormat',
    repeat: 'passwordsDiffer',
  });
  expect(firstInvalidField(screen.problems)).toBe('code');
  expect(stored).toEqual([]);
  expect(wrong).toMatchObject({ codeRef: '', passwordRef: '' });
  expect(JSON.stringify([wrong, harness.snapshot().context])).not.toMatch(/canary|Fresh/);
});

test('edits are validated after the first submit, including the repeated password (D13, SESS-11)', async () => {
  const { harness } = await play();
  expect(harness.snapshot().can(emptied)).toBe(false);
  await harness.perform(blank, editReset('email', 'password', { ...ENTRY, repeat: 'Fresh-9875' }));
  expect(selectPasswordResetScreen(harness.snapshot()).problems).toEqual({ ...VALID, repeat: 'passwordsDiffer' });
  await harness.perform(corrected);
  expect(selectPasswordResetScreen(harness.snapshot()).problems).toEqual(VALID);
  await harness.perform(submit);
  const { target } = ENTRY;
  const refs = { codeRef: 'vault:1', passwordRef: 'vault:2' };
  expect(harness.inputsOf('resetPassword')).toEqual([{ by: 'email', target, ...refs }]);
  await harness.perform(done);
  expect(harness.snapshot()).toMatchObject({ status: 'done', output: { target } });
});

test.each([
  ['code', { code: '654321' }],
  ['target', { target: 'eve@example.org' }],
] as const)(
  'a refusal stays while the password changes and is cleared with the next edit of the %s (D13, SESS-05)',
  async (field, edited) => {
    const { harness } = await play(submit, refused);
    await harness.perform(editReset('email', 'password', { ...ENTRY, password: 'Other-1', repeat: '' }));
    expect(selectPasswordResetScreen(harness.snapshot()).failure).toEqual(WRONG);
    await harness.perform(editReset('email', field, { ...ENTRY, ...edited }));
    expect(selectPasswordResetScreen(harness.snapshot()).failure).toBe(null);
  },
);
