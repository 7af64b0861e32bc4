import { and, asc, desc, eq, gt, inArray, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { orders, type Payment, payments, reconciliationFindings } from '../db/schema.ts';
import { CircuitOpenError, FAILURE_THRESHOLD } from '../payments/breaker.ts';
import type { PaymentProvider, PaymentReport } from '../ports/payment-provider.ts';
import { UpstreamError, withTimeout } from '../runtime/timeout.ts';
import { isBefore, type OrderPosition, orderWindow } from './order-window.ts';
import type { CheckResult, Finding, Unchecked } from './reconciliation-rules.ts';

/** Concurrent queries per provider. */
const PARALLEL = 5;
/** Lower than the limit of the circuit, so that orders whose queries all fail do not open it. */
const PARALLEL_WITH_WITNESS = Math.min(PARALLEL, FAILURE_THRESHOLD - 1);

const WITNESSES = 2;

/** `since`: orders created later are recent. */
export type Compared = {
  readonly name: string;
  readonly provider: PaymentProvider;
  readonly subjectKind: string;
  readonly since: Date;
};

const areSame = (theirs: readonly string[], ours: readonly string[]): boolean =>
  String(theirs.toSorted()) === String(ours.toSorted());

const compare = (orderId: string, report: PaymentReport | null, known: readonly Payment[]): Finding[] => {
  const finding = (what: string): Finding => ({ key: orderId, subject: orderId, what });
  if (!report) return [finding('the provider does not report the order')];
  const ids = (kind: Payment['kind']): string[] =>
    known.filter((row) => row.orderId === orderId && row.kind === kind).map(({ captureId }) => captureId);
  const captures = report.captures.map(({ captureId }) => captureId);
  const refunds = report.refunded.map((captureId) => `refund:${captureId}`);
  return [
    ...(areSame(captures, ids('capture')) ? [] : [finding('the provider reports different captures')]),
    ...(areSame(refunds, ids('refund')) ? [] : [finding('the provider reports different refunds')]),
  ];
};

const hasFindings = async (db: Db, subjectKind: string, orderIds: readonly string[]): Promise<boolean> => {
  const { key, subjectKind: kind } = reconciliationFindings;
  const rows = await db
    .select({ key })
    .from(reconciliationFindings)
    .where(and(eq(kind, subjectKind), inArray(key, [...orderIds])))
    .limit(1);
  return rows.length > 0;
};

/** Sessions of the newest other orders without a finding, which a provider reports unless it is down. A single one may fail too. */
const findWitnesses = async (
  db: Db,
  { name, subjectKind, since }: Compared,
  excluded: readonly { readonly orderId: string }[],
): Promise<string[]> => {
  const { key, subjectKind: kind } = reconciliationFindings;
  const orderIds = excluded.map(({ orderId }) => orderId);
  const witnesses: string[] = [];
  for (let windowEnd: OrderPosition | undefined; ; ) {
    const isNext = and(gt(orders.createdAt, since), windowEnd && isBefore(windowEnd));
    const inWindow = orderWindow(db, name, isNext, desc);
    const finding = db
      .select({ key })
      .from(reconciliationFindings)
      .where(and(eq(kind, subjectKind), eq(key, inWindow.key)));
    const isWitness = and(inWindow.isOfProvider, notInArray(inWindow.key, orderIds), notExists(finding));
    const rows = await db
      .select({
        key: inWindow.key,
        at: inWindow.at,
        reference: inWindow.reference,
        isWitness: sql<boolean>`${isWitness}`,
        isWindowEnd: inWindow.isWindowEnd,
      })
      .from(inWindow)
      .where(or(isWitness, inWindow.isWindowEnd))
      .orderBy(desc(inWindow.createdAt), desc(inWindow.key))
      .limit(WITNESSES);
    witnesses.push(...rows.flatMap((row) => (row.isWitness && row.reference ? [row.reference] : [])));
    windowEnd = rows.find(({ isWindowEnd }) => isWindowEnd);
    if (!windowEnd || witnesses.length >= WITNESSES) return witnesses.slice(0, WITNESSES);
  }
};

/** Whether the query was not sent, so that its failure says nothing about the order. */
const isUnsent = (error: unknown): boolean => error instanceof UpstreamError && error.cause instanceof CircuitOpenError;

type Query = (reference: string | null) => Promise<PaymentReport>;

/** The first witness that the provider reports; null: there are none. Rejects if the provider reports none of them. */
const chooseWitness = async (witnesses: readonly string[], query: Query): Promise<string | null> => {
  let failure: unknown = null;
  for (const witness of witnesses) {
    try {
      await query(witness);
      return witness;
    } catch (error) {
      failure = error;
    }
  }
  if (witnesses.length) throw failure;
  return null;
};

/**
 * Compares a provider's reports of some orders with our payments. Orders whose query fails are unchecked. Rejects if the provider may be
 * down; the caller retries later. The query of a witness tells a failed order from a provider that is down; only a retry and orders with a
 * finding need it. Without recent orders, only old findings are left to compare, so skipping them misses nothing.
 */
export const compareWithProvider = async (
  db: Db,
  compared: Compared,
  orderIds: readonly string[],
  isRetry: boolean,
): Promise<CheckResult> => {
  if (!orderIds.length) return { findings: [], unchecked: [] };
  const wanted = await db
    .select({ orderId: orders.orderId, reference: orders.providerRef, createdAt: orders.createdAt })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]))
    .orderBy(asc(orders.createdAt), asc(orders.orderId));
  const { provider, subjectKind, since } = compared;
  const needsWitness = isRetry || (await hasFindings(db, subjectKind, orderIds));
  const query: Query = async (reference) => withTimeout(provider.query(reference ?? ''), 'the payment provider');
  const findings: Finding[] = [];
  const unchecked: Unchecked[] = [];
  const size = needsWitness ? PARALLEL_WITH_WITNESS : PARALLEL;
  const outsideChunk = needsWitness ? await findWitnesses(db, compared, wanted) : [];
  const witnesses =
    needsWitness && !outsideChunk.length ? await findWitnesses(db, compared, wanted.slice(0, size)) : outsideChunk;
  const witness = await chooseWitness(witnesses, query);
  for (let from = 0; from < wanted.length; from += size) {
    const part = wanted.slice(from, from + size);
    const ids = part.map(({ orderId }) => orderId);
    if (witness !== null && from > 0) await query(witness);
    const responses = await Promise.allSettled(part.map(({ reference }) => query(reference)));
    const failures = responses.flatMap((response) => (response.status === 'rejected' ? [response.reason] : []));
    const isUp = witness !== null || responses.some(({ status }) => status === 'fulfilled');
    const areOld = needsWitness && part.every(({ createdAt }) => createdAt <= since);
    if (failures.length && !areOld && (!isUp || failures.some(isUnsent))) throw failures[0];
    const known = await db.select().from(payments).where(inArray(payments.orderId, ids));
    for (const [at, { orderId }] of part.entries()) {
      const response = responses[at];
      if (response?.status === 'rejected') unchecked.push({ key: orderId, error: response.reason });
      findings.push(...compare(orderId, response?.status === 'fulfilled' ? response.value : null, known));
    }
  }
  return { findings, unchecked };
};
