import { expect, test } from 'vitest';
import type { AnyStateMachine, StateValue } from 'xstate';
import { articleMachine } from '../../machines/article/article.machine.ts';
import { balanceMachine } from '../../machines/balance/balance.machine.ts';
import { epointRechargeMachine } from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import { usd } from '../../machines/kernel/money.ts';
import { createRuleCheck, type Rule, type RuleStep, ruleAbout } from '../../machines/kernel/rule.ts';
import { listMachine } from '../../machines/lists/list.machine.ts';
import type { ListResult } from '../../machines/lists/list.types.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { orderDetailMachine } from '../../machines/order-detail/order-detail.machine.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { initialContext } from '../../machines/payment/payment.model.ts';
import type { PaymentContext } from '../../machines/payment/payment.types.ts';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import type { Account } from '../../machines/session/session.types.ts';
import { verificationMachine } from '../../machines/session/verification.machine.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { submitOrderMachine } from '../../machines/wizard/submit-order.machine.ts';
import { ALL_RULES } from '../../src/qa/portal/all-rules.ts';
import { firstViolation } from '../support/machines/first-violation.ts';
import {
  CREATED_AT,
  choices,
  entryOf,
  ledgerQuery,
  ordersAnswer,
  recordOf,
  ticket,
} from '../support/machines/orders.ts';
import { ada, bob, ticketOf } from '../support/views/portal-samples.ts';
import { channel, intent, item } from './recharge-harness.ts';

const MACHINES: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  [
    articleMachine,
    balanceMachine,
    epointRechargeMachine,
    listMachine,
    orderDetailMachine,
    paymentMachine,
    portalMachine,
    rechargeMachine,
    sessionMachine,
    signedInMachine,
    submitOrderMachine,
    toastsMachine,
    verificationMachine,
  ].map((machine) => [machine.id, machine]),
);

type Where = {
  readonly type?: string;
  readonly event?: RuleStep['event'];
  readonly path?: string;
  readonly status?: 'active' | 'done' | 'stopped';
  /** Paths of running machines, with the ids of the machines. */
  readonly running?: Readonly<Record<string, string>>;
};

/** A step of a machine that ends in this state, with this context. */
const step = (machine: string, value: StateValue, context: object, where: Where = {}): RuleStep => {
  const { type = 'any.event', event = { type }, path = `$/${machine}`, status = 'active', running = {} } = where;
  const snapshot = MACHINES[machine]?.resolveState({ value, context, status });
  if (!snapshot) throw new Error(`${machine} is not a machine`);
  return { machine, path, event, snapshot, running: new Map(Object.entries(running)) };
};

/** `found`: for each broken rule, the index of the step that breaks it, the id and the problem. None: the rules accept the steps. */
type Row = [what: string, steps: readonly RuleStep[], ...found: string[]];

const broken = new Set<string>();

const violationsOf = (steps: readonly RuleStep[]) => {
  const found = ALL_RULES.flatMap((rule) => firstViolation(rule, steps) ?? []);
  for (const { rule } of found) broken.add(rule.id);
  return found;
};

const judge = (steps: readonly RuleStep[]): readonly string[] =>
  violationsOf(steps).map(({ rule, step, problem }) => `${step} ${rule.id}: ${problem}`);

const expectJudgment = (_: string, steps: readonly RuleStep[], ...found: readonly string[]): void =>
  expect(judge(steps)).toEqual(found);

/** The wrong data that the rules find. */
const dataIn = (steps: readonly RuleStep[]) => violationsOf(steps).flatMap(({ data }) => data ?? []);

const NEW = initialContext({ ticket, mode: 'created', shown: true, windowRef: null, record: null });

type Shown = Partial<PaymentContext> & {
  readonly phase?: StateValue;
  readonly idle?: 'paused' | 'waiting';
  readonly path?: string;
};

/** A step of the payment of order `o-1` with this status, or no status yet. */
const pays = (status: OrderStatus | null, { phase = 'unpaid', idle = 'paused', path, ...context }: Shown = {}) => {
  const region = { method: 'waiting', presence: 'shown', completed: 'ready', storage: 'stored', polling: { idle } };
  const record = status && recordOf(status);
  return step('payment', { following: { phase, ...region } }, { ...NEW, record, ...context }, path ? { path } : {});
};
/** A step of an order page that shows this status, or no status yet. */
const shows = (status: OrderStatus | null, path = '$/detail'): RuleStep =>
  step('order-detail', 'loading', { orderId: 'o-1', record: status && recordOf(status) }, { path });

