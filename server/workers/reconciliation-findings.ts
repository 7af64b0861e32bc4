import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { orders, reconciliationFindings } from '../db/schema.ts';
import type { AppContext } from '../runtime/context.ts';
import type { CheckResult, Finding } from './reconciliation-rules.ts';

/** A persistent finding is reported again by the next cycle, but not by another sweep shortly after. It stays confirmed. */
const REPORT_MS = 12 * 3_600_000;

type Reported = Pick<Finding, 'subject' | 'what'>;

/** Stores findings. Resolves with those that were reported long ago and are now reported again. */
export const noteFindings = async (
  tx: Tx,
  subjectKind: string,
  { findings, unchecked }: CheckResult,
  seenAt: Date,
): Promise<readonly Reported[]> => {
  const { subjectKind: kind, key, what, subject, confirmedAt } = reconciliationFindings;
  const seen = unchecked.map((row) => row.key);
  if (seen.length)
    await tx
      .update(reconciliationFindings)
      .set({ seenAt })
      .where(and(eq(kind, subjectKind), inArray(key, seen)));
  if (!findings.length) return [];
  const reportedBefore = new Date(seenAt.getTime() - REPORT_MS);
  const keys = findings.map((finding) => finding.key);
  const old = await tx
    .select({ key, what, subject })
    .from(reconciliationFindings)
    .where(and(eq(kind, subjectKind), inArray(key, keys), lte(confirmedAt, reportedBefore)));
  await tx
    .insert(reconciliationFindings)
    .values(findings.map((finding) => ({ ...finding, subjectKind, seenAt })))
    .onConflictDoUpdate({
      target: [kind, key, what],
      set: {
        seenAt,
        confirmedAt: sql`case when ${confirmedAt} <= ${reportedBefore} then excluded.seen_at else ${confirmedAt} end`,
      },
    });
  return old.filter((one) => findings.some((finding) => finding.key === one.key && finding.what === one.what));
};

/** The subject is an order or a user. */
export const reportFinding = async ({ db, log, metrics }: AppContext, { subject, what }: Reported): Promise<void> => {
  const [order] = await db.select({ traceId: orders.traceId }).from(orders).where(eq(orders.orderId, subject));
  metrics.count('reconciliation_findings');
  log.error({ subject, traceId: order?.traceId }, what);
};

/** Findings that a complete cycle did not see again are settled. */
export const deleteResolvedFindings = async (tx: Tx, subjectKind: string, before: Date): Promise<void> => {
  await tx
    .delete(reconciliationFindings)
    .where(and(eq(reconciliationFindings.subjectKind, subjectKind), lt(reconciliationFindings.seenAt, before)));
};
