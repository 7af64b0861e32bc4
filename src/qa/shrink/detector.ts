import type { AnyActor, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { createRuleCheck } from '../../../machines/kernel/rule.ts';
import { screensInView } from '../gallery/screens-in-view.ts';
import { createRuleSteps } from '../rules/rule-steps.ts';
import { isInPath, type TargetFailure } from './failure.ts';

/** A failure that the machines show while they run. */
export type ShownFailure = Exclude<TargetFailure, { readonly kind: 'diverges' }>;

export type Detector = {
  readonly watch: (seen: InspectionEvent) => void;
  /** Called when the system is idle. */
  readonly onIdle: (root: AnyActor) => void;
  readonly isFound: () => boolean;
};

/** Called at each moment with a test for a name. Returns whether all names were present, each directly after the previous name. */
type Sequence = (isThere: (name: string) => boolean) => boolean;

const createSequence = (names: readonly string[]): Sequence => {
  let passed = 0;
  return (isThere) => {
    const isNow = (at: number): boolean => names[at] !== undefined && isThere(names[at]);
    if (isNow(passed)) passed += 1;
    else if (!isNow(passed - 1)) passed = isNow(0) ? 1 : 0;
    return passed === names.length;
  };
};

/** Detects a failure in a running system, from its start. */
export const createDetector = (failure: ShownFailure): Detector => {
  let isFound = false;
  const found = (isHere: boolean): void => {
    isFound ||= isHere;
  };
  const base = { watch: () => undefined, onIdle: () => undefined, isFound: () => isFound };
  switch (failure.kind) {
    case 'rule': {
      const check = createRuleCheck([failure.rule]);
      return { ...base, watch: createRuleSteps((step) => found(check(step).length > 0)) };
    }
    case 'state': {
      const { machine, values } = failure;
      const steps = new Map<unknown, Sequence>();
      return {
        ...base,
        watch: ({ type, actorRef, ...seen }) => {
          if (type !== '@xstate.snapshot' || (actorRef as AnyActor).logic.id !== machine) return;
          const { _nodes } = (seen as unknown as { readonly snapshot: AnyMachineSnapshot }).snapshot;
          const isComplete = steps.get(actorRef) ?? createSequence(values);
          steps.set(actorRef, isComplete);
          found(isComplete((value) => _nodes.some(({ path }) => isInPath(path, value))));
        },
      };
    }
    case 'screen': {
      const { machine, names } = failure;
      const isComplete = createSequence(names);
      return {
        ...base,
        onIdle: (root) => {
          const shown = screensInView(root).filter((screen) => screen.machine === machine);
          if (shown.length > 0) found(isComplete((name) => shown.some((screen) => screen.name === name)));
        },
      };
    }
  }
};
