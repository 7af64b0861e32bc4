import { asc, eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createOrder } from '../../server/checkout/order-creation.ts';
import { channels, notifications, outbox, payments, sandboxPayments } from '../../server/db/schema.ts';
import type { Job } from '../../server/outbox/outbox.ts';
import { checkLatePayment } from '../../server/payments/late-payment-check.ts';
import { settleDueOrder } from '../../server/payments/order-expiry.ts';
import { closeAtProvider } from '../../server/payments/payment-session.ts';
import { applyReport, syncPayment } from '../../server/payments/payment-sync.ts';
import { processNotification, receiveNotification } from '../../server/payments/receive-notification.ts';
import { refundCapture } from '../../server/payments/refund.ts';
import type { PaymentServices } from '../../server/payments/registry.ts';
import type { PaymentProvider, PaymentReport } from '../../server/ports/payment-provider.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { sandboxGameServer } from '../../server/sandbox/sandbox-game-server.ts';
import { signed } from '../../server/sandbox/sandbox-signature.ts';
import { createJobHandlers } from '../../server/workers/job-handlers.ts';
import { ORDER_LIFETIME_MS } from '../../src/contract/retention.ts';
import { withProvider as providersWith, recorded, sharedMoneyHarness } from '../support/server/money-harness.ts';
import { aReport } from '../support/server/payment-provider.ts';
import { describeOn } from '../support/server/test-database.ts';

const TRACE = 'a1'.repeat(16);

