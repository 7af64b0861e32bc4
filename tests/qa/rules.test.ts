import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, type InspectionEvent, StateMachine } from 'xstate';
import { createRuleCheck, firstViolation, type RuleStep } from '../../machines/kernel/rule.ts';
import { openReplay, playThrough } from '../../src/qa/core/replay/replay.ts';
import { createRuleSteps } from '../../src/qa/core/rules/rule-watch.ts';
import { ALL_RULES } from '../../src/qa/portal/all-rules.ts';
import { portalSystem } from '../../src/qa/portal/portal-system.ts';
import { keptRun } from '../support/qa/kept-flows.ts';

const known = new Map<string, readonly RuleStep[]>();

/** The steps of the first page load of a recording. */
const stepsOf = (name: string): readonly RuleStep[] => {
  const found = known.get(name);
  if (found) return found;
  const steps: RuleStep[] = [];
  const inspect = createRuleSteps((step) => steps.push(step));
  let isOver = false;
  const watch = (seen: InspectionEvent): void => void (isOver || inspect(seen));
  const replay = openReplay(portalSystem, keptRun(name), { watch });
  playThrough(replay);
  isOver = true;
  replay.stop();
  known.set(name, steps);
  return steps;
};

const ruleOf = (id: string) => {
  const rule = ALL_RULES.find((one) => one.id === id);
  if (!rule) throw new Error(`there is no rule ${id}`);
  return rule;
};

type Context = Record<string, unknown>;
type Where = (step: RuleStep) => boolean;
type Change = (step: RuleStep) => Partial<RuleStep>;

type Planted = { readonly steps: readonly RuleStep[]; readonly index: number };

const changed = (steps: readonly RuleStep[], index: number, change: Change): Planted => ({
  steps: steps.map((step, at) => (at === index ? { ...step, ...change(step) } : step)),
  index,
});

/** The step happens once more at the end, with a change. */
const repeated = (steps: readonly RuleStep[], index: number, change: Change): Planted =>
  changed([...steps, ...steps.slice(index, index + 1)], steps.length, change);

type Plant = { readonly flow: string; readonly plant: (steps: readonly RuleStep[]) => Planted };

/** The first step of a recording that is there is changed. */
const first = (flow: string, where: Where, change: Change): Plant => ({
  flow,
  plant: (steps) => changed(steps, steps.findIndex(where), change),
});

const last = (flow: string, where: Where, change: Change): Plant => ({
  flow,
  plant: (steps) => changed(steps, steps.findLastIndex(where), change),
});

const isOf =
  (machine: string): Where =>
  (step) =>
    step.machine === machine && step.snapshot.status === 'active';

const isIn =
  (machine: string, state: Parameters<RuleStep['snapshot']['matches']>[0]): Where =>
  (step) =>
    step.machine === machine && step.snapshot.matches(state);

const isConfirmation: Where = ({ machine, event }) => machine === 'recharge' && event.type === 'order.confirm';
const isNewOrder: Where = ({ machine, snapshot }) => machine === 'submitOrder' && snapshot.context.ticket !== null;

const withContext =
  (context: Context): Change =>
  ({ snapshot }) => ({ snapshot: { ...snapshot, context: { ...snapshot.context, ...context } } });

/** Changes a part of the context, such as the record of a payment. */
const withPart =
  (part: string, values: Context): Change =>
  (step) =>
    withContext({ [part]: { ...step.snapshot.context[part], ...values } })(step);

const withStatus = (status: string): Change => withPart('record', { status });

/** A payment follows its order in this state. */
const following =
  (state: Context): Change =>
  ({ snapshot }) => ({ snapshot: { ...snapshot, value: { following: { ...snapshot.value.following, ...state } } } });

const withoutPayments: Change = ({ running }) => ({
  running: new Map([...running].filter(([, machine]) => machine !== 'payment')),
});

/** A page of the E Point history with an entry. */
const showsEntries: Where = ({ machine, snapshot }) =>
  machine === 'list' &&
  snapshot.context.shown?.content.kind === 'ledger' &&
  snapshot.context.shown.content.rows.length > 0;

const OTHER_RECIPIENT = { serverId: '101', serverName: 'Dawn Harbor', roleId: 'other', roleName: 'Other' };
const GEM = { title: 'Star Gems', titles: {}, quantity: 1 };

/** Other choices than those of the confirmation. `part`: what holds them. */
const withChoices =
  (part: 'intent' | 'ticket', choicesOf: (choices: RuleStep['snapshot']['context']) => Context): Change =>
  (step) => {
    const { choices } = step.snapshot.context[part];
    return withPart(part, { choices: { ...choices, ...choicesOf(choices) } })(step);
  };

