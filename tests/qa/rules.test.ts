import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { createRuleCheck, firstViolation, type RuleStep } from '../../machines/kernel/rule.ts';
import { ALL_RULES } from '../../src/qa/portal/all-rules.ts';
import { portalSystem } from '../../src/qa/portal/portal-system.ts';
import { keptRuns, stepsOfRun } from '../support/machines/rule-steps.ts';

const FLOWS = readdirSync(new URL('../flows/', import.meta.url)).map((file) => file.replace('.flow.json', ''));
const KEPT = new Map(FLOWS.map((name) => [name, keptRuns(name).map(stepsOfRun)]));

type Context = Record<string, unknown>;

/** The recording with one changed step. `index`: the index of that step. */
type Planted = { readonly steps: readonly RuleStep[]; readonly index: number };

const changed = (
  steps: readonly RuleStep[],
  index: number,
  change: (step: RuleStep) => Partial<RuleStep>,
): Planted => ({
  steps: steps.map((step, at) => (at === index ? { ...step, ...change(step) } : step)),
  index,
});

/** The step happens once more at the end, with a change. */
const repeated = (steps: readonly RuleStep[], index: number, change: (step: RuleStep) => Partial<RuleStep>): Planted =>
  changed([...steps, ...steps.slice(index, index + 1)], steps.length, change);

const withContext = ({ snapshot }: RuleStep, context: Context): Partial<RuleStep> => ({
  snapshot: { ...snapshot, context: { ...snapshot.context, ...context } },
});

type Where = (step: RuleStep) => boolean;

const lastOf = (steps: readonly RuleStep[], where: Where): number => steps.findLastIndex(where);
const firstOf = (steps: readonly RuleStep[], where: Where): number => steps.findIndex(where);
const isOf =
  (machine: string): Where =>
  (step) =>
    step.machine === machine && step.snapshot.status === 'active';

const withStatus = (status: string) => (step: RuleStep) =>
  withContext(step, { record: { ...step.snapshot.context.record, status } });

const statusOf = ({ snapshot }: RuleStep): unknown => snapshot.context.record?.status;

const withRecord = (steps: readonly RuleStep[], parts: Context): Planted =>
  changed(steps, lastOf(steps, isOf('payment')), (step) =>
    withContext(step, { record: { ...step.snapshot.context.record, ...parts } }),
  );

/** A page of the E Point history with an entry. */
const showsEntries: Where = ({ machine, snapshot }) =>
  machine === 'list' &&
  snapshot.context.shown?.content.kind === 'ledger' &&
  snapshot.context.shown.content.rows.length > 0;

const OTHER_RECIPIENT = { serverId: '101', serverName: 'Dawn Harbor', roleId: 'other', roleName: 'Other' };
const GEM = { title: 'Star Gems', titles: {}, quantity: 1 };

/** The order is made for another role than the one on the confirmation. */
const otherIntent = (steps: readonly RuleStep[]): Planted =>
  changed(
    steps,
    firstOf(steps, (step) => step.machine === 'recharge' && step.event.type === 'order.confirm'),
    (step) => {
      const { intent } = step.snapshot.context;
      return withContext(step, { intent: { ...intent, choices: { ...intent.choices, recipient: OTHER_RECIPIENT } } });
    },
  );

/** An item with this rate of a bonus, in percent, for which the record has another one. */
const withBonus = (steps: readonly RuleStep[], recorded: number, confirmed: number | null): Planted =>
  changed(steps, lastOf(steps, isOf('payment')), (step) => {
    const { record, ticket } = step.snapshot.context;
    const bonus = { ...GEM, title: `Star Gems (+${recorded}%)`, quantity: (60 * recorded) / 100 };
    const item = { ...ticket.choices.item, rebatePercent: confirmed };
    return withContext(step, {
      record: { ...record, contents: [...record.contents, bonus] },
      ticket: { ...ticket, choices: { ...ticket.choices, item } },
    });
  });

/** For each rule, a recording that keeps it and how its machines could break it. */
const PLANTED: Readonly<
  Record<
    string,
    { readonly flow: string; readonly load?: number; readonly plant: (steps: readonly RuleStep[]) => Planted }
  >
