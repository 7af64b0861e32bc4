import { expect, test } from 'vitest';
import { initialContext as emptyShop } from '../../machines/epoint-recharge/epoint-recharge.choices.ts';
import { epointRechargeMachine } from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import { initialContext as emptyRecharge } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { SIGNED_IN_RULES } from '../../machines/signed-in/signed-in.rules.ts';
import { initialContext } from '../../machines/signed-in/signed-in.setup.ts';
import { expectNamed, type Judgment, judge } from '../support/machines/rule-judgment.ts';
import { ada, ticketOf } from '../support/views/portal-samples.ts';
import { FRESH } from './epoint-recharge-harness.ts';
import { EMPTY_DRAFT } from './recharge-harness.ts';

type Shown = {
  readonly event?: { readonly type: string; readonly [key: string]: unknown };
  readonly path?: string;
  readonly status?: 'active' | 'stopped';
  /** Whether the wizards run. */
  readonly isReady?: boolean;
  /** Paths of the payments; by default, each tracked order has one. */
  readonly payments?: readonly string[];
};

/** A step after which these orders are tracked. */
const tracks = (
  orderIds: readonly string[],
  { event = { type: 'page.changed' }, path = '$/signedIn', status = 'active', isReady = true, payments }: Shown = {},
): RuleStep => ({
  machine: 'signed-in',
  path,
  event,
  snapshot: signedInMachine.resolveState({
    value: { purchasing: isReady ? { running: 'ready' } : 'crashed' },
    status,
    context: {
      ...initialContext({ input: { account: ada.account, page: null } }),
      tracked: orderIds.map((orderId) => ({ ticket: ticketOf(orderId), waiting: true, hidden: false })),
    },
  }),
  running: new Map(
    (payments ?? orderIds.map((orderId) => `${path}/payment.${orderId}`)).map((one) => [one, 'payment']),
  ),
});

type Wizard = 'recharge' | 'epointRecharge';

/** A step after which the wizard shows this order; null: its steps. */
const shows = (orderId: string | null, wizard: Wizard = 'recharge', birth = '', status = 'active'): RuleStep => {
  const order = orderId === null ? null : ticketOf(orderId);
  const isPaying = order !== null;
  const snapshot =
    wizard === 'recharge'
      ? rechargeMachine.resolveState({
          value: { wizard: isPaying ? 'paying' : 'game' },
          context: { ...emptyRecharge({ input: EMPTY_DRAFT }), order },
        })
      : epointRechargeMachine.resolveState({
          value: { wizard: isPaying ? 'paying' : 'shop' },
          context: { ...emptyShop({ input: FRESH }), order },
        });
  return {
    machine: wizard,
    path: `$/signedIn/${wizard}${birth}`,
    event: { type: 'page.enter' },
    snapshot: { ...snapshot, status } as typeof snapshot,
    running: new Map(),
  };
};

const created = (orderId: string) => ({ type: 'order.created', ticket: ticketOf(orderId), windowRef: null });
const dismissed = (orderId: string) => ({ type: 'payment.dismissed', orderId });
const crashed = (orderId: string) => ({ type: `xstate.error.actor.payment.${orderId}` });

const lostAt = (step: number, orderId: string): readonly Judgment[] => [
  { id: 'acknowledged-order-stays', step, problem: `${orderId} is no longer tracked` },
];
const aloneAt = (step: number, orderId: string): readonly Judgment[] => [
  { id: 'tracked-order-has-payment', step, problem: `${orderId} has none` },
];

const blankAt = (step: number, wizard: Wizard, orderId: string): readonly Judgment[] => [
  { id: 'shown-order-has-payment', step, problem: `${wizard} shows ${orderId}, which has none` },
];

test('a rule about the signed-in half has an id and a sentence', () => expectNamed(SIGNED_IN_RULES));

