import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentInput } from '../../machines/payment/payment.types.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import type { ResumeState } from '../../machines/signed-in/resume.machine.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { selectEndedOrder, selectWaitingOrders } from '../../machines/signed-in/signed-in.screens.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { observed, recordOf } from '../support/machines/orders.ts';
import {
  type PortalHarness,
  type PortalHarnessOptions,
  startPortal,
} from '../support/machines/portal-actor-harness.ts';
import {
  ada,
  bob,
  choiceIds,
  config,
  OFFLINE,
  resumeStateOf,
  submitOf,
  ticketOf,
} from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = async (
  url: string,
  resumeState: ResumeState = resumeStateOf(),
  options: PortalHarnessOptions = {},
): Promise<PortalHarness> => {
  const portal = startPortal(options);
  await portal.answer('loadConfig', config);
  await portal.open(url);
  await portal.answer('restore', ada);
  await portal.answer('loadResumeState', resumeState);
  return portal;
};
const created = async (url = '/main/recharge'): Promise<PortalHarness> => {
  const portal = await started(url);
  await portal.report('recharge', { type: 'order.created', ticket: ticketOf('o-1'), windowRef: 'w-1' });
  return portal;
};
const waiting = (portal: PortalHarness): readonly string[] => {
  const player = portal.player();
  return player ? selectWaitingOrders(player) : [];
};

const endedOrder = (portal: PortalHarness): string | null => {
  const player = portal.player();
  return player ? selectEndedOrder(player) : null;
};
const focused = (portal: PortalHarness): string | null => portal.player()?.context.focusedOrderId ?? null;
const followed = (portal: PortalHarness): readonly string[] =>
  portal.player()?.context.tracked.map(({ ticket }) => ticket.orderId) ?? [];
const noticed = (portal: PortalHarness) => portal.sentTo('toasts').filter(({ type }) => type === 'toast.add');
const resumed = (orderId: string, shown: boolean, age = 0): PaymentInput => ({
  ticket: ticketOf(orderId, age),
  mode: 'resumed',
  shown,
  windowRef: null,
  record: null,
});