> = {
  'paid-never-failed': {
    flow: 'happy-path',
    plant: (steps) => changed(steps, lastOf(steps, isOf('payment')), withStatus('overdue')),
  },
  'expired-never-payable': {
    flow: 'expiry-and-resubmit',
    plant: (steps) =>
      changed(
        steps,
        lastOf(steps, (step) => isOf('payment')(step) && statusOf(step) === 'overdue'),
        withStatus('pending'),
      ),
  },
  'countdown-never-up': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(steps, lastOf(steps, isOf('payment')), (step) =>
        withContext(step, { deadlineAt: step.snapshot.context.deadlineAt + 1 }),
      ),
  },
  'status-along-chart': {
    flow: 'happy-path',
    plant: (steps) => changed(steps, lastOf(steps, isOf('payment')), withStatus('pending')),
  },
  'final-never-polled': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(steps, lastOf(steps, isOf('payment')), ({ snapshot }) => {
        const following = { ...snapshot.value.following, polling: { idle: 'waiting' } };
        return { snapshot: { ...snapshot, value: { following } } };
      }),
  },
  'shown-status-along-chart': {
    flow: 'refunds',
    plant: (steps) => repeated(steps, lastOf(steps, isOf('order-detail')), withStatus('pending')),
  },
  'one-order-per-intent': {
    flow: 'expiry-and-resubmit',
    plant: (steps) => {
      const [first, second] = new Set(steps.filter(isOf('submitOrder')).map(({ path }) => path));
      const key = steps.find(({ path }) => path === first)?.snapshot.context.intent.key;
      const index = firstOf(steps, ({ path, snapshot }) => path === second && snapshot.context.ticket !== null);
      return changed(steps, index, (step) => withContext(step, { intent: { ...step.snapshot.context.intent, key } }));
    },
  },
  'ticket-as-intent': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(
        steps,
        firstOf(steps, ({ machine, snapshot }) => machine === 'submitOrder' && snapshot.context.ticket !== null),
        (step) => {
          const { ticket } = step.snapshot.context;
          return withContext(step, {
            ticket: { ...ticket, choices: { ...ticket.choices, recipient: OTHER_RECIPIENT } },
          });
        },
      ),
  },
  'unknown-outcome-keeps-key': {
    flow: 'order-in-doubt',
    plant: (steps) =>
      changed(
        steps,
        lastOf(steps, (step) => isOf('submitOrder')(step) && step.snapshot.matches('uncertain')),
        (step) => withContext(step, { intent: { ...step.snapshot.context.intent, key: 'another key' } }),
      ),
  },
  'ordered-as-confirmed': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(
        steps,
        firstOf(steps, (step) => step.machine === 'recharge' && step.event.type === 'order.confirm'),
        (step) => {
          const { intent } = step.snapshot.context;
          const item = { ...intent.choices.item, price: { ...intent.choices.item.price, minor: 1 } };
          return withContext(step, { intent: { ...intent, choices: { ...intent.choices, item } } });
        },
      ),
  },
  'screen-as-record': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(steps, lastOf(steps, isOf('payment')), ({ snapshot }) => {
        const following = { ...snapshot.value.following, phase: { settled: 'refunded' } };
        return { snapshot: { ...snapshot, value: { following } } };
      }),
  },
  'record-as-confirmed': { flow: 'happy-path', plant: (steps) => withRecord(steps, { recipient: OTHER_RECIPIENT }) },
  'delivered-as-confirmed': { flow: 'happy-path', plant: (steps) => withRecord(steps, { contents: [GEM] }) },
  'total-is-sum': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(steps, lastOf(steps, isOf('balance')), (step) =>
        withContext(step, { balance: { basic: 1_200, present: 350, total: 1_900 } }),
      ),
  },
  'entries-add-up': {
    flow: 'account',
    plant: (steps) =>
      changed(steps, lastOf(steps, showsEntries), (step) => {
        const { shown } = step.snapshot.context;
        const [entry] = shown.content.rows;
        const gift = { ...entry, entryId: 'gift', change: { basic: 0, present: 10 } };
        return withContext(step, { shown: { ...shown, content: { kind: 'ledger', rows: [gift, entry] } } });
      }),
  },
  'pages-differ': {
    flow: 'account',
    plant: (steps) => {
      const at = lastOf(steps, showsEntries);
      const turned = steps.slice(at, at + 1).map((step) => ({ ...step, ...withContext(step, { page: 2 }) }));
      return repeated([...steps, ...turned], at, ({ snapshot }) => ({
        event: { type: 'xstate.done.actor.loadPage', output: snapshot.context.shown },
      }));
    },
  },
  'price-notice-is-true': {
    flow: 'refused-orders',
    plant: (steps) =>
      changed(
        steps,
        firstOf(steps, (step) => step.snapshot.context.notice?.kind === 'price-changed'),
        (step) => {
          const { notice } = step.snapshot.context;
          return withContext(step, { notice: { ...notice, wasMinor: notice.isMinor, isMinor: notice.wasMinor } });
        },
      ),
  },
  'no-step-skipped': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(
        steps,
        firstOf(
          steps,
          (step) => step.machine === 'recharge' && step.snapshot.matches({ wizard: { game: 'confirming' } }),
        ),
        (step) => withContext(step, { channel: null }),
      ),
  },
  'no-point-step-skipped': {
    flow: 'e-point-shop-in-trouble',
    plant: (steps) =>
      changed(
        steps,
        firstOf(
          steps,
          (step) => step.machine === 'epointRecharge' && step.snapshot.matches({ wizard: { shop: 'channels' } }),
        ),
        (step) => withContext(step, { item: null }),
      ),
  },
  'secret-is-cleared': {
    flow: 'troubled-start',
    plant: (steps) =>
      changed(
        steps,
        firstOf(steps, (step) => step.machine === 'session' && step.snapshot.matches('active')),
        (step) => withContext(step, { passwordRef: 'a reference' }),
      ),
  },
  'cooldown-never-up': {
    flow: 'new-password',
    plant: (steps) =>
      changed(
        steps,
        firstOf(steps, (step) => step.machine === 'verification' && step.snapshot.matches('coolingDown')) + 1,
        () => {
          const sent = steps.find((step) => step.machine === 'verification' && step.snapshot.matches('coolingDown'));
          if (!sent) throw new Error('no code is sent');
          const { resendAt } = sent.snapshot.context;
          return { ...sent, event: { type: 'target.edit' }, ...withContext(sent, { resendAt: resendAt + 1 }) };
        },
      ),
  },
  'one-toast-per-order': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(steps, lastOf(steps, isOf('toasts')), (step) =>
        withContext(step, { queue: [{ orderId: 'O-1' }, { orderId: 'O-1' }] }),
      ),
  },
  'acknowledged-order-stays': {
    flow: 'happy-path',
    plant: (steps) => changed(steps, lastOf(steps, isOf('signed-in')), (step) => withContext(step, { tracked: [] })),
  },
  'tracked-order-has-payment': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(steps, lastOf(steps, isOf('signed-in')), ({ running }) => ({
        running: new Map([...running].filter(([, machine]) => machine !== 'payment')),
      })),
  },
  'shown-order-has-payment': {
    flow: 'happy-path',
    plant: (steps) =>
      changed(
        steps,
        lastOf(steps, (step) => isOf('signed-in')(step) && step.snapshot.context.focusedOrderId !== null),
        ({ running }) => ({ running: new Map([...running].filter(([, machine]) => machine !== 'payment')) }),
      ),
  },
  'logout-leaves-nothing': {
    flow: 'signed-out-by-the-server',
    plant: (steps) => {
      const isLoggedIn: Where = ({ machine, snapshot }) => machine === 'portal' && snapshot.context.account !== null;
      const { account } = steps[firstOf(steps, isLoggedIn)]?.snapshot.context ?? {};
      return changed(steps, lastOf(steps, isOf('session')), (step) => withContext(step, { former: [{ account }] }));
    },
  },
  'signed-in-needs-account': {
    flow: 'happy-path',
    plant: (steps) => changed(steps, lastOf(steps, isOf('portal')), (step) => withContext(step, { account: null })),
  },
};

