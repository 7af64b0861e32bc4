import { expect, test } from 'vitest';
import { initialContext as initialPointContext } from '../../machines/epoint-recharge/epoint-recharge.choices.ts';
import { epointRechargeMachine } from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import type { EpointRechargeContext } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import { usd } from '../../machines/kernel/money.ts';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import { initialContext } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import type { RechargeContext } from '../../machines/recharge/recharge.types.ts';
import { submitOrderMachine } from '../../machines/wizard/submit-order.machine.ts';
import { WIZARD_RULES } from '../../machines/wizard/wizard.rules.ts';
import type { StepNotice } from '../../machines/wizard/wizard.types.ts';
import { expectNamed, type Judgment, judge } from '../support/machines/rule-judgment.ts';
import { FRESH, pack, pointIntent, way } from './epoint-recharge-harness.ts';
import { channel, EMPTY_DRAFT, intent, item, ticket } from './recharge-harness.ts';

const running: RuleStep['running'] = new Map();

const SECOND = '$/recharge/submitOrder~2';
const OF_POINTS = '$/epointRecharge/submitOrder';

/** A step of the submission of the intent with this key. */
const submission =
  (state: 'creating' | 'uncertain' | 'created' | 'refused', order: OrderTicket | null = null) =>
  (key: string, path = '$/recharge/submitOrder'): RuleStep => ({
    machine: 'submitOrder',
    path,
    event: { type: 'xstate.done.actor.createOrder' },
    snapshot: submitOrderMachine.resolveState({
      value: state,
      context: { intent: intent(key), resumed: false, windowRef: null, failure: null, ticket: order, attempts: 0 },
    }),
    running,
  });

const sends = submission('creating');
const isUncertain = submission('uncertain');
const isRefused = submission('refused');
const creates = (orderId: string, key: string, path?: string): RuleStep =>
  submission('created', ticket(orderId))(key, path);

type Where = { readonly type?: string; readonly path?: string };

/** A step of the recharge with these choices. */
const recharge = (
  context: Partial<RechargeContext>,
  { type = 'xstate.done.actor.reloadItems', path = '$/recharge' }: Where = {},
): RuleStep => ({
  machine: 'recharge',
  path,
  event: { type },
  snapshot: rechargeMachine.resolveState({
    value: { page: 'active', wizard: { game: { confirming: 'ready' } } },
    context: { ...initialContext({ input: EMPTY_DRAFT }), ...context },
  }),
  running,
});

/** A step of the E Point recharge with these choices. */
const pointRecharge = (context: Partial<EpointRechargeContext>, type = 'xstate.done.actor.loadShop'): RuleStep => ({
  machine: 'epointRecharge',
  path: '$/epointRecharge',
  event: { type },
  snapshot: epointRechargeMachine.resolveState({
    value: { page: 'active', wizard: { shop: 'confirming' } },
    context: { ...initialPointContext({ input: FRESH }), ...context },
  }),
  running,
});

const CONFIRM = 'order.confirm';
const I1 = item('i1', 499);
const { recipient } = intent('k1').choices;
const SHOWN = { item: I1, channel: channel('c1'), serverId: recipient.serverId, roleId: recipient.roleId };
const ORDERED = { ...SHOWN, intent: intent('k1') };

const reprices = (wasMinor: number, isMinor: number): { readonly notice: StepNotice } => ({
  notice: { kind: 'price-changed', wasMinor, isMinor },
});

test('a rule about wizards has an id and a sentence', () => expectNamed(WIZARD_RULES));

const otherOrderAt = (step: number): Judgment => ({
  id: 'one-order-per-intent',
  step,
  problem: 'order-2 has the key of order-1',
});
const otherKeyAt = (step: number): Judgment => ({
  id: 'unknown-outcome-keeps-key',
  step,
  problem: 'the wizard sends another key before the outcome of the first one is known',
});
const otherChoicesAt = (step: number): Judgment => ({
  id: 'ordered-as-confirmed',
  step,
  problem: 'the intent differs from what was shown',
});
const wrongNoticeAt = (step: number, problem: string): Judgment => ({ id: 'price-notice-is-true', step, problem });

const ACCEPTED: Readonly<Record<string, readonly RuleStep[]>> = {
  'two orders with a key each': [
    sends('k1'),
    creates('order-1', 'k1'),
    sends('k2', SECOND),
    creates('order-2', 'k2', SECOND),
  ],
  'another key after the player asked for it': [
    isUncertain('k1'),
    recharge({ intent: null }, { type: 'order.replace' }),
    sends('k2', SECOND),
  ],
  'a repeated key that returns its order': [
    creates('order-1', 'k1'),
    sends('k1', SECOND),
    creates('order-1', 'k1', SECOND),
  ],
  'an order in doubt that keeps its key': [sends('k1'), isUncertain('k1'), isUncertain('k1'), creates('order-1', 'k1')],
  'a new key after a refusal': [sends('k1'), isRefused('k1'), sends('k2', SECOND), isRefused('k2', SECOND)],
  'orders in doubt of both wizards': [
    isUncertain('k1'),
    isUncertain('k2', OF_POINTS),
    isUncertain('k1'),
    isUncertain('k2', OF_POINTS),
  ],
  'an order of what was shown': [recharge(SHOWN), recharge(ORDERED, { type: CONFIRM })],
  'an order whose choices no step has shown': [recharge(ORDERED, { type: CONFIRM })],
  'a confirmation that is not accepted': [recharge(SHOWN), recharge(SHOWN, { type: CONFIRM })],
  'other choices while an earlier intent is known': [
    recharge(ORDERED),
    recharge({ ...ORDERED, item: item('i2', 999) }),
    recharge(ORDERED),
  ],
  'a price that changes with a notice, which remains': [
    recharge(SHOWN),
    recharge({ item: item('i1', 599), ...reprices(499, 599) }),
    recharge({ item: item('i1', 599), ...reprices(499, 599) }),
  ],
  'a notice at the first step': [recharge({ item: item('i1', 599), ...reprices(499, 599) })],
  'a notice that is not about a price': [
    recharge(SHOWN),
    recharge({ item: item('i1', 599), notice: { kind: 'item-gone' } }),
  ],
  'a notice without an item': [recharge(SHOWN), recharge({ item: null, ...reprices(499, 599) })],
  'a notice about another item than before': [
    recharge(SHOWN),
    recharge({ item: item('i2', 999), ...reprices(899, 999) }),
  ],
  'a notice after a step without an item': [recharge({ item: null }), recharge({ item: I1, ...reprices(599, 499) })],
};

