import { expect } from 'vitest';
import { firstViolation, type Rule, type RuleStep } from '../../../machines/kernel/rule.ts';

/** A broken rule. `step`: index of the step that breaks it. */
export type Judgment = { readonly id: string; readonly step: number; readonly problem: string };

/** The first violation of each broken rule. */
export const judge = (rules: readonly Rule[], steps: readonly RuleStep[]): readonly Judgment[] =>
  rules.flatMap((rule) => {
    const violation = firstViolation(rule, steps);
    return violation ? [{ id: rule.id, step: violation.step, problem: violation.problem }] : [];
  });

/** Fails unless there are rules, each with an id in kebab-case and a sentence. */
export const expectNamed = (rules: readonly Rule[]): void => {
  expect(rules).not.toEqual([]);
  for (const { id, sentence } of rules) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(sentence).toMatch(/^[A-Z].+\.$/);
  }
};
