import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../server/app/app.ts';
import { notifications, outbox } from '../../server/db/schema.ts';
import { latePaymentSubject } from '../../server/payments/payment-sync.ts';
import type { PaymentProvider } from '../../server/ports/payment-provider.ts';
import { mountWebhook } from '../../server/routes/webhook.route.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import type { SandboxEvent } from '../../server/sandbox/sandbox.types.ts';
import { forceCapture } from '../../server/sandbox/sandbox-payments.ts';
import { sandboxProvider } from '../../server/sandbox/sandbox-provider.ts';
import { SIGNATURE_HEADER, signed, TIMESTAMP_HEADER } from '../../server/sandbox/sandbox-signature.ts';
import { sharedMoneyHarness, withProvider } from '../support/server/money-harness.ts';
import { whileFull } from '../support/server/test-database.ts';

const harness = sharedMoneyHarness();

const bytesOf = (event: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(event));

const post = async (
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  provider = 'sandbox',
): Promise<number> => (await harness.app.request(`/webhooks/${provider}`, { method: 'POST', body, headers })).status;

const sign = (body: Uint8Array, ageS = 0): Record<string, string> =>
  signed(harness.context.config.webhookSecret, body, harness.context.clock.now().getTime() - ageS * 1_000);

const notify = (event: SandboxEvent): Promise<number> => {
  const body = bytesOf(event);
  return post(body, sign(body));
};

const storedOf = async (eventId: string): Promise<(string | null)[]> =>
  (
    await harness.context.db
      .select({ outcome: notifications.outcome })
      .from(notifications)
      .where(eq(notifications.eventId, `sandbox:${eventId}`))
  ).map(({ outcome }) => outcome);

/** A server whose provider returns the whole body of a notification, like an adapter that keeps everything. */
const keepingBodies = () => {
  const make = (context: AppContext): PaymentProvider => {
    const provider = sandboxProvider(context);
    return {
      ...provider,
      verify: (bytes, headers, nowMs) => {
        const verdict = provider.verify(bytes, headers, nowMs);
        return verdict.ok ? { ...verdict, body: JSON.parse(new TextDecoder().decode(bytes)) } : verdict;
      },
    };
  };
  const ports = { ...harness.context.ports, providers: { sandbox: { make, sandboxOnly: true } } };
  return createApp({ ...harness.context, ports }, { routes: [], middleware: [mountWebhook] });
};

/** Runs the periodic checks of an unpaid order until they end. Returns the age of the job at each check, in minutes. */
const runLateChecks = async (orderId: string): Promise<readonly number[]> => {
  const ages: number[] = [];
  for (;;) {
    const [job] = await harness.context.db
      .select()
      .from(outbox)
      .where(eq(outbox.subject, latePaymentSubject(orderId)));
    if (!job || job.doneAt) return ages;
    harness.advance(job.dueAt.getTime() - harness.context.clock.now().getTime());
    ages.push((job.dueAt.getTime() - job.createdAt.getTime()) / 60_000);
    await harness.runJobs();
  }
};

describe('accepted notifications', () => {
  test('one changed byte anywhere is rejected and not stored (S6)', async () => {
    const event = await harness.captureEvent(await harness.bought());
    const body = bytesOf(event);
    const headers = sign(body);
    for (let at = 0; at < body.length; at += 1) {
      const forged = body.slice();
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(await post(forged, headers)).toBe(401);
    }
    expect(await storedOf(event.event_id)).toEqual([]);
  });

  test('a signature of another secret, another time, half of it, or none is refused (S6)', async () => {
    const body = bytesOf(await harness.captureEvent(await harness.bought()));
    const good = sign(body);
    const now = harness.context.clock.now().getTime();
    const bad: Record<string, string>[] = [
      {},
      signed('another secret of the same length', body, now),
      { ...good, [TIMESTAMP_HEADER]: String(Math.floor(now / 1_000) + 1) },
      { ...good, [SIGNATURE_HEADER]: good[SIGNATURE_HEADER]?.slice(0, 32) ?? '' },
      { ...good, [SIGNATURE_HEADER]: 'zz'.repeat(32) },
      { ...good, [TIMESTAMP_HEADER]: 'NaN' },
    ];
    for (const headers of bad) expect(await post(body, headers)).toBe(401);
  });

  test.each([
    [0, 200],
    [300, 200],
    [301, 401],
    [-300, 200],
    [-301, 401],
    [86_400, 401],
  ])('signed %i s ago: %i (S6)', async (age, status) => {
    const body = bytesOf(await harness.captureEvent(await harness.bought()));
    expect(await post(body, sign(body, age))).toBe(status);
  });

  test('arbitrary bytes are rejected and never cause an error (S6)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, isSigned) => {
        const body = new Uint8Array(bytes);
        expect(await post(body, isSigned ? sign(body) : {})).toBe(401);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['a NUL', '\u0000'],
    ['an unpaired surrogate', '\ud800'],
  ])('a genuine notification with %s in its body is stored without it, with its job (S6, S22)', async (_, odd) => {
    const event = await harness.captureEvent(await harness.bought());
    const body = bytesOf({ ...event, payer: `Ann${odd}` });
    const received = await keepingBodies().request('/webhooks/sandbox', { method: 'POST', body, headers: sign(body) });
    expect(received.status).toBe(200);
    const eventId = `sandbox:${event.event_id}`;
    const { db } = harness.context;
    const [row] = await db
      .select({ body: notifications.body })
      .from(notifications)
      .where(eq(notifications.eventId, eventId));
    expect(row?.body).toEqual({ notice: expect.objectContaining({ orderId: event.order_id }), event: null });
    const jobs = await db.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.subject, eventId));
    expect(jobs).toEqual([{ kind: 'process-notification' }]);
    await harness.runJobs();
    expect(await storedOf(event.event_id)).toEqual(['queried']);
  });

  test('more than 64 kB, and providers that do not exist, are rejected (S6)', async () => {
    const big = new Uint8Array(64_001);
    expect(await post(big, sign(big))).toBe(413);
    const body = bytesOf({});
    expect(await post(body, sign(body), 'unknown')).toBe(404);
    expect(await post(body, sign(body), 'toString')).toBe(404);
  });
});

