import { beforeEach, expect, test, vi } from 'vitest';
import { assign, setup } from 'xstate';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

const lamp = setup({ guards: { isDark: () => true, isOff: ({ context }) => !context['on'] } }).createMachine({
  id: 'lamp',
  context: { on: false },
  initial: 'off',
  states: {
    off: { on: { turn: { guard: 'isDark', target: 'on', actions: assign({ on: true }) }, drop: 'broken' } },
    on: { on: { turn: { guard: 'isDark', target: 'off', actions: assign({ on: false }) } } },
    broken: {},
  },
  on: { check: { guard: 'isOff', actions: () => undefined } },
});
const events = ['turn', 'check'].map((type) => ({ type }));

beforeEach(() => void vi.useFakeTimers());

test('a transition that no path takes, a state that none enters and a guard that is never false fail by their names', async () => {
  const coverage = await coverTransitions(lamp, { inputs: [undefined], events });
  expect(() => assertCovered(coverage)).toThrow(
    '3 of 4 transitions taken\nnot taken:  lamp.off ── drop #0 ──▶ lamp.broken\nnot entered: lamp.broken\nnever false: isDark',
  );
});

test('a hand-written path that responds to a call without a request fails', async () => {
  const extraPaths = [{ input: undefined, events: [{ type: 'xstate.done.actor.readCode' }] }];
  const coverage = coverTransitions(lamp, { inputs: [undefined], events, extraPaths });
  await expect(coverage).rejects.toThrow('"readCode" is not pending, in state "off"');
});
