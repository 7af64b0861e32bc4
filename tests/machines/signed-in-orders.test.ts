import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentInput } from '../../machines/payment/payment.types.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { resumeMachine } from '../../machines/signed-in/resume.machine.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { selectEndedOrder, selectWaitingOrders } from '../../machines/signed-in/signed-in.screens.ts';
import type { SignedInEvent } from '../../machines/signed-in/signed-in.types.ts';
import type { WizardStep } from '../../machines/wizard/wizard.types.ts';
import { done, startHarness } from '../support/machines/machine-harness.ts';
import { observed, recordOf } from '../support/machines/orders.ts';
import { openPortal, type PortalHarness, startPortal } from '../support/machines/portal-actor-harness.ts';
import { ada, bob, choiceIds, OFFLINE, resumeStateOf, submitOf, ticketOf } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());

const HOME = '/main/home';
const TOP_UP = '/main/recharge';
const DETAIL = '/main/recharge/detail/o-1';

const stored = (orderId: string, deferred: boolean, age = 0) => ({ ticket: ticketOf(orderId, age), deferred });
const DEFERRED = resumeStateOf(stored('o-1', true));
const FOCUSED = resumeStateOf(stored('o-1', false));
const BOTH = resumeStateOf(stored('o-1', false), stored('o-2', true));

const placed = (windowRef: string | null, orderId = 'o-1') =>
  ({ type: 'order.created', ticket: ticketOf(orderId), windowRef }) as const;
const entered = (step: WizardStep, replace = false) =>
  ({ type: 'step.entered', target: 'game', step, replace }) as const;
const settled = (orderId = 'o-1', more = {}) =>
  ({ type: 'payment.settled', orderId, late: false, delivered: false, ...more }) as const;
const concluded = (more = {}) =>
  ({ type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true, ...more }) as const;
const LAPSED = { type: 'payment.lapsed', orderId: 'o-1', earlier: false } as const;
const resubmitted = (choices: typeof choiceIds | null) =>
  ({ type: 'payment.resubmitted', orderId: 'o-1', choices }) as const;
const toast = (subject: string, level = 'success') => ({ type: 'toast.add', subject, level, orderId: 'o-1' });
const RESTART = { type: 'recharge.restart', orderId: 'o-1' };

const created = async (): Promise<PortalHarness> => {
  const portal = await openPortal(TOP_UP);
  await portal.report('recharge', placed('w-1'));
  return portal;
};
/** Reports about the payment of the order `o-1`. A string is the type of a report that has no other fields. */
const reports = async (
  portal: PortalHarness,
  ...events: readonly (SignedInEvent | 'deferred' | 'shown' | 'released' | 'dismissed')[]
): Promise<void> => {
  for (const event of events) {
    const report = typeof event === 'string' ? ({ type: `payment.${event}`, orderId: 'o-1' } as const) : event;
    await portal.report('payment.o-1', report);
  }
};
/** The orders that the signed-in half knows. */
const ordersIn = (portal: PortalHarness) => {
  const player = portal.player();
  if (!player) return { focused: null, waiting: [], ended: null, followed: [] };
  const { focusedOrderId: focused, tracked } = player.context;
  const followed = tracked.map(({ ticket }) => ticket.orderId);
  return { focused, waiting: selectWaitingOrders(player), ended: selectEndedOrder(player), followed };
};
const noticed = (portal: PortalHarness) => portal.sentTo('toasts').filter(({ type }) => type === 'toast.add');
const lastToWizard = (portal: PortalHarness) => portal.sentTo('recharge').at(-1);
const resumed = (orderId: string, shown: boolean, age = 0): PaymentInput => ({
  ...{ ticket: ticketOf(orderId, age), mode: 'resumed', shown },
  ...{ windowRef: null, record: null },
});

