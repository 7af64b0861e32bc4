import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { redirectUrl } from '../../machines/order/order.purchase.ts';
import type { PaymentInput } from '../../machines/payment/payment.types.ts';
import { selectPointPaymentScreen } from '../../machines/payment/points/point-payment.screens.ts';
import { CREATED_AT, observed, recordOf, ticket } from '../support/machines/orders.ts';
import { type PaymentHarness, startHarness, turns } from '../support/machines/payment-harness.ts';
import { DEADLINE, gaps, MINUTE, pass, passUntil, SECOND, within } from '../support/machines/payment-times.ts';

beforeEach(() => void vi.useFakeTimers({ now: CREATED_AT }));

const COMPLETED = { type: 'payment.completed' } as const;
const LATER = { type: 'payment.later' } as const;
const DISMISS = { type: 'payment.dismiss' } as const;
const LINK = { type: 'page.reopen', windowRef: null } as const;
const REOPEN = { type: 'page.reopen', windowRef: 'w2' } as const;
const BLOCKED = { opened: false, refused: false };
const REFUSED = { opened: false, refused: true };
const MISSING = failure('orderNumberWrong', { code: 1 });
const NO_PAGE = { ...ticket, payment: { kind: 'redirect' as const, payUrl: null } };

const RESUMED = { mode: 'resumed', windowRef: null } as const;
const resume = (more: Partial<PaymentInput> = {}) => ({ input: { ...RESUMED, ...more } });

