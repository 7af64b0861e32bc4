import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { redirectUrl } from '../../machines/order/order.purchase.ts';
import { selectPointPaymentScreen } from '../../machines/payment/points/point-payment.screens.ts';
import { CREATED_AT, choices, observed, recordOf, ticket } from '../support/machines/orders.ts';
import { type HarnessOptions, type PaymentHarness, startHarness } from '../support/machines/payment-harness.ts';
import { DEADLINE, gaps, MINUTE, pass, passUntil, SECOND, turns, within } from '../support/machines/payment-times.ts';

beforeEach(() => void vi.useFakeTimers({ now: CREATED_AT }));
afterEach(() => {
  harness?.stop();
  harness = null;
  vi.useRealTimers();
});

let harness: PaymentHarness | null = null;
const start = (options: HarnessOptions = {}): PaymentHarness => {
  harness = startHarness(options);
  return harness;
};
const COMPLETED = { type: 'payment.completed' } as const;
const WOKE = { type: 'tab.woke' } as const;

describe('the window', () => {
  test('the pre-opened window is navigated, and the dialog names host and deadline (RCHG-11, RCHG-12)', async () => {
    const payment = start();
    expect(payment.screen().name).toBe('opening');
    await pass(0);
    expect(payment.opened).toEqual([{ windowRef: 'w1', payUrl: redirectUrl(ticket) }]);
    expect(payment.screen()).toEqual({
      name: 'awaiting',
      checking: false,
      notReceived: false,
      offline: false,
      failure: null,
      blocked: false,
      closed: false,
      refused: false,
      ticket,
      record: null,
      deadlineAt: CREATED_AT + DEADLINE,
      payUrl: redirectUrl(ticket),
      host: 'pay.example',
    });
  });

  test('a closed window is a question, until it is opened again; the window of a paid order is closed (RCHG-11, RCHG-13)', async () => {
    const payment = start(turns([20 * SECOND, 'paid']));
    await pass(0);
    payment.closeWindow();
    expect(payment.screen()).toMatchObject({ name: 'awaiting', closed: true });
    payment.send({ type: 'page.reopen', windowRef: 'w2' });
    await pass(0);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', closed: false });
    expect(payment.closedWindows).toEqual([]);
    await passUntil(30 * SECOND);
    expect(payment.screen().name).toBe('paid');
    expect(payment.closedWindows).toEqual(['w2']);
  });

  test('a blocked window is replaced by the link, and the order is polled anyway (C5, RCHG-11)', async () => {
    const payment = start({ window: { opened: false, refused: false }, ...turns([20 * SECOND, 'paid']) });
    await pass(5 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: true, refused: false, host: 'pay.example' });
    payment.send({ type: 'page.reopen', windowRef: null });
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: false });
    await passUntil(25 * SECOND);
    expect(payment.screen().name).toBe('paid');
  });

  test('if the browser blocks the reopened window, the link stays (C5)', async () => {
    const payment = start();
    await pass(0);
    payment.send({ type: 'page.reopen', windowRef: null });
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: true, host: 'pay.example' });
    payment.send({ type: 'page.reopen', windowRef: null });
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: false });
    expect(payment.opened).toHaveLength(1);
  });

  test('a refused pay_url is not available anywhere, and the order is still tracked (C39, C38)', async () => {
    const payment = start({ window: { opened: false, refused: true }, ...turns([20 * SECOND, 'paid']) });
    await pass(SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', refused: true, blocked: false, host: null });
    expect(JSON.stringify(payment.snapshot().context)).not.toContain('pay.example');
    expect(payment.can({ type: 'page.reopen', windowRef: null })).toBe(false);
    expect(payment.can({ type: 'page.reopen', windowRef: 'w2' })).toBe(false);
    await passUntil(25 * SECOND);
    expect(payment.screen().name).toBe('paid');
  });

  test('a resumed order offers its link only after pay_url is validated (C39)', async () => {
    const input = { mode: 'resumed', windowRef: null } as const;
    const payment = start({ input });
    expect(payment.screen()).toMatchObject({ name: 'awaiting', host: null });
    expect(payment.can({ type: 'page.reopen', windowRef: null })).toBe(false);
    await pass(0);
    expect(payment.opened).toEqual([{ windowRef: null, payUrl: redirectUrl(ticket) }]);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: false, host: 'pay.example' });
    expect(payment.can({ type: 'page.reopen', windowRef: null })).toBe(true);

    const refused = startHarness({ input, window: { opened: false, refused: true } });
    await pass(0);
    expect(refused.screen()).toMatchObject({ name: 'awaiting', refused: true, host: null });
    refused.stop();
  });

  test('a resumed order whose new window closes before it is navigated shows the link (C5, RCHG-16)', async () => {
    const payment = start({ input: { mode: 'resumed', windowRef: null }, window: { opened: false, refused: false } });
    await pass(0);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: false });
    payment.send({ type: 'page.reopen', windowRef: 'w2' });
    expect(payment.screen().name).toBe('opening');
    await pass(0);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: true, host: 'pay.example' });
  });

  test('an order without pay_url is tracked without a link (C38)', async () => {
    const bare = { ...ticket, payment: { kind: 'redirect' as const, payUrl: null } };
    const payment = start({
      input: { mode: 'resumed', windowRef: null, ticket: bare },
      fields: () => ({ payment: bare.payment }),
    });
    await pass(SECOND);
    expect(payment.opened).toEqual([]);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', refused: false, blocked: false, host: null });
  });

  test.each([
    { what: 'a resumed order', input: { mode: 'resumed', windowRef: null } as const },
    { what: 'an order that was found after its request', input: {} },
  ])('$what without a page offers the page of a later read (C38, C39, RCHG-12)', async ({ input }) => {
    const ticketWithoutPage = { ...ticket, payment: { kind: 'redirect' as const, payUrl: null } };
    const ways = (after: number) => (after < 5 * SECOND ? { payment: ticketWithoutPage.payment } : {});
    const payment = start({
      input: { ...input, ticket: ticketWithoutPage },
      fields: ways,
      openWindow: ({ payUrl }) => ({ opened: false, refused: payUrl === null }),
    });
    await passUntil(4 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', host: null });
    expect(payment.can({ type: 'page.reopen', windowRef: 'w2' })).toBe(false);
    await passUntil(10 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', host: 'pay.example', blocked: false, refused: false });
    expect(payment.snapshot().context.ticket.payment).toEqual(ticket.payment);
    const checks = payment.opened.filter(({ payUrl }) => payUrl !== null);
    expect(checks).toEqual([{ windowRef: null, payUrl: redirectUrl(ticket) }]);
    payment.send({ type: 'page.reopen', windowRef: 'w2' });
    await pass(0);
    expect(payment.opened.at(-1)).toEqual({ windowRef: 'w2', payUrl: redirectUrl(ticket) });
  });

  test('the page of an observation by another tab is offered too, and one that is not allowed is checked once (C38, C39)', async () => {
    const ticketWithoutPage = { ...ticket, payment: { kind: 'redirect' as const, payUrl: null } };
    const follow = (refused: boolean) => {
      const payment = start({
        input: { mode: 'resumed', windowRef: null, ticket: ticketWithoutPage },
        leads: false,
        fields: () => ({ payment: ticketWithoutPage.payment }),
        window: { opened: false, refused },
      });
      return payment;
    };
    const offered = follow(false);
    await pass(SECOND);
    offered.peer({ type: 'peer.observed', observation: observed('pending', 2 * SECOND) });
    await pass(0);
    expect(offered.screen()).toMatchObject({ host: 'pay.example', refused: false });
    const refused = follow(true);
    await pass(SECOND);
    for (const after of [2, 3, 4]) {
      refused.peer({ type: 'peer.observed', observation: observed('pending', after * SECOND) });
      await pass(0);
    }
    expect(refused.screen()).toMatchObject({ name: 'awaiting', host: null, refused: true });
    expect(refused.opened).toHaveLength(1);
    expect(refused.snapshot().context.ticket.payment).toEqual({ kind: 'redirect', payUrl: null });
  });

  test('a closed window triggers a read and never changes the status (C7)', async () => {
    const payment = start();
    await passUntil(100 * SECOND);
    const before = payment.reads.length;
    await pass(500);
    payment.closeWindow();
    expect(payment.reads.length).toBe(before + 1);
    await pass(SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', notReceived: false });
  });
});

describe('polling', () => {
  test('paid is shown within 3 s after the server reports it (RCHG-13)', async () => {
    const payment = start(turns([30_050, 'paid']));
    await passUntil(30_050 + 3 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'paid', late: false, record: recordOf('paid') });
    expect(payment.reports).toEqual([{ type: 'payment.settled', orderId: 'o-1', late: false, delivered: false }]);
  });

  test('Completed reads immediately, shows "not received yet", and is limited to one read in two seconds (C9, RCHG-13)', async () => {
    const payment = start();
    await passUntil(100 * SECOND);
    await pass(2 * SECOND);
    const before = payment.reads.length;
    payment.send(COMPLETED);
    expect(payment.reads.length).toBe(before + 1);
    expect(payment.screen()).toMatchObject({ checking: true, notReceived: false });
    expect(payment.can(COMPLETED)).toBe(false);
    payment.send(COMPLETED);
    await pass(200);
    expect(payment.reads.length).toBe(before + 1);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', checking: false, notReceived: true });
    await pass(1_799);
    expect(payment.can(COMPLETED)).toBe(false);
    await pass(1);
    expect(payment.can(COMPLETED)).toBe(true);
  });

  test('Completed during a read triggers another one: the older response does not count (C9)', async () => {
    const payment = start({ latencyMs: 1_000 });
    await pass(0);
    payment.tab(WOKE);
    expect(payment.reads).toHaveLength(1);
    await pass(500);
    payment.send(COMPLETED);
    expect(payment.reads).toHaveLength(1);
    await pass(600);
    expect(payment.reads).toHaveLength(2);
    expect(payment.screen()).toMatchObject({ checking: true, notReceived: false });
    await pass(1_000);
    expect(payment.screen()).toMatchObject({ checking: false, notReceived: true });
    expect(payment.mostOutstanding()).toBe(1);
  });

  test('an order that is not in the record yet is read again, then shown as unknown with a retry (C34)', async () => {
    const missing = { reason: 'orderNumberWrong', status: 200, code: 1, msg: null, retryAfterMs: null } as const;
    let known = false;
    const payment = start({ answer: () => (known ? 'pending' : missing) });
    await passUntil(9_900);
    expect(payment.reads.length).toBeGreaterThan(1);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', failure: missing });
    await passUntil(45 * SECOND);
    expect(payment.screen().name).toBe('unknown');
    expect(payment.deletions).toEqual([]);
    const reads = payment.reads.length;
    await passUntil(4 * MINUTE);
    expect(payment.reads.length).toBe(reads);
    known = true;
    payment.send(COMPLETED);
    await pass(SECOND);
    expect(payment.screen().name).toBe('awaiting');
    await pass(10 * SECOND);
    expect(payment.reads.length).toBeGreaterThan(reads + 1);
  });

  test('an unknown order that is dismissed is shown as unknown to the end, and its method ends immediately (C34)', async () => {
    const payment = start({ answer: () => failure('orderNumberWrong') });
    await passUntil(45 * SECOND);
    expect(payment.screen().name).toBe('unknown');
    expect(payment.redirect()).toBeDefined();
    payment.send({ type: 'payment.dismiss' });
    expect(payment.screen().name).toBe('unknown');
    expect(payment.redirect()).toBeUndefined();
    await pass(0);
    expect(payment.snapshot().status).toBe('done');
    expect(payment.screen().name).toBe('unknown');
  });

  test('an order that was in the record once is never shown as unknown (C34)', async () => {
    const missing = { reason: 'orderNumberWrong', status: 200, code: 1, msg: null, retryAfterMs: null } as const;
    const payment = start({ answer: (after) => (after < 20 * SECOND ? 'pending' : missing) });
    await passUntil(2 * MINUTE);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', failure: missing, record: recordOf('pending') });
  });
});

