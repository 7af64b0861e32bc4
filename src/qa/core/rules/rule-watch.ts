import type { InspectionEvent } from 'xstate';
import { createRuleCheck, type RuleStep, type WrongData } from '../../../../machines/kernel/rule.ts';
import { subject } from '../subject.ts';
import { createRuleSteps } from './rule-steps.ts';

/** A rule that a page load broke. `step`: index among the steps of all machines. */
export type BrokenRule = {
  readonly id: string;
  readonly sentence: string;
  readonly problem: string;
  readonly step: number;
  readonly path: string;
  /** Type of the message after which the rule was broken. */
  readonly event: string;
  /** Null if the machine is wrong, and not its data. */
  readonly data: WrongData | null;
};

/** Checks every rule on an actor system from its start; `inspect` belongs to the root actor. */
export const watchRules = (onBroken: (broken: BrokenRule) => void): ((seen: InspectionEvent) => void) => {
  const check = createRuleCheck(subject('rules'));
  return createRuleSteps((step: RuleStep) => {
    for (const { rule, problem, data, step: index } of check(step))
      onBroken({
        id: rule.id,
        sentence: rule.sentence,
        problem,
        step: index,
        path: step.path,
        event: step.event.type,
        data,
      });
  });
};
