import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { periodicTasks } from '../../server/db/schema.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { runInOneProcess } from '../../server/workers/single-runner.ts';
import { newGate } from '../support/machines/gate.ts';
import { until } from '../support/machines/until.ts';
import { describeOn, sharedTestDatabase } from '../support/server/test-database.ts';

describeOn('a periodic task', () => {
  const database = sharedTestDatabase();
  let now = Date.UTC(2026, 0, 1);
  let made = 0;
  const clock = { now: () => new Date(now) };

  const newTask = () => {
    made += 1;
    return { name: `task-${made}`, intervalMs: 60_000, retryMs: 5_000 };
  };
  const context = (): Pick<AppContext, 'db' | 'clock'> => ({ db: database.db, clock });

  test('when ten processes check simultaneously, one runs it, once per period (F25)', async () => {
    const task = newTask();
    const run = vi.fn(async () => undefined);
    const look = () => Promise.all(Array.from({ length: 10 }, () => runInOneProcess(context(), task, run)));
    expect((await look()).filter(Boolean)).toHaveLength(1);
    now += 59_999;
    expect((await look()).filter(Boolean)).toHaveLength(0);
    now += 1;
    expect((await look()).filter(Boolean)).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('the task runs in one process at a time; another takes over when the owner dies (F25)', async () => {
    const task = newTask();
    const blocked = newGate();
    let signal: AbortSignal | undefined;
    const first = runInOneProcess(context(), task, (given) => {
      signal = given;
      return blocked.passed;
    });
    await until(() => expect(signal).toBeDefined());
    now += 29_999;
    expect(await runInOneProcess(context(), task, async () => undefined)).toBe(false);
    now += 1;
    const other = vi.fn(async () => undefined);
    expect(await runInOneProcess(context(), task, other)).toBe(true);
    blocked.open();
    await first;
    now += 59_999;
    expect(await runInOneProcess(context(), task, other)).toBe(false);
    expect(other).toHaveBeenCalledTimes(1);
  });

  test('a long run keeps its lease and is notified when it loses it (F25)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const task = newTask();
    const blocked = newGate();
    let signal: AbortSignal | undefined;
    const running = runInOneProcess(context(), task, (given) => {
      signal = given;
      return blocked.passed;
    });
    await until(() => expect(signal).toBeDefined());
    const { db } = database;
    const leasedUntil = async () => {
      const [row] = await db.select().from(periodicTasks).where(eq(periodicTasks.name, task.name));
      return row?.leasedUntil?.getTime();
    };
    for (let beat = 0; beat < 5; beat += 1) {
      now += 20_000;
      vi.advanceTimersByTime(10_000);
      await until(async () => expect(await leasedUntil()).toBe(now + 30_000));
    }
    expect(await runInOneProcess(context(), task, async () => undefined)).toBe(false);
    expect(signal?.aborted).toBe(false);
    now += 30_000;
    expect(await runInOneProcess(context(), task, async () => undefined)).toBe(true);
    vi.advanceTimersByTime(10_000);
    await until(() => expect(signal?.aborted).toBe(true));
    blocked.open();
    await running;
  });

  test('a run that fails is repeated after its retry time, in the first process that checks (F25)', async () => {
    const task = newTask();
    const broken = () => Promise.reject(new Error('the disk is full'));
    await expect(runInOneProcess(context(), task, broken)).rejects.toThrow('the disk is full');
    now += 4_999;
    expect(await runInOneProcess(context(), task, async () => undefined)).toBe(false);
    now += 1;
    expect(await runInOneProcess(context(), task, async () => undefined)).toBe(true);
  });
});
