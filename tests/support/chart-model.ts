import {
  type AnyActorLogic,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
  initialTransition,
  transition,
} from 'xstate';
import { controlledCopy, transitionKey } from './controlled-actors.ts';

export const nodesOf = (machine: AnyStateMachine): readonly AnyStateNode[] => {
  const below = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root);
};

/** Every transition of the chart: on the root and on each state, `always` and delayed ones included. */
export const transitionsOf = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine).flatMap((node) =>
    [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(transitionKey),
  );

/** The snapshot after one event, and the transitions taken. */
export type ChartStep = { readonly snapshot: AnyMachineSnapshot; readonly taken: readonly string[] };

/** A machine as a function of snapshot and event, without running actors. `listeners`: ids of invoked callbacks. */
export const createChartModel = (machine: AnyStateMachine, listeners: readonly string[] = []) => {
  const chart = controlledCopy(machine, listeners).machine;
  let taken: string[] = [];

  const watched = <Result>(scope: AnyActorScope, act: () => Result): Result => {
    scope.self._parent ??= createEmptyActor();
    taken = [];
    const watch = scope.system.inspect((seen: InspectionEvent) => {
      if (seen.type === '@xstate.microstep') taken.push(...seen._transitions.map(transitionKey));
    });
    const result = act();
    watch.unsubscribe();
    return result;
  };

  const logic: AnyActorLogic = {
    transition: (snapshot, event, scope) => watched(scope, () => chart.transition(snapshot, event, scope)),
    getInitialSnapshot: (scope, input) => watched(scope, () => chart.getInitialSnapshot(scope, input)),
    getPersistedSnapshot: (snapshot) => snapshot,
  };

  /** `transition` starts an actor of its logic; the machine's own start needs an input and would throw. */
  const stepLogic: AnyActorLogic = {
    ...logic,
    getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  };

  return {
    logic,
    all: transitionsOf(machine),
    /** The transitions of the last step of `logic`. */
    lastTaken: (): readonly string[] => taken,
    start: (input: unknown): ChartStep => ({ snapshot: initialTransition(logic, input)[0], taken }),
    step: (snapshot: AnyMachineSnapshot, event: EventObject): ChartStep => ({
      snapshot: transition(stepLogic, snapshot, event as AnyEventObject)[0],
      taken,
    }),
    /** Whether a transition would be taken. */
    isAccepted: (snapshot: AnyMachineSnapshot, event: EventObject): boolean =>
      snapshot.status === 'active' && chart.getTransitionData(snapshot, event).length > 0,
  };
};

export type ChartModel = ReturnType<typeof createChartModel>;