describe('resuming orders', () => {
  test('every stored order is tracked again, and the newest focused one is focused (RCHG-16, C3)', async () => {
    const orders = resumeStateOf(stored('old', false, 30), stored('front', false, 20), stored('deferred', true, 10));
    const portal = await openPortal(TOP_UP, orders);
    expect(portal.inputsOf('payment.old')).toEqual([resumed('old', false, 30)]);
    expect(portal.inputsOf('payment.front')).toEqual([resumed('front', true, 20)]);
    expect(portal.inputsOf('payment.deferred')).toEqual([resumed('deferred', false, 10)]);
    const input = { draft: null, memory: null, intent: null, order: ticketOf('front', 20) };
    expect(portal.inputsOf('recharge')).toEqual([input]);
    expect(ordersIn(portal)).toMatchObject({ focused: 'front', waiting: ['old', 'deferred'] });
    await portal.open(HOME);
    expect(ordersIn(portal).waiting).toEqual(['old', 'front', 'deferred']);
  });

  test.each([
    ['the first one is newer', 20, 30, 'o-1'],
    ['the last one is newer', 30, 20, 'o-2'],
    ['both are from the same second', 20, 20, 'o-2'],
  ])('of two focused orders, %s (RCHG-16, C3)', async (_, first, last, focused) => {
    const portal = await openPortal(TOP_UP, resumeStateOf(stored('o-1', false, first), stored('o-2', false, last)));
    expect(ordersIn(portal).focused).toBe(focused);
  });

  test('a browser without readable data starts fresh (RCHG-16)', async () => {
    const portal = startPortal();
    await portal.open(TOP_UP);
    await portal.answer('restore', ada);
    await portal.refuse('loadResumeState', new Error('no storage'));
    expect(portal.inputsOf('epointRecharge')).toEqual([{ draft: null, intent: null, order: null }]);
    expect(portal.inputsOf('recharge')).toEqual([{ draft: null, memory: null, intent: null, order: null }]);
  });

  test('unpaid orders of other devices are tracked as deferred, once each, without a toast (ORDR-08)', async () => {
    const portal = await openPortal(HOME, DEFERRED);
    const payment = { kind: 'redirect', payUrl: null } as const;
    const other = recordOf('pending', { paymentId: 'o-2', payment });
    const overdue = recordOf('overdue', { paymentId: 'o-3' });
    await portal.answer('loadUnpaidOrders', [recordOf('pending'), other, other, overdue]);
    expect(portal.inputsOf('payment.o-1')).toHaveLength(1);
    const ticket = { kind: 'order', orderId: 'o-2', payment, createdAt: other.paymentCreateTime, choices: null };
    expect(portal.inputsOf('payment.o-2')).toEqual([{ ...resumed('o-2', false), ticket, record: other }]);
    expect(portal.inputsOf('payment.o-3')).toEqual([]);
    expect([ordersIn(portal).waiting, noticed(portal)]).toEqual([['o-1', 'o-2'], []]);
  });

  test('a failed list shows one toast and is loaded again (ORDR-08, ERRS-05)', async () => {
    const portal = await openPortal(HOME);
    await portal.refuse('loadUnpaidOrders', OFFLINE);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(portal.isPending('loadUnpaidOrders')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await portal.refuse('loadUnpaidOrders', OFFLINE);
    expect(noticed(portal)).toEqual([{ type: 'toast.add', subject: 'unpaidFailed', level: 'warning' }]);
    await vi.advanceTimersByTimeAsync(30_000);
    await portal.answer('loadUnpaidOrders', [recordOf('pending')]);
    expect(ordersIn(portal).followed).toEqual(['o-1']);
    await portal.report('recharge', { type: 'order.replaced' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(portal.isPending('loadUnpaidAgain')).toBe(true);
  });
});

test('an order that may still appear is looked for seven times, and is found once (RCHG-20)', async () => {
  const harness = startHarness(resumeMachine, { input: { account: ada.account } });
  const [known, other] = [recordOf('pending'), recordOf('pending', { paymentId: 'o-2' })];
  await harness.perform(done('loadResumeState', resumeStateOf()), done('loadUnpaidOrders', [known]));
  await harness.perform({ type: 'unpaid.watch' });
  for (const seconds of [10, 30, 60, 120, 300, 600, 1_800]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(harness.isRunning('loadUnpaidAgain')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await harness.perform(done('loadUnpaidAgain', seconds === 10 ? [known] : [known, other]));
  }
  expect(harness.reports.slice(2)).toEqual([{ type: 'unpaid.found', records: [other] }]);
  expect(harness.snapshot().value).toBe('done');
});

describe('an order of the wizard', () => {
  test('its payment starts immediately, focused, with its window (RCHG-12)', async () => {
    const portal = await created();
    const input = { ticket: ticketOf('o-1'), mode: 'created', shown: true, windowRef: 'w-1', record: null };
    expect(portal.inputsOf('payment.o-1')).toEqual([input]);
    expect(ordersIn(portal)).toMatchObject({ focused: 'o-1', waiting: [] });
  });

  test('an order that the record listed first still gets its window, and has one payment (RCHG-10, C11)', async () => {
    const portal = await openPortal(TOP_UP);
    await portal.answer('loadUnpaidOrders', [recordOf('pending')]);
    await portal.report('recharge', placed('w-1'));
    expect(ordersIn(portal).followed).toEqual(['o-1']);
    expect(portal.inputsOf('payment.o-1').slice(1)).toMatchObject([{ mode: 'created', windowRef: 'w-1' }]);
    expect(portal.countOf('payment.o-1')).toBe(1);
  });

  test.each([
    ['paid', settled('o-1', { delivered: true }), 'w-2', [{ windowRef: 'w-2' }]],
    ['expired', LAPSED, 'w-2', [{ windowRef: 'w-2' }]],
    ['expired, and has no window', LAPSED, null, []],
  ] as const)(
    'if a repeated request returns an order that is %s by now, its payment is shown and no window stays open (RCHG-10, C1)',
    async (_, end, windowRef, closed) => {
      const portal = await created();
      await reports(portal, 'deferred', end);
      await portal.report('recharge', placed(windowRef));
      expect(portal.inputsOf('payment.o-1')).toHaveLength(1);
      expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'payment.resume' }]);
      expect([portal.inputsOf('closeWindow'), ordersIn(portal).focused]).toEqual([closed, 'o-1']);
    },
  );

  test('a repeated request, or resuming, does not defer the focused order itself (RCHG-10, C1)', async () => {
    const portal = await created();
    await portal.send({ type: 'order.resume', orderId: 'o-1' });
    await portal.report('recharge', placed('w-2'));
    expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'payment.resume' }]);
    expect(ordersIn(portal).focused).toBe('o-1');
  });

  test('deferred: the wizard is free, the banner lists the order, and the payment keeps running (RCHG-13, C10)', async () => {
    const portal = await created();
    await reports(portal, 'deferred');
    expect(ordersIn(portal)).toMatchObject({ focused: null, waiting: ['o-1'] });
    expect([lastToWizard(portal), noticed(portal), portal.isRunning('payment.o-1')]).toEqual([RESTART, [], true]);
  });

  test('a hidden reminder is gone, its payment keeps running, and it returns once the order is resumed (RCHG-13)', async () => {
    const portal = await openPortal(HOME, resumeStateOf(stored('o-1', true), stored('o-2', true)));
    await portal.send({ type: 'order.hide', orderId: 'o-1' });
    expect([ordersIn(portal).waiting, portal.isRunning('payment.o-1')]).toEqual([['o-2'], true]);
    await portal.send({ type: 'order.resume', orderId: 'o-1' });
    await reports(portal, 'deferred');
    expect(ordersIn(portal).waiting).toEqual(['o-1', 'o-2']);
  });

  test('resumed twice from its own screen, it is focused once (RCHG-13)', async () => {
    const portal = await openPortal(HOME, DEFERRED);
    await reports(portal, 'shown', 'shown');
    expect(portal.sentTo('recharge').filter(({ type }) => type === 'order.show')).toHaveLength(1);
    expect(portal.navs).toEqual([{ type: 'nav', to: `${TOP_UP}?step=payment`, replace: false }]);
  });

  test.each([
    ['just now', TOP_UP, LAPSED, false, 'o-1'],
    ['before this page was opened', TOP_UP, { ...LAPSED, earlier: true }, true, 'o-1'],
    ['while the player is on another page', HOME, LAPSED, true, null],
  ] as const)('an order ended %s gives way to the shop, or stays (RCHG-14)', async (_, path, end, leaves, ended) => {
    const portal = await openPortal(path, FOCUSED);
    await reports(portal, end);
    expect(portal.sentTo('payment.o-1')).toEqual(leaves ? [{ type: 'payment.leave' }] : []);
    await reports(portal, 'released');
    expect(ordersIn(portal)).toMatchObject({ focused: null, ended });
    await portal.send({ type: 'order.hide', orderId: 'o-1' });
    expect(ordersIn(portal).ended).toBe(null);
  });

  const LINK = `${TOP_UP}?server=s1&role=r1&item=i1&method=c1&price=499`;
  test.each([LINK, TOP_UP, HOME])('from %s, a link preselects once; the URL keeps the step (RCHG-14)', async (path) => {
    const portal = await openPortal(path, FOCUSED);
    if (path !== LINK) await portal.open(LINK);
    const choices = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };
    const again = { type: 'order.resubmit', choices, priceMinor: 499 };
    expect(portal.sentTo('recharge').filter(({ type }) => type === 'order.resubmit')).toEqual([again]);
    expect(portal.sentTo('payment.o-1')).toContainEqual({ type: 'payment.later' });
    await portal.report('recharge', entered('confirm', true));
    expect(portal.url()).toBe(`${TOP_UP}?step=confirm`);
  });

  test('focusing another order defers the first one (RCHG-13)', async () => {
    const portal = await openPortal(TOP_UP, BOTH);
    await portal.send({ type: 'order.resume', orderId: 'o-2' });
    expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'payment.later' }]);
    await reports(portal, 'deferred');
    expect(ordersIn(portal)).toMatchObject({ focused: 'o-2', waiting: ['o-1'] });
    // The wizard shows the other order by now and ignores it.
    expect([lastToWizard(portal), noticed(portal)]).toEqual([RESTART, []]);
  });

  test('an untracked order is loaded by its page, which starts tracking (RCHG-13)', async () => {
    const portal = await openPortal(HOME);
    await portal.send({ type: 'order.resume', orderId: 'o 9' });
    expect(portal.url()).toBe('/main/recharge/detail/o%209');
    const record = recordOf('pending', { paymentId: 'o 9' });
    await portal.report('order-detail', { type: 'order.tracked', record }, { type: 'order.tracked', record });
    expect(portal.inputsOf('payment.o 9')).toHaveLength(1);
    await portal.send({ type: 'order.resume', orderId: 'o 9' });
    expect(portal.url()).toBe(`${TOP_UP}?step=payment`);
  });

  test('an order that is being delivered is tracked, but not as waiting for payment (ORDR-07)', async () => {
    const portal = await openPortal(DETAIL);
    await portal.report('order-detail', { type: 'order.loaded', observation: observed('paid', 1_000) });
    await portal.report('order-detail', { type: 'order.tracked', record: recordOf('paid') });
    await portal.open(HOME);
    expect(ordersIn(portal)).toMatchObject({ followed: ['o-1'], waiting: [] });
  });

  test('the payment of a tracked order learns what its page has read, and the open page what the payment has (C35, C36, ORDR-07)', async () => {
    const portal = await openPortal(DETAIL, DEFERRED);
    const observation = observed('paid', 1_000);
    await portal.report('order-detail', { type: 'order.loaded', observation });
    expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'peer.observed', observation }]);
    expect(portal.inputsOf('payment.o-1')).toHaveLength(1);
    await reports(portal, { type: 'order.observed', observation });
    await portal.open(HOME);
    await reports(portal, { type: 'order.observed', observation });
    expect(portal.sentTo('order-detail')).toEqual([{ type: 'order.observed', observation }]);
  });
});