describe('deferring', () => {
  test('Later keeps the order and polls slowly; resuming from the banner reads it immediately (C10, RCHG-13)', async () => {
    const payment = start();
    await passUntil(10 * SECOND);
    payment.send({ type: 'payment.later' });
    expect(payment.screen().name).toBe('deferred');
    await passUntil(130 * SECOND);
    expect(within(payment.reads, 20 * SECOND, 120 * SECOND).length).toBeLessThanOrEqual(12);
    expect(within(payment.reads, 20 * SECOND, 120 * SECOND).length).toBeGreaterThanOrEqual(8);
    const before = payment.reads.length;
    payment.send({ type: 'payment.resume' });
    expect(payment.reads.length).toBe(before + 1);
    await pass(SECOND);
    expect(payment.screen().name).toBe('awaiting');
    expect(payment.deferred).toEqual([false, true, false]);
    expect(payment.deletions).toEqual([]);
    expect(payment.reports).toEqual([
      { type: 'payment.deferred', orderId: 'o-1' },
      { type: 'payment.shown', orderId: 'o-1' },
    ]);
  });

  const pointScreen = (payment: PaymentHarness) => {
    const method = payment.snapshot().children['method.points'];
    return method && selectPointPaymentScreen(method.getSnapshot()).name;
  };
  const inPoints = (amount: number) => ({ ...ticket, payment: { kind: 'points' as const, amount } });

  test('a deferred order in E Points reads the balance again when it is resumed (EPNT-04, C10)', async () => {
    const payment = start({ input: { mode: 'resumed', shown: false, windowRef: null, ticket: inPoints(499) } });
    await pass(SECOND);
    expect(pointScreen(payment)).toBe('payable');
    payment.send({ type: 'payment.resume' });
    expect(pointScreen(payment)).toBe('checkingBalance');
    await pass(SECOND);
    expect(pointScreen(payment)).toBe('payable');
  });

  test('an order with too few E Points reads the balance again when E Points are credited (EPNT-04)', async () => {
    const payment = start({ input: { mode: 'resumed', windowRef: null, ticket: inPoints(4_201) } });
    await pass(SECOND);
    expect(pointScreen(payment)).toBe('insufficient');
    payment.send({ type: 'points.changed' });
    expect(pointScreen(payment)).toBe('checkingBalance');
    await pass(SECOND);
    expect(pointScreen(payment)).toBe('insufficient');
  });

  test('Later and Completed work while the window opens, at the deadline and without a response (C8)', async () => {
    const payment = start({ answer: () => 'silence' });
    expect([payment.can({ type: 'payment.later' }), payment.can(COMPLETED)]).toEqual([true, true]);
    await passUntil(DEADLINE + 5 * SECOND);
    expect(payment.screen().name).toBe('last-check');
    expect([payment.can({ type: 'payment.later' }), payment.can(COMPLETED)]).toEqual([true, true]);
  });
});