const OTHER = { ticket: { ...ticket, orderId: 'o-2' }, path: '$/payment~2' };
const SETTLED = ['delivering', 'delivered', 'refunded'] as const;
const later = (ms: number): Shown => ({ deadlineAt: CREATED_AT + 300_000 + ms });

test.each<Row>([
  ['a payment in time', [pays(null), pays('pending', { idle: 'waiting' }), pays('paid'), pays('delivered')]],
  ['a late payment', [pays('pending', { phase: 'lastCheck' }), pays('overdue'), pays('paid'), pays('paid')]],
  [
    'a paid order that is shown as failed',
    [pays('paid'), pays('failed')],
    '1 paid-never-failed: o-1 is shown as failed',
    '1 status-along-chart: o-1 changes from paid to failed',
  ],
  [
    'a paid order that is checked as if it had expired',
    [pays('delivered'), pays(null), pays('delivered', { phase: 'lastCheck' })],
    '2 paid-never-failed: o-1 is shown as last-check',
  ],
  [
    'the first of two paid orders that fails, in another tab',
    [pays('paid'), pays('paid', OTHER), pays('failed', { path: '$/payment~3' })],
    '2 paid-never-failed: o-1 is shown as failed',
  ],
  [
    'an order that can be paid again',
    [pays('overdue'), pays('pending')],
    '1 expired-never-payable: o-1 is shown as unpaid',
    '1 status-along-chart: o-1 changes from overdue to pending',
  ],
  [
    'an expired order that is offered in the banner of another tab',
    [pays('overdue'), pays('failed', OTHER), pays('pending', { shown: false, path: '$/payment~3' })],
    '2 expired-never-payable: o-1 is shown as deferred',
  ],
  [
    'an expired order whose last check comes again',
    [pays('failed'), pays('failed', { phase: 'lastCheck' })],
    '1 expired-never-payable: o-1 is shown as last-check',
  ],
  ['an expired order that a new tab has not read yet', [pays('overdue'), pays(null, { path: '$/payment~2' })]],
  [
    'a deadline that moves back and ahead again',
    [pays('pending'), pays('pending', later(-1_000)), pays('pending', { ...later(9), ...OTHER }), pays('pending')],
    '3 countdown-never-up: o-1 has 1000 ms more than before',
  ],
  [
    'a status that the chart refuses after a step without a record',
    [pays('refunded'), pays('delivered', { path: '$/payment~2' }), pays(null), pays('paid')],
    '3 status-along-chart: o-1 changes from refunded to paid',
  ],
  [
    'a delivered order that waits for its next read',
    [pays('paid', { idle: 'waiting' }), pays('delivered', { idle: 'waiting' })],
    '1 final-never-polled: o-1 is delivered and waits for its next read',
  ],
  ...SETTLED.map((settled): Row => {
    const steps = SETTLED.map((one) => pays(one === 'delivering' ? 'paid' : one, { phase: { settled } }));
    const status = settled === 'delivering' ? 'delivered' : 'paid';
    const index = settled === 'delivering' ? 1 : 0;
    return [
      `an order that settles as ${settled} with another status`,
      steps,
      `${index} screen-as-record: o-1 is ${status} and settles as ${settled}`,
    ];
  }),
  [
    'a refused status on the first of two pages',
    [shows('paid'), shows('pending', '$/detail~2'), shows(null), shows('pending')],
    '3 status-along-chart: o-1 changes from paid to pending',
  ],
  ['a paid order that the record does not contain', [pays('paid', { phase: 'unknown' })]],
])('the rules about payments and the page of an order judge %s (RCHG-13, ORDR-02)', expectJudgment);

type Item = (typeof choices)['item'];

const REWARD = { basic: 100, present: 10, rebate: 5, isFirst: false };
const line = (quantity: number, title = '60 gems') => ({ title, titles: {}, quantity });
const { recipient } = choices;
const otherPart = (part: string, wrong: unknown, right: unknown) => ({
  problem: `the record of o-1 has another ${part}`,
  wrong: [wrong],
  right,
});
const otherSum = (wrong: readonly number[], right: number) => {
  const sum = wrong.reduce((all, one) => all + one, 0);
  return { problem: `o-1 delivers ${sum}, confirmed were ${right}`, wrong, right };
};

