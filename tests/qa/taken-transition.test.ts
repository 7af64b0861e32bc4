import { expect, test } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  createMachine,
  type InspectionEvent,
} from 'xstate';
import { refusalsOf, type TakenTransition, takenTransition } from '../../src/qa/core/replay/taken-transition.ts';

const door = createMachine(
  {
    id: 'door',
    initial: 'shut',
    states: {
      shut: {
        on: {
          push: [{ guard: 'isLocked' }, { guard: { type: 'isHeavy', params: { kg: 9 } } }, { target: 'checked' }],
          knock: { guard: 'isAnyoneIn' },
        },
      },
      checked: {
        always: [
          { guard: 'isLocked', target: 'shut' },
          { guard: 'isAnyoneIn', target: 'open' },
        ],
      },
      open: {},
    },
  },
  { guards: { isLocked: () => false, isHeavy: () => false, isAnyoneIn: ({ event }) => event.type === 'knock' } },
);

const taken = (events: readonly string[], machine: AnyStateMachine = door): readonly TakenTransition[] => {
  const seen: TakenTransition[] = [];
  let before: readonly AnyStateNode[] = [];
  const watch = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    const after = (event.snapshot as AnyMachineSnapshot)._nodes;
    if (event.type === '@xstate.microstep')
      seen.push(...event._transitions.map((one) => takenTransition(one, { before, after })));
    before = after;
  };
  const actor = createActor(machine, { inspect: watch }).start();
  for (const type of events) actor.send({ type });
  actor.stop();
  return seen;
};
test('a transition is printed with source, event, guard, earlier guards that failed, and targets (INSP-04)', () => {
  expect(taken(['knock', 'push'])).toEqual([
    { source: 'door.shut', event: 'knock', guard: 'isAnyoneIn', refused: [], targets: [], actions: [] },
    {
      source: 'door.shut',
      event: 'push',
      guard: null,
      refused: ['isLocked', 'isHeavy'],
      targets: ['door.checked'],
      actions: [],
    },
  ]);
  const welcoming = door.provide({ guards: { isAnyoneIn: () => true } });
  expect(taken(['push'], welcoming)[1]).toEqual({
    source: 'door.checked',
    event: '',
    guard: 'isAnyoneIn',
    refused: ['isLocked'],
    targets: ['door.open'],
    actions: [],
  });
});

test('a message without a transition is explained by the guards that failed, per state that handles it (INSP-04)', () => {
  const snapshot = createActor(door).start().getSnapshot();
  expect(refusalsOf(snapshot, 'knock')).toEqual([{ source: 'door.shut', event: 'knock', guards: ['isAnyoneIn'] }]);
  expect(refusalsOf(snapshot, 'push')[0]?.guards).toEqual(['isLocked', 'isHeavy']);
  expect(refusalsOf(snapshot, 'ring')).toEqual([]);
});

/** Each action of the machine adds its name to `ran`. */
const train = (ran: string[]): AnyStateMachine => {
  const names = ['lock', 'unlock', 'ring', 'light', 'dim', 'sing', 'hush', 'depart', 'count'];
  const both = { entry: 'light', exit: 'dim' };
  return createMachine(
    {
      id: 'train',
      type: 'parallel',
      states: {
        doors: {
          initial: 'shut',
          states: { shut: { entry: 'lock', exit: 'unlock', on: { open: 'open' } }, open: { on: { shut: 'shut' } } },
        },
        ride: {
          initial: 'waiting',
          on: { leave: { target: '.riding', actions: ['ring', 'depart'] }, call: { actions: 'ring' } },
          states: {
            waiting: { ...both, after: { 60000: 'riding' } },
            riding: {
              entry: 'count',
              initial: 'slow',
              on: {
                again: { target: 'riding', reenter: true },
                restart: { target: '.slow' },
                open: { actions: 'hush' },
              },
              states: { slow: { ...both, on: { hurry: 'fast' } }, fast: { entry: 'sing', exit: 'hush' } },
            },
          },
        },
      },
    },
    { actions: Object.fromEntries(names.map((name) => [name, () => void ran.push(name)])) },
  );
};

test('the actions of a transition are those that ran, in their order (INSP-04)', () => {
  const events = ['call', 'leave', 'hurry', 'again', 'hurry', 'restart', 'open', 'shut', 'ignored'];
  const ran: string[] = [];
  const actor = createActor(train(ran)).start();
  const runs = events.map((type) => {
    ran.length = 0;
    actor.send({ type });
    return [type, [...ran]];
  });
  const printed = events.map((type, at) => {
    const before = taken(events.slice(0, at), train([])).length;
    const moves = taken(events.slice(0, at + 1), train([])).slice(before);
    return [type, moves.flatMap(({ actions }) => actions)];
  });
  expect(printed).toEqual(runs);
  expect(Object.fromEntries(printed)).toMatchObject({
    leave: ['dim', 'ring', 'depart', 'count', 'light'],
    again: ['hush', 'count', 'light'],
    open: ['unlock', 'hush'],
  });
});