describe('the end of an order', () => {
  test.each([
    ['on another page', HOME, {}, [toast('orderDelivered')]],
    ['in view', TOP_UP, {}, []],
    ['on another page, refunded', HOME, { delivered: false }, []],
    ['on another page, after a late payment', HOME, { late: true }, []],
  ] as const)('a paid order is concluded %s (RCHG-13, C36)', async (_, path, how, toasts) => {
    const portal = await created();
    await reports(portal, settled());
    await portal.open(path);
    await reports(portal, concluded(how));
    expect(noticed(portal)).toEqual(toasts);
  });

  test('paid while its page is open: the page loads it again (ORDR-07)', async () => {
    const portal = await openPortal(DETAIL, DEFERRED);
    await reports(portal, settled('o-2'));
    expect(portal.sentTo('order-detail')).toEqual([]);
    await reports(portal, settled());
    expect(portal.sentTo('order-detail')).toEqual([{ type: 'detail.refresh' }]);
  });

  test('resubmitted: the wizard gets the choices, and the old order is still tracked (RCHG-14, C37)', async () => {
    const portal = await created();
    await reports(portal, resubmitted(choiceIds));
    expect(lastToWizard(portal)).toEqual({ type: 'order.resubmit', choices: choiceIds });
    expect([portal.sentTo('payment.o-1'), ordersIn(portal).focused, portal.navs]).toEqual([[], null, []]);
    await portal.report('recharge', placed(null, 'o-2'));
    await reports(portal, settled('o-1', { late: true }));
    expect([noticed(portal), ordersIn(portal).focused]).toEqual([[toast('paidLate')], 'o-2']);
  });

  test('resubmitted while another order is focused: that order is deferred (RCHG-14)', async () => {
    const portal = await openPortal(TOP_UP, resumeStateOf(stored('o-1', true), stored('o-2', false)));
    await reports(portal, resubmitted(choiceIds));
    expect([portal.sentTo('payment.o-2'), portal.sentTo('payment.o-1')]).toEqual([[{ type: 'payment.later' }], []]);
  });

  test('repeated on the top-up page: no page is opened (RCHG-14, ORDR-05)', async () => {
    const portal = await openPortal(`${TOP_UP}?step=item`);
    await portal.send({ type: 'order.repeat', choices: choiceIds });
    expect(portal.navs).toEqual([]);
  });

  test('resubmitted without known choices: the wizard starts over (RCHG-14)', async () => {
    const portal = await openPortal(HOME, DEFERRED);
    await reports(portal, resubmitted(null));
    expect([portal.sentTo('recharge')[0], portal.url()]).toEqual([RESTART, TOP_UP]);
    expect(ordersIn(portal).waiting).toEqual([]);
  });

  test('released while it is being delivered: the wizard restarts, and the delivery is announced (RCHG-15, EPNT-05)', async () => {
    const portal = await created();
    await reports(portal, settled(), 'released');
    expect([lastToWizard(portal), noticed(portal)]).toEqual([RESTART, []]);
    expect(ordersIn(portal)).toMatchObject({ focused: null, followed: ['o-1'], waiting: [] });
    await reports(portal, concluded());
    expect([noticed(portal), portal.sentTo('balance').length]).toEqual([[toast('orderDelivered')], 2]);
    await portal.report('recharge', placed('w-2', 'o-2'));
    expect(portal.inputsOf('payment.o-2')).toHaveLength(1);
  });

  test('dismissed: not in the banner, and the wizard restarts (RCHG-13)', async () => {
    const portal = await created();
    await reports(portal, 'dismissed');
    expect([ordersIn(portal).followed, portal.isRunning('payment.o-1')]).toEqual([[], false]);
    expect(lastToWizard(portal)).toEqual(RESTART);
    expect(portal.player()?.children['payment.o-1']).toBeUndefined();
  });

  test.each([
    ['settled', settled()],
    ['expired', LAPSED],
    ['dismissed', 'dismissed'],
  ] as const)('one of two orders is %s: the other one still waits (RCHG-13)', async (_, report) => {
    const portal = await openPortal(HOME, resumeStateOf(stored('o-1', true), stored('o-2', true)));
    await reports(portal, report);
    expect(ordersIn(portal).waiting).toEqual(['o-2']);
  });
});

