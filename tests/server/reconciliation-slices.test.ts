import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { payments, reconciliationFindings, reconciliationSweeps } from '../../server/db/schema.ts';
import { startReconciliation } from '../../server/workers/reconciliation.ts';
import { newGate } from '../support/machines/gate.ts';
import { until } from '../support/machines/until.ts';
import { CAPTURES, DAY_MS, MINUTE_MS, newReconciliations } from '../support/server/reconciliation-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const SWEEPS = ['balances', 'changed orders', 'ledger', 'orders', 'provider sandbox'];
const MISSING = 'delivered, but a line is missing';

describeOn('the reconciliation in slices', () => {
  const reconciliation = newReconciliations();
  const findings = async () => (await reconciliation.findings()).map(({ subject, what }) => [subject, what]);
  const reported = () =>
    reconciliation.lines
      .filter(({ level, subject }) => level === 50 && subject)
      .map(({ subject, msg }) => [subject, msg]);
  const confirmed = async () =>
    (await reconciliation.findings()).filter(({ confirmedAt }) => confirmedAt !== null).map(({ what }) => what);

  test('findings still present a minute later are reported once per cycle; settled ones are not (F6, S32)', async () => {
    const { harness, slice, delivered, counted, sliceAfter } = reconciliation;
    const [broken, sound] = [await delivered(), await delivered()];
    for (const orderId of [broken, sound])
      await harness.damage(`delete from delivery_lines where order_id = '${orderId}' and line = 1`);
    await slice();
    expect(await findings()).toEqual(expect.arrayContaining([[broken, MISSING]]));
    expect(reported()).toEqual([]);
    await harness.damage(
      `insert into delivery_lines select order_id, 1, now(), now() from orders where order_id = '${sound}'`,
    );
    await sliceAfter(MINUTE_MS);
    expect(reported()).toEqual([[broken, MISSING]]);
    expect(counted['reconciliation_findings']).toBe(1);
    for (let round = 0; round < 10; round += 1) {
      await sliceAfter(10 * MINUTE_MS);
    }
    expect(reported()).toHaveLength(1);
    await sliceAfter(DAY_MS);
    await sliceAfter(MINUTE_MS);
    expect(reported()).toHaveLength(2);
    await harness.damage(
      `insert into delivery_lines select order_id, 1, now(), now() from orders where order_id = '${broken}'`,
    );
    await sliceAfter(DAY_MS);
    expect(await findings()).toEqual([]);
  });

  test('a finding at a provider stays until its cause is gone, however old the order is; it stays confirmed meanwhile (F6)', async () => {
    const { harness, slice, delivered, sliceAfter } = reconciliation;
    const orderId = await delivered();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await harness.damage(`update orders set trace_id = '${traceId}' where order_id = '${orderId}'`);
    const kept = await harness.context.db.select().from(payments).where(eq(payments.orderId, orderId));
    await harness.damage(`delete from payments where order_id = '${orderId}'`);
    await slice();
    await sliceAfter(MINUTE_MS);
    expect(await confirmed()).toContain(CAPTURES);
    for (let day = 1; day <= 10; day += 1) {
      await sliceAfter(DAY_MS);
      expect([day, await confirmed()]).toEqual([day, expect.arrayContaining([CAPTURES])]);
    }
    expect(reported().filter((one) => String(one).includes(CAPTURES))).toHaveLength(11);
    expect(reconciliation.lines.map((line) => line['traceId'])).toContain(traceId);
    await harness.context.db.insert(payments).values(kept);
    await sliceAfter(DAY_MS);
    expect(await findings()).toEqual([]);
  });

  test('findings of a provider that is no longer configured do not delay others (F6)', async () => {
    const { harness, slice, delivered, sliceAfter } = reconciliation;
    const seenAt = new Date(harness.context.clock.now().getTime() - DAY_MS);
    const gone = { subjectKind: 'payment at gone', what: CAPTURES, seenAt };
    await harness.context.db
      .insert(reconciliationFindings)
      .values(Array.from({ length: 200 }, (_, n) => ({ ...gone, key: `order-${n}`, subject: `order-${n}` })));
    const orderId = await delivered();
    await harness.damage(`delete from delivery_lines where order_id = '${orderId}' and line = 1`);
    await slice();
    await sliceAfter(MINUTE_MS);
    expect(reported()).toEqual([[orderId, MISSING]]);
  });

  test('a changed order is checked within two minutes, not a day later (F6)', async () => {
    const { harness, slice, delivered, sliceAfter } = reconciliation;
    await slice();
    const orderId = await delivered();
    await harness.damage(`delete from delivery_lines where order_id = '${orderId}'`);
    await sliceAfter(MINUTE_MS);
    await sliceAfter(MINUTE_MS);
    expect(reported()).toEqual([[orderId, MISSING]]);
  });

  test('a cycle continues at its position in the next process (F6)', async () => {
    const { harness, slice, delivered, counted, sweepOf, newProcess } = reconciliation;
    const made = [await delivered(), await delivered(), await delivered()];
    for (const orderId of made) await harness.damage(`delete from delivery_lines where order_id = '${orderId}'`);
    await slice({ chunks: 0 });
    await harness.context.db.update(reconciliationSweeps).set({ failures: 9 });
    for (let chunks = 0; chunks < 200 && (await sweepOf('orders')).completedAt === null; chunks += 1) {
      await slice({ chunks: 1 }, newProcess());
      await harness.context.db.update(reconciliationSweeps).set({ failures: 9 });
    }
    expect((await sweepOf('orders')).completedAt).not.toBeNull();
    expect(counted['reconciliation_chunks']).toBeGreaterThan(made.length);
    const subjects = (await findings()).map(([subject]) => subject);
    expect(subjects).toEqual(expect.arrayContaining(made));
  });

  test('a failed sweep is counted, waits longer each time, delays no other and continues with smaller chunks (F6)', async () => {
    const { harness, slice, delivered, counted, sweepOf, sliceAfter } = reconciliation;
    const { db } = harness.context;
    await delivered();
    await db.execute(sql`alter table payments rename to payments_away`);
    await slice();
    expect((await sweepOf('ledger')).completedAt).not.toBeNull();
    expect((await sweepOf('orders')).completedAt).toBeNull();
    const failing = async () => {
      const { failures, nextAt } = await sweepOf('orders');
      return [failures, (nextAt.getTime() - harness.context.clock.now().getTime()) / MINUTE_MS];
    };
    expect(await failing()).toEqual([1, 1]);
    const pauses: unknown[] = [];
    for (const minutes of [1, 2, 4, 8, 16, 32, 60]) {
      await sliceAfter(minutes * MINUTE_MS - 1);
      expect((await failing())[0]).toBe(pauses.length + 1);
      await sliceAfter(1);
      pauses.push((await failing())[1]);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60]);
    expect(counted['reconciliation_failures']).toBeGreaterThanOrEqual(8);
    await db.execute(sql`alter table payments_away rename to payments`);
    await sliceAfter(60 * MINUTE_MS);
    expect(await sweepOf('orders')).toMatchObject({ failures: 0, completedAt: expect.any(Date) });
  });

  test('of two processes one runs each task; the metrics of both show the age of the last complete cycle (F6, F25)', async () => {
    const { harness, delivered, contextWith } = reconciliation;
    await delivered();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const counts: Record<string, number>[] = [{}, {}];
    const contexts = counts.map(contextWith);
    const workers = contexts.map(startReconciliation);
    vi.advanceTimersByTime(10_000);
    const cycles = () => counts.reduce((sum, { reconciliation_cycles: own = 0 }) => sum + own, 0);
    await until(() => expect(cycles()).toBe(4));
    expect(counts.reduce((sum, { reconciliation_chunks: own = 0 }) => sum + own, 0)).toBe(SWEEPS.length);
    expect(counts.filter(({ reconciliation_failures: failures }) => failures)).toEqual([]);
    const names = (await harness.context.db.select().from(reconciliationSweeps)).map(({ name }) => name);
    expect(names.sort()).toEqual(SWEEPS);
    harness.advance(5_000);
    vi.advanceTimersByTime(10_000);
    const ages = async () =>
      (await Promise.all(contexts.map(({ metrics }) => metrics.text()))).map(
        (text) => /^portal_reconciliation_age_seconds (\S+)/m.exec(text)?.[1],
      );
    await until(async () => expect(await ages()).toEqual(['5', '5']));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(cycles()).toBe(4);
  });

  test('a slow provider delays no other sweep (F6)', async () => {
    const { harness, delivered, counted, contextWith, provider } = reconciliation;
    await delivered();
    const gate = newGate();
    provider.response = gate.passed;
    provider.asked = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const worker = startReconciliation(contextWith(counted));
    vi.advanceTimersByTime(10_000);
    await until(() => expect([counted['reconciliation_cycles'], provider.asked]).toEqual([3, 1]));
    harness.advance(DAY_MS);
    // A tick that arrives before the last run has released its lease does nothing.
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(10_000);
        expect([counted['reconciliation_cycles'], provider.asked]).toEqual([6, 1]);
      },
      { timeout: 8_000, interval: 20 },
    );
    gate.open();
    await until(() => expect(counted['reconciliation_cycles']).toBeGreaterThanOrEqual(7));
    await worker.stop();
  });
});