test.each<[what: string, record: Partial<OrderRecord>, item: Partial<Item>, found?: object]>([
  ['no recipient and no item', { recipient: null, itemId: null }, {}],
  ['another role', { recipient: { ...recipient, roleId: 'r8' } }, {}, otherPart('recipient', 'r8', 'r7')],
  ['another server', { recipient: { ...recipient, serverId: 's2' } }, {}, otherPart('recipient', 's2', 's1')],
  ['another item', { itemId: 'g61' }, {}, otherPart('item', 'g61', 'g60')],
  ['another price', { paidAmount: usd(98) }, {}, otherPart('price', 98, 99)],
  ['the item and a gift', { contents: [line(60), line(2, 'Key')] }, {}],
  ['less than the item', { contents: [line(59)] }, {}, otherSum([59], 60)],
  ['an item of unknown quantity', { contents: [line(59)] }, { quantity: null }],
  ['the bonus, rounded down', { contents: [line(59), line(8, '60 gems (+15%)')] }, { quantity: 59, rebatePercent: 15 }],
  ['no line for the bonus', { contents: [line(60)] }, { rebatePercent: 15 }],
  ['another bonus', { contents: [line(60), line(9, '60 gems (+15%)')] }, { rebatePercent: 10 }, otherSum([60, 9], 66)],
  ['an unknown bonus', { contents: [line(60), line(9, '60 gems (+15%)')] }, {}],
  ['less than an unknown bonus', { contents: [line(50), line(9, '60 gems')] }, {}, otherSum([50], 60)],
  ['all E Points', { credit: { basic: 100, present: 15 } }, { credit: REWARD }],
  ['no rebate', { credit: { basic: 100, present: 10 } }, { credit: REWARD }, otherSum([100, 10], 115)],
  ['no rebate of a first purchase', { credit: { basic: 100, present: 10 } }, { credit: { ...REWARD, isFirst: true } }],
  ['more E Points', { credit: { basic: 100, present: 16 } }, { credit: REWARD }, otherSum([100, 16], 115)],
  ['an unknown rebate', { credit: { basic: 100, present: 16 } }, { credit: { ...REWARD, rebate: null } }],
  ['no E Points in the record', { contents: [] }, { credit: REWARD }],
])('the rules compare a record with what the player confirmed: %s (RCHG-13)', (_, record, item, ...found) => {
  const confirmed = { ...ticket, choices: { ...choices, item: { ...choices.item, ...item } } };
  const compared = (known: typeof ticket) =>
    dataIn([pays('paid', { record: recordOf('paid', record), ticket: known })]);
  expect([compared(confirmed), compared({ ...ticket, choices: null })]).toEqual([found, []]);
});

test('a price in E Points is not compared with one in money (RCHG-13)', () => {
  const inPoints = { ...ticket, choices: { ...choices, channel: channel('epoint') } };
  expect(judge([pays('paid', { record: recordOf('paid', { paidAmount: usd(98) }), ticket: inPoints })])).toEqual([]);
});

const I1 = item('i1', 499);
const NO_CHOICE = { serverId: null, roleId: null, item: null, channel: null, intent: null, order: null };
const CHOSEN = { ...NO_CHOICE, serverId: 's1', roleId: 'r1', item: I1, channel: channel('c1') };
const ORDERED = { ...CHOSEN, intent: intent('k1'), notice: null };

/** What is missing at a step of a wizard, for each of these sets of choices. */
const missingAt = (machine: string, wizard: StateValue, ...made: readonly object[]): readonly string[] =>
  made
    .flatMap((choices) => judge([step(machine, { page: 'active', wizard }, { ...NO_CHOICE, ...choices })]))
    .map((problem) => problem.replace(` at ${JSON.stringify(wizard)}`, ''));