describe('the wizard and the URL', () => {
  const wizardSteps = ['server', 'item', 'channel'] as const;

  test.each([
    [TOP_UP, true],
    [`${TOP_UP}?step=server`, false],
  ])('a step that follows %s replaces it: %s (RCHG-15)', async (url, replace) => {
    const portal = await openPortal(url);
    await portal.report('recharge', entered('item'));
    expect(portal.navs).toEqual([{ type: 'nav', to: `${TOP_UP}?step=item`, replace }]);
  });

  test('a deep link is sent to the wizard first, and a refused step corrects the URL (RCHG-15)', async () => {
    const possible = await openPortal(`${TOP_UP}?step=item`, resumeStateOf(), { wizardSteps });
    expect(possible.sentTo('recharge')).toEqual([{ type: 'step.goto', step: 'item' }, { type: 'page.enter' }]);
    expect(possible.url()).toBe(`${TOP_UP}?step=item`);
    const refused = await openPortal(`${TOP_UP}?step=confirm`, resumeStateOf(), { wizardSteps });
    expect(refused.history()).toEqual([`${TOP_UP}?step=server`]);
  });

  test('the wizard updates the URL, and back and forward update the wizard (RCHG-15, C4)', async () => {
    const portal = await openPortal(TOP_UP, resumeStateOf(), { wizardSteps });
    await portal.report('recharge', entered('item'), entered('channel'));
    expect(portal.history()).toEqual(wizardSteps.map((step) => `${TOP_UP}?step=${step}`));
    await portal.back();
    expect([lastToWizard(portal), portal.url()]).toEqual([{ type: 'step.goto', step: 'item' }, `${TOP_UP}?step=item`]);
    await portal.report('recharge', entered('item'));
    expect(portal.history()).toHaveLength(2);
  });

  test('a wizard that passes through its first step while it resumes ends at its last step (RCHG-16)', async () => {
    const portal = await openPortal(`${TOP_UP}?step=item`);
    const sent = portal.sentTo('recharge').length;
    portal.post(entered('server', true));
    portal.post(entered('item', true));
    await portal.send({ type: 'boot.retry' });
    expect([portal.url(), portal.sentTo('recharge').length]).toEqual([`${TOP_UP}?step=item`, sent]);
  });

  test('the top-up tab pressed on the top-up page stays at the step (RCHG-15)', async () => {
    const portal = await openPortal(`${TOP_UP}?step=item`, resumeStateOf(), { wizardSteps });
    await portal.open(TOP_UP);
    expect(portal.navs.at(-1)).toEqual({ type: 'nav', to: `${TOP_UP}?step=item`, replace: true });
    expect(portal.inputsOf('recharge')).toHaveLength(1);
  });
});

