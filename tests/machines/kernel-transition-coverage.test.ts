import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assign, sendParent, setup } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { type Listener, type Port, ports } from '../../machines/kernel/port.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

type DoorEvent = { type: 'door.open' } | { type: 'door.never' } | { type: 'siren.sounded' };

const doorSetup = setup({
  types: {
    context: {} as { tries: number; awake: boolean },
    events: {} as DoorEvent,
    input: {} as { awake: boolean },
  },
  actors: ports<{
    readCode: Port<{ ok: boolean }, { tries: number }>;
    siren: Listener<never, { type: 'siren.sounded' }, undefined>;
  }>({ readCode: 'port', siren: 'listener' }),
  actions: {
    reportOpened: sendParent({ type: 'door.opened' }),
    count: assign({ tries: ({ context }) => context.tries + 1 }),
  },
  delays: { closing: 5_000 },
});

const door = doorSetup.createMachine({
  id: 'door',
  context: ({ input }) => ({ tries: 0, awake: input.awake }),
  initial: 'waking',
  invoke: { id: 'siren', src: 'siren' },
  on: { 'siren.sounded': '.shut' },
  states: {
    waking: { always: [{ guard: ({ context }) => context.awake, target: 'shut' }, { target: 'asleep' }] },
    asleep: { on: { 'door.open': 'shut' } },
    shut: {
      always: { guard: ({ context }) => context.tries > 2, target: 'locked' },
      on: { 'door.open': 'reading' },
    },
    reading: {
      entry: 'count',
      invoke: {
        id: 'readCode',
        src: 'readCode',
        input: ({ context }) => ({ tries: context.tries }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'open', actions: 'reportOpened' },
          { target: 'shut' },
        ],
        onError: 'shut',
      },
    },
    open: { after: { closing: 'shut' } },
    locked: { type: 'final' },
  },
});

const events = [
  { type: 'door.open' },
  { type: 'siren.sounded' },
  { type: 'xstate.done.actor.readCode', output: { ok: true } },
  { type: 'xstate.done.actor.readCode', output: { ok: false } },
  { type: 'xstate.error.actor.readCode', error: failure('offline') },
  { type: 'xstate.after.closing.door.open' },
];
const options = {
  inputs: [{ awake: true }, { awake: false }],
  events,
  listeners: { 'siren.sounded': 'siren' },
  serialize: ({ value, context }: { value: unknown; context: { tries: number } }) =>
    JSON.stringify([value, Math.min(context.tries, 3)]),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a transition that no path takes fails the assertion by its name', async () => {
  const coverage = await coverTransitions(door, { ...options, inputs: [{ awake: true }] });
  expect(coverage.missing).toEqual([
    'door.waking ── always #1 ──▶ door.asleep',
    'door.asleep ── door.open #0 ──▶ door.shut',
  ]);
  expect(() => assertCovered(coverage)).toThrow('not taken:  door.asleep ── door.open #0 ──▶ door.shut');
  expect(() => assertCovered(coverage)).toThrow('not entered: door.asleep');
});

test('a guard that is never false fails the assertion by its name', async () => {
  const lamp = setup({ guards: { isDark: () => true, isOff: ({ context }) => !context['on'] } }).createMachine({
    id: 'lamp',
    context: { on: false },
    initial: 'off',
    states: {
      off: { on: { turn: { guard: 'isDark', target: 'on', actions: assign({ on: true }) } } },
      on: { on: { turn: { guard: 'isDark', target: 'off', actions: assign({ on: false }) } } },
    },
    on: { check: { guard: 'isOff', actions: () => undefined } },
  });
  const coverage = await coverTransitions(lamp, { inputs: [undefined], events: [{ type: 'turn' }, { type: 'check' }] });
  expect(() => assertCovered(coverage)).toThrow(/^3 of 3 transitions taken\nnever false: isDark$/);
});

test('a hand-written path that responds to a call without a request fails', async () => {
  const coverage = coverTransitions(door, {
    ...options,
    extraPaths: [{ input: { awake: true }, events: [{ type: 'xstate.done.actor.readCode', output: { ok: true } }] }],
  });
  await expect(coverage).rejects.toThrow('"readCode" is not pending, in state "shut"');
});