describe('resuming orders', () => {
  const ORDERS = resumeStateOf(
    { ticket: ticketOf('old', 30), deferred: false },
    { ticket: ticketOf('front', 20), deferred: false },
    { ticket: ticketOf('deferred', 10), deferred: true },
  );

  test('every stored order is tracked again, and the newest focused one is focused (RCHG-16, C3)', async () => {
    const portal = await started('/main/recharge', ORDERS);
    expect(portal.inputsOf('loadResumeState')).toEqual([{ account: ada.account }]);
    expect(portal.inputsOf('payment.old')).toEqual([resumed('old', false, 30)]);
    expect(portal.inputsOf('payment.front')).toEqual([resumed('front', true, 20)]);
    expect(portal.inputsOf('payment.deferred')).toEqual([resumed('deferred', false, 10)]);
    expect(portal.inputsOf('recharge')).toEqual([
      { draft: null, memory: null, intent: null, order: ticketOf('front', 20) },
    ]);
    expect(focused(portal)).toBe('front');
    expect(waiting(portal)).toEqual(['old', 'deferred']);
    await portal.open('/main/home');
    expect(waiting(portal)).toEqual(['old', 'front', 'deferred']);
  });

  test.each([
    ['the first one is newer', 20, 30, 'o-1'],
    ['the last one is newer', 30, 20, 'o-2'],
    ['both are from the same second', 20, 20, 'o-2'],
  ])('of two focused orders, %s (RCHG-16, C3)', async (_, first, last, wanted) => {
    const portal = await started(
      '/main/recharge',
      resumeStateOf(
        { ticket: ticketOf('o-1', first), deferred: false },
        { ticket: ticketOf('o-2', last), deferred: false },
      ),
    );
    expect(focused(portal)).toBe(wanted);
  });

  test('a browser without readable data starts fresh (RCHG-16)', async () => {
    const portal = startPortal();
    await portal.open('/main/recharge');
    await portal.answer('restore', ada);
    await portal.refuse('loadResumeState', new Error('no storage'));
    expect(portal.inputsOf('epointRecharge')).toEqual([{ draft: null, intent: null, order: null }]);
    expect(portal.inputsOf('recharge')).toEqual([{ draft: null, memory: null, intent: null, order: null }]);
  });

  test('unpaid orders of other devices are tracked as deferred, once each, with one toast (ORDR-08)', async () => {
    const portal = await started('/main/home', resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }));
    const other = recordOf('pending', { paymentId: 'o-2', payment: { kind: 'redirect', payUrl: null } });
    await portal.answer('loadUnpaidOrders', [
      recordOf('pending', { paymentId: 'o-1' }),
      other,
      other,
      recordOf('overdue', { paymentId: 'o-3' }),
    ]);
    expect(portal.inputsOf('payment.o-1')).toHaveLength(1);
    expect(portal.inputsOf('payment.o-2')).toEqual([
      {
        ticket: {
          kind: 'order',
          orderId: 'o-2',
          payment: { kind: 'redirect', payUrl: null },
          createdAt: other.paymentCreateTime,
          choices: null,
        },
        mode: 'resumed',
        shown: false,
        windowRef: null,
        record: other,
      },
    ]);
    expect(portal.inputsOf('payment.o-3')).toEqual([]);
    expect(waiting(portal)).toEqual(['o-1', 'o-2']);
    expect(noticed(portal)).toEqual([]);
  });

  test('a failed list shows one toast and is loaded again (ORDR-08, ERRS-05)', async () => {
    const portal = await started('/main/home');
    const toast = { type: 'toast.add', subject: 'unpaidFailed', level: 'warning' };
    await portal.refuse('loadUnpaidOrders', OFFLINE);
    expect(noticed(portal)).toEqual([toast]);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(portal.isPending('loadUnpaidOrders')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await portal.refuse('loadUnpaidOrders', OFFLINE);
    expect(noticed(portal)).toEqual([toast]);
    await vi.advanceTimersByTimeAsync(30_000);
    await portal.answer('loadUnpaidOrders', [recordOf('pending')]);
    expect(followed(portal)).toEqual(['o-1']);
  });
});