describe('the end of an order', () => {
  test('paid, then delivered: polling slows down, then ends, and the stored order is deleted (ORDR-02)', async () => {
    const payment = start(turns([30 * SECOND, 'paid'], [200 * SECOND, 'delivered']));
    await passUntil(32 * SECOND + 500);
    expect(payment.screen()).toMatchObject({ name: 'paid', late: false });
    expect(payment.deletions).toEqual([]);
    await passUntil(230 * SECOND);
    for (const gap of gaps(within(payment.reads, 35 * SECOND, 85 * SECOND))) expect(gap).toBeLessThanOrEqual(2_500);
    for (const gap of gaps(within(payment.reads, 100 * SECOND, 200 * SECOND)))
      expect(gap).toBeGreaterThanOrEqual(4_000);
    expect(payment.screen()).toMatchObject({ name: 'delivered', late: false });
    expect(payment.deletions).toHaveLength(1);
    const reads = payment.reads.length;
    payment.tab(WOKE);
    payment.closeWindow();
    payment.send({ type: 'payment.resume' });
    await pass(30 * MINUTE);
    expect(payment.reads.length).toBe(reads);
    expect(payment.reports).toEqual([
      { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false },
      { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true },
      { type: 'payment.shown', orderId: 'o-1' },
    ]);
  });

  test.each(['paid', 'failed', 'delivered', 'refunded', 'overdue'] as const)(
    'an order in status %s cannot be deferred (C10)',
    async (status) => {
      const payment = start(turns([5 * SECOND, status]));
      expect(payment.can({ type: 'payment.later' })).toBe(true);
      await passUntil(10 * SECOND);
      expect(payment.can({ type: 'payment.later' })).toBe(false);
    },
  );

  test('an order that is delivered at the first read is reported as settled (ORDR-02)', async () => {
    const payment = start(turns([0, 'delivered']));
    await passUntil(10 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'delivered', late: false });
    expect(payment.reports).toEqual([{ type: 'payment.settled', orderId: 'o-1', late: false, delivered: true }]);
  });

  test('a refund is shown and ends the order (ORDR-02)', async () => {
    const payment = start(turns([10 * SECOND, 'paid'], [100 * SECOND, 'refunded']));
    await passUntil(130 * SECOND);
    expect(payment.screen().name).toBe('refunded');
    expect(payment.deletions).toHaveLength(1);
    const reads = payment.reads.length;
    await pass(30 * MINUTE);
    expect(payment.reads.length).toBe(reads);
  });

  test('an order that is refunded at the first read is not shown as waiting or paid (ORDR-05)', async () => {
    const payment = start(turns([10 * SECOND, 'refunded']));
    await passUntil(20 * SECOND);
    expect(payment.screen().name).toBe('refunded');
    expect(payment.reports).toEqual([{ type: 'payment.lapsed', orderId: 'o-1', earlier: false }]);
  });

  test.each(['failed', 'overdue', 'delivered', 'refunded'] as const)(
    'an order that is %s can give way to the shop, and is still followed (RCHG-14)',
    async (status) => {
      const payment = start(turns([40 * SECOND, status]));
      payment.send({ type: 'payment.leave' });
      expect(payment.deferred).toEqual([false]);
      await passUntil(50 * SECOND);
      payment.send({ type: 'payment.leave' });
      expect(payment.reports.at(-1)).toEqual({ type: 'payment.released', orderId: 'o-1' });
      expect(payment.deferred).toEqual([false, true]);
      expect(payment.deletions).toHaveLength(status === 'delivered' || status === 'refunded' ? 1 : 0);
    },
  );

  test('a declined order offers the same choices again and is still polled (RCHG-14)', async () => {
    const payment = start(turns([40 * SECOND, 'failed']));
    await passUntil(50 * SECOND);
    expect(payment.screen().name).toBe('failed');
    payment.send({ type: 'payment.resubmit' });
    expect(payment.reports).toEqual([
      { type: 'payment.lapsed', orderId: 'o-1', earlier: false },
      {
        type: 'payment.resubmitted',
        orderId: 'o-1',
        choices: { serverId: 's1', roleId: 'r7', itemId: 'g60', channelCode: 'card' },
      },
    ]);
    expect(payment.deletions).toEqual([]);
    expect(payment.deferred).toEqual([false, true]);
    const reads = payment.reads.length;
    await pass(2 * MINUTE);
    expect(payment.reads.length).toBeGreaterThan(reads);
  });

  test('an order of another device is resubmitted from its record, or without choices when the record has none (RCHG-14)', () => {
    const input = { mode: 'resumed', windowRef: null, ticket: { ...ticket, choices: null } } as const;
    const expected = { serverId: 's1', roleId: 'r7', itemId: 'g60', channelCode: 'card' };
    for (const [record, ids] of [
      [recordOf('overdue'), expected],
      [recordOf('overdue', { recipient: null }), null],
      [recordOf('overdue', { itemId: null }), null],
      [recordOf('overdue', { channelCode: null }), null],
    ] as const) {
      const payment = startHarness({ input: { ...input, record } });
      payment.send({ type: 'payment.resubmit' });
      expect(payment.reports.at(-1)).toEqual({ type: 'payment.resubmitted', orderId: 'o-1', choices: ids });
      payment.stop();
    }
    expect(choices.item.itemId).toBe('g60');
  });

  test.each([
    { status: 'paid', name: 'paid' },
    { status: 'delivered', name: 'delivered' },
    { status: 'refunded', name: 'refunded' },
    { status: 'failed', name: 'failed' },
    { status: 'overdue', name: 'overdue' },
  ] as const)('a resumed order known as $name is shown as such before the first read (RCHG-16)', ({ status, name }) => {
    const payment = start({ input: { mode: 'resumed', windowRef: null, record: recordOf(status) } });
    expect(payment.screen()).toMatchObject({ name, record: recordOf(status) });
    expect(payment.opened).toEqual([]);
    expect(payment.reports).toEqual(
      name === 'failed' || name === 'overdue' ? [{ type: 'payment.lapsed', orderId: 'o-1', earlier: true }] : [],
    );
  });

  test.each([
    { last: 'delivered', delivered: true },
    { last: 'refunded', delivered: false },
  ] as const)(
    'an order that is dismissed while it is being delivered is followed until it is $last (RCHG-15, EPNT-05)',
    async ({ last, delivered }) => {
      const payment = start(turns([5 * SECOND, 'paid'], [100 * SECOND, last]));
      await passUntil(10 * SECOND);
      payment.send({ type: 'payment.dismiss' });
      payment.send({ type: 'payment.dismiss' });
      await pass(0);
      expect(payment.screen().name).toBe('paid');
      expect(new Set(payment.reports.slice(1).map(({ type }) => type))).toEqual(new Set(['payment.released']));
      // A reload does not show it again.
      expect(payment.deferred).toEqual([false, true]);
      expect(payment.deletions).toEqual([]);
      await passUntil(130 * SECOND);
      expect(payment.screen().name).toBe(last);
      expect(payment.reports.at(-1)).toEqual({ type: 'payment.concluded', orderId: 'o-1', late: false, delivered });
      expect(payment.deletions).toHaveLength(1);
    },
  );

  test.each(['delivered', 'refunded', 'overdue', 'failed'] as const)(
    'dismissing an order in status %s deletes it and reports it (RCHG-14)',
    async (status) => {
      const payment = start(turns([5 * SECOND, status]));
      expect(payment.can({ type: 'payment.dismiss' })).toBe(false);
      await passUntil(10 * SECOND);
      payment.send({ type: 'payment.dismiss' });
      expect(payment.reports.at(-1)?.type).not.toBe('payment.dismissed');
      expect(payment.screen().name).toBe(status);
      await pass(0);
      expect(payment.deletions.length).toBeGreaterThan(0);
      expect(payment.reports.at(-1)).toEqual({ type: 'payment.dismissed', orderId: 'o-1' });
      expect(payment.snapshot().status).toBe('done');
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});
