import { expect, test } from 'vitest';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { TOASTS_RULES } from '../../machines/toasts/toasts.rules.ts';
import { expectNamed, type Judgment, judge } from '../support/machines/rule-judgment.ts';

/** A step with one queued toast for each argument. */
const queued = (...orderIds: readonly (string | null)[]): RuleStep => ({
  machine: 'toasts',
  path: '$/toasts',
  event: { type: 'toast.add' },
  snapshot: toastsMachine.resolveState({
    value: { open: 'showing' },
    context: {
      queue: orderIds.map((orderId, index) => ({ id: index + 1, subject: 'orderPaid', level: 'info', orderId })),
      nextId: orderIds.length + 1,
    },
  }),
  running: new Map(),
});

test('a rule about toasts has an id and a sentence', () => expectNamed(TOASTS_RULES));

test.each<{ what: string; steps: readonly RuleStep[]; found: readonly Judgment[] }>([
  { what: 'a toast for each of two orders', steps: [queued('o-1', 'o-2')], found: [] },
  { what: 'several toasts without an order', steps: [queued(null, null)], found: [] },
  { what: 'an order whose toast stays', steps: [queued('o-1'), queued('o-1', 'o-2')], found: [] },
  {
    what: 'a second toast of an order',
    steps: [queued('o-1', 'o-2'), queued('o-1', 'o-2', null, 'o-2')],
    found: [{ id: 'one-toast-per-order', step: 1, problem: 'o-2 has several' }],
  },
])('the rules judge $what', ({ steps, found }) => {
  expect(judge(TOASTS_RULES, steps)).toEqual(found);
});