describe('an order of the wizard', () => {
  test('its payment starts immediately, focused, with its window (RCHG-12)', async () => {
    const portal = await created();
    const input = { ticket: ticketOf('o-1'), mode: 'created', shown: true, windowRef: 'w-1', record: null };
    expect(portal.inputsOf('payment.o-1')).toEqual([input]);
    expect(focused(portal)).toBe('o-1');
    expect(waiting(portal)).toEqual([]);
    expect(portal.player()?.children['payment.o-1']).toBeDefined();
    expect(portal.player()?.children['payment.o-2']).toBeUndefined();
  });

  test('an order that the record listed first still gets its window, and has one payment (RCHG-10, C11)', async () => {
    const portal = await started('/main/recharge');
    await portal.answer('loadUnpaidOrders', [recordOf('pending')]);
    await portal.report('recharge', { type: 'order.created', ticket: ticketOf('o-1'), windowRef: 'w-1' });
    expect(followed(portal)).toEqual(['o-1']);
    expect(portal.inputsOf('payment.o-1')).toHaveLength(2);
    expect(portal.inputsOf('payment.o-1').at(-1)).toMatchObject({ mode: 'created', windowRef: 'w-1' });
    expect(portal.countOf('payment.o-1')).toBe(1);
  });

  test.each([
    ['paid', { type: 'payment.settled', orderId: 'o-1', late: false, delivered: true }],
    ['expired', { type: 'payment.lapsed', orderId: 'o-1', earlier: false }],
  ] as const)(
    'if a repeated request returns an order that is %s by now, its payment is shown and no window stays open (RCHG-10, C1)',
    async (_, ended) => {
      const portal = await created();
      await portal.report('payment.o-1', { type: 'payment.deferred', orderId: 'o-1' });
      await portal.report('payment.o-1', ended);
      await portal.report('recharge', { type: 'order.created', ticket: ticketOf('o-1'), windowRef: 'w-2' });
      expect(portal.inputsOf('payment.o-1')).toHaveLength(1);
      expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'payment.resume' }]);
      expect(portal.inputsOf('closeWindow')).toEqual([{ windowRef: 'w-2' }]);
      expect(focused(portal)).toBe('o-1');
    },
  );

  test('a repeated request without a window closes none (RCHG-10, C1)', async () => {
    const portal = await created();
    await portal.report('payment.o-1', { type: 'payment.lapsed', orderId: 'o-1', earlier: false });
    await portal.report('recharge', { type: 'order.created', ticket: ticketOf('o-1'), windowRef: null });
    expect(portal.inputsOf('closeWindow')).toEqual([]);
  });

  test('a repeated request, or resuming, does not defer the focused order itself (RCHG-10, C1)', async () => {
    const portal = await created();
    await portal.send({ type: 'order.resume', orderId: 'o-1' });
    await portal.report('recharge', { type: 'order.created', ticket: ticketOf('o-1'), windowRef: 'w-2' });
    expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'payment.resume' }]);
    expect(focused(portal)).toBe('o-1');
  });

  test('deferred: the wizard is free, the banner lists the order, and the payment keeps running (RCHG-13, C10)', async () => {
    const portal = await created();
    await portal.report('payment.o-1', { type: 'payment.deferred', orderId: 'o-1' });
    expect(noticed(portal)).toEqual([]);
    expect(focused(portal)).toBe(null);
    expect(waiting(portal)).toEqual(['o-1']);
    expect(portal.sentTo('recharge').at(-1)).toEqual({ type: 'recharge.restart', orderId: 'o-1' });
    expect(portal.isRunning('payment.o-1')).toBe(true);
  });

  test('a hidden reminder is gone, its payment keeps running, and it returns once the order is resumed (RCHG-13)', async () => {
    const portal = await started('/main/home', resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }));
    expect(waiting(portal)).toEqual(['o-1']);
    await portal.send({ type: 'order.hide', orderId: 'o-1' });
    expect(waiting(portal)).toEqual([]);
    expect(portal.isRunning('payment.o-1')).toBe(true);
    await portal.send({ type: 'order.resume', orderId: 'o-1' });
    await portal.report('payment.o-1', { type: 'payment.deferred', orderId: 'o-1' });
    expect(waiting(portal)).toEqual(['o-1']);
  });

  test('resumed twice from its own screen, it is focused once (RCHG-13)', async () => {
    const portal = await started('/main/home', resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }));
    await portal.report('payment.o-1', { type: 'payment.shown', orderId: 'o-1' });
    await portal.report('payment.o-1', { type: 'payment.shown', orderId: 'o-1' });
    expect(portal.sentTo('recharge').filter(({ type }) => type === 'order.show')).toHaveLength(1);
    expect(portal.navs).toEqual([{ type: 'nav', to: '/main/recharge?step=payment', replace: false }]);
  });

  test('an order that ended before this page was opened, or while the player is on another page, is not shown instead of the shop (RCHG-14)', async () => {
    const ended = { type: 'payment.lapsed', orderId: 'o-1', earlier: false } as const;
    for (const [path, report, leaves] of [
      ['/main/recharge', ended, false],
      ['/main/recharge', { ...ended, earlier: true }, true],
      ['/main/home', ended, true],
    ] as const) {
      const portal = await started(path, resumeStateOf({ ticket: ticketOf('o-1'), deferred: false }));
      await portal.report('payment.o-1', report);
      expect(portal.sentTo('payment.o-1')).toEqual(leaves ? [{ type: 'payment.leave' }] : []);
      await portal.report('payment.o-1', { type: 'payment.released', orderId: 'o-1' });
      expect(focused(portal)).toBe(null);
      expect(endedOrder(portal)).toBe(path === '/main/home' ? null : 'o-1');
      await portal.send({ type: 'order.hide', orderId: 'o-1' });
      expect(endedOrder(portal)).toBe(null);
    }
  });

  test('a link preselects its choices once, on arrival and on the page; the URL keeps the step (RCHG-14)', async () => {
    const url = '/main/recharge?server=s1&role=r1&item=i1&method=c1&price=499';
    const choices = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };
    const again = { type: 'order.resubmit', choices, priceMinor: 499 };
    for (const path of [url, '/main/recharge', '/main/home']) {
      const portal = await started(path, resumeStateOf({ ticket: ticketOf('o-1'), deferred: false }));
      if (path !== url) await portal.open(url);
      expect(portal.sentTo('recharge').filter(({ type }) => type === 'order.resubmit')).toEqual([again]);
      expect(portal.sentTo('payment.o-1')).toContainEqual({ type: 'payment.later' });
      await portal.report('recharge', { type: 'step.entered', target: 'game', step: 'confirm', replace: true });
      expect(portal.url()).toBe('/main/recharge?step=confirm');
    }
  });

  test('focusing another order defers the first one (RCHG-13)', async () => {
    const portal = await started(
      '/main/recharge',
      resumeStateOf({ ticket: ticketOf('o-1'), deferred: false }, { ticket: ticketOf('o-2'), deferred: true }),
    );
    await portal.send({ type: 'order.resume', orderId: 'o-2' });
    expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'payment.later' }]);
    await portal.report('payment.o-1', { type: 'payment.deferred', orderId: 'o-1' });
    expect(focused(portal)).toBe('o-2');
    expect(noticed(portal)).toEqual([]);
    // The wizard shows the other order by now and ignores it.
    expect(portal.sentTo('recharge').at(-1)).toEqual({ type: 'recharge.restart', orderId: 'o-1' });
    expect(waiting(portal)).toEqual(['o-1']);
  });

  test('an untracked order is loaded by its page, which starts tracking (RCHG-13)', async () => {
    const portal = await started('/main/home');
    await portal.send({ type: 'order.resume', orderId: 'o 9' });
    expect(portal.url()).toBe('/main/recharge/detail/o%209');
    const record = recordOf('pending', { paymentId: 'o 9' });
    await portal.report('order-detail', { type: 'order.tracked', record });
    await portal.report('order-detail', { type: 'order.tracked', record });
    expect(portal.inputsOf('payment.o 9')).toHaveLength(1);
    await portal.send({ type: 'order.resume', orderId: 'o 9' });
    expect(portal.url()).toBe('/main/recharge?step=payment');
  });

  test('an order that is being delivered is tracked, but not as waiting for payment (ORDR-07)', async () => {
    const portal = await started('/main/recharge/detail/o-1');
    await portal.report('order-detail', { type: 'order.tracked', record: recordOf('paid') });
    await portal.open('/main/home');
    expect(followed(portal)).toEqual(['o-1']);
    expect(waiting(portal)).toEqual([]);
  });

  test.each(['pending', 'paid', 'refunded'] as const)(
    'the payment of a tracked order learns that its page has read it as %s (C35, C36, ORDR-07)',
    async (status) => {
      const portal = await started(
        '/main/recharge/detail/o-1',
        resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }),
      );
      const observation = observed(status, 1_000);
      await portal.report('order-detail', { type: 'order.loaded', observation });
      expect(portal.sentTo('payment.o-1')).toEqual([{ type: 'peer.observed', observation }]);
      expect(portal.inputsOf('payment.o-1')).toHaveLength(1);
    },
  );
});