test('the actor of an order page runs while the page is open and restarts for another order, also after a crash (ROUTE-08, ERRS-07)', async () => {
  const portal = await openPortal(DETAIL);
  expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'payment_detail', orderId: 'o-1' });
  await portal.open(`${DETAIL}?from=mail`);
  expect(portal.inputsOf('order-detail')).toEqual([{ orderId: 'o-1' }]);
  await portal.open('/main/recharge/detail/o-2');
  await portal.open(HOME);
  expect(portal.isRunning('order-detail')).toBe(false);
  await portal.open(DETAIL);
  await portal.crash('order-detail');
  expect(portal.inputsOf('order-detail').slice(1)).toEqual([{ orderId: 'o-2' }, { orderId: 'o-1' }]);
  await portal.open('/main/recharge/detail/o-2');
  expect(portal.inputsOf('order-detail').at(-1)).toEqual({ orderId: 'o-2' });
  await portal.report('order-detail', { type: 'screen.forbidden' });
  expect(portal.url()).toBe('/403');
});

describe('the end of a session', () => {
  test.each([
    ['http.unauthorized', 'expired'],
    ['http.kicked', 'kicked'],
    ['tab.logout', 'other-tab'],
  ] as const)('%s during polling: every payment stops and no data stays (SESS-09, C25, C26)', async (type, why) => {
    const portal = await openPortal(TOP_UP, BOTH);
    await portal.report('environment', { type });
    const parts = ['payment.o-1', 'payment.o-2', 'recharge', 'balance', 'order-detail', 'resume'];
    expect(parts.filter((id) => portal.isRunning(id))).toEqual([]);
    expect(Object.keys(portal.snapshot().children).sort()).toEqual(['boot', 'environment', 'session', 'toasts']);
    expect(JSON.stringify(portal.snapshot().context)).not.toMatch(/u1|g1|Ada|o-1|o-2/);
    expect(portal.inputsOf('deleteSession')).toEqual([{ why }]);
  });

  test('another player logs in: no data of the first one is visible (SESS-09, C25)', async () => {
    const portal = await openPortal(TOP_UP, BOTH);
    await portal.report('environment', { type: 'http.unauthorized' });
    await portal.answer('deleteSession');
    await portal.login({ type: 'notice.confirm' });
    await portal.answer('clearNotice');
    await portal.login(submitOf('bob', 'vault:2'));
    await portal.answerAll({ login: bob, loadResumeState: resumeStateOf() });
    expect(JSON.stringify([portal.snapshot().context, portal.player()?.context])).not.toMatch(/u1|g1|Ada|o-1|o-2/);
    expect(portal.isRunning('payment.o-1')).toBe(false);
  });

  test('responses after the end of the session have no effect (C27)', async () => {
    const portal = await openPortal(HOME);
    expect(portal.isPending('loadUnpaidOrders')).toBe(true);
    await portal.report('environment', { type: 'http.unauthorized' });
    expect(await portal.answer('loadUnpaidOrders', [recordOf('pending')])).toBe(false);
  });
});