const ACCEPTED: Readonly<Record<string, readonly RuleStep[]>> = {
  'orders that stay': [tracks([]), tracks(['o-1'], { event: created('o-1') }), tracks(['o-2', 'o-1'])],
  'an order that the player dismisses': [tracks(['o-1']), tracks([], { event: dismissed('o-1') })],
  'an order whose payment crashes': [tracks(['o-1']), tracks([], { event: crashed('o-1') })],
  'a payment that runs for the second time': [tracks(['o-1'], { payments: ['$/signedIn/payment.o-1~2'] })],
  'a wizard that shows an order with a payment': [shows('o-1'), tracks(['o-1'])],
  'a wizard that returns to its steps before its payment ends': [
    shows('o-1'),
    shows(null),
    tracks([], { event: dismissed('o-1') }),
  ],
  'a wizard that starts again after a crash': [shows('o-1'), shows(null, 'recharge', '~2'), tracks([])],
  'a wizard that has stopped': [shows('o-1'), shows('o-1', 'recharge', '', 'stopped'), tracks([])],
  'wizards that do not run': [shows('o-1'), tracks([], { isReady: false })],
  'a wizard of another login': [shows('o-1'), tracks([], { path: '$/signedIn~2' })],
  'a signed-in half that has stopped, with its wizards': [shows('o-1'), tracks([], { status: 'stopped' })],
  'a signed-in half that has stopped': [tracks(['o-1'], { status: 'stopped', payments: [] })],
};

test.each(Object.entries(ACCEPTED))('the rules accept %s (RCHG-16)', (_, steps) => {
  expect(judge(SIGNED_IN_RULES, steps)).toEqual([]);
});

test.each<{ what: string; steps: readonly RuleStep[]; found: readonly Judgment[] }>([
  { what: 'an order that is lost', steps: [tracks(['o-1', 'o-2']), tracks(['o-1'])], found: lostAt(1, 'o-2') },
  {
    what: 'a created order that is not tracked',
    steps: [tracks(['o-1'], { event: created('o-2') })],
    found: lostAt(0, 'o-2'),
  },
  {
    what: 'an order other than the dismissed one',
    steps: [tracks(['o-1', 'o-2']), tracks(['o-2'], { event: dismissed('o-2') })],
    found: lostAt(1, 'o-1'),
  },
  {
    what: 'another event about an order',
    steps: [tracks(['o-1']), tracks([], { event: { type: 'payment.settled', orderId: 'o-1' } })],
    found: lostAt(1, 'o-1'),
  },
  {
    what: 'another order than the one whose payment crashes',
    steps: [tracks(['o-1']), tracks([], { event: crashed('o-2') })],
    found: lostAt(1, 'o-1'),
  },
  {
    what: 'the orders of a second login',
    steps: [tracks(['o-1']), tracks(['o-2'], { path: '$/signedIn~2' }), tracks(['o-2'])],
    found: lostAt(2, 'o-1'),
  },
  {
    what: 'a tracked order without a payment',
    steps: [tracks(['o-1', 'o-2'], { payments: ['$/signedIn/payment.o-1', '$/signedIn/payment.o-22'] })],
    found: aloneAt(0, 'o-2'),
  },
  {
    what: 'a payment of another login',
    steps: [tracks(['o-1'], { path: '$/signedIn~2', payments: ['$/signedIn/payment.o-1'] })],
    found: aloneAt(0, 'o-1'),
  },
  {
    what: 'a wizard that shows the order of a payment that has ended',
    steps: [tracks(['o-1']), shows('o-1'), tracks([], { event: dismissed('o-1') })],
    found: blankAt(2, 'recharge', 'o-1'),
  },
  {
    what: 'the other wizard, which shows an order without a payment',
    steps: [shows('o-1'), shows('o-2', 'epointRecharge'), tracks(['o-1'])],
    found: blankAt(2, 'epointRecharge', 'o-2'),
  },
])('the rules refuse $what (RCHG-16)', ({ steps, found }) => {
  expect(judge(SIGNED_IN_RULES, steps)).toEqual(found);
});