describe('the end of an order', () => {
  test.each([
    ['on another page', '/main/home', { late: false, delivered: true }, ['orderDelivered']],
    ['in view', '/main/recharge', { late: false, delivered: true }, []],
    ['on another page, refunded', '/main/home', { late: false, delivered: false }, []],
    ['on another page, after a late payment', '/main/home', { late: true, delivered: true }, []],
  ] as const)('a paid order is concluded %s (RCHG-13, C36)', async (_, path, how, subjects) => {
    const portal = await created();
    await portal.report('payment.o-1', { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false });
    await portal.open(path);
    await portal.report('payment.o-1', { type: 'payment.concluded', orderId: 'o-1', ...how });
    expect(noticed(portal)).toEqual(
      subjects.map((subject) => ({ type: 'toast.add', subject, level: 'success', orderId: 'o-1' })),
    );
  });

  test('paid while its page is open: the page loads it again (ORDR-07)', async () => {
    const portal = await started(
      '/main/recharge/detail/o-1',
      resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }),
    );
    await portal.report('payment.o-1', { type: 'payment.settled', orderId: 'o-2', late: false, delivered: false });
    expect(portal.sentTo('order-detail')).toEqual([]);
    await portal.report('payment.o-1', { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false });
    expect(portal.sentTo('order-detail')).toEqual([{ type: 'detail.refresh' }]);
  });

  test('observations of a payment are forwarded to the open order page (ORDR-07, C35)', async () => {
    const portal = await started(
      '/main/recharge/detail/o-1',
      resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }),
    );
    const seen = { type: 'order.observed', observation: observed('paid', 9_000) } as const;
    await portal.report('payment.o-1', seen);
    expect(portal.sentTo('order-detail')).toEqual([seen]);
    await portal.open('/main/home');
    await portal.report('payment.o-1', seen);
    expect(portal.sentTo('order-detail')).toEqual([seen]);
  });

  test('resubmitted: the wizard gets the choices, and the old order is still tracked (RCHG-14, C37)', async () => {
    const portal = await created();
    await portal.report('payment.o-1', { type: 'payment.resubmitted', orderId: 'o-1', choices: choiceIds });
    expect(portal.sentTo('recharge').at(-1)).toEqual({ type: 'order.resubmit', choices: choiceIds });
    expect(portal.sentTo('payment.o-1')).toEqual([]);
    expect(focused(portal)).toBe(null);
    expect(portal.navs).toEqual([]);
    await portal.report('recharge', { type: 'order.created', ticket: ticketOf('o-2'), windowRef: null });
    await portal.report('payment.o-1', { type: 'payment.settled', orderId: 'o-1', late: true, delivered: false });
    expect(noticed(portal)).toEqual([{ type: 'toast.add', subject: 'paidLate', level: 'success', orderId: 'o-1' }]);
    expect(focused(portal)).toBe('o-2');
  });

  test('resubmitted while another order is focused: that order is deferred (RCHG-14)', async () => {
    const portal = await started(
      '/main/recharge',
      resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }, { ticket: ticketOf('o-2'), deferred: false }),
    );
    await portal.report('payment.o-1', { type: 'payment.resubmitted', orderId: 'o-1', choices: choiceIds });
    expect(portal.sentTo('payment.o-2')).toEqual([{ type: 'payment.later' }]);
    expect(portal.sentTo('payment.o-1')).toEqual([]);
  });

  test('repeated on the top-up page: no page is opened (RCHG-14, ORDR-05)', async () => {
    const portal = await started('/main/recharge?step=item');
    await portal.send({ type: 'order.repeat', choices: choiceIds });
    expect(portal.navs).toEqual([]);
  });

  test('resubmitted without known choices: the wizard starts over (RCHG-14)', async () => {
    const portal = await started('/main/home', resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }));
    await portal.report('payment.o-1', { type: 'payment.resubmitted', orderId: 'o-1', choices: null });
    expect(portal.sentTo('recharge')[0]).toEqual({ type: 'recharge.restart', orderId: 'o-1' });
    expect(portal.url()).toBe('/main/recharge');
    expect(waiting(portal)).toEqual([]);
  });

  test('released while it is being delivered: the wizard restarts, and the delivery is announced (RCHG-15, EPNT-05)', async () => {
    const portal = await created();
    await portal.report('payment.o-1', { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false });
    await portal.report('payment.o-1', { type: 'payment.released', orderId: 'o-1' });
    expect(portal.sentTo('recharge').at(-1)).toEqual({ type: 'recharge.restart', orderId: 'o-1' });
    expect([focused(portal), followed(portal), waiting(portal)]).toEqual([null, ['o-1'], []]);
    expect([portal.isRunning('payment.o-1'), noticed(portal)]).toEqual([true, []]);
    await portal.report('payment.o-1', { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true });
    expect(noticed(portal)).toEqual([
      { type: 'toast.add', subject: 'orderDelivered', level: 'success', orderId: 'o-1' },
    ]);
    expect(portal.sentTo('balance')).toHaveLength(2);
  });

  test('dismissed: not in the banner, and the wizard restarts (RCHG-13)', async () => {
    const portal = await created();
    await portal.report('payment.o-1', { type: 'payment.dismissed', orderId: 'o-1' });
    expect(followed(portal)).toEqual([]);
    expect(portal.isRunning('payment.o-1')).toBe(false);
    expect(portal.sentTo('recharge').at(-1)).toEqual({ type: 'recharge.restart', orderId: 'o-1' });
    expect(portal.player()?.children['payment.o-1']).toBeUndefined();
  });
});