describeOn('what an operator sees of a payment', () => {
  const harness = sharedMoneyHarness();
  /** Like the harness, but events and log lines are recorded. */
  let services: PaymentServices;
  let counted: readonly string[];
  let lines: Record<string, unknown>[];
  beforeEach(() => {
    const { context, ...log } = recorded(harness.context);
    ({ counted, lines } = log);
    services = { context, providerOf: harness.ports.services.providerOf };
  });

  const requestOf = async (channelCode = 'card') =>
    harness.requestOf(await harness.addUser(), { channelCode }, { traceId: TRACE });
  const ordered = async (): Promise<string> => harness.order(await requestOf());

  const withProvider = (changes: Partial<PaymentProvider>) => providersWith(services, () => changes);
  const apply = (orderId: string, more: Partial<PaymentReport> = {}) =>
    applyReport(services, aReport(orderId, more), 'sandbox');
  const jobsOf = (subject: string) =>
    harness.context.db
      .select({ kind: outbox.kind, payload: outbox.payload, traceId: outbox.traceId, dueAt: outbox.dueAt })
      .from(outbox)
      .where(eq(outbox.subject, subject));
  const after = (ms: number): Date => new Date(harness.context.clock.now().getTime() + ms);

  /** Runs the job that refunds the capture of an order, which was queued now. */
  const refundOf = (orderId: string, used: PaymentServices) => {
    const job = { subject: `c-${orderId}`, payload: { orderId }, createdAt: after(0) } as unknown as Job;
    return () => createJobHandlers(used, sandboxGameServer(harness.context.db)).refund(job);
  };

  const notify = async (orderId: string, more: object = {}, secret = harness.context.config.webhookSecret) => {
    const event = await harness.captureEvent(orderId, more);
    const body = new TextEncoder().encode(JSON.stringify(event));
    const headers = new Headers(signed(secret, body, harness.context.clock.now().getTime()));
    const receive = (provider = 'sandbox') => receiveNotification(services, provider, body, headers, TRACE);
    return { eventId: `sandbox:${event.event_id}`, receive };
  };

  test.each([
    ['that is forged', {}, 'another secret of the same length', 'signature'],
    ['with a text that the database cannot store', { event_id: 'operator\u0000' }, undefined, 'shape'],
  ])('a notification %s is rejected, counted and logged with its reason (S6)', async (_, more, secret, why) => {
    const { receive } = await notify(await ordered(), more, secret);
    expect(await receive()).toBe('forged');
    expect(counted).toEqual(['notifications_forged']);
    expect(lines).toEqual([
      { level: 40, traceId: TRACE, provider: 'sandbox', why, msg: 'a notification was rejected' },
    ]);
    expect(await receive('unknown')).toBe('unknown-provider');
  });

  test('a notification that does not match its order is counted and logged with the trace of the order (S6)', async () => {
    const orderId = await ordered();
    const { eventId, receive } = await notify(orderId, { amount_minor: 498 });
    await receive();
    await processNotification(services, eventId);
    expect(counted).toEqual(['notifications_mismatched']);
    expect(lines).toEqual([
      {
        level: 50,
        eventId,
        orderId,
        traceId: TRACE,
        msg: 'a notification does not match its order: amount, currency or reference differ',
      },
    ]);
    const [row] = await harness.context.db
      .select({ at: notifications.processedAt })
      .from(notifications)
      .where(eq(notifications.eventId, eventId));
    expect(row?.at).toEqual(after(0));
  });

  test('a payment is counted and logged once, however often it is reported (S6, S31)', async () => {
    const orderId = await ordered();
    await apply(orderId);
    await apply(orderId);
    expect(counted).toEqual(['orders_paid']);
    expect(lines).toEqual([{ level: 30, orderId, from: 'pending', to: 'paid', traceId: TRACE, msg: 'order moved' }]);
    expect((await harness.reasonsOf(orderId)).at(-1)).toBe('payment verified');
    expect((await jobsOf(orderId)).map(({ kind, payload, traceId }) => ({ kind, payload, traceId }))).toEqual([
      { kind: 'deliver', payload: {}, traceId: TRACE },
    ]);
  });

  test('an order that the channel closes has failed, and is checked for late payments after a minute (ORDR-02, S31)', async () => {
    const orderId = await ordered();
    await apply(orderId, { state: 'closed', captures: [] });
    await apply(orderId, { state: 'closed', captures: [] });
    expect(counted).toEqual(['orders_failed']);
    expect(await harness.reasonsOf(orderId)).toEqual([expect.anything(), 'closed unpaid by the channel']);
    expect(await jobsOf(`unpaid:${orderId}`)).toEqual([
      { kind: 'check-late-payment', payload: { orderId }, traceId: TRACE, dueAt: after(60_000) },
    ]);
  });

  test('a refund is recorded with the amount and currency of its capture (ORDR-02, S11)', async () => {
    const orderId = await ordered();
    await apply(orderId);
    await apply(orderId, { refunded: ['unknown', `c-${orderId}`] });
    await apply(orderId, { refunded: [`c-${orderId}`] });
    expect(counted).toEqual(['orders_paid', 'orders_refunded']);
    expect((await harness.reasonsOf(orderId)).at(-1)).toBe('payment refunded');
    const rows = await harness.context.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .orderBy(asc(payments.paymentId));
    expect(rows.map(({ kind, captureId, amountMinor, currency }) => [kind, captureId, amountMinor, currency])).toEqual([
      ['capture', `c-${orderId}`, 499, 'USD'],
      ['refund', `refund:c-${orderId}`, 499, 'USD'],
    ]);
  });

  test('a refund that the provider accepts and does not report yet is checked again (S11)', async () => {
    const orderId = await ordered();
    await apply(orderId);
    let refunded: readonly string[] = [];
    const slow = withProvider({ refund: async () => undefined, query: async () => aReport(orderId, { refunded }) });
    const refund = refundOf(orderId, slow);
    const results = [await refund()];
    harness.advance(600_000);
    results.push(await refund());
    expect(results).toEqual([
      { kind: 'again', dueAt: after(60_000 - 600_000) },
      { kind: 'again', dueAt: after(600_000) },
    ]);
    harness.advance(100 * 3_600_000);
    expect(await refund()).toEqual({ kind: 'again', dueAt: after(8 * 3_600_000) });
    expect(counted).toEqual(['orders_paid']);
    refunded = [`c-${orderId}`];
    expect(await refund()).toEqual({ kind: 'done' });
    expect(counted).toEqual(['orders_paid', 'orders_refunded', 'refunds']);
  });

  test('a capture whose refund is already booked, after a chargeback or a refund by hand, is not refunded again (S11)', async () => {
    const orderId = await ordered();
    await apply(orderId);
    await apply(orderId, { refunded: [`c-${orderId}`] });
    const calls: string[] = [];
    const watched = withProvider({
      refund: async () => void calls.push('refund'),
      query: async () => {
        calls.push('query');
        return aReport(orderId, { refunded: [`c-${orderId}`] });
      },
    });
    expect(await refundOf(orderId, watched)()).toEqual({ kind: 'done' });
    expect(calls).toEqual([]);
    expect(counted).toEqual(['orders_paid', 'orders_refunded', 'refunds']);
  });

  test('a refund that the provider rejects is done if its report lists the capture as refunded (S11)', async () => {
    const orderId = await ordered();
    await apply(orderId);
    let refunded: readonly string[] = [];
    const refusing = withProvider({
      refund: () => Promise.reject(new Error('the capture cannot be refunded')),
      query: async () => aReport(orderId, { refunded }),
    });
    const refund = refundOf(orderId, refusing);
    await expect(refund()).rejects.toThrow('the payment provider did not respond');
    expect(counted).toEqual(['orders_paid']);
    refunded = [`c-${orderId}`];
    expect(await refund()).toEqual({ kind: 'done' });
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
    expect(counted).toEqual(['orders_paid', 'orders_refunded', 'refunds']);
  });

  test('a refund that cannot be made while the provider does not report either fails with the error of the refund (S25)', async () => {
    const orderId = await ordered();
    await apply(orderId);
    const down = withProvider({
      refund: () => Promise.reject(new Error('the first call')),
      query: () => Promise.reject(new Error('the second call')),
    });
    await expect(refundCapture(down, orderId, `c-${orderId}`)).rejects.toMatchObject({
      cause: { message: 'the first call' },
    });
  });

  test('reports about another order and about an unknown one are refused (S6)', async () => {
    const orderId = await ordered();
    const confused = withProvider({ query: async () => aReport('another') });
    await expect(syncPayment(confused, orderId)).rejects.toThrow('another order');
    await expect(apply('260301-0000-0000-0000')).rejects.toThrow('unknown order');
    await expect(refundCapture(services, '260301-0000-0000-0000', 'c-1')).rejects.toThrow('no provider');
    const unpayable: PaymentServices = { ...services, providerOf: () => null };
    await expect(syncPayment(unpayable, orderId)).rejects.toThrow('no payment provider');
    await expect(refundCapture(unpayable, orderId, 'c-1')).rejects.toThrow('no provider');
    expect(await harness.historyOf(orderId)).toEqual(['pending']);
  });

  test('a session that another order reports as closed is refused, and a capture id pays one order (S6)', async () => {
    const [orderId, otherId] = [await ordered(), await ordered()];
    const confused = withProvider({ close: async () => aReport(otherId, { state: 'closed' }) });
    await expect(closeAtProvider(confused, await harness.orderOf(orderId))).rejects.toThrow('another order');
    const captures = [{ captureId: 'c-shared', amountMinor: 499, currency: 'USD' }];
    await apply(orderId, { state: 'paid', captures });
    await apply(orderId, { state: 'paid', captures });
    await expect(apply(otherId, { state: 'paid', captures })).rejects.toThrow("the id of another order's capture");
    expect([await harness.historyOf(orderId), await harness.historyOf(otherId)]).toEqual([
      ['pending', 'paid'],
      ['pending'],
    ]);
  });

  test('an overdue order is counted once; a provider that is down is logged, and the order is checked again (F7, S25)', async () => {
    const orderId = await ordered();
    harness.advance(300_000);
    await settleDueOrder(withProvider({ query: () => Promise.reject(new Error('down')) }), orderId);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        orderId,
        traceId: TRACE,
        err: expect.objectContaining({ message: 'the payment provider did not respond: down' }),
        msg: 'the order is past its deadline and the payment provider does not respond',
      }),
    ]);
    expect((await harness.orderOf(orderId)).checkedAt).toEqual(after(0));
    harness.advance(1_000);
    await settleDueOrder(
      withProvider({ query: async () => aReport(orderId, { state: 'in-flight', captures: [] }) }),
      orderId,
    );
    expect((await harness.orderOf(orderId)).checkedAt).toEqual(after(0));
    expect(counted).toEqual([]);
    await settleDueOrder(services, orderId);
    await settleDueOrder(services, orderId);
    expect(counted).toEqual(['orders_overdue']);
    expect((await harness.reasonsOf(orderId)).at(-1)).toBe('not paid in time');
    expect(await jobsOf(`unpaid:${orderId}`)).toEqual([
      { kind: 'check-late-payment', payload: { orderId }, traceId: TRACE, dueAt: after(0) },
    ]);
  });

  test('orders that the provider does not know do not keep other orders from it (S25)', async () => {
    const { db } = harness.context;
    const lost = [await ordered(), await ordered(), await ordered(), await ordered(), await ordered()];
    await db.delete(sandboxPayments).where(inArray(sandboxPayments.orderId, lost));
    harness.advance(300_000);
    for (const orderId of lost) await settleDueOrder(services, orderId);
    const orderId = await ordered();
    expect(await harness.booksOf(orderId)).toMatchObject({ state: 'open' });
    expect(lines.map(({ msg }) => msg)).toEqual(
      lost.map(() => 'the order is past its deadline and could not be checked'),
    );
  });

  test('an order that the provider no longer reports ends after a week, its checks after two, with a line each (S25, F13)', async () => {
    const orderId = await ordered();
    const { createdAt, expiresAt } = await harness.orderOf(orderId);
    const job = { createdAt, traceId: TRACE } as unknown as Job;
    const down = withProvider({ query: () => Promise.reject(new Error('down')) });
    const line = { level: 50, orderId, traceId: TRACE, err: expect.objectContaining({ type: 'UpstreamError' }) };
    harness.advanceTo(new Date(expiresAt.getTime() + ORDER_LIFETIME_MS - 1));
    await settleDueOrder(down, orderId);
    expect(await harness.historyOf(orderId)).toEqual(['pending']);
    lines.length = 0;
    harness.advanceTo(new Date(expiresAt.getTime() + ORDER_LIFETIME_MS));
    await settleDueOrder(down, orderId);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'overdue']);
    harness.advanceTo(new Date(createdAt.getTime() + 2 * ORDER_LIFETIME_MS - 1));
    await expect(checkLatePayment(down, orderId, job)).rejects.toThrow('the payment provider did not respond');
    harness.advanceTo(new Date(createdAt.getTime() + 2 * ORDER_LIFETIME_MS));
    expect(await checkLatePayment(down, orderId, job)).toBeNull();
    expect(lines).toEqual([
      {
        ...line,
        msg: 'the payment provider does not report the order a week after its deadline; the order ends unpaid',
      },
      { ...line, msg: 'the payment provider no longer reports an unpaid order; its checks end' },
    ]);
  });

  test('a check of a pending order leaves its session open, and is repeated a minute after the deadline (F13)', async () => {
    const orderId = await ordered();
    const { createdAt, expiresAt } = await harness.orderOf(orderId);
    const job = { createdAt, traceId: TRACE } as unknown as Job;
    expect(await checkLatePayment(services, orderId, job)).toEqual(new Date(expiresAt.getTime() + 60_000));
    expect(await harness.booksOf(orderId)).toMatchObject({ state: 'open' });
    harness.advance(400_000);
    expect(await checkLatePayment(services, orderId, job)).toEqual(after(60_000));
    expect(await harness.booksOf(orderId)).toMatchObject({ state: 'open' });
  });

  test('a check of a paid order closes nothing, and a check of an unknown order ends (F13)', async () => {
    const orderId = await ordered();
    const job = { createdAt: after(0), traceId: TRACE } as unknown as Job;
    const closed: string[] = [];
    const watched = withProvider({
      query: async () => aReport(orderId),
      close: async (reference) => {
        closed.push(reference);
        return aReport(orderId);
      },
    });
    expect(await checkLatePayment(watched, orderId, job)).toBeNull();
    expect(await checkLatePayment(watched, '260301-0000-0000-0000', job)).toBeNull();
    expect(closed).toEqual([]);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
  });

  test('an overdue order without a session at the provider is not checked for late payments (S25)', async () => {
    const request = await requestOf();
    const down = withProvider({ createSession: () => Promise.reject(new Error('down')) });
    expect(await createOrder(down, request)).toEqual({ kind: 'refused', code: CODE.stillProcessing });
    const [order] = await harness.ordersOf(request.userId);
    harness.advance(300_000);
    await settleDueOrder(services, order?.orderId ?? '');
    expect((await harness.ordersOf(request.userId)).map(({ status }) => status)).toEqual(['overdue']);
    expect(await jobsOf(`unpaid:${order?.orderId}`)).toEqual([]);
  });

  test('accepted and refused orders are counted, and a provider that creates no session is logged (S31)', async () => {
    const request = await requestOf();
    expect((await createOrder(services, request)).kind).toBe('order');
    expect(await createOrder(services, await requestOf('closed'))).toMatchObject({ kind: 'refused' });
    expect(counted.filter((event) => /accepted|refused/.test(event))).toEqual(['orders_accepted', 'orders_refused']);
    const down = withProvider({ createSession: () => Promise.reject(new Error('down')) });
    await createOrder(down, await requestOf());
    expect(lines.filter(({ level }) => level === 40)).toEqual([
      expect.objectContaining({ traceId: TRACE, msg: 'could not create the payment session' }),
    ]);
  });

  test('only a failure of the provider asks the player to wait; a defect does not look like one (S25)', async () => {
    const request = await requestOf();
    const broken: PaymentServices = {
      ...services,
      providerOf: () => {
        throw new TypeError('a defect');
      },
    };
    await expect(createOrder(broken, request)).rejects.toThrow('a defect');
  });

  test('the session is created at the provider of the channel, with what the player buys (F8)', async () => {
    await harness.context.db
      .insert(channels)
      .values({ channelCode: 'second', name: 'Second', provider: 'second', priority: 9 });
    const sandbox = services.providerOf('sandbox');
    const asked: unknown[] = [];
    const two: PaymentServices = {
      ...services,
      providerOf: (name) =>
        sandbox && {
          ...sandbox,
          createSession: async (session) => {
            asked.push([name, session]);
            const payUrl = `https://pay.example/${session.orderId}`;
            return { reference: `r-${session.orderId}`, payment: { kind: 'redirect', payUrl } };
          },
        },
    };
    const request = await requestOf('second');
    const creation = await createOrder(two, request);
    const [order] = await harness.ordersOf(request.userId);
    const payment = { kind: 'redirect', payUrl: `https://pay.example/${order?.orderId}` };
    expect(creation).toMatchObject({ kind: 'order', payment, isReplay: false });
    expect(asked).toEqual([
      [
        'second',
        {
          orderId: order?.orderId,
          channelCode: 'second',
          amountMinor: 499,
          currency: 'USD',
          description: 'Gems · Emberfall',
          expiresAt: order?.expiresAt,
          traceId: TRACE,
        },
      ],
    ]);
    expect(order).toMatchObject({
      payment,
      providerRef: `r-${order?.orderId}`,
    });
    expect(await createOrder(two, request)).toMatchObject({ kind: 'order' });
    expect(asked).toHaveLength(1);
  });
});
