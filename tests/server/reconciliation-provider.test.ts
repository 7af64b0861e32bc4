import { asc, eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { reconciliationFindings, reconciliationSweeps } from '../../server/db/reconciliation.schema.ts';
import { payments } from '../../server/db/schema.ts';
import { type PaymentServices, paymentServices } from '../../server/payments/registry.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { sandboxProvider } from '../../server/sandbox/sandbox-provider.ts';
import { reconcileSlice } from '../../server/workers/reconciliation.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CAPTURES = 'the provider reports different captures';
const UNREPORTED = 'the provider does not report the order';

describeOn('the reconciliation with a provider that fails for some orders', () => {
  const harnesses: MoneyHarness[] = [];
  let harness: MoneyHarness;
  let services: PaymentServices;
  let failing: Set<string>;
  let isDown: boolean;
  let asked: number;
  let counted: Record<string, number>;
  let lines: Record<string, unknown>[];

  beforeEach(async () => {
    harness = await createMoneyHarness();
    harnesses.push(harness);
    failing = new Set();
    isDown = false;
    asked = 0;
    counted = {};
    lines = [];
    const context: AppContext = {
      ...harness.context,
      metrics: {
        ...createMetrics(),
        count: (event) => {
          counted[event] = (counted[event] ?? 0) + 1;
        },
      },
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
      ports: {
        ...harness.context.ports,
        providers: {
          sandbox: {
            sandboxOnly: true,
            make: (own) => ({
              ...sandboxProvider(own),
              query: async (reference) => {
                asked += 1;
                if (isDown) throw new Error('no route to host');
                const report = await sandboxProvider(own).query(reference);
                if (failing.has(report.orderId)) throw new Error('404: no such payment');
                return report;
              },
            }),
          },
        },
      },
    };
    services = paymentServices(context);
  });
  afterAll(() => Promise.all(harnesses.map((one) => one.close())));

  const slice = () => reconcileSlice(services, new AbortController().signal, { task: 'reconciliation at sandbox' });
  /** Runs a slice each minute, less often than the worker does. */
  const passMinutes = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      harness.advance(MINUTE_MS);
      await slice();
    }
  };
  const paid = async (): Promise<string> => {
    const orderId = await harness.buy(await harness.addUser());
    await harness.act(orderId, 'pay');
    await harness.settle();
    return orderId;
  };
  const several = async (count: number): Promise<string[]> => {
    const made: string[] = [];
    for (let n = 0; n < count; n += 1) made.push(await paid());
    return made;
  };
  /** Deletes payments, which are append-only: triggers are off, as after a loss of disk pages. */
  const loseMoneyOf = (orderId: string) =>
    harness.context.db.transaction(async (tx) => {
      await tx.execute(sql.raw('set local session_replication_role = replica'));
      await tx.delete(payments).where(eq(payments.orderId, orderId));
    });
  const findings = async () =>
    (
      await harness.context.db
        .select()
        .from(reconciliationFindings)
        .orderBy(asc(reconciliationFindings.key), asc(reconciliationFindings.what))
    ).map(({ key, what, confirmedAt }) => [key, what, confirmedAt !== null]);
  const sweep = async () => {
    const [row] = await harness.context.db
      .select()
      .from(reconciliationSweeps)
      .where(eq(reconciliationSweeps.name, 'provider sandbox'));
    if (!row) throw new Error('the sweep has not started');
    return row;
  };

  test('a finding of an order that the provider no longer reports stays, is reported, and does not stop the sweep (F6, S25)', async () => {
    const old = await paid();
    await loseMoneyOf(old);
    await slice();
    await passMinutes(1);
    expect(await findings()).toEqual([[old, CAPTURES, true]]);
    failing.add(old);
    harness.advance(100 * DAY_MS);
    const fresh = await paid();
    await loseMoneyOf(fresh);
    await slice();
    await passMinutes(1);
    expect(await findings()).toEqual([
      [old, UNREPORTED, true],
      [old, CAPTURES, true],
      [fresh, CAPTURES, true],
    ]);
    expect(await sweep()).toMatchObject({ failures: 0, position: '' });
    expect(counted['reconciliation_failures']).toBeUndefined();
    expect(counted['reconciliation_findings']).toBe(3);
    expect(lines).toContainEqual(
      expect.objectContaining({ orderId: old, msg: 'the provider does not report an order; its findings stay' }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ subject: old, msg: UNREPORTED }));
    failing.clear();
    harness.advance(DAY_MS);
    await slice();
    expect(await findings()).toEqual([
      [old, CAPTURES, true],
      [fresh, CAPTURES, true],
    ]);
  });

  test('a lost capture is found when the query that failed once is repeated (F6, S6)', async () => {
    const [lost = ''] = await several(3);
    await loseMoneyOf(lost);
    failing.add(lost);
    await slice();
    failing.clear();
    await passMinutes(1);
    expect(await findings()).toEqual([[lost, CAPTURES, false]]);
    await passMinutes(1);
    expect(await findings()).toEqual([[lost, CAPTURES, true]]);
  });

  test('a query that the circuit breaker does not send says nothing about its order (F6, S25)', async () => {
    const made = await several(6);
    for (const orderId of made) failing.add(orderId);
    const provider = services.providerOf('sandbox');
    for (const orderId of made.slice(0, 5))
      await provider?.query(await harness.referenceFor(orderId)).catch(() => undefined);
    failing.clear();
    harness.advance(11_000);
    await slice();
    expect(await findings()).toEqual([]);
    expect(await sweep()).toMatchObject({ failures: 1 });
    await passMinutes(1);
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: expect.any(Date) });
  });

  test('more failing orders in a row than queries at a time are skipped after one pause, and the circuit closes (F6, S25)', async () => {
    const made = await several(16);
    const [rest, lost] = [made.slice(0, 12), made.at(13) ?? ''];
    for (const orderId of rest) failing.add(orderId);
    await loseMoneyOf(lost);
    await slice();
    expect(await sweep()).toMatchObject({ failures: 1, completedAt: null });
    await passMinutes(1);
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: expect.any(Date) });
    await passMinutes(1);
    const all = [...rest.map((orderId) => [orderId, UNREPORTED, true]), [lost, CAPTURES, true]];
    expect((await findings()).toSorted()).toEqual(all.toSorted());
    harness.advance(DAY_MS);
    await slice();
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: harness.context.clock.now() });
    expect(counted['reconciliation_failures']).toBe(1);
    await expect(services.providerOf('sandbox')?.query(await harness.referenceFor(lost))).resolves.toBeDefined();
  });

  test('failing orders at both ends of a sweep, the newest one among them, are skipped (F6)', async () => {
    const made = await several(6);
    const ends = [made[0] ?? '', made[1] ?? '', made[2] ?? '', made[3] ?? '', made[5] ?? ''];
    await loseMoneyOf(ends[0] ?? '');
    await slice();
    for (const orderId of ends) failing.add(orderId);
    await passMinutes(2);
    harness.advance(DAY_MS);
    await slice();
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: harness.context.clock.now() });
    await passMinutes(1);
    const expected = ends.map((orderId) => [orderId, UNREPORTED, true]);
    expect((await findings()).filter(([, what]) => what === UNREPORTED).toSorted()).toEqual(expected.toSorted());
  });

  test('while the provider is down, retries cost at most two queries and nothing is skipped (F6, S25)', async () => {
    const made = await several(7);
    await loseMoneyOf(made.at(-1) ?? '');
    isDown = true;
    await slice();
    expect(asked).toBe(5);
    const { position } = await sweep();
    for (const [failures, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      expect(await sweep()).toMatchObject({ failures: failures + 1, position, completedAt: null });
      asked = 0;
      harness.advance(minutes * MINUTE_MS);
      await slice();
      expect(asked).toBeLessThanOrEqual(2);
    }
    expect(await findings()).toEqual([]);
    isDown = false;
    await passMinutes(62);
    expect(await sweep()).toMatchObject({ failures: 0, position: '', completedAt: expect.any(Date) });
    expect(await findings()).toEqual([[made.at(-1), CAPTURES, true]]);
  });

  test('the only order of a provider is retried, since nothing shows that the provider is up; findings wait (F6)', async () => {
    const only = await paid();
    await loseMoneyOf(only);
    await slice();
    failing.add(only);
    await passMinutes(1);
    expect(await findings()).toEqual([[only, CAPTURES, false]]);
    harness.advance(DAY_MS);
    await slice();
    expect(await sweep()).toMatchObject({ failures: 1 });
    expect(await findings()).toEqual([[only, CAPTURES, false]]);
  });
});