test.each<[machine: string, wizard: StateValue, enough: object, lacks: Readonly<Record<string, object>>]>([
  ['recharge', { game: { server: 'choosing' } }, {}, {}],
  ['recharge', { game: { role: 'choosing' } }, { serverId: 's1' }, { server: { ...CHOSEN, serverId: null } }],
  [
    'recharge',
    { game: { items: 'loading' } },
    { serverId: 's1', roleId: 'r1' },
    { server: {}, role: { serverId: 's1' } },
  ],
  ['recharge', { game: { channels: 'choosing' } }, { ...CHOSEN, channel: null }, { item: { ...CHOSEN, item: null } }],
  ['recharge', { game: { confirming: 'ready' } }, CHOSEN, { channel: { ...CHOSEN, channel: null } }],
  ['recharge', { ordering: 'creating' }, { intent: intent('k1') }, { intent: { ...CHOSEN, order: ticket } }],
  ['recharge', 'paying', { order: ticket }, { order: ORDERED }],
  ['epointRecharge', { shop: 'packages' }, {}, {}],
  ['epointRecharge', { shop: 'channels' }, { item: I1 }, { package: { ...CHOSEN, item: null } }],
  ['epointRecharge', { shop: 'confirming' }, CHOSEN, { package: {}, channel: { item: I1 } }],
  ['epointRecharge', { ordering: 'creating' }, { intent: intent('k1') }, { intent: { ...CHOSEN, order: ticket } }],
  ['epointRecharge', 'paying', { order: ticket }, { order: ORDERED }],
])('%s shows %j only when the choices before it are made (RCHG-15)', (machine, wizard, enough, lacks) => {
  expect(missingAt(machine, wizard, enough)).toEqual([]);
  const id = machine === 'recharge' ? 'no-step-skipped' : 'no-point-step-skipped';
  const names = Object.keys(lacks).map((name) => `0 ${id}: the ${name} is missing`);
  expect(missingAt(machine, wizard, ...Object.values(lacks))).toEqual(names);
});

type Submission = 'creating' | 'uncertain' | 'created' | 'refused';

/** A step of the submission of the intent with this key. */
const submits = (value: Submission, key: string, orderId: string | null = null, path = '$/recharge/submitOrder') => {
  const context = { intent: intent(key), ticket: orderId && { ...ticketOf(orderId), choices: null } };
  return step('submitOrder', value, context, { path, status: ENDS[value] });
};
const ENDS = { creating: 'active', uncertain: 'active', created: 'done', refused: 'done' } as const;
const AGAIN = '$/recharge/submitOrder~2';
const OF_POINTS = '$/epointRecharge/submitOrder';

const CONFIRM = { type: 'order.confirm' };
const isAt = (context: object, where: Where = {}, machine = 'recharge'): RuleStep =>
  step(machine, { page: 'active', wizard: {} }, { ...CHOSEN, notice: null, ...context }, where);
const REPLACED = isAt({ intent: null }, { type: 'order.replace' });

const costs = (minor: number, wasMinor: number, isMinor: number) => ({
  item: item('i1', minor),
  notice: { kind: 'price-changed', wasMinor, isMinor },
});
const OTHER_KEY = 'the wizard sends another key before the outcome of the first one is known';

