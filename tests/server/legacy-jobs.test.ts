import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LegacyJobKind } from '../../server/db/job-kind.ts';
import { outbox } from '../../server/db/schema.ts';
import { latePaymentSubject } from '../../server/payments/late-payment-job.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/money-harness.ts';
import { describeOn } from '../support/test-database.ts';

describeOn('jobs of earlier versions', () => {
  let harness: MoneyHarness;
  beforeAll(async () => {
    harness = await createMoneyHarness();
  });
  afterAll(() => harness.close());

  const rename = async (kind: string, name: LegacyJobKind): Promise<number> => {
    const renamed = await harness.context.db
      .update(outbox)
      .set({ kind: name })
      .where(sql`kind = ${kind} and done_at is null`)
      .returning({ id: outbox.id });
    return renamed.length;
  };

  test('F15 · sandbox notifications stored by an earlier version are sent and processed', async () => {
    const orderId = await harness.buy(await harness.addUser());
    await harness.act(orderId, 'pay');
    expect(await rename('sandbox-notify', 'notify')).toBe(1);
    await harness.settle();
    expect((await harness.orderOf(orderId)).status).toBe('delivered');
  });

  test('F15 · a late payment planned by an earlier version is captured', async () => {
    const orderId = await harness.buy(await harness.addUser());
    await harness.act(orderId, 'pay-late');
    expect(await rename('sandbox-capture-late', 'notify')).toBe(1);
    harness.advance(301_000);
    await harness.settle();
    expect((await harness.orderOf(orderId)).status).toBe('delivered');
  });

  test('F15 · an unpaid order checked by an earlier version is checked again', async () => {
    const orderId = await harness.buy(await harness.addUser());
    harness.advance(301_000);
    await harness.runJobs();
    expect(await rename('check-late-payment', 'sync')).toBe(1);
    const jobOf = () =>
      harness.context.db
        .select()
        .from(outbox)
        .where(eq(outbox.subject, latePaymentSubject(orderId)));
    const [before] = await jobOf();
    harness.advance(60_000);
    await harness.runJobs();
    const [after] = await jobOf();
    expect(after).toMatchObject({ kind: 'sync', doneAt: null, lastError: null });
    expect(after?.dueAt.getTime()).toBeGreaterThan(before?.dueAt.getTime() ?? Number.POSITIVE_INFINITY);
  });

  test('F15 · a notification stored by an earlier version is processed', async () => {
    const orderId = await harness.buy(await harness.addUser());
    const reference = await harness.referenceFor(orderId);
    await harness.context.db.execute(
      sql`update sandbox_payments set state = 'paid', captures = 1 where reference = ${reference}`,
    );
    await harness.context.db.execute(
      sql`insert into notifications (event_id, provider, body) values ('sandbox:legacy', 'sandbox', ${JSON.stringify({
        notice: { eventId: 'legacy', reference, orderId, amountMinor: 499, currency: 'USD' },
      })}::jsonb)`,
    );
    const at = harness.context.clock.now();
    await harness.context.db
      .insert(outbox)
      .values({ kind: 'sync', subject: 'sandbox:legacy', payload: {}, dueAt: at, createdAt: at });
    await harness.settle();
    expect((await harness.orderOf(orderId)).status).toBe('delivered');
  });
});