describe('the window', () => {
  test('the pre-opened window is navigated, and the dialog names host and deadline (RCHG-11, RCHG-12)', async () => {
    const payment = startHarness();
    expect(payment.screen().name).toBe('opening');
    await pass(0);
    expect(payment.opened).toEqual([{ windowRef: 'w1', payUrl: redirectUrl(ticket) }]);
    const waiting = {
      checking: false,
      notReceived: false,
      offline: false,
      blocked: false,
      closed: false,
      refused: false,
    };
    const page = { host: 'pay.example', payUrl: redirectUrl(ticket), deadlineAt: CREATED_AT + DEADLINE };
    expect(payment.screen()).toMatchObject({ name: 'awaiting', ...waiting, ...page });
  });

  test('a closed window is a question and triggers a read, until it is opened again; that of a paid order is closed (C7, RCHG-11, RCHG-13)', async () => {
    const payment = await startHarness(turns([120 * SECOND, 'paid'])).at(100 * SECOND);
    const { length } = payment.reads;
    await pass(500);
    payment.closeWindow();
    expect(payment.reads).toHaveLength(length + 1);
    expect(await payment.screenAfter(SECOND)).toMatchObject({ name: 'awaiting', closed: true, notReceived: false });
    payment.send(REOPEN);
    expect(await payment.screenAfter(0)).toMatchObject({ name: 'awaiting', closed: false });
    expect(payment.closedWindows).toEqual([]);
    await passUntil(130 * SECOND);
    expect([payment.screen().name, payment.closedWindows]).toEqual(['paid', ['w2']]);
  });

  test('a blocked window is replaced by the link, and the order is polled anyway (C5, RCHG-11)', async () => {
    const payment = await startHarness({ window: BLOCKED, ...turns([20 * SECOND, 'paid']) }).after(5 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: true, refused: false, host: 'pay.example' });
    payment.send(LINK);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: false });
    expect((await payment.screenAt(25 * SECOND)).name).toBe('paid');
  });

  test('if the browser blocks the reopened window, the link stays (C5)', async () => {
    const payment = await startHarness().after(0);
    payment.send(LINK);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: true, host: 'pay.example' });
    payment.send(LINK);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: false });
    expect(payment.opened).toHaveLength(1);
  });

  test('a refused pay_url is not available anywhere, and the order is still tracked (C39, C38)', async () => {
    const payment = await startHarness({ window: REFUSED, ...turns([20 * SECOND, 'paid']) }).after(SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', refused: true, blocked: false, host: null });
    expect(JSON.stringify(payment.snapshot().context)).not.toContain('pay.example');
    expect([payment.can(LINK), payment.can(REOPEN)]).toEqual([false, false]);
    expect((await payment.screenAt(25 * SECOND)).name).toBe('paid');
  });

  test('a resumed order offers its link only after pay_url is validated, and opens a window for it (C39, C5, RCHG-16)', async () => {
    const payment = startHarness({ ...resume(), window: BLOCKED });
    expect([payment.screen(), payment.can(LINK)]).toMatchObject([{ name: 'awaiting', host: null }, false]);
    await pass(0);
    expect(payment.opened).toEqual([{ windowRef: null, payUrl: redirectUrl(ticket) }]);
    expect([payment.screen(), payment.can(LINK)]).toMatchObject([{ blocked: false, host: 'pay.example' }, true]);
    payment.send(REOPEN);
    expect(payment.screen().name).toBe('opening');
    expect(await payment.screenAfter(0)).toMatchObject({ name: 'awaiting', blocked: true, host: 'pay.example' });
  });

  test.each([
    { what: 'a resumed order', input: RESUMED },
    { what: 'an order that was found after its request', input: {} },
  ])('$what without a page offers the page of a later read (C38, C39, RCHG-12)', async ({ input }) => {
    const payment = startHarness({
      input: { ...input, ticket: NO_PAGE },
      fields: (after) => (after < 5 * SECOND ? { payment: NO_PAGE.payment } : {}),
      openWindow: ({ payUrl }) => ({ opened: false, refused: payUrl === null }),
    });
    await passUntil(4 * SECOND);
    expect([payment.screen(), payment.can(REOPEN)]).toMatchObject([{ name: 'awaiting', host: null }, false]);
    await passUntil(10 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', host: 'pay.example', blocked: false, refused: false });
    expect(payment.snapshot().context.ticket.payment).toEqual(ticket.payment);
    const checks = payment.opened.filter(({ payUrl }) => payUrl !== null);
    expect(checks).toEqual([{ windowRef: null, payUrl: redirectUrl(ticket) }]);
    payment.send(REOPEN);
    await pass(0);
    expect(payment.opened.at(-1)).toEqual({ windowRef: 'w2', payUrl: redirectUrl(ticket) });
  });

  test.each([
    { window: BLOCKED, shown: { host: 'pay.example', refused: false }, payUrl: redirectUrl(ticket) },
    { window: REFUSED, shown: { host: null, refused: true }, payUrl: null },
  ])('a page of observations by another tab is checked once: $shown (C38, C39)', async ({ window, shown, payUrl }) => {
    const fields = () => ({ payment: NO_PAGE.payment });
    const payment = startHarness({ ...resume({ ticket: NO_PAGE }), leads: false, fields, window });
    for (const after of [2, 3, 4]) {
      await pass(SECOND);
      payment.peer({ type: 'peer.observed', observation: observed('pending', after * SECOND) });
    }
    expect(await payment.screenAfter(0)).toMatchObject({ name: 'awaiting', ...shown });
    expect(payment.opened).toHaveLength(1);
    expect(payment.snapshot().context.ticket.payment).toEqual({ kind: 'redirect', payUrl });
  });
});