describe('one of two orders', () => {
  const BOTH = resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }, { ticket: ticketOf('o-2'), deferred: true });

  test.each([
    ['settled', { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false }],
    ['expired', { type: 'payment.lapsed', orderId: 'o-1', earlier: false }],
    ['dismissed', { type: 'payment.dismissed', orderId: 'o-1' }],
  ] as const)('is %s: the other one still waits (RCHG-13)', async (_, report) => {
    const portal = await started('/main/home', BOTH);
    await portal.report('payment.o-1', report);
    expect(waiting(portal)).toEqual(['o-2']);
    expect(followed(portal)).toContain('o-2');
  });

  test('is hidden: the reminder of the other one stays (RCHG-13)', async () => {
    const portal = await started('/main/home', BOTH);
    await portal.send({ type: 'order.hide', orderId: 'o-1' });
    expect(waiting(portal)).toEqual(['o-2']);
  });
});

describe('the wizard and the URL', () => {
  const STEPS = ['server', 'item', 'channel'] as const;

  test.each([
    ['/main/recharge', true],
    ['/main/recharge?step=server', false],
  ])('a step that follows %s replaces it: %s (RCHG-15)', async (url, replace) => {
    const portal = await started(url);
    await portal.report('recharge', { type: 'step.entered', target: 'game', step: 'item', replace: false });
    expect(portal.navs).toEqual([{ type: 'nav', to: '/main/recharge?step=item', replace }]);
  });

  test('a deep link is sent to the wizard first, and a refused step corrects the URL (RCHG-15)', async () => {
    const possible = await started('/main/recharge?step=item', resumeStateOf(), { wizardSteps: STEPS });
    expect(possible.sentTo('recharge')).toEqual([{ type: 'step.goto', step: 'item' }, { type: 'page.enter' }]);
    expect(possible.url()).toBe('/main/recharge?step=item');
    const refused = await started('/main/recharge?step=confirm', resumeStateOf(), { wizardSteps: STEPS });
    expect(refused.url()).toBe('/main/recharge?step=server');
    expect(refused.history()).toHaveLength(1);
  });

  test('the wizard updates the URL, and back and forward update the wizard (RCHG-15, C4)', async () => {
    const portal = await started('/main/recharge', resumeStateOf(), { wizardSteps: STEPS });
    await portal.report('recharge', { type: 'step.entered', target: 'game', step: 'item', replace: false });
    await portal.report('recharge', { type: 'step.entered', target: 'game', step: 'channel', replace: false });
    expect(portal.history()).toEqual(STEPS.map((step) => `/main/recharge?step=${step}`));
    await portal.back();
    expect(portal.sentTo('recharge').at(-1)).toEqual({ type: 'step.goto', step: 'item' });
    expect(portal.url()).toBe('/main/recharge?step=item');
    await portal.report('recharge', { type: 'step.entered', target: 'game', step: 'item', replace: false });
    expect(portal.history()).toHaveLength(2);
  });

  test('a wizard that passes through its first step while it resumes ends at its last step (RCHG-16)', async () => {
    const portal = await started('/main/recharge?step=item');
    const sent = portal.sentTo('recharge').length;
    portal.post({ type: 'step.entered', target: 'game', step: 'server', replace: true });
    portal.post({ type: 'step.entered', target: 'game', step: 'item', replace: true });
    await portal.send({ type: 'boot.retry' });
    expect(portal.url()).toBe('/main/recharge?step=item');
    expect(portal.sentTo('recharge')).toHaveLength(sent);
  });

  test('the top-up tab pressed on the top-up page stays at the step (RCHG-15)', async () => {
    const portal = await started('/main/recharge?step=item', resumeStateOf(), { wizardSteps: STEPS });
    await portal.open('/main/recharge');
    expect(portal.navs.at(-1)).toEqual({ type: 'nav', to: '/main/recharge?step=item', replace: true });
    expect(portal.inputsOf('recharge')).toHaveLength(1);
  });
});

