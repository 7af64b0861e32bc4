import { type AnyStateMachine, fromCallback, StateMachine } from 'xstate';

/** Copy with every port and listener stubbed out; child machines stay real. */
export const inertMachine = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.entries(machine.implementations.actors).map(([name, logic]) => [
        name,
        logic instanceof StateMachine ? inertMachine(logic) : fromCallback(() => {}),
      ]),
    ),
  });