describe('polling', () => {
  test('paid is shown within 3 s after the server reports it (RCHG-13)', async () => {
    const payment = await startHarness(turns([30_050, 'paid'])).at(30_050 + 3 * SECOND);
    expect(payment.screen()).toMatchObject({ name: 'paid', late: false, record: recordOf('paid') });
    expect(payment.reports).toEqual([{ type: 'payment.settled', orderId: 'o-1', late: false, delivered: false }]);
  });

  test('Completed reads immediately and then faster, shows "not received yet", and is limited to one read in two seconds (C9, RCHG-13)', async () => {
    const payment = await startHarness().at(102 * SECOND);
    const { length } = payment.reads;
    payment.send(COMPLETED);
    expect([payment.screen(), payment.can(COMPLETED)]).toMatchObject([{ checking: true, notReceived: false }, false]);
    payment.send(COMPLETED);
    await pass(200);
    expect(payment.reads).toHaveLength(length + 1);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', checking: false, notReceived: true });
    await pass(1_799);
    expect(payment.can(COMPLETED)).toBe(false);
    await pass(1);
    expect(payment.can(COMPLETED)).toBe(true);
    await pass(8 * SECOND);
    expect(payment.reads.length).toBeGreaterThan(length + 3);
  });

  test('Completed during a read triggers another one: the older response does not count (C9)', async () => {
    const payment = await startHarness({ latencyMs: 1_000 }).after(0);
    payment.tab({ type: 'tab.woke' });
    await pass(500);
    payment.send(COMPLETED);
    expect(payment.reads).toHaveLength(1);
    await pass(600);
    expect(payment.reads).toHaveLength(2);
    expect(payment.screen()).toMatchObject({ checking: true, notReceived: false });
    expect(await payment.screenAfter(1_000)).toMatchObject({ checking: false, notReceived: true });
    expect(payment.mostOutstanding()).toBe(1);
  });

  test('an order that is not in the record yet is read again, then shown as unknown with a retry (C34)', async () => {
    let known = false;
    const payment = await startHarness({ answer: () => (known ? 'pending' : MISSING) }).at(9_900);
    expect(payment.reads.length).toBeGreaterThan(1);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', failure: MISSING });
    await passUntil(45 * SECOND);
    expect([payment.screen().name, payment.deletions]).toEqual(['unknown', []]);
    const { length } = payment.reads;
    await passUntil(4 * MINUTE);
    expect(payment.reads).toHaveLength(length);
    known = true;
    payment.send(COMPLETED);
    expect((await payment.screenAfter(SECOND)).name).toBe('awaiting');
    await pass(10 * SECOND);
    expect(payment.reads.length).toBeGreaterThan(length + 1);
  });

  test('an unknown order that is dismissed is shown as unknown to the end, and its method ends immediately (C34)', async () => {
    const payment = await startHarness({ answer: () => MISSING }).at(45 * SECOND);
    expect(payment.redirect()).toBeDefined();
    payment.send(DISMISS);
    expect([payment.screen().name, payment.redirect()]).toEqual(['unknown', undefined]);
    await pass(0);
    expect([payment.screen().name, payment.snapshot().status]).toEqual(['unknown', 'done']);
  });

  test('an order that was in the record once is never shown as unknown (C34)', async () => {
    const payment = startHarness({ answer: (after) => (after < 20 * SECOND ? 'pending' : MISSING) });
    await passUntil(2 * MINUTE);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', failure: MISSING, record: recordOf('pending') });
  });
});

describe('deferring', () => {
  test('Later keeps the order and polls slowly; resuming from the banner reads it immediately (C10, RCHG-13)', async () => {
    const payment = await startHarness().at(10 * SECOND);
    payment.send(LATER);
    expect(payment.screen().name).toBe('deferred');
    await passUntil(130 * SECOND);
    const slow = within(payment.reads, 20 * SECOND, 120 * SECOND).length;
    expect(slow >= 8 && slow <= 12).toBe(true);
    const { length } = payment.reads;
    payment.send({ type: 'payment.resume' });
    expect(payment.reads).toHaveLength(length + 1);
    expect((await payment.screenAfter(SECOND)).name).toBe('awaiting');
    expect([payment.deferred, payment.deletions]).toEqual([[false, true, false], []]);
    expect(payment.reports).toEqual([
      { type: 'payment.deferred', orderId: 'o-1' },
      { type: 'payment.shown', orderId: 'o-1' },
    ]);
  });

  const pointScreen = (payment: PaymentHarness) => {
    const method = payment.snapshot().children['method.points'];
    return method && selectPointPaymentScreen(method.getSnapshot()).name;
  };

  test.each([
    { what: 'a deferred order', is: 'resumed', shown: false, amount: 499, seen: 'payable', type: 'payment.resume' },
    {
      what: 'too few E Points',
      is: 'credited',
      shown: true,
      amount: 4_201,
      seen: 'insufficient',
      type: 'points.changed',
    },
  ] as const)('the balance is read again for $what when it is $is (EPNT-04, C10)', async (row) => {
    const inPoints = { ...ticket, payment: { kind: 'points' as const, amount: row.amount } };
    const payment = await startHarness(resume({ shown: row.shown, ticket: inPoints })).after(SECOND);
    expect(pointScreen(payment)).toBe(row.seen);
    payment.send({ type: row.type });
    expect(pointScreen(payment)).toBe('checkingBalance');
    await pass(SECOND);
    expect(pointScreen(payment)).toBe(row.seen);
  });

  test('Later and Completed work while the window opens, at the deadline and without a response (C8)', async () => {
    const payment = startHarness({ answer: () => 'silence' });
    expect([payment.can(LATER), payment.can(COMPLETED)]).toEqual([true, true]);
    expect((await payment.screenAt(DEADLINE + 5 * SECOND)).name).toBe('last-check');
    expect([payment.can(LATER), payment.can(COMPLETED)]).toEqual([true, true]);
  });
});

