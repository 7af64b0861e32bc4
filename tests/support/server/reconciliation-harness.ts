import { eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeEach } from 'vitest';
import { reconciliationFindings, reconciliationSweeps } from '../../../server/db/schema.ts';
import { paymentServices } from '../../../server/payments/registry.ts';
import type { AppContext } from '../../../server/runtime/context.ts';
import { createMetrics } from '../../../server/runtime/metrics.ts';
import { sandboxProvider } from '../../../server/sandbox/sandbox-provider.ts';
import { reconcileSlice } from '../../../server/workers/reconciliation.ts';
import { createMoneyHarness } from './money-harness.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
export const CAPTURES = 'the provider reports different captures';

type SliceOptions = Parameters<typeof reconcileSlice>[2];

/** A reconciliation whose provider can fail, for all orders or for those in `failing`. Its events and log lines are recorded. */
const createReconciliation = async () => {
  const harness = await createMoneyHarness();
  const { db } = harness.context;
  const counted: Record<string, number> = {};
  const lines: Record<string, unknown>[] = [];
  const failing = new Set<string>();
  /** `asked`: how many queries it got. `response`: what each of them waits for. */
  const provider = { isDown: false, asked: 0, response: Promise.resolve() };
  const make = (context: AppContext) => ({
    ...sandboxProvider(context),
    query: async (reference: string) => {
      provider.asked += 1;
      await provider.response;
      if (provider.isDown) throw new Error('no route to host');
      const report = await sandboxProvider(context).query(reference);
      if (failing.has(report.orderId)) throw new Error('404: no such payment');
      return report;
    },
  });
  const contextWith = (counts: Record<string, number>): AppContext => ({
    ...harness.context,
    metrics: {
      ...createMetrics(),
      count: (event) => {
        counts[event] = (counts[event] ?? 0) + 1;
      },
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    ports: { ...harness.context.ports, providers: { sandbox: { sandboxOnly: true, make } } },
  });
  const newProcess = () => paymentServices(contextWith(counted));
  const services = newProcess();
  const slice = (options: SliceOptions = {}, process = services) =>
    reconcileSlice(process, new AbortController().signal, options);
  const sliceAfter = (ms: number, options?: SliceOptions): Promise<unknown> => {
    harness.advance(ms);
    return slice(options);
  };
  return {
    harness,
    counted,
    lines,
    failing,
    provider,
    contextWith,
    newProcess,
    services,
    slice,
    sliceAfter,
    /** Runs a slice each minute, less often than the worker does. */
    passMinutes: async (minutes: number, options?: SliceOptions): Promise<void> => {
      for (let minute = 0; minute < minutes; minute += 1) await sliceAfter(MINUTE_MS, options);
    },
    delivered: () => harness.delivered(),
    findings: () =>
      db.select().from(reconciliationFindings).orderBy(reconciliationFindings.key, reconciliationFindings.what),
    sweepOf: async (name: string) => {
      const [row] = await db.select().from(reconciliationSweeps).where(eq(reconciliationSweeps.name, name));
      if (!row) throw new Error(`no sweep ${name}`);
      return row;
    },
  };
};

type Reconciliation = Awaited<ReturnType<typeof createReconciliation>>;

/** A new one for each test. The object is the same in all of them. */
export const newReconciliations = (): Reconciliation => {
  const current = {} as Reconciliation;
  beforeEach(async () => {
    const { harness } = Object.assign(current, await createReconciliation());
    return () => harness.close();
  });
  return current;
};