describe('crashed parts', () => {
  test('a crashed payment is dismissed with a toast; the rest keeps running (ERRS-07)', async () => {
    const portal = await created();
    await portal.crash('payment.o-1');
    expect([ordersIn(portal).followed, lastToWizard(portal)]).toEqual([[], RESTART]);
    expect(noticed(portal)).toEqual([toast('unknownError', 'error')]);
    expect(portal.snapshot().status).toBe('active');
  });

  test('a crashed wizard restarts from the stored state, and payments are not duplicated (ERRS-07)', async () => {
    const portal = await openPortal(TOP_UP, FOCUSED);
    await portal.crash('recharge');
    expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'starting' });
    await vi.advanceTimersByTimeAsync(999);
    expect(portal.isPending('loadResumeState')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await portal.answer('loadResumeState', FOCUSED);
    expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'recharge' });
    const starts = ['recharge', 'payment.o-1', 'balance'].map((id) => portal.inputsOf(id).length);
    expect([starts, portal.isRunning('balance')]).toEqual([[2, 1, 1], true]);
  });

  test.each(['balance', 'toasts', 'environment', 'order-detail'])('without %s the rest runs (ERRS-07)', async (id) => {
    const portal = await openPortal(DETAIL, DEFERRED);
    await portal.crash(id);
    await reports(portal, settled());
    await portal.open(TOP_UP);
    expect(portal.snapshot().status).toBe('active');
    expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'recharge' });
  });
});

