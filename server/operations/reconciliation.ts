import { and, eq, gt, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';
import type { StartWorker } from '../app-context.ts';
import { channels, orders, payments } from '../db/schema.ts';
import { type Money, moneyOf } from '../payments/registry.ts';
import { answered } from '../payments/time-limit.ts';
import { RECONCILIATION_RULES } from './reconciliation-rules.ts';

/** `subject`: an order, or a user. */
export type Finding = { readonly what: string; readonly subject: string };

const DAY_MS = 24 * 3_600_000;
/** How far back the provider is asked about each order. */
const ASKED_MS = 8 * DAY_MS;
const LOOK_MS = 60_000;

const rowsOf = v.object({ rows: v.array(v.object({ what: v.string(), subject: v.string() })) });

/** What the providers have received for recent orders, against what is recorded here. A provider that does not answer is not asked on. */
const compareWithProviders = async (money: Money): Promise<Finding[]> => {
  const { db, clock, log } = money.context;
  const now = clock.now().getTime();
  const recent = await db
    .select({ orderId: orders.orderId, reference: orders.providerRef, provider: channels.provider })
    .from(orders)
    .innerJoin(channels, eq(channels.channelCode, orders.channelCode))
    .where(and(isNotNull(orders.providerRef), gt(orders.createdAt, new Date(now - ASKED_MS))));
  const findings: Finding[] = [];
  for (const { orderId, reference, provider } of recent) {
    try {
      const report = await answered(
        money.providerOf(provider)?.query(reference ?? '') ?? Promise.reject(new Error('no such provider')),
        'the payment provider',
      );
      const known = await db.select().from(payments).where(eq(payments.orderId, orderId));
      const ids = (kind: string): string[] => known.filter((row) => row.kind === kind).map((row) => row.captureId);
      const theirs = report.captures.map(({ captureId }) => captureId);
      if (String(theirs.toSorted()) !== String(ids('capture').sort()))
        findings.push({ what: 'the provider tells of other captures', subject: orderId });
      if (String(report.refunded.map((id) => `refund:${id}`).toSorted()) !== String(ids('refund').sort()))
        findings.push({ what: 'the provider tells of other refunds', subject: orderId });
    } catch (error) {
      log.warn({ orderId, err: error }, 'not reconciled: the payment provider does not answer');
    }
  }
  return findings;
};

/** Everything that does not fit together; changes nothing. What is on its way may be ahead in one place for a moment. */
export const reconcile = async (money: Money): Promise<Finding[]> => {
  const { rows } = v.parse(rowsOf, await money.context.db.execute(RECONCILIATION_RULES));
  return [...rows, ...(await compareWithProviders(money))];
};

const keyOf = ({ what, subject }: Finding): string => `${subject}: ${what}`;

/** Looks once a day; what is still there a minute later is told. */
export const startReconciliation: StartWorker = (context) => {
  const { clock, log, metrics } = context;
  const money = moneyOf(context);
  let nextAt = 0;
  let suspected: ReadonlySet<string> = new Set();
  let running = Promise.resolve();
  const look = async (): Promise<void> => {
    if (clock.now().getTime() < nextAt && !suspected.size) return;
    try {
      const found = await reconcile(money);
      for (const { what, subject } of found.filter((one) => suspected.has(keyOf(one)))) {
        metrics.count('reconciliation_findings');
        log.error({ subject }, what);
      }
      suspected = suspected.size ? new Set() : new Set(found.map(keyOf));
      nextAt = clock.now().getTime() + DAY_MS;
    } catch (error) {
      log.error({ err: error }, 'the reconciliation failed');
    }
  };
  const timer = setInterval(() => {
    running = running.then(look);
  }, LOOK_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