/** Data from outside breaks them. */
const DATA_RULES: ReadonlySet<string> = new Set([
  'record-as-confirmed',
  'delivered-as-confirmed',
  'total-is-sum',
  'ticket-as-intent',
  'entries-add-up',
  'pages-differ',
]);

const machineIds = (machine: AnyStateMachine): readonly string[] => [
  machine.id,
  ...Object.values(machine.implementations.actors).flatMap((logic) =>
    logic instanceof StateMachine ? machineIds(logic) : [],
  ),
];

describe('rules', () => {
  test('have a unique id, one sentence, and machines that exist', () => {
    const ids = ALL_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(machineIds(portalSystem));
    for (const { id, sentence, machines } of ALL_RULES) {
      expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
      expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
      for (const machine of machines ?? []) expect(known).toContain(machine);
    }
  });

  test.each([...KEPT])('%s breaks none of them (INSP-04)', (_, runs) => {
    const broken = runs.flatMap((steps) => ALL_RULES.flatMap((rule) => firstViolation(rule, steps) ?? []));
    expect(broken.map(({ rule, problem }) => `${rule.id}: ${problem}`)).toEqual([]);
  });

  test('each rule is shown to fail', () => {
    expect(Object.keys(PLANTED).toSorted()).toEqual(ALL_RULES.map(({ id }) => id).toSorted());
  });

  test.each(ALL_RULES)('$id is broken by a planted violation, at its step', (rule) => {
    const { flow, load = 0, plant } = PLANTED[rule.id] ?? { flow: '', plant: (steps) => ({ steps, index: -1 }) };
    const steps = KEPT.get(flow)?.[load] ?? [];
    expect(firstViolation(rule, steps)).toBeNull();
    const { steps: mutated, index } = plant(steps);
    expect(index).toBeGreaterThan(0);
    expect(firstViolation(rule, mutated)).toEqual({
      rule: expect.objectContaining({ id: rule.id }),
      step: index,
      problem: expect.stringMatching(/\w/),
      data: DATA_RULES.has(rule.id) ? expect.objectContaining({ wrong: [expect.anything()] }) : null,
    });
  });

  test('a toast of the account or an order is gone after the logout (SESS-09)', () => {
    const [steps = []] = KEPT.get('signed-out-by-the-server') ?? [];
    const rule = ALL_RULES.find(({ id }) => id === 'logout-leaves-nothing');
    const orderId = steps.find(({ machine }) => machine === 'payment')?.snapshot.context.ticket.orderId;
    const toasts = steps.find(({ machine }) => machine === 'toasts');
    if (!rule || !toasts || orderId === undefined) throw new Error('the recording has an order and toasts');
    for (const toast of [
      { subject: 'orderPaid', orderId },
      { subject: 'unpaidFailed', orderId: null },
    ]) {
      const late = { ...toasts, ...withContext(toasts, { queue: [toast] }) };
      expect(firstViolation(rule, [...steps, late])).toMatchObject({ step: steps.length });
    }
    const harmless = { ...toasts, ...withContext(toasts, { queue: [{ subject: 'copied', orderId: null }] }) };
    expect(firstViolation(rule, [...steps, harmless])).toBeNull();
  });

  test.each([
    ['another recipient', 'ordered-as-confirmed', (steps: readonly RuleStep[]) => otherIntent(steps)],
    ['another item', 'record-as-confirmed', (steps: readonly RuleStep[]) => withRecord(steps, { itemId: 'other' })],
    [
      'another price',
      'record-as-confirmed',
      (steps: readonly RuleStep[]) => withRecord(steps, { paidAmount: { minor: 1, currency: 'USD' } }),
    ],
    [
      'more than was confirmed, with the rate of the bonus',
      'delivered-as-confirmed',
      (steps: readonly RuleStep[]) => withBonus(steps, 15, 10),
    ],
  ])('%s breaks %s', (_, id, plant) => {
    const [steps = []] = KEPT.get('happy-path') ?? [];
    const rule = ALL_RULES.find((one) => one.id === id);
    const { steps: mutated, index } = plant(steps);
    expect(rule && firstViolation(rule, mutated)?.step).toBe(index);
  });

  test('the bonus of an item is delivered too, and a bonus that failed to load may be', () => {
    const [steps = []] = KEPT.get('happy-path') ?? [];
    const rule = ALL_RULES.find(({ id }) => id === 'delivered-as-confirmed');
    for (const { steps: mutated } of [withBonus(steps, 10, 10), withBonus(steps, 10, null)])
      expect(rule && firstViolation(rule, mutated)).toBeNull();
  });

  test('a check reports each broken rule once, with the index of the step', () => {
    const [steps = []] = KEPT.get('happy-path') ?? [];
    const { steps: mutated, index } = changed(steps, lastOf(steps, isOf('payment')), withStatus('overdue'));
    const check = createRuleCheck(ALL_RULES);
    const found = [...mutated, ...mutated.slice(-1)].flatMap((step) => check(step));
    expect(found.map(({ rule, step }) => [rule.id, step])).toEqual(
      expect.arrayContaining([
        ['paid-never-failed', index],
        ['status-along-chart', index],
      ]),
    );
    expect(new Set(found.map(({ rule }) => rule.id)).size).toBe(found.length);
  });
});

test('docs/qa.md lists every rule with its sentence', () => {
  const page = readFileSync(new URL('../../docs/qa.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z-]+-[a-z-]+)` \| ([A-Z][^|]+\.) \|$/gm)].map(([, ...row]) => row);
  expect(listed).toEqual(ALL_RULES.map(({ id, sentence }) => [id, sentence]));
});