test.each(Object.entries(ACCEPTED))('the rules accept %s (RCHG-10, RCHG-20, RCHG-21)', (_, steps) => {
  expect(judge(WIZARD_RULES, steps)).toEqual([]);
});

test.each<{ what: string; steps: readonly RuleStep[]; found: readonly Judgment[] }>([
  {
    what: 'another key in the other wizard after the player asked for it in this one',
    steps: [
      isUncertain('k1', OF_POINTS),
      recharge({ intent: null }, { type: 'order.replace' }),
      sends('k2', OF_POINTS),
    ],
    found: [otherKeyAt(2)],
  },
  {
    what: 'a second order of a key',
    steps: [creates('order-1', 'k1'), sends('k1', SECOND), creates('order-2', 'k1', SECOND)],
    found: [otherOrderAt(2)],
  },
  {
    what: 'a second order of the first of two keys',
    steps: [creates('order-1', 'k1'), creates('order-3', 'k2', SECOND), creates('order-2', 'k1', SECOND)],
    found: [otherOrderAt(2)],
  },
  {
    what: 'an order in doubt that changes its key',
    steps: [sends('k1'), isUncertain('k1'), isUncertain('k2')],
    found: [otherKeyAt(2)],
  },
  {
    what: 'a second submission during an order in doubt',
    steps: [isUncertain('k1'), sends('k2', SECOND)],
    found: [otherKeyAt(1)],
  },
  {
    what: 'an order in doubt of each wizard, and a new key of the first',
    steps: [isUncertain('k1'), isUncertain('k2', OF_POINTS), sends('k3', SECOND)],
    found: [otherKeyAt(2)],
  },
  ...[
    { differs: 'item', shown: { ...SHOWN, item: { ...I1, itemId: 'i2' } } },
    { differs: 'price', shown: { ...SHOWN, item: { ...I1, price: usd(399) } } },
    { differs: 'price in E Points', shown: { ...SHOWN, item: { ...I1, epointPrice: 399 } } },
    { differs: 'channel', shown: { ...SHOWN, channel: channel('c2') } },
    { differs: 'server', shown: { ...SHOWN, serverId: 'other' } },
    { differs: 'role', shown: { ...SHOWN, roleId: 'other' } },
  ].map(({ differs, shown }) => ({
    what: `an order with another ${differs} than the shown choices`,
    steps: [recharge(shown), recharge(ORDERED, { type: CONFIRM })],
    found: [otherChoicesAt(1)],
  })),
  {
    what: 'an order without a shown item',
    steps: [recharge({ ...SHOWN, item: null }), recharge(ORDERED, { type: CONFIRM })],
    found: [otherChoicesAt(1)],
  },
  {
    what: 'an order without a shown channel',
    steps: [recharge({ ...SHOWN, channel: null }), recharge(ORDERED, { type: CONFIRM })],
    found: [otherChoicesAt(1)],
  },
  {
    what: 'another wizard that shows the ordered choices',
    steps: [
      recharge({ ...SHOWN, item: item('i2', 999) }),
      recharge(SHOWN, { path: '$/recharge~2' }),
      recharge(ORDERED, { type: CONFIRM }),
    ],
    found: [otherChoicesAt(2)],
  },
  {
    what: 'an order of a package other than the shown package',
    steps: [
      pointRecharge({ item: pack('p2'), channel: way('card') }),
      pointRecharge({ item: pack('p2'), channel: way('card'), intent: pointIntent() }, CONFIRM),
    ],
    found: [otherChoicesAt(1)],
  },
  {
    what: 'a notice with a price other than the requested price',
    steps: [recharge(SHOWN), recharge({ item: item('i1', 599), ...reprices(499, 600) })],
    found: [wrongNoticeAt(1, 'it says 600, the price is 599')],
  },
  {
    what: 'a notice with another price than the shown price',
    steps: [recharge(SHOWN), recharge({ item: item('i1', 599), ...reprices(498, 599) })],
    found: [wrongNoticeAt(1, 'it says 498 before, the price was 499')],
  },
  {
    what: 'a notice with the price of another wizard',
    steps: [
      recharge(SHOWN),
      recharge({ item: item('i1', 799) }, { path: '$/recharge~2' }),
      recharge({ item: item('i1', 599), ...reprices(799, 599) }),
    ],
    found: [wrongNoticeAt(2, 'it says 799 before, the price was 499')],
  },
  {
    what: 'a notice with another price than the shown price of a package',
    steps: [pointRecharge({ item: pack('p1') }), pointRecharge({ item: pack('p1', 599), ...reprices(498, 599) })],
    found: [wrongNoticeAt(1, 'it says 498 before, the price was 499')],
  },
])('the rules refuse $what (RCHG-10, RCHG-20, RCHG-21)', ({ steps, found }) => {
  expect(judge(WIZARD_RULES, steps)).toEqual(found);
});
