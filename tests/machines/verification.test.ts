import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { verificationMachine } from '../../machines/session/verification.machine.ts';
import { selectVerificationScreen } from '../../machines/session/verification.screens.ts';
import type { VerificationInput } from '../../machines/session/verification.types.ts';
import { startRig } from '../support/machine-rig.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';

const input: VerificationInput = { channel: 'phone', purpose: 'login' };
const TARGET = '+12025550123';
const send = { type: 'code.send', target: TARGET } as const;
const elsewhere = { type: 'code.send', target: '+12025550124' } as const;
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const failed = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error });
const sent = done('sendCode', { resendAt: 60_000, refusal: null });
const early = failure('codeTooFrequent', { code: 20112, retryAfterMs: 40_000 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (...events: readonly EventObject[]) => {
  const rig = startRig(verificationMachine, { input });
  for (const event of events) await rig.perform(event);
  return { rig, screen: selectVerificationScreen(rig.snapshot()) };
};

test('SESS-03 SESS-04 · every transition is taken, every state has a screen', async () => {
  const names = new Set<string>();
  assertCovered(
    await coverTransitions(verificationMachine, {
      inputs: [input],
      events: [send, elsewhere, sent, failed('sendCode', failure('offline')), done('coolDown'), failed('coolDown', 0)],
      serialize: ({ value, context }) => JSON.stringify([value, context.target]),
      visit: (snapshot) => names.add(selectVerificationScreen(snapshot).name),
    }),
  );
  expect([...names].sort()).toEqual(['cooling', 'ready', 'sending']);
});

test('SESS-03 · one code at a time; where it went and when the next may be asked for is known', async () => {
  const { rig, screen } = await play(send, send, sent);
  expect(rig.inputsOf('sendCode')).toEqual([{ ...input, target: TARGET }]);
  expect(screen).toEqual({ name: 'cooling', resendAt: 60_000, sentTo: TARGET, target: TARGET, failure: null });
  expect(rig.inputsOf('coolDown')).toEqual([{ until: 60_000 }]);
});

test('SESS-03 · the same number waits, another one does not', async () => {
  const { rig } = await play(send, sent);
  expect([rig.snapshot().can(send), rig.snapshot().can(elsewhere)]).toEqual([false, true]);
  await rig.perform(elsewhere);
  expect(rig.inputsOf('sendCode').at(-1)).toEqual({ ...input, target: elsewhere.target });
  expect(rig.isRunning('coolDown')).toBe(false);
});

test('SESS-03 · when the time is over the next code can be asked for, and the first is still known to be on its way', async () => {
  const { rig, screen } = await play(send, sent, done('coolDown'));
  expect(screen).toEqual({ name: 'ready', resendAt: 60_000, sentTo: TARGET, target: TARGET, failure: null });
  expect(rig.snapshot().can(send)).toBe(true);
});

test('S4 SESS-04 · asked too early: said, and counted down all the same', async () => {
  const { screen } = await play(send, done('sendCode', { resendAt: 40_000, refusal: early }));
  expect(screen).toEqual({ name: 'cooling', resendAt: 40_000, sentTo: null, target: TARGET, failure: early });
});

test('SESS-04 · a refusal is kept until the next try', async () => {
  const missing = failure('accountNotFoundMobile', { code: 20103 });
  const { rig, screen } = await play(send, failed('sendCode', missing));
  expect(screen).toEqual({ name: 'ready', resendAt: 0, sentTo: null, target: TARGET, failure: missing });
  await rig.perform(elsewhere);
  expect(selectVerificationScreen(rig.snapshot()).failure).toBe(null);
});