describe('the order page', () => {
  test('its actor runs while the page is open and restarts for another order (ROUTE-08)', async () => {
    const portal = await started('/main/recharge/detail/o-1');
    expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'payment_detail', orderId: 'o-1' });
    await portal.open('/main/recharge/detail/o-1?from=mail');
    expect(portal.inputsOf('order-detail')).toEqual([{ orderId: 'o-1' }]);
    await portal.open('/main/recharge/detail/o-2');
    expect(portal.inputsOf('order-detail')).toEqual([{ orderId: 'o-1' }, { orderId: 'o-2' }]);
    await portal.open('/main/home');
    expect(portal.isRunning('order-detail')).toBe(false);
  });

  test('a crashed order page starts again with the next page (ERRS-07)', async () => {
    const portal = await started('/main/recharge/detail/o-1');
    await portal.crash('order-detail');
    expect(portal.inputsOf('order-detail')).toEqual([{ orderId: 'o-1' }]);
    await portal.open('/main/recharge/detail/o-2');
    expect(portal.inputsOf('order-detail')).toEqual([{ orderId: 'o-1' }, { orderId: 'o-2' }]);
  });
});

describe('the end of a session', () => {
  const ORDERS = resumeStateOf(
    { ticket: ticketOf('o-1'), deferred: false },
    { ticket: ticketOf('o-2'), deferred: true },
  );
  const ENDS = [
    ['http.unauthorized', 'expired'],
    ['http.kicked', 'kicked'],
    ['tab.logout', 'other-tab'],
  ] as const;

  test.each(ENDS)('%s during polling: every payment stops and no data stays (SESS-09, C25, C26)', async (type, why) => {
    const portal = await started('/main/recharge', ORDERS);
    await portal.report('environment', { type });
    const parts = ['payment.o-1', 'payment.o-2', 'recharge', 'balance', 'order-detail', 'resume'];
    expect(parts.filter((id) => portal.isRunning(id))).toEqual([]);
    expect(Object.keys(portal.snapshot().children).sort()).toEqual(['boot', 'environment', 'session', 'toasts']);
    expect(JSON.stringify(portal.snapshot().context)).not.toMatch(/u1|g1|Ada|o-1|o-2/);
    expect(portal.inputsOf('deleteSession')).toEqual([{ why }]);
  });

  test('another player logs in: no data of the first one is visible (SESS-09, C25)', async () => {
    const portal = await started('/main/recharge', ORDERS);
    await portal.report('environment', { type: 'http.unauthorized' });
    await portal.answer('deleteSession');
    await portal.login({ type: 'notice.confirm' });
    await portal.answer('clearNotice');
    await portal.login(submitOf('bob', 'vault:2'));
    await portal.answer('login', bob);
    await portal.answer('loadResumeState', resumeStateOf());
    expect(followed(portal)).toEqual([]);
    expect(JSON.stringify([portal.snapshot().context, portal.player()?.context])).not.toMatch(/u1|g1|Ada|o-1|o-2/);
    expect(portal.isRunning('payment.o-1')).toBe(false);
  });

  test('responses after the end of the session have no effect (C27)', async () => {
    const portal = await started('/main/home', resumeStateOf());
    expect(portal.isPending('loadUnpaidOrders')).toBe(true);
    await portal.report('environment', { type: 'http.unauthorized' });
    expect(await portal.answer('loadUnpaidOrders', [recordOf('pending')])).toBe(false);
    expect(followed(portal)).toEqual([]);
  });
});

