import { type AnyStateMachine, fromCallback, StateMachine } from 'xstate';

/** A copy that asks nothing of the world: every port and listener is silent, machines stay machines. */
export const inertMachine = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.entries(machine.implementations.actors).map(([name, logic]) => [
        name,
        logic instanceof StateMachine ? inertMachine(logic) : fromCallback(() => {}),
      ]),
    ),
  });