test.each<Row>([
  ['another key after the player asked for it', [submits('uncertain', 'k1'), REPLACED, submits('creating', 'k2')]],
  ['a repeated key that returns its order', [submits('created', 'k1', 'o-1'), submits('created', 'k1', 'o-1', AGAIN)]],
  [
    'a new key after a refusal',
    [submits('creating', 'k1'), submits('refused', 'k1'), submits('creating', 'k2', null, AGAIN)],
  ],
  [
    'orders in doubt of both wizards',
    [submits('uncertain', 'k1'), submits('uncertain', 'k2', null, OF_POINTS), submits('uncertain', 'k1')],
  ],
  [
    'another key in the other wizard than the one in which the player asked for it',
    [submits('uncertain', 'k1', null, OF_POINTS), REPLACED, submits('creating', 'k2', null, OF_POINTS)],
    `2 unknown-outcome-keeps-key: ${OTHER_KEY}`,
  ],
  [
    'a second submission during an order in doubt',
    [submits('uncertain', 'k1'), submits('creating', 'k2', null, AGAIN)],
    `1 unknown-outcome-keeps-key: ${OTHER_KEY}`,
  ],
  [
    'a second order of the first of two keys',
    [submits('created', 'k1', 'o-1'), submits('created', 'k2', 'o-3', AGAIN), submits('created', 'k1', 'o-2', AGAIN)],
    '2 one-order-per-intent: o-2 has the key of o-1',
  ],
  [
    'a new order with other choices than its request',
    [step('submitOrder', 'created', { intent: intent('k1'), ticket })],
    '0 ticket-as-intent: the choices of the new order differ',
  ],
  ['an order whose choices no step has shown', [isAt(ORDERED, CONFIRM)]],
  ['a confirmation that is not accepted', [isAt({ item: null }), isAt({}, CONFIRM)]],
  ['other choices while an earlier intent is known', [isAt(ORDERED), isAt({ ...ORDERED, item: null }), isAt(ORDERED)]],
  ...[
    { item: { ...I1, itemId: 'i2' } },
    { item: { ...I1, price: usd(399) } },
    { item: { ...I1, epointPrice: 399 } },
    { item: null },
    { channel: channel('c2') },
    { channel: null },
    { serverId: 'other' },
    { roleId: 'other' },
  ].map((shown): Row => {
    const steps = [isAt(shown), isAt({}, { path: '$/recharge~2' }), isAt(ORDERED, CONFIRM)];
    return [
      `an order after ${JSON.stringify(shown)}`,
      steps,
      '2 ordered-as-confirmed: the intent differs from what was shown',
    ];
  }),
  [
    'a price that changes with a notice, which remains',
    [isAt({}), isAt(costs(599, 499, 599)), isAt(costs(599, 499, 599))],
  ],
  ['a notice at the first step', [isAt(costs(599, 499, 599))]],
  ['a notice without an item', [isAt({}), isAt({ ...costs(599, 499, 599), item: null })]],
  ['a notice about another item than before', [isAt({ item: item('i2', 999) }), isAt(costs(599, 899, 599))]],
  ['a notice after a step without an item', [isAt({ item: null }), isAt(costs(499, 599, 499))]],
  [
    'a notice with another price than the current one',
    [isAt({}), isAt(costs(599, 499, 600))],
    '1 price-notice-is-true: it says 600, the price is 599',
  ],
  [
    'a notice with the former price of another wizard',
    [isAt({}), isAt({ item: item('i1', 799) }, {}, 'epointRecharge'), isAt(costs(599, 799, 599))],
    '2 price-notice-is-true: it says 799 before, the price was 499',
  ],
])('the rules about wizards judge %s (RCHG-10, RCHG-20, RCHG-21)', expectJudgment);

const ADA: Account = { ...ada.account, localId: 'l1' };
const BOB = bob.account;

/** A step of the root, which knows this account. */
const root = (account: Account | null, running: Where['running'] = {}): RuleStep =>
  step('portal', {}, { account }, { path: '$', running });
const session = (account: Account | null, passwordRef: string | null = null): RuleStep =>
  step('session', 'active', { account, passwordRef });
/** A step of any machine with this context. */
const has = (context: object, status: Where['status'] = 'active'): RuleStep =>
  step('article', {}, context, { path: '$/signedIn/article', status });
const toasts = (subject: string, orderId: string | null, path = '$/toasts'): RuleStep =>
  step('toasts', {}, { queue: [{ id: 1, subject, orderId }] }, { path });

type Tracking = Where & {
  /** The orders that have a payment; by default, each tracked order. */
  readonly paid?: readonly string[];
  readonly isReady?: boolean;
};

/** A step of the signed-in half that tracks these orders. */
const tracks = (
  orderIds: readonly string[],
  { paid = orderIds, isReady = true, ...where }: Tracking = {},
): RuleStep => {
  const { path = '$/signedIn' } = where;
  const running = Object.fromEntries(paid.map((id) => [`${path}/payment.${id}`, 'payment']));
  const context = { tracked: orderIds.map((orderId) => ({ ticket: ticketOf(orderId) })) };
  const value = { purchasing: isReady ? { running: 'ready' } : 'crashed' };
  return step('signed-in', value, context, { path, running, ...where });
};

const LOGGED_OUT = [root(ADA), root(null)];
const ARTICLE = { '$/signedIn/article': 'article' };
const leftAt = (index: number, problem: string): string => `${index} logout-leaves-nothing: ${problem}`;