test('a refused status is logged with its order (ORDR-02)', async () => {
  const logged = vi.fn();
  const refused = { type: 'status.refused', orderId: 'o-1', kind: 'order', known: 'delivered', received: 'paid' };
  const player = startHarness(signedInMachine.provide({ actions: { logRefusedStatus: (_, event) => logged(event) } }), {
    input: { account: ada.account, page: { name: 'payment_detail', orderId: 'o-1' } },
    listeners: { 'status.refused': 'order-detail', 'resume.loaded': 'resume' },
    silent: ['recharge', 'epointRecharge', 'balance', 'bulletins', 'listRoute', 'payment'],
  });
  await player.perform({ type: 'resume.loaded', resumeState: resumeStateOf() } as never);
  await player.perform(refused);
  expect(logged).toHaveBeenCalledExactlyOnceWith(refused);
});

test('background failures are shown as toasts (RCHG-04, EPNT-01)', async () => {
  const portal = await openPortal(TOP_UP);
  await portal.report('recharge', { type: 'role.reportFailed' });
  await portal.report('balance', { type: 'balance.failed', failure: OFFLINE });
  for (const event of [{ type: 'storage.failed' }, { type: 'storage.failed' }] as const)
    await portal.report('environment', event);
  expect(noticed(portal)).toEqual([
    { type: 'toast.add', subject: 'roleReportFailed', level: 'warning' },
    { type: 'toast.add', subject: 'balanceFailed', level: 'error' },
    { type: 'toast.add', subject: 'storageUnavailable', level: 'warning' },
  ]);
});

test('without a game account no balance is loaded (EPNT-01)', async () => {
  const portal = startPortal();
  await portal.open(HOME);
  await portal.answer('restore', { ...ada, account: { ...ada.account, gameAccountId: '' } });
  await portal.answer('loadResumeState', resumeStateOf());
  expect(portal.inputsOf('balance')).toEqual([]);
});
