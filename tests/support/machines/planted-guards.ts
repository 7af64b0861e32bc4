import { type AnyStateMachine, StateMachine } from 'xstate';

type Guard = (...given: readonly unknown[]) => boolean;

/** The system with a planted bug: one guard of one machine returns the opposite result. */
export const withPlantedGuard = (system: AnyStateMachine, machine: string, guard: string): AnyStateMachine => {
  const actors = Object.entries(system.implementations.actors).map(([name, logic]) => [
    name,
    logic instanceof StateMachine ? withPlantedGuard(logic, machine, guard) : logic,
  ]);
  const changed = system.provide({ actors: Object.fromEntries(actors) });
  if (system.id !== machine) return changed;
  const right = system.implementations.guards[guard] as Guard | undefined;
  if (!right) throw new Error(`The machine ${machine} has no guard ${guard}.`);
  return changed.provide({ guards: { [guard]: (...given: readonly unknown[]) => !right(...given) } });
};
