import { expect, test } from 'vitest';
import { articleMachine } from '../../machines/article/article.machine.ts';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { PORTAL_RULES } from '../../machines/portal/portal.rules.ts';
import { blankPortal } from '../../machines/portal/portal.setup.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { blankSession } from '../../machines/session/session.setup.ts';
import type { Account } from '../../machines/session/session.types.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { initialContext } from '../../machines/signed-in/signed-in.setup.ts';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import type { Toast } from '../../machines/toasts/toasts.types.ts';
import { expectNamed, type Judgment, judge } from '../support/machines/rule-judgment.ts';
import { ada, bob, home, ticketOf } from '../support/views/portal-samples.ts';

const ADA: Account = { ...ada.account, localId: 'l1' };
const BOB = bob.account;

const SESSION = ['$/session', 'session'] as const;
const TOASTS = ['$/toasts', 'toasts'] as const;
const SIGNED_IN = ['$/signedIn', 'signed-in'] as const;
const ARTICLE = ['$/signedIn/article', 'article'] as const;

type Running = readonly (readonly [path: string, machine: string])[];

const portal = (account: Account | null, running: Running = [SESSION]): RuleStep => ({
  machine: 'portal',
  path: '$',
  event: { type: 'session.activated' },
  snapshot: portalMachine.resolveState({ value: {}, context: { ...blankPortal, account } }),
  running: new Map(running),
});

const session = (account: Account | null): RuleStep => ({
  machine: 'session',
  path: '$/session',
  event: { type: 'login.submit' },
  snapshot: sessionMachine.resolveState({ value: 'active', context: { ...blankSession, account } }),
  running: new Map(),
});

/** A step of the signed-in half that tracks these orders. */
const signedIn = (orderIds: readonly string[], status: 'active' | 'stopped' = 'active'): RuleStep => ({
  machine: 'signed-in',
  path: '$/signedIn',
  event: { type: 'order.created' },
  snapshot: signedInMachine.resolveState({
    value: {},
    status,
    context: {
      ...initialContext({ input: { account: BOB, page: null } }),
      tracked: orderIds.map((orderId) => ({ ticket: ticketOf(orderId), waiting: true, hidden: false })),
    },
  }),
  running: new Map(),
});

const toasts = (toast: Pick<Toast, 'subject' | 'orderId'>, path = '$/toasts'): RuleStep => ({
  machine: 'toasts',
  path,
  event: { type: 'toast.add' },
  snapshot: toastsMachine.resolveState({
    value: { open: 'showing' },
    context: { queue: [{ id: 1, level: 'info', ...toast } as Toast], nextId: 2 },
  }),
  running: new Map(),
});
const ofOrder = (orderId: string, path?: string): RuleStep => toasts({ subject: 'orderPaid', orderId }, path);
const UNPAID_FAILED = toasts({ subject: 'unpaidFailed', orderId: null });

/** A step of a machine with this context. */
const has = (context: unknown, status: 'active' | 'stopped' = 'active'): RuleStep => ({
  machine: 'article',
  path: '$/signedIn/article',
  event: { type: 'xstate.done.actor.loadArticle' },
  snapshot: { ...articleMachine.resolveState({ value: {}, context: {} as never }), status, context } as never,
  running: new Map(),
});

const LOGGED_OUT = [portal(ADA), portal(null)];

const leftAt = (step: number, problem: string): readonly Judgment[] => [{ id: 'logout-leaves-nothing', step, problem }];

test('a rule about the portal has an id and a sentence', () => expectNamed(PORTAL_RULES));

