import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createOrder } from '../../server/checkout/order-creation.ts';
import { fingerprintOf, type OrderRequest } from '../../server/checkout/order-insertion.ts';
import { itemOffer } from '../../server/checkout/order-rules.ts';
import { channels, goods, idempotencyKeys, orders } from '../../server/db/schema.ts';
import type { Job } from '../../server/outbox/outbox.ts';
import { checkLatePayment } from '../../server/payments/late-payment-check.ts';
import { ensureSession } from '../../server/payments/payment-session.ts';
import { applyReport, syncPayment } from '../../server/payments/payment-sync.ts';
import { type PaymentServices, payableBy } from '../../server/payments/registry.ts';
import type { PaymentProvider } from '../../server/ports/payment-provider.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { ORDER_LIFETIME_MS } from '../../src/contract/retention.ts';
import { GOODS, withProvider as providersWith, recorded, sharedMoneyHarness } from '../support/server/money-harness.ts';
import { aReport } from '../support/server/payment-provider.ts';
import { describeOn } from '../support/server/test-database.ts';

const forbidProviders: PaymentServices['providerOf'] = () => {
  throw new Error('a provider was used');
};

describeOn('conflicts between orders', () => {
  const harness = sharedMoneyHarness();
  let services: PaymentServices;
  let counted: readonly string[];
  beforeEach(() => {
    const { context, ...log } = recorded(harness.context);
    ({ counted } = log);
    services = { context, providerOf: harness.ports.services.providerOf };
  });

  const withProvider = (changes: Partial<PaymentProvider>) => providersWith(services, () => changes);
  const setPrice = (priceMinor: number) =>
    harness.context.db.update(goods).set({ priceMinor }).where(eq(goods.goodsId, GOODS.goodsId));
  const atPrice = async (priceMinor: number, body: () => Promise<void>): Promise<void> => {
    await setPrice(priceMinor);
    try {
      await body();
    } finally {
      await setPrice(GOODS.priceMinor);
    }
  };
  const lateJobOf = async (orderId: string) => (await harness.jobOf(`unpaid:${orderId}`)) as Job;

  test('an order is overdue exactly at its deadline (RCHG-14)', async () => {
    const userId = await harness.addUser();
    const old = await harness.buy(userId);
    harness.advanceTo((await harness.orderOf(old)).expiresAt);
    expect(await harness.buy(userId)).not.toBe(old);
    expect((await harness.orderOf(old)).status).toBe('overdue');
  });

  test('an open order in E Points at an old price fails, and no provider is used (C32, EPNT-04)', async () => {
    const userId = await harness.addUser(2_000);
    const withPoints: PaymentServices = { ...services, providerOf: forbidProviders };
    const old = await harness.order(harness.pointsRequest(userId));
    await atPrice(599, async () => {
      const creation = await createOrder(withPoints, harness.pointsRequest(userId));
      expect(creation).toMatchObject({ kind: 'order', payment: null });
      expect(counted).toEqual(['orders_failed', 'orders_created', 'orders_accepted']);
    });
    expect(await harness.historyOf(old)).toEqual(['pending', 'failed']);
    expect(await harness.ordersOf(userId)).toHaveLength(2);
    expect((await harness.reasonsOf(old)).at(-1)).toBe('the offer has changed');
  });

  test('an order at an old price that stays in flight is closed three times, then the player has to wait (S20)', async () => {
    const userId = await harness.addUser();
    const old = await harness.buy(userId);
    let closings = 0;
    const inFlight = withProvider({
      close: async () => {
        closings += 1;
        return { orderId: old, state: 'in-flight', captures: [], refunded: [] };
      },
    });
    await atPrice(599, async () => {
      expect(await createOrder(inFlight, harness.requestOf(userId))).toEqual({
        kind: 'refused',
        code: CODE.stillProcessing,
      });
    });
    expect(closings).toBe(3);
    expect(await harness.historyOf(old)).toEqual(['pending']);
  });

  test('an offer that the route has read is used first, and is read again after each conflict (C32)', async () => {
    const userId = await harness.addUser();
    let reads = 0;
    const request: OrderRequest = {
      ...harness.requestOf(userId),
      readOffer: async (...read) => {
        reads += 1;
        return itemOffer(...read);
      },
    };
    const offer = await itemOffer(harness.context.db, payableBy(services), request);
    await createOrder(services, { ...request, offer });
    expect(reads).toBe(0);
    harness.advance(300_000);
    expect(await createOrder(services, { ...request, offer })).toMatchObject({ kind: 'order' });
    expect(reads).toBe(2);
    expect(await harness.ordersOf(userId)).toHaveLength(2);
  });

  test('a refused offer does not hide the order that another request has written with the key meanwhile (S12)', async () => {
    const userId = await harness.addUser();
    const template = await harness.orderOf(await harness.bought());
    const key = 'a-key-of-sixteen-characters';
    const own = harness.requestOf(userId);
    const request: OrderRequest = {
      ...own,
      key,
      readOffer: async (db) => {
        await db.insert(orders).values({ ...template, orderId: 'meanwhile', userId, providerRef: 'meanwhile' });
        await db.insert(idempotencyKeys).values({
          userId,
          path: own.path,
          key,
          fingerprint: fingerprintOf(own.selection),
          orderId: 'meanwhile',
          createdAt: template.createdAt,
        });
        return { kind: 'refused', code: CODE.priceChanged };
      },
    };
    expect(await createOrder(services, request)).toMatchObject({ kind: 'order', orderId: 'meanwhile', isReplay: true });
    expect(counted).not.toContain('orders_created');
  });

  test('without its provider an order gets no session, and an unknown order is not queried (S25)', async () => {
    const orderId = await harness.bought();
    const order = { ...(await harness.orderOf(orderId)), payment: null };
    await expect(ensureSession({ ...services, providerOf: () => null }, order)).rejects.toThrow(
      `there is no payment provider sandbox for order ${orderId}`,
    );
    expect(await syncPayment({ ...services, providerOf: forbidProviders }, '260301-0000-0000-0000')).toBeNull();
  });

  test('an order keeps its provider when the channel gets another one or is deleted (S25)', async () => {
    const { db } = harness.context;
    const channel = { channelCode: 'short-lived', name: 'Short', provider: 'sandbox', isOpen: true, priority: 9 };
    await db.insert(channels).values(channel);
    const [moved, orphaned] = [await harness.addUser(), await harness.addUser()];
    const selection = { channelCode: channel.channelCode };
    const [first, second] = [await harness.buy(moved, selection), await harness.buy(orphaned, selection)];
    await db.update(channels).set({ provider: 'acme' }).where(eq(channels.channelCode, channel.channelCode));
    await harness.act(first, 'pay');
    expect(await harness.settledHistoryOf(first)).toEqual(['pending', 'paid', 'delivered']);
    await db.delete(channels).where(eq(channels.channelCode, channel.channelCode));
    await harness.act(second, 'pay-twice');
    expect(await harness.settledHistoryOf(second)).toEqual(['pending', 'paid', 'delivered']);
    expect((await harness.paymentsOf(second)).map(({ kind }) => kind)).toEqual(['capture', 'capture', 'refund']);
  });

  test.each([
    ['the same key', 'first-key-of-the-order'],
    ['another key', 'second-key-of-the-order'],
  ])('a session is opened at the provider of the order after its channel moved: %s (S25, S14)', async (_, key) => {
    const { db } = harness.context;
    const channelCode = `moved-${key}`;
    await db.insert(channels).values({ channelCode, name: 'Moved', provider: 'sandbox', isOpen: true, priority: 9 });
    const userId = await harness.addUser();
    const request = harness.requestOf(userId, { channelCode }, { key: 'first-key-of-the-order' });
    await createOrder(withProvider({ createSession: () => Promise.reject(new Error('down')) }), request);
    await db.update(channels).set({ provider: 'acme' }).where(eq(channels.channelCode, channelCode));
    const opened: string[] = [];
    const both = providersWith(
      { ...services, providerOf: () => services.providerOf('sandbox') },
      ({ createSession }, name) => ({
        createSession: (session) => {
          opened.push(name);
          return createSession(session);
        },
      }),
    );
    const offer = await itemOffer(db, payableBy(both), request);
    expect(await createOrder(both, { ...request, key, offer })).toMatchObject({ kind: 'order' });
    expect(opened).toEqual(['sandbox']);
  });

  test('a refund is booked after the provider of an order was renamed (S6, S25)', async () => {
    const orderId = await harness.bought();
    await applyReport(services, aReport(orderId), 'sandbox');
    await harness.context.db
      .update(orders)
      .set({ provider: 'sandbox-by-another-name' })
      .where(eq(orders.orderId, orderId));
    await applyReport(services, aReport(orderId, { refunded: [`c-${orderId}`] }), 'sandbox-by-another-name');
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
    expect((await harness.paymentsOf(orderId)).map(({ kind }) => kind)).toEqual(['capture', 'refund']);
  });

  test('a session that closes after the order was overdue changes and counts nothing (ORDR-02)', async () => {
    const orderId = await harness.expired();
    await applyReport(services, aReport(orderId, { state: 'closed', captures: [] }), 'sandbox');
    expect(counted).toEqual([]);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'overdue']);
  });

  test('an unpaid order is checked for a week, and a paid one is not (F13)', async () => {
    const [unpaid, paid] = [await harness.bought(), await harness.bought()];
    await harness.runJobsAfter(300_000);
    const [job, jobOfPaid] = [await lateJobOf(unpaid), await lateJobOf(paid)];
    await harness.act(paid, 'pay-late');
    await harness.runJobs({ post: async () => 503 });
    expect(await checkLatePayment(services, paid, jobOfPaid)).toBeNull();
    expect((await harness.orderOf(paid)).status).toBe('paid');
    const after = (ms: number) => new Date(job.createdAt.getTime() + ms);
    harness.advanceTo(after(30_000));
    expect(await checkLatePayment(services, unpaid, job)).toEqual(after(90_000));
    harness.advanceTo(after(3_600_000));
    expect(await checkLatePayment(services, unpaid, job)).toEqual(after(7_200_000));
    harness.advanceTo(after(ORDER_LIFETIME_MS - 1));
    expect(await checkLatePayment(services, unpaid, job)).not.toBeNull();
    harness.advanceTo(after(ORDER_LIFETIME_MS));
    expect(await checkLatePayment(services, unpaid, job)).toBeNull();
  });

  test('an overdue order without a session can be checked (F13)', async () => {
    const down = withProvider({ createSession: () => Promise.reject(new Error('down')) });
    const userId = await harness.addUser();
    await createOrder(down, harness.requestOf(userId));
    await harness.runJobsAfter(300_000);
    const [order] = await harness.ordersOf(userId);
    const job = { createdAt: harness.context.clock.now() } as Job;
    expect(order?.status).toBe('overdue');
    expect(await checkLatePayment(services, order?.orderId ?? '', job)).toBeInstanceOf(Date);
  });

  test('an order that is paid while its session is closed is not checked again (F13)', async () => {
    const orderId = await harness.bought();
    await harness.runJobsAfter(300_000, { post: async () => 503 });
    const paidMeanwhile = withProvider({
      query: async () => aReport(orderId, { state: 'open', captures: [] }),
      close: async () => aReport(orderId),
    });
    const job = { createdAt: harness.context.clock.now() } as Job;
    expect(await checkLatePayment(paidMeanwhile, orderId, job)).toBeNull();
    expect((await harness.orderOf(orderId)).status).toBe('paid');
  });
});
