import { beforeEach, expect, test, vi } from 'vitest';
import { resumeMachine } from '../../machines/signed-in/resume.machine.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import type { Page } from '../../machines/signed-in/signed-in.pages.ts';
import { type SignedInSnapshot, selectWaitingOrders } from '../../machines/signed-in/signed-in.screens.ts';
import type { SignedInInput } from '../../machines/signed-in/signed-in.types.ts';
import { done, failed, plain } from '../support/machines/machine-harness.ts';
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

const crash = (id: string) => ({ ...failed(id, new Error('a defect')), actorId: id });
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
  { type: 'step.entered', target: 'game', step: 'channel', replace: false },
  { type: 'points.needed', orderId: 'o-1' },
  { type: 'package.confirmed', points: 100 },
  { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true },
  { type: 'order.created', ticket: ticketOf('o-1'), windowRef: 'w1' },
  {
    type: 'order.created',
    ticket: { ...ticketOf('o-1'), kind: 'epoint', payment: { kind: 'points', amount: 99 } },
    windowRef: null,
  },
  { type: 'order.tracked', record: recordOf('pending') },
  { type: 'order.loaded', observation: observed('pending', 1_000) },
  { type: 'order.hide', orderId: 'o-1' },
  ...['o-1', 'o-9'].map((orderId) => ({ type: 'order.resume', orderId })),
  { type: 'order.repeat', choices: choiceIds },
  { type: 'status.refused', orderId: 'o-1', kind: 'order', known: 'delivered', received: 'paid' },
  { type: 'order.observed', observation: observed('paid', 1_000) },
  { type: 'payment.deferred', orderId: 'o-1', deadlineAt: 300_000 },
  ...['o-1', 'o-2'].map((orderId) => ({ type: 'payment.settled', orderId, late: false, delivered: false })),
  { type: 'payment.resubmitted', orderId: 'o-1', choices: null },
  ...['shown', 'lapsed', 'released', 'dismissed'].map((report) => ({ type: `payment.${report}`, orderId: 'o-1' })),
  { type: 'balance.failed', failure: OFFLINE },
  ...['payment.o-1', 'balance', 'recharge', 'epointRecharge', 'resume', 'order-detail'].map(crash),
  ...plain('unpaid.failed', 'points.short', 'order.replaced', 'screen.forbidden', 'role.reportFailed'),
  ...plain('xstate.after.retryDelay.crashed'),
];

/** Lists, articles and external links. They are independent of orders, so their coverage is computed separately. */
const PAGES = [
  pageChanged({ name: 'home' }),
  pageChanged({ name: 'home' }, true),
  pageChanged({ name: 'account', section: 'epoint', search: '' }),
  pageChanged({ name: 'event-detail', articleId: 'a-1' }),
  pageChanged({ name: 'event-detail', articleId: 'a-2' }),
  ...['listRoute', 'article', 'bulletins', 'home'].map(crash),
  { type: 'link.open', url: 'https://help.example/', windowRef: 'w9' },
  done('openLink', null),
  failed('openLink', OFFLINE),
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

test('every transition of the signed-in half is taken on a real actor (ROUTE-08, RCHG-16, C25)', async () => {
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

test('every transition of the resume is taken on a real actor (RCHG-16)', async () => {
  assertCovered(
    await coverTransitions(resumeMachine, {
      inputs: [{ account: ada.account }],
      serialize: ({ value, context: { unpaidFailed, looksLeft } }) =>
        JSON.stringify([value, unpaidFailed, looksLeft > 0]),
      events: [
        done('loadResumeState', resumeStateOf()),
        failed('loadResumeState', OFFLINE),
        done('loadUnpaidOrders', []),
        failed('loadUnpaidOrders', OFFLINE),
        ...plain('unpaid.watch', 'xstate.after.retryDelay.resume.backingOff'),
        ...plain('xstate.after.watchPause.resume.watching'),
        done('loadUnpaidAgain', []),
        failed('loadUnpaidAgain', OFFLINE),
      ],
    }),
  );
});