const ACCEPTED: Readonly<Record<string, readonly RuleStep[]>> = {
  'an account that is logged in': [session(ADA), portal(ADA), has({ account: ADA })],
  'machines that forget the account': [...LOGGED_OUT, session(null), has({ account: null })],
  'the same text under another key': [...LOGGED_OUT, has({ title: ADA.displayName })],
  'the game of a former account': [...LOGGED_OUT, has({ gameId: ADA.gameId })],
  'the name of another player': [...LOGGED_OUT, has({ displayName: 'Carol' })],
  'an account without a user id': [portal({ ...ADA, userId: '' }), portal(null), has({ userId: '' })],
  'a machine that has stopped': [...LOGGED_OUT, has({ account: ADA }, 'stopped')],
  'a machine that ends with the logout': [
    portal(ADA),
    has({ account: ADA }),
    portal(null),
    portal(null, [SESSION, TOASTS]),
  ],
  'a session that ends after the portal has forgotten the account': [
    session(ADA),
    portal(ADA),
    portal(null),
    session(null),
    portal(null),
  ],
  'a step of another machine while one keeps the account': [
    portal(ADA),
    has({ account: ADA }),
    portal(null),
    { ...session(null), running: new Map([ARTICLE]) },
  ],
  'a former account that logs in again': [...LOGGED_OUT, session(ADA), portal(ADA), has({ account: ADA })],
  'a former account that the portal restores': [...LOGGED_OUT, portal(ADA), has({ account: ADA })],
  'an account of the session that never reaches the portal': [session(ADA), portal(null), has({ account: ADA })],
  'orders that are tracked before an account is known': [signedIn(['o-1']), portal(null), ofOrder('o-1')],
  'an order that the next account tracks too': [
    portal(ADA),
    signedIn(['o-1']),
    portal(null),
    portal(BOB),
    signedIn(['o-1']),
    ofOrder('o-1'),
  ],
  'a toast about an order of the next account': [
    portal(ADA),
    signedIn(['o-1']),
    portal(null),
    portal(BOB),
    ofOrder('o-9'),
  ],
  'a toast about an order during the login': [portal(ADA), signedIn(['o-1']), ofOrder('o-1')],
  'a queue of toasts at another place': [portal(ADA), signedIn(['o-1']), portal(null), ofOrder('o-1', '$/lab')],
  'a toast about the account before the first login': [portal(null), UNPAID_FAILED],
  'a toast about the next account': [...LOGGED_OUT, portal(BOB), UNPAID_FAILED],
  'a toast about no account after the logout': [...LOGGED_OUT, toasts({ subject: 'copied', orderId: null })],
  'the pages of a player while an account is logged in': [portal(ADA, [SESSION, SIGNED_IN])],
};

test.each(Object.entries(ACCEPTED))('the rules accept %s (SESS-09)', (_, steps) => {
  expect(judge(PORTAL_RULES, steps)).toEqual([]);
});

test.each<{ what: string; steps: readonly RuleStep[]; found: readonly Judgment[] }>([
  ...(['userId', 'localId', 'gameAccountId', 'displayName'] as const).map((key) => ({
    what: `a machine that keeps the ${key}`,
    steps: [...LOGGED_OUT, has({ order: { buyers: [null, { [key]: ADA[key] }] } })],
    found: leftAt(2, `$/signedIn/article still has order.buyers.1.${key}`),
  })),
  {
    what: 'a machine that keeps the account, at the next step of the portal',
    steps: [portal(ADA), has({ account: ADA }), portal(null), portal(null, [SESSION, ARTICLE])],
    found: leftAt(3, '$/signedIn/article still has account.userId'),
  },
  {
    what: 'the first account while the second one is logged in',
    steps: [...LOGGED_OUT, session(BOB), portal(BOB), has({ account: ADA })],
    found: leftAt(4, '$/signedIn/article still has account.userId'),
  },
  {
    what: 'the first account after two logouts',
    steps: [...LOGGED_OUT, portal(BOB), portal(null), has({ account: ADA })],
    found: leftAt(4, '$/signedIn/article still has account.userId'),
  },
  {
    what: 'a portal that keeps the account',
    steps: [
      ...LOGGED_OUT,
      {
        ...portal(null),
        snapshot: portalMachine.resolveState({
          value: {},
          context: { ...blankPortal, home: { ...home, features: [{ displayName: ADA.displayName }] as never } },
        }),
      },
    ],
    found: leftAt(2, '$ still has home.features.0.displayName'),
  },
  {
    what: 'a toast about an order of a former account',
    steps: [portal(ADA), signedIn(['o-1']), signedIn(['o-2']), portal(null), portal(BOB), ofOrder('o-1')],
    found: leftAt(5, 'a toast still shows o-1'),
  },
  {
    what: 'a toast about an order after two logouts',
    steps: [portal(ADA), signedIn(['o-1']), portal(null), portal(BOB), portal(null), portal(BOB), ofOrder('o-1')],
    found: leftAt(6, 'a toast still shows o-1'),
  },
  {
    what: 'an order that is tracked until the signed-in half stops',
    steps: [portal(ADA), signedIn(['o-1']), portal(null), signedIn(['o-1'], 'stopped'), portal(BOB), ofOrder('o-1')],
    found: leftAt(5, 'a toast still shows o-1'),
  },
  {
    what: 'another order of a former account, when the next account tracks one',
    steps: [portal(ADA), signedIn(['o-1', 'o-2']), portal(null), portal(BOB), signedIn(['o-1']), ofOrder('o-2')],
    found: leftAt(5, 'a toast still shows o-2'),
  },
  {
    what: 'a toast about the account after the logout',
    steps: [...LOGGED_OUT, UNPAID_FAILED],
    found: leftAt(2, 'a toast still shows unpaidFailed'),
  },
  {
    what: 'the pages of a player without an account',
    steps: [portal(null, [SESSION]), portal(null, [SESSION, SIGNED_IN])],
    found: [{ id: 'signed-in-needs-account', step: 1, problem: '$/signedIn runs without an account' }],
  },
])('the rules refuse $what (SESS-09)', ({ steps, found }) => {
  expect(judge(PORTAL_RULES, steps)).toEqual(found);
});
