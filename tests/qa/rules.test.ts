import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AnyStateMachine, type InspectionEvent, StateMachine } from 'xstate';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import { playRun } from '../../src/qa/core/replay/replay.ts';
import { createRuleSteps } from '../../src/qa/core/rules/rule-watch.ts';
import { ALL_RULES } from '../../src/qa/portal/all-rules.ts';
import { portalSystem } from '../../src/qa/portal/portal-system.ts';
import { firstViolation } from '../support/machines/first-violation.ts';
import { keptRun } from '../support/qa/kept-flows.ts';

/** The steps of the first page load of a recording. `isLate`: they are read after it, as by rules that load late. */
const stepsOf = (name: string, isLate = false): readonly RuleStep[] => {
  const steps: RuleStep[] = [];
  const waiting: InspectionEvent[] = [];
  const inspect = createRuleSteps((step) => steps.push(step));
  playRun(portalSystem, keptRun(name), undefined, (seen) => void (isLate ? waiting.push(seen) : inspect(seen)));
  for (const seen of waiting) inspect(seen);
  return steps;
};

test('rules that load late read each step as it was', () => {
  const factsOf = (steps: readonly RuleStep[]) =>
    steps.map(({ path, event, snapshot, running }) => [path, event, snapshot.value, snapshot.context, running.size]);
  expect(factsOf(stepsOf('happy-path', true))).toEqual(factsOf(stepsOf('happy-path')));
});

const withContext = ({ snapshot }: RuleStep, context: object) => ({
  snapshot: { ...snapshot, context: { ...snapshot.context, ...context } },
});
const withoutPayments = ({ running }: RuleStep) => ({
  running: new Map([...running].filter(([, machine]) => machine !== 'payment')),
});

/** `change`: how the last step of this machine breaks the rule. */
type Row = [rule: string, flow: string, machine: string, change: (step: RuleStep) => Partial<RuleStep>];

test.each<Row>([
  ['tracked-order-has-payment', 'happy-path', 'signed-in', withoutPayments],
  ['acknowledged-order-stays', 'happy-path', 'signed-in', (step) => withContext(step, { tracked: [] })],
  ['signed-in-needs-account', 'happy-path', 'portal', (step) => withContext(step, { account: null })],
  ['shown-order-has-payment', 'order-in-doubt', 'signed-in', withoutPayments],
  [
    'logout-leaves-nothing',
    'signed-out-by-the-server',
    'toasts',
    (step) => withContext(step, { queue: [{ subject: 'unpaidFailed', orderId: null }] }),
  ],
])('%s is kept by a recording, until a further step breaks it (INSP-04)', (id, flow, machine, change) => {
  const steps = stepsOf(flow);
  const last = steps.filter((step) => step.machine === machine && step.snapshot.status === 'active').slice(-1);
  const changed = [...steps, ...last.map((step) => ({ ...step, ...change(step) }))];
  const rules = ALL_RULES.filter((rule) => rule.id === id);
  const found = [steps, changed].map((made) => rules.map((rule) => firstViolation(rule, made)?.step));
  expect(found).toEqual([[undefined], [steps.length]]);
});

const machineIds = (machine: AnyStateMachine): readonly string[] => [
  machine.id,
  ...Object.values(machine.implementations.actors).flatMap((logic) =>
    logic instanceof StateMachine ? machineIds(logic) : [],
  ),
];

test('rules have a unique id, one sentence, and machines that exist', () => {
  const ids = ALL_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const machinesOfPortal = new Set(machineIds(portalSystem));
  for (const { id, sentence, machines } of ALL_RULES) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
    expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
    for (const machine of machines ?? []) expect(machinesOfPortal).toContain(machine);
  }
});

test('docs/qa.md lists every rule with its sentence', () => {
  const page = readFileSync(new URL('../../docs/qa.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z-]+-[a-z-]+)` \| ([A-Z][^|]+\.) \|$/gm)].map(([, ...row]) => row);
  expect(listed).toEqual(ALL_RULES.map(({ id, sentence }) => [id, sentence]));
});
