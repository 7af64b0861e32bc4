import type { AnyActor, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { createRuleCheck } from '../../../machines/kernel/rule.ts';
import { screensInView } from '../gallery/screens-in-view.ts';
import { createRuleSteps } from '../rules/rule-steps.ts';
import { type Failure, isInPath } from './failure.ts';

/** A failure that the machines show while they run. */
export type ShownFailure = Exclude<Failure, { readonly kind: 'diverges' }>;

export type Detector = {
  readonly watch: (seen: InspectionEvent) => void;
  /** Called when the system is at rest. */
  readonly look: (root: AnyActor) => void;
  readonly isFound: () => boolean;
};

/** Notices a failure in a running system, from its start. */
export const createDetector = (failure: ShownFailure): Detector => {
  let isFound = false;
  const found = (isHere: boolean): void => {
    isFound ||= isHere;
  };
  const base = { watch: () => undefined, look: () => undefined, isFound: () => isFound };
  switch (failure.kind) {
    case 'rule': {
      const check = createRuleCheck([failure.rule]);
      return { ...base, watch: createRuleSteps((step) => found(check(step).length > 0)) };
    }
    case 'state': {
      const { machine, value } = failure;
      return {
        ...base,
        watch: ({ type, actorRef, ...seen }) => {
          if (type !== '@xstate.snapshot' || (actorRef as AnyActor).logic.id !== machine) return;
          const { _nodes } = (seen as unknown as { readonly snapshot: AnyMachineSnapshot }).snapshot;
          found(_nodes.some(({ path }) => isInPath(path, value)));
        },
      };
    }
    case 'screen': {
      const { machine, name } = failure;
      return {
        ...base,
        look: (root) => found(screensInView(root).some((screen) => screen.machine === machine && screen.name === name)),
      };
    }
  }
};