test.each<Row>([
  [
    'other facts of a former account',
    [...LOGGED_OUT, has({ title: ADA.displayName, gameId: ADA.gameId, displayName: 'Carol' })],
  ],
  ['an account without a user id', [root({ ...ADA, userId: '' }), root(null), has({ userId: '' })]],
  ['a machine that has stopped', [...LOGGED_OUT, has({ account: ADA }, 'stopped')]],
  [
    'a machine that ends with the logout',
    [root(ADA), has({ account: ADA }), root(null), root(null, { '$/toasts': 'toasts' })],
  ],
  ['a former account that logs in again', [...LOGGED_OUT, session(ADA), root(ADA), has({ account: ADA })]],
  ['a former account that the root restores', [...LOGGED_OUT, root(ADA), has({ account: ADA })]],
  ['an account that never reaches the root', [session(ADA), root(null), has({ account: ADA })]],
  [
    'an order that the next account tracks too',
    [root(ADA), tracks(['o-1']), root(null), root(BOB), tracks(['o-1']), toasts('orderPaid', 'o-1')],
  ],
  ['a toast about an order during the login', [root(ADA), tracks(['o-1']), toasts('orderPaid', 'o-1')]],
  ['a queue of toasts at another place', [root(ADA), tracks(['o-1']), root(null), toasts('orderPaid', 'o-1', '$/lab')]],
  ['a toast about the next account', [...LOGGED_OUT, root(BOB), toasts('unpaidFailed', null)]],
  ['a toast about no account after the logout', [...LOGGED_OUT, toasts('copied', null)]],
  ...(['userId', 'localId', 'gameAccountId', 'displayName'] as const).map(
    (key): Row => [
      `a machine that keeps the ${key}`,
      [...LOGGED_OUT, has({ order: { buyers: [null, { [key]: ADA[key] }] } })],
      leftAt(2, `$/signedIn/article still has order.buyers.1.${key}`),
    ],
  ),
  [
    'a machine that keeps the account, at the next step of the root',
    [root(ADA), has({ account: ADA }), root(null), root(null, ARTICLE)],
    leftAt(3, '$/signedIn/article still has account.userId'),
  ],
  [
    'the first account after two logouts',
    [...LOGGED_OUT, session(BOB), root(BOB), root(null), has({ account: ADA })],
    leftAt(5, '$/signedIn/article still has account.userId'),
  ],
  [
    'a toast about an order after two logouts',
    [root(ADA), tracks(['o-1']), root(null), root(BOB), root(null), root(BOB), toasts('orderPaid', 'o-1')],
    leftAt(6, 'a toast still shows o-1'),
  ],
  [
    'an order that is tracked until the signed-in half stops',
    [
      root(ADA),
      tracks(['o-1']),
      root(null),
      tracks(['o-1'], { status: 'stopped' }),
      root(BOB),
      toasts('orderPaid', 'o-1'),
    ],
    leftAt(5, 'a toast still shows o-1'),
  ],
  [
    'a toast about the account after the logout',
    [...LOGGED_OUT, toasts('unpaidFailed', null)],
    leftAt(2, 'a toast still shows unpaidFailed'),
  ],
  [
    'the pages of a player without an account',
    [root(ADA, { '$/signedIn': 'signed-in' }), root(null, { '$/session': 'session', '$/signedIn': 'signed-in' })],
    '1 signed-in-needs-account: $/signedIn runs without an account',
  ],
])('the rules about the portal judge %s (SESS-09)', expectJudgment);

const isPaying = (orderId: string | null, machine = 'recharge', birth = '', status: Where['status'] = 'active') =>
  step(
    machine,
    { wizard: orderId ? 'paying' : {} },
    { ...NO_CHOICE, order: orderId && ticketOf(orderId) },
    { path: `$/signedIn/${machine}${birth}`, status },
  );
const dismissed = (orderId: string) => ({ event: { type: 'payment.dismissed', orderId } });
const CREATED = { event: { type: 'order.created', ticket: ticketOf('o-2') } };

