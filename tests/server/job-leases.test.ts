import { isNotNull, isNull } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createJobWorker, startJobWorker } from '../../server/app/workers.ts';
import { outbox } from '../../server/db/schema.ts';
import { claimJobs, postponeJob, rescheduleJob } from '../../server/outbox/outbox.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { startLeases, startWorker } from '../../server/workers/worker.ts';
import { newGate } from '../support/machines/gate.ts';
import { sharedMoneyHarness, withProvider } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const WAIT = { timeout: 60_000, interval: 10 };

describeOn('the leases of jobs', () => {
  const harness = sharedMoneyHarness();

  /** A paid order whose delivery is due. */
  const paid = async (): Promise<string> => {
    const orderId = await harness.paid();
    harness.advance(2_000);
    return orderId;
  };
  const now = (): Date => harness.context.clock.now();
  /** The ports of a process that shares its database, so it takes over nothing at start. */
  const shared = () => {
    const { context } = harness;
    const sharing: AppContext = {
      ...context,
      config: { ...context.config, databaseUrl: 'postgres://elsewhere/portal' },
    };
    return { ...harness.ports, services: { ...harness.ports.services, context: sharing } };
  };

  test('a job that takes long keeps its lease for as long as it runs (F15)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const orderId = await paid();
    const { db } = harness.context;
    const real = harness.ports.gameServer;
    const slow = newGate();
    const deliver = vi.fn(async (...call: Parameters<typeof real.deliver>) => {
      await slow.passed;
      return real.deliver(...call);
    });
    const worker = startWorker(createJobWorker({ ...shared(), gameServer: { deliver } }));
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1), WAIT);
    for (let beat = 0; beat < 6; beat += 1) {
      harness.advance(2_500);
      vi.advanceTimersByTime(1_000);
      const renewed = now().getTime() + 3_000;
      await vi.waitFor(async () => expect((await harness.jobOf(orderId)).leasedUntil?.getTime()).toBe(renewed), WAIT);
      expect(await claimJobs(db, now(), 10)).toEqual([]);
    }
    slow.open();
    await vi.waitFor(async () => expect((await harness.orderOf(orderId)).status).toBe('delivered'), WAIT);
    await worker.stop();
    expect(deliver).toHaveBeenCalledTimes(3);
    expect((await harness.jobOf(orderId)).tries).toBe(1);
  });

  test('a worker that stalls beyond its lease does not postpone a job that another one has taken over (F15)', async () => {
    const orderId = await paid();
    const { db } = harness.context;
    const [stalled] = await claimJobs(db, now(), 10);
    harness.advance(3_001);
    const [taken] = await claimJobs(db, now(), 10);
    if (!stalled || !taken) throw new Error('not claimed');
    expect(taken.id).toBe(stalled.id);
    await postponeJob(db, stalled, now(), 'the game did not answer');
    await rescheduleJob(db, stalled, now());
    expect(await claimJobs(db, now(), 10)).toEqual([]);
    expect(await harness.jobOf(orderId)).toEqual(taken);
    await postponeJob(db, taken, now(), 'the game did not answer');
    await harness.runJobsAfter(8_000);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
  });

  test('a renewal that waits for the database is not sent again each second (F15)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const database = newGate();
    const renew = vi.fn(() => database.passed);
    const db = { update: () => ({ set: () => ({ where: renew }) }) } as never;
    const { clock, log } = harness.context;
    const leases = startLeases({ db, clock, log });
    const task = newGate();
    const running = leases.runWithLease({ id: 1 } as never, () => task.passed);
    vi.advanceTimersByTime(5_000);
    expect(renew).toHaveBeenCalledTimes(1);
    database.open();
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1_000);
      expect(renew.mock.calls.length).toBeGreaterThan(1);
    }, WAIT);
    task.open();
    await running;
    await leases.stop();
  });

  test('a worker that is stopped gives up a job that does not end, and another one continues immediately (F15)', async () => {
    const orderId = await paid();
    const never = newGate();
    const deliver = vi.fn(async () => {
      await never.passed;
      return { kind: 'delivered' as const };
    });
    const worker = startWorker(createJobWorker({ ...shared(), gameServer: { deliver } }), 200);
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1), WAIT);
    const since = performance.now();
    await worker.stop();
    expect(performance.now() - since).toBeLessThan(5_000);
    expect((await harness.jobOf(orderId)).leasedUntil).toBeNull();
    await harness.runJobs();
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
    never.open();
    await vi.waitFor(async () => expect((await harness.jobOf(orderId)).doneAt).not.toBeNull(), WAIT);
  });

  test('a worker that is stopped between its jobs leaves nothing running, and the next one continues (S27)', async () => {
    const { db } = harness.context;
    const orderId = await harness.bought('pay');
    for (let round = 0; round < 5; round += 1) {
      await startJobWorker(harness.context).stop();
      expect(await db.$count(outbox, isNotNull(outbox.leasedUntil))).toBe(0);
    }
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
    expect((await harness.booksOf(orderId))?.captures).toBe(1);
  });

  test('a worker on an embedded database takes over the jobs of a dead one without waiting for their leases (S9)', async () => {
    const orderId = await paid();
    const dead = { leasedUntil: new Date(now().getTime() + 3_600_000), tries: 1 };
    await harness.context.db.update(outbox).set(dead).where(isNull(outbox.doneAt));
    const worker = startJobWorker(harness.context);
    await vi.waitFor(async () => expect((await harness.orderOf(orderId)).status).toBe('delivered'), WAIT);
    await worker.stop();
  });

  test('a worker that is stopped settles no further order (F15)', async () => {
    for (let made = 0; made < 20; made += 1) await harness.bought();
    harness.advance(301_000);
    const { services } = shared();
    const provider = newGate();
    let queries = 0;
    const slow = withProvider(services, ({ query }) => ({
      query: async (...values) => {
        queries += 1;
        await provider.passed;
        return query(...values);
      },
    }));
    const worker = startWorker(createJobWorker({ ...shared(), services: slow }));
    await vi.waitFor(() => expect(queries).toBe(10), WAIT);
    const stopped = worker.stop();
    provider.open();
    await stopped;
    expect(queries).toBe(10);
  });
});