describe('crashed parts', () => {
  test('a crashed payment is dismissed with a toast; the rest keeps running (ERRS-07)', async () => {
    const portal = await created();
    await portal.crash('payment.o-1');
    expect(followed(portal)).toEqual([]);
    expect(portal.sentTo('recharge').at(-1)).toEqual({ type: 'recharge.restart', orderId: 'o-1' });
    expect(noticed(portal)).toEqual([{ type: 'toast.add', subject: 'unknownError', level: 'error', orderId: 'o-1' }]);
    expect(portal.snapshot().status).toBe('active');
  });

  test('a crashed wizard restarts from the stored state, and payments are not duplicated (ERRS-07)', async () => {
    const resumeState = resumeStateOf({ ticket: ticketOf('o-1'), deferred: false });
    const portal = await started('/main/recharge', resumeState);
    await portal.crash('recharge');
    expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'starting' });
    await vi.advanceTimersByTimeAsync(999);
    expect(portal.isPending('loadResumeState')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await portal.answer('loadResumeState', resumeState);
    expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'recharge' });
    expect(portal.inputsOf('recharge')).toHaveLength(2);
    expect(portal.inputsOf('payment.o-1')).toHaveLength(1);
    expect(portal.isRunning('balance')).toBe(true);
    expect(portal.inputsOf('balance')).toHaveLength(1);
  });

  test.each(['balance', 'toasts', 'environment', 'order-detail'])(
    'without %s the rest keeps running (ERRS-07)',
    async (id) => {
      const portal = await started(
        '/main/recharge/detail/o-1',
        resumeStateOf({ ticket: ticketOf('o-1'), deferred: true }),
      );
      await portal.crash(id);
      await portal.report('payment.o-1', { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false });
      await portal.open('/main/recharge');
      expect(portal.snapshot().status).toBe('active');
      expect(selectPortalScreen(portal.snapshot())).toEqual({ name: 'recharge' });
    },
  );
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
  const portal = await started('/main/recharge');
  await portal.report('recharge', { type: 'role.reportFailed' });
  await portal.report('balance', { type: 'balance.failed', failure: OFFLINE });
  await portal.report('environment', { type: 'storage.failed' });
  await portal.report('environment', { type: 'storage.failed' });
  await portal.report('environment', { type: 'network.changed', online: false });
  await portal.report('environment', { type: 'network.changed', online: true });
  expect(noticed(portal)).toEqual([
    { type: 'toast.add', subject: 'roleReportFailed', level: 'warning' },
    { type: 'toast.add', subject: 'balanceFailed', level: 'error' },
    { type: 'toast.add', subject: 'storageUnavailable', level: 'warning' },
    { type: 'toast.add', subject: 'backOnline', level: 'info' },
  ]);
});

test('without a game account no balance is loaded (EPNT-01)', async () => {
  const portal = startPortal();
  await portal.open('/main/home');
  await portal.answer('restore', { ...ada, account: { ...ada.account, gameAccountId: '' } });
  await portal.answer('loadResumeState', resumeStateOf());
  expect(portal.inputsOf('balance')).toEqual([]);
});