/** An item with this rate of a bonus, in percent, for which the record has another one. */
const withBonus = (recorded: number, rebatePercent: number | null): Change => {
  const bonus = { ...GEM, title: `Star Gems (+${recorded}%)`, quantity: (60 * recorded) / 100 };
  const confirmed = withChoices('ticket', ({ item }) => ({ item: { ...item, rebatePercent } }));
  return (step) => {
    const { record } = step.snapshot.context;
    const { snapshot = step.snapshot } = confirmed(step);
    return withPart('record', { contents: [...record.contents, bonus] })({ ...step, snapshot });
  };
};

/** For each rule, a recording that keeps it and how its machines could break it. */
const PLANTED: Readonly<Record<string, Plant>> = {
  'paid-never-failed': last('happy-path', isOf('payment'), withStatus('overdue')),
  'expired-never-payable': last(
    'expiry-and-resubmit',
    (step) => isOf('payment')(step) && step.snapshot.context.record?.status === 'overdue',
    withStatus('pending'),
  ),
  'countdown-never-up': last('happy-path', isOf('payment'), (step) =>
    withContext({ deadlineAt: step.snapshot.context.deadlineAt + 1 })(step),
  ),
  'status-along-chart': last('happy-path', isOf('payment'), withStatus('pending')),
  'final-never-polled': last('happy-path', isOf('payment'), following({ polling: { idle: 'waiting' } })),
  'shown-status-along-chart': {
    flow: 'refunds',
    plant: (steps) => {
      const shown = steps.filter(isOf('order-detail')).slice(-1);
      return changed([...steps, ...shown], steps.length, withStatus('pending'));
    },
  },
  'one-order-per-intent': {
    flow: 'expiry-and-resubmit',
    plant: (steps) => {
      const [earlier, later] = new Set(steps.filter(isOf('submitOrder')).map(({ path }) => path));
      const key = steps.find(({ path }) => path === earlier)?.snapshot.context.intent.key;
      const index = steps.findIndex((step) => step.path === later && isNewOrder(step));
      return changed(steps, index, withPart('intent', { key }));
    },
  },
  'ticket-as-intent': first(
    'happy-path',
    isNewOrder,
    withChoices('ticket', () => ({ recipient: OTHER_RECIPIENT })),
  ),
  'unknown-outcome-keeps-key': last(
    'order-in-doubt',
    isIn('submitOrder', 'uncertain'),
    withPart('intent', { key: 'another key' }),
  ),
  'ordered-as-confirmed': first(
    'happy-path',
    isConfirmation,
    withChoices('intent', ({ item }) => ({ item: { ...item, price: { ...item.price, minor: 1 } } })),
  ),
  'screen-as-record': last('happy-path', isOf('payment'), following({ phase: { settled: 'refunded' } })),
  'record-as-confirmed': last('happy-path', isOf('payment'), withPart('record', { recipient: OTHER_RECIPIENT })),
  'delivered-as-confirmed': last('happy-path', isOf('payment'), withPart('record', { contents: [GEM] })),
  'total-is-sum': last(
    'happy-path',
    isOf('balance'),
    withContext({ balance: { basic: 1_200, present: 350, total: 1_900 } }),
  ),
  'entries-add-up': last('account', showsEntries, (step) => {
    const { shown } = step.snapshot.context;
    const [entry] = shown.content.rows;
    const gift = { ...entry, entryId: 'gift', change: { basic: 0, present: 10 } };
    return withContext({ shown: { ...shown, content: { kind: 'ledger', rows: [gift, entry] } } })(step);
  }),
  'pages-differ': {
    flow: 'account',
    plant: (steps) => {
      const at = steps.findLastIndex(showsEntries);
      const turned = steps.slice(at, at + 1).map((step) => ({ ...step, ...withContext({ page: 2 })(step) }));
      return repeated([...steps, ...turned], at, ({ snapshot }) => ({
        event: { type: 'xstate.done.actor.loadPage', output: snapshot.context.shown },
      }));
    },
  },
  'price-notice-is-true': first(
    'refused-orders',
    (step) => step.snapshot.context.notice?.kind === 'price-changed',
    (step) => {
      const { wasMinor, isMinor } = step.snapshot.context.notice;
      return withPart('notice', { wasMinor: isMinor, isMinor: wasMinor })(step);
    },
  ),
  'no-step-skipped': first(
    'happy-path',
    isIn('recharge', { wizard: { game: 'confirming' } }),
    withContext({ channel: null }),
  ),
  'no-point-step-skipped': first(
    'e-point-shop-in-trouble',
    isIn('epointRecharge', { wizard: { shop: 'channels' } }),
    withContext({ item: null }),
  ),
  'secret-is-cleared': first('troubled-start', isIn('session', 'active'), withContext({ passwordRef: 'a reference' })),
  'cooldown-never-up': {
    flow: 'new-password',
    plant: (steps) => {
      const index = steps.findIndex(isIn('verification', 'coolingDown'));
      const sent = steps[index];
      if (!sent) throw new Error('no code is sent');
      const later = withContext({ resendAt: sent.snapshot.context.resendAt + 1 })(sent);
      return changed(steps, index + 1, () => ({ ...sent, event: { type: 'target.edit' }, ...later }));
    },
  },
  'one-toast-per-order': last(
    'happy-path',
    isOf('toasts'),
    withContext({ queue: [{ orderId: 'O-1' }, { orderId: 'O-1' }] }),
  ),
  'acknowledged-order-stays': last('happy-path', isOf('signed-in'), withContext({ tracked: [] })),
  'tracked-order-has-payment': last('happy-path', isOf('signed-in'), withoutPayments),
  'shown-order-has-payment': last(
    'happy-path',
    (step) => isOf('signed-in')(step) && step.snapshot.context.focusedOrderId !== null,
    withoutPayments,
  ),
  'logout-leaves-nothing': {
    flow: 'signed-out-by-the-server',
    plant: (steps) => {
      const accounts = steps.filter(isOf('portal')).map(({ snapshot }) => snapshot.context.account);
      const former = accounts.filter((account) => account !== null).slice(0, 1);
      return changed(steps, steps.findLastIndex(isOf('session')), withContext({ former }));
    },
  },
  'signed-in-needs-account': last('happy-path', isOf('portal'), withContext({ account: null })),
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
    const machinesOfPortal = new Set(machineIds(portalSystem));
    for (const { id, sentence, machines } of ALL_RULES) {
      expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
      expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
      for (const machine of machines ?? []) expect(machinesOfPortal).toContain(machine);
    }
  });

  test('each rule is shown to fail', () => {
    expect(Object.keys(PLANTED).toSorted()).toEqual(ALL_RULES.map(({ id }) => id).toSorted());
  });

  test.each(ALL_RULES)('$id is broken by a planted violation, at its step (INSP-04)', (rule) => {
    const { flow, plant } = PLANTED[rule.id] ?? last('happy-path', () => false, withContext({}));
    const steps = stepsOf(flow);
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
    const steps = stepsOf('signed-out-by-the-server');
    const rule = ruleOf('logout-leaves-nothing');
    const orderId = steps.find(({ machine }) => machine === 'payment')?.snapshot.context.ticket.orderId;
    const toasts = steps.find(({ machine }) => machine === 'toasts');
    if (!toasts || orderId === undefined) throw new Error('the recording has an order and toasts');
    const violationWith = (toast: Context) =>
      firstViolation(rule, [...steps, { ...toasts, ...withContext({ queue: [toast] })(toasts) }]);
    expect(violationWith({ subject: 'orderPaid', orderId })).toMatchObject({ step: steps.length });
    expect(violationWith({ subject: 'unpaidFailed', orderId: null })).toMatchObject({ step: steps.length });
    expect(violationWith({ subject: 'copied', orderId: null })).toBeNull();
  });

  const inRecord = (values: Context): Plant => last('happy-path', isOf('payment'), withPart('record', values));
  const bonus = (recorded: number, confirmed: number | null): Plant =>
    last('happy-path', isOf('payment'), withBonus(recorded, confirmed));

  test.each([
    [
      'another recipient',
      'ordered-as-confirmed',
      first(
        'happy-path',
        isConfirmation,
        withChoices('intent', () => ({ recipient: OTHER_RECIPIENT })),
      ),
    ],
    ['another item', 'record-as-confirmed', inRecord({ itemId: 'other' })],
    ['another price', 'record-as-confirmed', inRecord({ paidAmount: { minor: 1, currency: 'USD' } })],
    ['more than was confirmed, with the rate of the bonus', 'delivered-as-confirmed', bonus(15, 10)],
  ])('%s breaks %s', (_, id, { flow, plant }) => {
    const { steps, index } = plant(stepsOf(flow));
    expect(firstViolation(ruleOf(id), steps)?.step).toBe(index);
  });

  test('the bonus of an item is delivered too, and a bonus that failed to load may be', () => {
    for (const { flow, plant } of [bonus(10, 10), bonus(10, null)])
      expect(firstViolation(ruleOf('delivered-as-confirmed'), plant(stepsOf(flow)).steps)).toBeNull();
  });

  test('a check reports each broken rule once, with the index of the step', () => {
    const { steps, index } = inRecord({ status: 'overdue' }).plant(stepsOf('happy-path'));
    const check = createRuleCheck(ALL_RULES);
    const found = [...steps, ...steps.slice(-1)].flatMap((step) => check(step));
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
