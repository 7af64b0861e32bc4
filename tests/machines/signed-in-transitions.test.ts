import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resumeMachine } from '../../machines/signed-in/resume.machine.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import type { Page } from '../../machines/signed-in/signed-in.pages.ts';
import { type SignedInSnapshot, selectWaitingOrders } from '../../machines/signed-in/signed-in.screens.ts';
import type { SignedInInput } from '../../machines/signed-in/signed-in.types.ts';
import { observed, recordOf } from '../support/machines/orders.ts';
import {
  assertCovered,
  type Coverage,
  type CoverageOptions,
  coverTransitions,
  mergeCoverage,
} from '../support/machines/transition-coverage.ts';
import { ada, choiceIds, OFFLINE, resumeStateOf, ticketOf } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FROM: Readonly<Record<string, readonly string[]>> = {
  resume: ['resume.loaded', 'unpaid.found', 'unpaid.failed'],
  recharge: ['step.entered', 'order.created', 'order.replaced', 'role.reportFailed', 'points.short'],
  epointRecharge: ['package.confirmed'],
  'order-detail': ['order.loaded', 'order.tracked', 'screen.forbidden', 'status.refused'],
  balance: ['balance.failed'],
  listRoute: ['list.navigated'],
  article: [],
  bulletins: [],
  home: [],
};
const listeners = Object.fromEntries(Object.entries(FROM).flatMap(([id, types]) => types.map((type) => [type, id])));

const crash = (id: string) => ({ type: `xstate.error.actor.${id}`, actorId: id, error: new Error('a defect') });
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const pageChanged = (page: Page, stale = false) => ({ type: 'page.changed', page, action: 'PUSH', stale });

/** Orders and the wizard. */
const ORDERS = [
  pageChanged({ name: 'home' }),
  pageChanged({ name: 'recharge', target: 'game', step: null }),
  pageChanged({ name: 'recharge', target: 'game', step: 'item' }),
  pageChanged({ name: 'recharge', target: 'game', step: null, again: { choices: choiceIds } }),
  pageChanged({ name: 'recharge', target: 'game', step: 'channel' }, true),
  pageChanged({ name: 'recharge', target: 'epoint', step: 'item' }),
  pageChanged({ name: 'payment_detail', orderId: 'o-1' }),
  pageChanged({ name: 'payment_detail', orderId: 'o-2' }),
  { type: 'resume.loaded', resumeState: resumeStateOf({ ticket: ticketOf('o-1'), deferred: false }) },
  { type: 'unpaid.found', records: [recordOf('pending', { paymentId: 'o-2' })] },
  { type: 'unpaid.failed' },
  { type: 'step.entered', target: 'game', step: 'channel', replace: false },
  { type: 'points.needed', orderId: 'o-1' },
  { type: 'points.short' },
  { type: 'package.confirmed', points: 100 },
  { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true },
  { type: 'order.created', ticket: ticketOf('o-1'), windowRef: 'w1' },
  {
    type: 'order.created',
    ticket: { ...ticketOf('o-1'), kind: 'epoint', payment: { kind: 'points', amount: 99 } },
    windowRef: null,
  },
  { type: 'order.replaced' },
  { type: 'order.tracked', record: recordOf('pending') },
  { type: 'order.loaded', observation: observed('pending', 1_000) },
  { type: 'order.resume', orderId: 'o-1' },
  { type: 'order.hide', orderId: 'o-1' },
  { type: 'order.resume', orderId: 'o-9' },
  { type: 'order.repeat', choices: choiceIds },
  { type: 'screen.forbidden' },
  { type: 'role.reportFailed' },
  { type: 'status.refused', orderId: 'o-1', kind: 'order', known: 'delivered', received: 'paid' },
  { type: 'order.observed', observation: observed('paid', 1_000) },
  { type: 'payment.shown', orderId: 'o-1' },
  { type: 'payment.deferred', orderId: 'o-1', deadlineAt: 300_000 },
  { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false },
  { type: 'payment.settled', orderId: 'o-2', late: false, delivered: false },
  { type: 'payment.lapsed', orderId: 'o-1' },
  { type: 'payment.resubmitted', orderId: 'o-1', choices: null },
  { type: 'payment.released', orderId: 'o-1' },
  { type: 'payment.dismissed', orderId: 'o-1' },
  { type: 'balance.failed', failure: OFFLINE },
  crash('payment.o-1'),
  crash('balance'),
  crash('recharge'),
  crash('epointRecharge'),
  crash('resume'),
  crash('order-detail'),
  { type: 'xstate.after.retryDelay.crashed' },
];

/** Lists, articles and external links. They are independent of orders, so their coverage is computed separately. */
const PAGES = [
  pageChanged({ name: 'home' }),
  pageChanged({ name: 'home' }, true),
  pageChanged({ name: 'account', section: 'epoint', search: '' }),
  pageChanged({ name: 'event-detail', articleId: 'a-1' }),
  pageChanged({ name: 'event-detail', articleId: 'a-2' }),
  crash('listRoute'),
  crash('article'),
  crash('bulletins'),
  crash('home'),
  { type: 'link.open', url: 'https://help.example/', windowRef: 'w9' },
  done('openLink', null),
  { type: 'xstate.error.actor.openLink', error: OFFLINE },
  { type: 'list.navigated', to: '/main/account/recharge?page=2', replace: false },
  { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false },
  { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true },
];

const study = (
  options: Pick<CoverageOptions<SignedInSnapshot, SignedInInput>, 'events' | 'serialize'>,
): Promise<Coverage> =>
  coverTransitions<SignedInSnapshot, SignedInInput>(signedInMachine, {
    inputs: [
      { account: ada.account, page: null },
      { account: { ...ada.account, gameAccountId: '' }, page: { name: 'home' } },
    ],
    listeners,
    silent: ['payment', 'article', 'bulletins', 'home'],
    visit: (snapshot) => expect(selectWaitingOrders(snapshot)).toBe(selectWaitingOrders(snapshot)),
    ...options,
  });

describe('every transition on a real actor', () => {
  test('signed-in half (ROUTE-08, RCHG-16, C25)', async () => {
    const resumeState = await study({
      events: ORDERS,
      serialize: ({ value, context: { page, target, focusedOrderId, tracked } }) =>
        JSON.stringify([value, page?.name, target, focusedOrderId, tracked.length > 0]),
    });
    const pages = await study({
      events: PAGES,
      serialize: ({ value, context: { page } }) => JSON.stringify([value, page]),
    });
    assertCovered(mergeCoverage([resumeState, pages]));
  });

  test('resume (RCHG-16)', async () => {
    assertCovered(
      await coverTransitions(resumeMachine, {
        inputs: [{ account: ada.account }],
        serialize: ({ value, context: { unpaidFailed, looksLeft } }) =>
          JSON.stringify([value, unpaidFailed, looksLeft > 0]),
        events: [
          done('loadResumeState', resumeStateOf()),
          { type: 'xstate.error.actor.loadResumeState', error: OFFLINE },
          done('loadUnpaidOrders', []),
          { type: 'xstate.error.actor.loadUnpaidOrders', error: OFFLINE },
          { type: 'xstate.after.retryDelay.resume.backingOff' },
          { type: 'unpaid.watch' },
          { type: 'xstate.after.watchPause.resume.watching' },
          done('loadUnpaidAgain', []),
          { type: 'xstate.error.actor.loadUnpaidAgain', error: OFFLINE },
        ],
      }),
    );
  });
});