describe('the end of an order', () => {
  const [LAPSED, ENDED] = [
    ['failed', 'overdue'],
    ['delivered', 'refunded'],
  ] as const;

  test('paid, then delivered: polling slows down, then ends, and the stored order is deleted (ORDR-02)', async () => {
    const payment = await startHarness(turns([30 * SECOND, 'paid'], [200 * SECOND, 'delivered'])).at(32 * SECOND + 500);
    expect([payment.screen().name, payment.deletions, payment.can(LATER)]).toEqual(['paid', [], false]);
    await passUntil(230 * SECOND);
    expect(Math.max(...gaps(within(payment.reads, 35 * SECOND, 85 * SECOND)))).toBeLessThanOrEqual(2_500);
    expect(Math.min(...gaps(within(payment.reads, 100 * SECOND, 200 * SECOND)))).toBeGreaterThanOrEqual(4_000);
    expect(payment.screen()).toMatchObject({ name: 'delivered', late: false });
    expect(payment.deletions).toHaveLength(1);
    const { length } = payment.reads;
    payment.tab({ type: 'tab.woke' });
    payment.closeWindow();
    payment.send({ type: 'payment.resume' });
    await pass(30 * MINUTE);
    expect(payment.reads).toHaveLength(length);
    expect(payment.reports).toEqual([
      { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false },
      { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true },
      { type: 'payment.shown', orderId: 'o-1' },
    ]);
  });

  test.each([
    { status: 'delivered', report: { type: 'payment.settled', orderId: 'o-1', late: false, delivered: true } },
    { status: 'refunded', report: { type: 'payment.lapsed', orderId: 'o-1', earlier: false } },
  ] as const)('an order $status at its first read is not shown as waiting or paid (ORDR-02, ORDR-05)', async (row) => {
    const payment = await startHarness(turns([0, row.status])).at(10 * SECOND);
    expect([payment.screen().name, payment.reports]).toEqual([row.status, [row.report]]);
  });

  test('a refund is shown and ends the order (ORDR-02)', async () => {
    const payment = await startHarness(turns([10 * SECOND, 'paid'], [100 * SECOND, 'refunded'])).at(130 * SECOND);
    expect([payment.screen().name, payment.deletions.length]).toEqual(['refunded', 1]);
    const { length } = payment.reads;
    await pass(30 * MINUTE);
    expect(payment.reads).toHaveLength(length);
  });

  test('a refund after the delivery, which another tab reads, is shown and not reported as a lapse (ORDR-02)', async () => {
    const payment = await startHarness(turns([0, 'delivered'])).at(10 * SECOND);
    const { length } = payment.reports;
    payment.peer({ type: 'peer.observed', observation: observed('refunded', 20 * SECOND) });
    expect([payment.screen().name, payment.reports.slice(length)]).toEqual(['refunded', []]);
  });

  test.each([...LAPSED, ...ENDED])(
    'an order that is %s can give way to the shop, and is still followed; it cannot be deferred (RCHG-14, C10)',
    async (status) => {
      const payment = startHarness(turns([40 * SECOND, status]));
      payment.send({ type: 'payment.leave' });
      expect([payment.deferred, payment.can(LATER)]).toEqual([[false], true]);
      await passUntil(50 * SECOND);
      expect(payment.can(LATER)).toBe(false);
      payment.send({ type: 'payment.leave' });
      expect(payment.reports.at(-1)).toEqual({ type: 'payment.released', orderId: 'o-1' });
      expect(payment.deferred).toEqual([false, true]);
      expect(payment.deletions).toHaveLength(status === 'delivered' || status === 'refunded' ? 1 : 0);
    },
  );

  const CHOICES = { serverId: 's1', roleId: 'r7', itemId: 'g60', channelCode: 'card' };

  test('a declined order offers the same choices again and is still polled (RCHG-14)', async () => {
    const payment = await startHarness(turns([40 * SECOND, 'failed'])).at(50 * SECOND);
    payment.send({ type: 'payment.resubmit' });
    expect(payment.reports).toEqual([
      { type: 'payment.lapsed', orderId: 'o-1', earlier: false },
      { type: 'payment.resubmitted', orderId: 'o-1', choices: CHOICES },
    ]);
    expect([payment.deletions, payment.deferred]).toEqual([[], [false, true]]);
    const { length } = payment.reads;
    await pass(2 * MINUTE);
    expect(payment.reads.length).toBeGreaterThan(length);
  });

  test.each([
    [{}, CHOICES],
    [{ recipient: null }, null],
    [{ itemId: null }, null],
    [{ channelCode: null }, null],
  ])('an order of another device is resubmitted from its record: %j leads to %j (RCHG-14)', (fields, choices) => {
    const payment = startHarness(resume({ ticket: { ...ticket, choices: null }, record: recordOf('overdue', fields) }));
    payment.send({ type: 'payment.resubmit' });
    expect(payment.reports.at(-1)).toEqual({ type: 'payment.resubmitted', orderId: 'o-1', choices });
  });

  test.each(['paid', ...ENDED, ...LAPSED] as const)(
    'a resumed order known as %s is shown as such before the first read (RCHG-16)',
    (name) => {
      const payment = startHarness(resume({ record: recordOf(name) }));
      expect(payment.screen()).toMatchObject({ name, record: recordOf(name) });
      const isLapsed = name === 'failed' || name === 'overdue';
      expect(payment.reports).toEqual(isLapsed ? [{ type: 'payment.lapsed', orderId: 'o-1', earlier: true }] : []);
    },
  );

  test.each(ENDED)('an order dismissed during delivery is followed until it is %s (RCHG-15, EPNT-05)', async (last) => {
    const payment = await startHarness(turns([5 * SECOND, 'paid'], [100 * SECOND, last])).at(10 * SECOND);
    payment.send(DISMISS);
    payment.send(DISMISS);
    expect((await payment.screenAfter(0)).name).toBe('paid');
    expect(new Set(payment.reports.slice(1).map(({ type }) => type))).toEqual(new Set(['payment.released']));
    // A reload does not show it again.
    expect([payment.deferred, payment.deletions]).toEqual([[false, true], []]);
    await passUntil(130 * SECOND);
    const concluded = { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: last === 'delivered' };
    expect([payment.screen().name, payment.reports.at(-1)]).toEqual([last, concluded]);
    expect(payment.deletions).toHaveLength(1);
  });

  test.each([...ENDED, ...LAPSED])('dismissing a %s order deletes and reports it (RCHG-14)', async (status) => {
    const payment = startHarness(turns([5 * SECOND, status]));
    expect(payment.can(DISMISS)).toBe(false);
    await passUntil(10 * SECOND);
    payment.send(DISMISS);
    expect(payment.reports.at(-1)?.type).not.toBe('payment.dismissed');
    await pass(0);
    expect(payment.deletions.length).toBeGreaterThan(0);
    expect(payment.reports.at(-1)).toEqual({ type: 'payment.dismissed', orderId: 'o-1' });
    expect([payment.screen().name, payment.snapshot().status, vi.getTimerCount()]).toEqual([status, 'done', 0]);
  });
});
