import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { outbox } from '../../server/db/schema.ts';
import { readBacklog, startBacklog } from '../../server/workers/backlog.ts';
import { newGate } from '../support/machines/gate.ts';
import { until } from '../support/machines/until.ts';
import { sharedMoneyHarness, withProvider } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

describeOn('the backlog of a server', () => {
  const harness = sharedMoneyHarness();

  const read = () => readBacklog(harness.context.db, harness.context.clock.now());
  const metric = async (name: string): Promise<string | undefined> =>
    (await harness.context.metrics.text()).split('\n').find((line) => line.startsWith(`portal_${name} `));

  test('due jobs, paid orders, orders past their deadline and open findings, with the age of the oldest', async () => {
    expect(await metric('database_up')).toBeUndefined();
    const empty = await read();
    expect(empty.paid).toEqual({ count: 0, ageSeconds: 0 });
    expect(empty.jobs.get('deliver')).toEqual({ count: 0, ageSeconds: 0 });
    expect([...empty.findings.values()]).toEqual([0, 0, 0, 0]);

    const userId = await harness.addUser();
    const late = await harness.buy(userId, { goodsId: 'pass' });
    const orderId = await harness.buy(userId);
    await harness.act(orderId, 'pay');
    harness.advance(302_000);
    const waiting = await read();
    expect(waiting.jobs.get('sandbox-notify')).toMatchObject({ count: 1 });
    expect(waiting.jobs.get('sandbox-notify')?.ageSeconds).toBeGreaterThan(290);
    expect(waiting.pastDeadline.count).toBe(2);
    expect(waiting.pastDeadline.ageSeconds).toBeGreaterThan(0);
    expect(waiting.unchecked.ageSeconds).toBe(waiting.pastDeadline.ageSeconds);

    const { db } = harness.context;
    await db.execute(sql`
      insert into reconciliation_findings (subject_kind, key, what, subject, seen_at, confirmed_at) values
        ('balance', 'a', 'x', 'a', now(), now()), ('balance', 'b', 'x', 'b', now(), null),
        ('payment at sandbox', 'c', 'x', 'c', now(), now())`);
    expect(Object.fromEntries((await read()).findings)).toEqual({ order: 0, transaction: 0, balance: 1, payment: 1 });
    await db.execute(sql`delete from reconciliation_findings`);

    await harness.settle();
    expect([(await harness.orderOf(late)).status, (await harness.orderOf(orderId)).status]).toEqual([
      'overdue',
      'delivered',
    ]);
    const done = await read();
    expect([done.pastDeadline.count, done.paid.count, done.jobs.get('sandbox-notify')?.count]).toEqual([0, 0, 0]);
  });

  test('an order whose payment is in flight counts as past its deadline, and as unchecked only if no process checks it again', async () => {
    const orderId = await harness.bought('never');
    await harness.runJobsAfter(302_000);
    harness.advance(20_000);
    expect(await read()).toMatchObject({ pastDeadline: { count: 1 }, unchecked: { ageSeconds: 0 } });
    harness.advance(100_000);
    expect((await read()).unchecked.ageSeconds).toBeCloseTo(90, 0);
    await harness.act(orderId, 'decline');
    await harness.runJobs();
    expect((await read()).unchecked).toEqual({ count: 0, ageSeconds: 0 });
  });

  test('a due job of a kind that this release does not know is counted', async () => {
    const { db, clock } = harness.context;
    const unknown = {
      kind: 'of-a-later-release',
      subject: 'x',
      payload: {},
      dueAt: clock.now(),
      createdAt: clock.now(),
    };
    await db.insert(outbox).values(unknown as unknown as typeof outbox.$inferInsert);
    harness.advance(7_000);
    expect((await read()).jobs.get('of-a-later-release')).toEqual({ count: 1, ageSeconds: 7 });
    await db.delete(outbox).where(eq(outbox.subject, 'x'));
  });

  test('an open refund counts from when it was queued, although its next try is hours away', async () => {
    const { db, clock } = harness.context;
    expect((await read()).refunds).toEqual({ count: 0, ageSeconds: 0 });
    const job = { kind: 'refund', payload: { orderId: 'x' }, createdAt: clock.now() } as const;
    const later = new Date(clock.now().getTime() + 40 * 3_600_000);
    await db.insert(outbox).values([
      { ...job, subject: 'fails-always', dueAt: later },
      { ...job, subject: 'finished', dueAt: later, doneAt: clock.now() },
    ]);
    harness.advance(25 * 3_600_000);
    const { refunds, jobs } = await read();
    expect(jobs.get('refund')).toEqual({ count: 0, ageSeconds: 0 });
    expect(refunds).toEqual({ count: 1, ageSeconds: 25 * 3_600 });
    await startBacklog(harness.context).stop();
    expect(await metric('refunds_open')).toBe('portal_refunds_open 1');
    expect(await metric('refunds_oldest_open_seconds')).toBe('portal_refunds_oldest_open_seconds 90000');
    await db.delete(outbox).where(eq(outbox.payload, { orderId: 'x' }));
  });

  test('a paid order whose delivery ended with a refund waits for the refund, not for its items', async () => {
    const orderId = await harness.paid();
    harness.advance(2_000);
    const slowRefund = withProvider(harness.ports.services, () => ({ refund: async () => undefined }));
    const refusing = { deliver: async () => ({ kind: 'refused', reason: 'the role is gone' }) as const };
    await harness.runJobs({ services: slowRefund, gameServer: refusing });
    harness.advance(20 * 60_000);
    expect((await harness.orderOf(orderId)).status).toBe('paid');
    expect(await read()).toMatchObject({ paid: { count: 0, ageSeconds: 0 }, refunds: { count: 1 } });
    await harness.settle();
    expect((await harness.orderOf(orderId)).status).toBe('refunded');
  });

  test('the gauges have values once the backlog is read; a failed reading shows that the database is down', async () => {
    const worker = startBacklog(harness.context);
    await worker.stop();
    expect(await metric('database_up')).toBe('portal_database_up 1');
    expect(await metric('orders_paid_waiting')).toBe('portal_orders_paid_waiting 0');
    const broken = startBacklog({
      ...harness.context,
      db: { ...harness.context.db, execute: () => Promise.reject(new Error('gone')) } as never,
    });
    await broken.stop();
    expect(await metric('database_up')).toBe('portal_database_up 0');
    expect(await metric('orders_paid_waiting')).toBeUndefined();
  });

  test('the database counts as unavailable when no reading has ended for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { passed, open } = newGate();
    let isHanging = false;
    let readings = 0;
    const execute: typeof harness.context.db.execute = ((query: never) => {
      readings += 1;
      return isHanging ? passed.then(() => harness.context.db.execute(query)) : harness.context.db.execute(query);
    }) as never;
    const worker = startBacklog({ ...harness.context, db: { ...harness.context.db, execute } as never });
    await until(async () => expect(await metric('database_up')).toBe('portal_database_up 1'));
    isHanging = true;
    vi.advanceTimersByTime(59_000);
    expect(await metric('database_up')).toBe('portal_database_up 1');
    vi.advanceTimersByTime(16_000);
    expect(await metric('database_up')).toBe('portal_database_up 0');
    expect(await metric('orders_paid_waiting')).toBeUndefined();
    expect(readings).toBe(2);
    open();
    await until(async () => expect(await metric('database_up')).toBe('portal_database_up 1'));
    await worker.stop();
  });
});
