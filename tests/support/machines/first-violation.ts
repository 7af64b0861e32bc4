import { createRuleCheck, type Rule, type RuleStep, type Violation } from '../../../machines/kernel/rule.ts';

/** The first step of a page load that breaks the rule. */
export const firstViolation = (rule: Rule, steps: readonly RuleStep[]): Violation | null => {
  const check = createRuleCheck([rule]);
  for (const step of steps) {
    const [found] = check(step);
    if (found) return found;
  }
  return null;
};
