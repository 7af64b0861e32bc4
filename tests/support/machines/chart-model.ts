import {
  type AnyActorLogic,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
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

/** A machine as a function of snapshot and event, without running actors. `listeners`: ids of invoked callbacks. */
export const createChartModel = (machine: AnyStateMachine, listeners: readonly string[] = []) => {
  const chart = controlledCopy(machine, listeners).machine;
  let taken: string[] = [];

  const watched = (
    scope: AnyActorScope,
    from: AnyMachineSnapshot | null,
    act: () => AnyMachineSnapshot,
  ): AnyMachineSnapshot => {
    scope.self._parent ??= createEmptyActor();
    // An action may read the children of its own actor.
    scope.self.getSnapshot = () => from ?? { children: {} };
    taken = [];
    const watch = scope.system.inspect((seen: InspectionEvent) => {
      if (seen.type === '@xstate.microstep') taken.push(...seen._transitions.map(transitionKey));
    });
    const after = act();
    watch.unsubscribe();
    return after;
  };

  const logic: AnyActorLogic = {
    transition: (snapshot, event, scope) => watched(scope, snapshot, () => chart.transition(snapshot, event, scope)),
    getInitialSnapshot: (scope, input) => watched(scope, null, () => chart.getInitialSnapshot(scope, input)),
    getPersistedSnapshot: (snapshot) => snapshot,
  };

  return {
    logic,
    /** The transitions of the last step of `logic`. */
    lastTaken: (): readonly string[] => taken,
    /** Whether a transition would be taken. */
    isAccepted: (snapshot: AnyMachineSnapshot, event: EventObject): boolean =>
      snapshot.status === 'active' && chart.getTransitionData(snapshot, event).length > 0,
  };
};