test.each<Row>([
  ['an order that the player dismisses', [tracks(['o-1']), tracks([], dismissed('o-1'))]],
  ['an order whose payment crashes', [tracks(['o-1']), tracks([], { type: 'xstate.error.actor.payment.o-1' })]],
  ['a payment that runs for the second time', [tracks(['o-1'], { paid: ['o-1~2'] })]],
  ['a wizard that starts again after a crash', [isPaying('o-1'), isPaying(null, 'recharge', '~2'), tracks([])]],
  ['a wizard that has stopped', [isPaying('o-1'), isPaying('o-1', 'recharge', '', 'stopped'), tracks([])]],
  ['wizards that do not run', [isPaying('o-1'), tracks([], { isReady: false })]],
  ['a wizard of another login', [isPaying('o-1'), tracks([], { path: '$/signedIn~2' })]],
  ['a signed-in half that has stopped', [isPaying('o-1'), tracks(['o-1'], { status: 'stopped', paid: [] })]],
  [
    'a created order that is not tracked',
    [tracks(['o-1'], CREATED)],
    '0 acknowledged-order-stays: o-2 is no longer tracked',
  ],
  [
    'an order other than the dismissed one',
    [tracks(['o-1', 'o-2']), tracks(['o-2'], dismissed('o-2'))],
    '1 acknowledged-order-stays: o-1 is no longer tracked',
  ],
  [
    'another event about an order',
    [
      tracks(['o-1']),
      tracks(['o-2'], { path: '$/signedIn~2' }),
      tracks([], { event: { type: 'payment.settled', orderId: 'o-1' } as never }),
    ],
    '2 acknowledged-order-stays: o-1 is no longer tracked',
  ],
  ['a payment of another order', [tracks(['o-2'], { paid: ['o-22'] })], '0 tracked-order-has-payment: o-2 has none'],
  [
    'a wizard that shows the order of a payment that has ended',
    [tracks(['o-1']), isPaying('o-1'), tracks([], dismissed('o-1'))],
    '2 shown-order-has-payment: recharge shows o-1, which has none',
  ],
  [
    'the other wizard, which shows an order without a payment',
    [isPaying('o-1'), isPaying('o-2', 'epointRecharge'), tracks(['o-1'])],
    '2 shown-order-has-payment: epointRecharge shows o-2, which has none',
  ],
])('the rules about the signed-in half judge %s (RCHG-16)', expectJudgment);

const requests = (entry: 'idle' | 'authenticating', passwordRef: string | null): RuleStep =>
  step('session', { anonymous: { entry, method: 'account' } }, { account: null, passwordRef });
const waits = (resendAt: number, where: Where = {}): RuleStep => step('verification', 'idle', { resendAt }, where);
const SENT = { type: 'xstate.done.actor.sendCode' };

test.each<Row>([
  ['a login that clears its password', [requests('idle', null), requests('authenticating', 'vault:1'), session(null)]],
  [
    'a refused login that keeps its password',
    [requests('authenticating', 'vault:1'), requests('idle', 'vault:1')],
    '1 secret-is-cleared: the session still refers to a secret',
  ],
  [
    'countdowns that start with a code and shrink',
    [waits(0), waits(60_000, SENT), waits(60_000), waits(90_000, SENT), waits(40_000)],
  ],
  [
    'a countdown that shrinks and grows again, in the first of two forms',
    [waits(60_000), waits(40_000), waits(90_000, { path: '$/verification~2' }), waits(60_000)],
    '3 cooldown-never-up: it grows by 20000 ms',
  ],
])('the rules about the session judge %s (SESS-02, SESS-03)', expectJudgment);

const queued = (...orderIds: readonly (string | null)[]): RuleStep =>
  step('toasts', {}, { queue: orderIds.map((orderId) => ({ subject: 'orderPaid', orderId })) });

test.each<Row>([
  ['a toast for each of two orders', [queued('o-1', 'o-2', null, null), queued('o-1', 'o-2')]],
  ['a second toast of an order', [queued('o-1', 'o-2', null, 'o-2')], '0 one-toast-per-order: o-2 has several'],
])('the rules about toasts judge %s', expectJudgment);

const holds = (basic: number, present: number, total: number): RuleStep =>
  step('balance', 'ready', { balance: { basic, present, total } });
/** Entries with these balances, newest first. Each entry adds 100 and 10. */
const records = (...balances: readonly [basic: number, present: number][]): RuleStep => {
  const rows = balances.map(([basic, present], at) => entryOf(`e${at}`, { balance: { basic, present } }));
  return lists(1, {}, { query: ledgerQuery, page: 1, content: { kind: 'ledger', rows } });
};
const lists = (page: number, where: Where = {}, shown: object | null = null): RuleStep =>
  step('list', 'loading', { page, shown }, where);
