import { expect, test } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  createMachine,
  type InspectionEvent,
} from 'xstate';
import { type TakenTransition, takenTransition } from '../../src/qa/core/replay/taken-transition.ts';

const taken = (events: readonly string[], machine: AnyStateMachine): readonly TakenTransition[] => {
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