describe('effects of a notification', () => {
  test('it does not move the order by itself: the provider has no such payment (S6)', async () => {
    const orderId = await harness.bought();
    expect(await notify(await harness.captureEvent(orderId))).toBe(200);
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending']);
    expect(await harness.paymentsOf(orderId)).toEqual([]);
  });

  test.each([
    ['amount', { amount_minor: 498 }, ['pending', 'paid']],
    ['currency', { currency: 'EUR' }, ['pending', 'paid']],
    ['reference', { reference: 'A'.repeat(26) }, ['pending']],
    ['order', { order_id: '260301-0000-0000-0000' }, ['pending']],
  ])(
    'a notification whose %s differs from the order is logged for review, and only the provider moves the order (S6)',
    async (_, more, history) => {
      const orderId = await harness.bought('pay');
      const event = await harness.captureEvent(orderId, more);
      expect(await notify(event)).toBe(200);
      await harness.runJobs({ post: async () => 503 });
      expect(await storedOf(event.event_id)).toEqual(['mismatch']);
      expect(await harness.historyOf(orderId)).toEqual(history);
    },
  );

  test('thirty days late, after the last check of the overdue order: paid because of the notification, then delivered (S7)', async () => {
    const { clock } = harness.context;
    const orderId = await harness.bought();
    const monthLater = clock.now().getTime() + 30 * 86_400_000;
    await harness.runJobsAfter(300_000);
    await runLateChecks(orderId);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'overdue']);
    harness.advance(monthLater - clock.now().getTime());
    await forceCapture(harness.context, await harness.referenceFor(orderId));
    const lost = { post: async () => 503 };
    await harness.runJobs(lost);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'overdue']);

    const event = await harness.captureEvent(orderId);
    expect(await notify(event)).toBe(200);
    await harness.runJobs(lost);
    expect(await storedOf(event.event_id)).toEqual(['queried']);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'overdue', 'paid']);
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'overdue', 'paid', 'delivered']);
    expect(await harness.paymentsOf(orderId)).toEqual([{ kind: 'capture', amountMinor: 499 }]);
  });

  test.each(['notifications', 'outbox'])(
    'a notification that %s cannot store gets HTTP 503 and leaves nothing; the repeated one is processed once (S8)',
    async (table) => {
      const { db } = harness.context;
      const orderId = await harness.bought('pay');
      const event = await harness.captureEvent(orderId);
      const jobs = () => db.$count(outbox, eq(outbox.subject, `sandbox:${event.event_id}`));
      await whileFull(db, table, async () => {
        expect([await notify(event), await notify(event)]).toEqual([503, 503]);
      });
      expect([await storedOf(event.event_id), await jobs()]).toEqual([[], 0]);
      await harness.runJobs({ post: async () => 503 });
      expect(await harness.historyOf(orderId)).toEqual(['pending']);

      expect([await notify(event), await notify(event)]).toEqual([200, 200]);
      expect([await storedOf(event.event_id), await jobs()]).toEqual([[null], 1]);
      await harness.runJobs({ post: async () => 503 });
      expect(await storedOf(event.event_id)).toEqual(['queried']);
      expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
      expect(await harness.paymentsOf(orderId)).toEqual([{ kind: 'capture', amountMinor: 499 }]);
    },
  );

  test('a stored notification whose query fails is queried again (S8)', async () => {
    const orderId = await harness.bought('pay');
    const dumb = withProvider(harness.ports.services, () => ({ query: () => Promise.reject(new Error('down')) }));
    await harness.runJobs({ services: dumb });
    expect(await harness.historyOf(orderId)).toEqual(['pending']);
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
  });

  test.each([
    ['overdue', 300_000, 'overdue'],
    ['closed at the channel', 0, 'failed'],
  ])('paid after it was %s, without notification: checks find it within a week (S8, C36)', async (_, waitMs, ended) => {
    const orderId = await harness.bought();
    if (!waitMs) await harness.act(orderId, 'close');
    await harness.runJobs();
    await harness.runJobsAfter(waitMs);
    expect(await harness.historyOf(orderId)).toEqual(['pending', ended]);
    await forceCapture(harness.context, await harness.referenceFor(orderId));
    const lost = { post: async () => 503 };
    await harness.runJobsAfter(60_000, lost);
    expect(await harness.historyOf(orderId)).toEqual(['pending', ended, 'paid']);
  });
});