const loads = (output: Partial<ListResult>, type = 'xstate.done.actor.loadPage') =>
  lists(1, { event: { type, output: { unread: [], total: null, ...output } } as never });
const entries = (kind: string, ...rows: readonly object[]) => ({ content: { kind, rows } as never });
const repeats = (...wrong: readonly string[]) => ({ problem: 'page 2 has the entries of page 1', wrong, right: null });
const leaves = (entry: string, wrong: number, right: number) => ({
  problem: `entry ${entry} leaves ${wrong} instead of ${right}`,
  wrong: [wrong],
  right,
});

test.each<[what: string, steps: readonly RuleStep[], found?: object]>([
  ['a balance before it is loaded', [step('balance', 'loading', { balance: null })]],
  ['a sum', [holds(1, 2, 3)]],
  ['another sum', [holds(1, 2, 4)], { problem: '1 + 2 is not 4', wrong: [4], right: 3 }],
  ['entries that add up', [lists(1), records([300, 30], [200, 20], [100, 10])]],
  ['an entry without its points', [records([299, 30], [200, 20])], leaves('e0', 299, 300)],
  ['an entry without its bonus', [records([300, 29], [200, 20])], leaves('e0', 29, 30)],
  ['two such entries', [records([301, 30], [202, 20], [100, 10])], leaves('e1', 202, 200)],
  ['orders again', [lists(2), loads(ordersAnswer(1))], repeats('o-1')],
  ['entries again', [lists(2), loads(entries('ledger', entryOf('e1')))], repeats('e1')],
  ['articles again', [lists(2), loads(entries('articles', { articleId: 'a1' }))], repeats('a1')],
  ['articles without ids again', [lists(2), loads(entries('articles', { articleId: null }))], repeats()],
  ['unreadable entries again', [lists(2), loads({ ...ordersAnswer(0), unread: [null] })], repeats()],
  ['an empty page', [lists(2), loads(ordersAnswer(0))]],
  ['the first page', [lists(1), loads(ordersAnswer(1))]],
  ['a response to another call', [lists(2), loads(ordersAnswer(1), 'xstate.done.actor.orderExport')]],
  ['a page without a response', [lists(2), lists(1, { type: 'xstate.done.actor.loadPage' })]],
])('the rules about lists and the balance judge %s (EPNT-05, EPNT-07, ORDR-06)', (_, steps, ...found) => {
  expect(dataIn(steps)).toEqual(found);
});

test('each rule is broken by steps of these tests', () => {
  expect([...broken].toSorted()).toEqual(ALL_RULES.map(({ id }) => id).toSorted());
});

const turn = (type: string): RuleStep => ({ ...queued(), machine: type.split('.')[0] ?? '', event: { type } });

/** No action happens twice in a row. */
const alternating = (...machines: readonly string[]): Rule =>
  ruleAbout(...machines)({
    id: 'alternating',
    sentence: 'No action happens twice in a row.',
    memory: '',
    check: (last, { event }) => (event.type.endsWith(last) && last !== '' ? `${last} again` : null),
    remember: (_, { event }) => event.type.split('.')[1] ?? '',
  });

test.each<[about: readonly string[], events: string, step: number | null]>([
  [['door'], '', null],
  [['door'], 'door.open door.shut door.open', null],
  [['door'], 'door.open door.open door.shut door.shut', 1],
  [['door'], 'door.open gate.open', null],
  [['door'], 'gate.open door.open gate.shut door.open', 3],
  [['door', 'gate'], 'door.open gate.open', 1],
  [[], 'door.open gate.open', 1],
])('a rule about %j finds its first violation in "%s", afterwards and live: %s', (about, events, step) => {
  const rule = alternating(...about);
  const steps = events.split(' ').filter(Boolean).map(turn);
  const found = step === null ? null : { rule, step, problem: 'open again', data: null };
  expect(firstViolation(rule, steps)).toEqual(found);
  const [check, every] = [createRuleCheck([rule, alternating()]), alternating().machines];
  const live = steps.flatMap((one) => check(one)).filter((violation) => violation.rule === rule);
  expect([live, every]).toEqual([found ? [found] : [], null]);
});
