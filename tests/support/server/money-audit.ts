import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { moneyOf, type OrderPhase, phaseOf } from '../../../machines/order/order.status.ts';
import type { Db } from '../../../server/db/database.ts';
import {
  deliveries,
  deliveryLines,
  epointBalances,
  idempotencyKeys,
  ledgerEntries,
  ledgerTransactions,
  orderHistory,
  orders,
  outbox,
  payments,
} from '../../../server/db/schema.ts';
import type { PaymentServices } from '../../../server/payments/registry.ts';
import type { Finding } from '../../../server/workers/reconciliation-rules.ts';
import { type Sweep, sweepsOf } from '../../../server/workers/reconciliation-sweeps.ts';

export type Audit = {
  readonly captured: number;
  readonly delivered: number;
  readonly refunded: number;
  /** Paid and neither delivered nor being refunded, or being refunded. */
  readonly inProgress: number;
  /** Order ids, users and transactions that violate a rule. */
  readonly wrong: readonly string[];
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const grouped = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

type LedgerTransaction = typeof ledgerTransactions.$inferSelect;

/**
 * Checks every rule of the ledger without the server's own code; returns violations as text. `transactions`: all of them, the oldest first.
 */
const auditLedger = async (db: Db, transactions: readonly LedgerTransaction[]): Promise<string[]> => {
  const entries = await db.select().from(ledgerEntries);
  const balances = await db.select().from(epointBalances);
  const entriesOf = grouped(entries, ({ transactionId }) => transactionId);
  const wrong: string[] = [];
  const running = new Map<string, { basic: number; present: number }>();
  for (const { transactionId, userId, ...row } of transactions) {
    const parts = entriesOf.get(transactionId) ?? [];
    const of = (account: string): number => parts.find((part) => part.account === account)?.amount ?? 0;
    const before = running.get(userId) ?? { basic: 0, present: 0 };
    const after = { basic: before.basic + of('basic'), present: before.present + of('present') };
    running.set(userId, after);
    if (sum(parts.map(({ amount }) => amount)) !== 0) wrong.push(`transaction ${transactionId} does not add up`);
    if (row.basicAfter !== after.basic || row.presentAfter !== after.present)
      wrong.push(`transaction ${transactionId} records a different balance`);
  }
  for (const { userId, basic, present } of balances) {
    const total = running.get(userId) ?? { basic: 0, present: 0 };
    if (basic < 0 || present < 0 || total.basic !== basic || total.present !== present)
      wrong.push(`the balance of ${userId} is not the sum of its ledger`);
  }
  return wrong;
};

type Order = typeof orders.$inferSelect;

/** An entry with its points; a reversal takes what the player still has. */
const entryOf = ({ kind, basic, present }: Pick<LedgerTransaction, 'kind' | 'basic' | 'present'>): string =>
  kind === 'reversal' ? kind : `${kind} ${basic + present}`;

/** The ledger entries an order must have, by its status; `wasCredited`: it was delivered before it was refunded. */
const ledgerOf = (order: Order, wasCredited: boolean): string[] => {
  const { orderType, epoints, status, creditBasic, creditPresent } = order;
  const phase = phaseOf(status);
  if (orderType === 'epoint') {
    const purchase = `purchase ${(creditBasic ?? 0) + (creditPresent ?? 0)}`;
    return phase === 'refunded' && wasCredited ? [purchase, 'reversal'] : phase === 'delivered' ? [purchase] : [];
  }
  if (epoints === null || moneyOf(status) === 'none') return [];
  return phase === 'refunded' ? [`spend ${-epoints}`, `refund ${epoints}`] : [`spend ${-epoints}`];
};

/** Audits the whole database: where each cent is, and whether each order received exactly once what was paid for. */
export const auditMoney = async (db: Db): Promise<Audit> => {
  const allOrders = await db.select().from(orders);
  const allPayments = await db.select().from(payments);
  const parcels = await db.select({ orderId: deliveries.orderId, line: deliveries.line }).from(deliveries);
  const sent = await db.select().from(deliveryLines);
  const arrivals = await db
    .select({ orderId: orderHistory.orderId, count: sql<number>`count(*)::int` })
    .from(orderHistory)
    .where(eq(orderHistory.toStatus, 'delivered'))
    .groupBy(orderHistory.orderId);
  const refunds = await db
    .select({ captureId: outbox.subject })
    .from(outbox)
    .where(and(eq(outbox.kind, 'refund'), isNull(outbox.doneAt)));
  const keys = await db.select().from(idempotencyKeys);
  const transactions = await db.select().from(ledgerTransactions).orderBy(asc(ledgerTransactions.transactionId));
  const moves = grouped(transactions, ({ orderId }) => orderId);
  const parcelsOf = grouped(parcels, ({ orderId }) => orderId);
  const arrivalsOf = new Map(arrivals.map(({ orderId, count }) => [orderId, count]));
  const captures = allPayments.filter(({ kind }) => kind === 'capture');
  const isDue = new Set(refunds.map(({ captureId }) => captureId));
  const booked = new Set(allPayments.filter(({ kind }) => kind === 'refund').map(({ captureId }) => captureId));
  const unreturned = captures.filter(({ captureId }) => !booked.has(`refund:${captureId}`));
  const refunding = unreturned.filter(({ captureId }) => isDue.has(captureId));
  const amountOf = (some: readonly { readonly amountMinor: number }[]): number =>
    sum(some.map(({ amountMinor }) => amountMinor));
  /** Of the captures of a paid order's price, one is being refunded and no other one is left. */
  const isBeingRefunded = ({ orderId, amountMinor }: Order): boolean => {
    const left = unreturned.filter((row) => row.orderId === orderId && row.amountMinor === amountMinor);
    return left.length > 0 && left.every((row) => refunding.includes(row));
  };
  /** Where the money is: of one order, or of all. */
  const sumsOf = (some: readonly Order[], of: (row: { readonly orderId: string }) => boolean = () => true) => {
    const inPhase = (phase: OrderPhase) => some.filter((one) => phaseOf(one.status) === phase && one.epoints === null);
    return {
      captured: amountOf(captures.filter(of)),
      delivered: amountOf(inPhase('delivered')),
      refunded: amountOf(allPayments.filter((row) => row.kind === 'refund' && of(row))),
      inProgress:
        amountOf(inPhase('delivering').filter((order) => !isBeingRefunded(order))) + amountOf(refunding.filter(of)),
    };
  };
  const addsUp = ({ captured, delivered, refunded, inProgress }: ReturnType<typeof sumsOf>): boolean =>
    captured === delivered + refunded + inProgress;
  const wrong = allOrders.filter((order) => {
    const { orderId, status, contents, epoints, orderType } = order;
    const isPaid = moneyOf(status) !== 'none';
    const hasMoney = captures.some((row) => row.orderId === orderId && row.amountMinor === order.amountMinor);
    const arrived = arrivalsOf.get(orderId) ?? 0;
    const delivered = parcelsOf.get(orderId)?.length ?? 0;
    const booked = (moves.get(orderId) ?? []).map(entryOf);
    const wanted = orderType === 'epoint' ? 0 : contents.length;
    return (
      (isPaid && epoints === null) !== hasMoney ||
      !addsUp(sumsOf([order], (row) => row.orderId === orderId)) ||
      String(booked.sort()) !== String(ledgerOf(order, arrived > 0).sort()) ||
      arrived > 1 ||
      (status === 'delivered' && (arrived !== 1 || delivered !== wanted)) ||
      (!isPaid && delivered > 0)
    );
  });
  const keyOf = ({ orderId, line }: { readonly orderId: string; readonly line: number }): string =>
    `${orderId}/${line}`;
  const inGame = new Set(parcels.map(keyOf));
  const isSent = new Set(sent.map(keyOf));
  /** Lines that the game has although they were not sent, or does not have although it confirmed them. */
  const strays = [
    ...parcels.filter((one) => !isSent.has(keyOf(one))),
    ...sent.filter((one) => one.deliveredAt && !inGame.has(keyOf(one))),
  ];
  const orphans = keys.filter(({ orderId }) => !allOrders.some((order) => order.orderId === orderId));
  return {
    ...sumsOf(allOrders),
    wrong: [
      ...wrong.map(({ orderId }) => orderId),
      ...strays.map((one) => `line ${keyOf(one)}`),
      ...orphans.map(({ key }) => `key ${key}`),
      ...(await auditLedger(db, transactions)),
    ],
  };
};

/** One complete cycle of a sweep, in chunks of its own size or smaller. */
export const runSweep = async (sweep: Sweep, limit = sweep.limit): Promise<{ found: Finding[]; chunks: number }> => {
  const found: Finding[] = [];
  let position = '';
  for (let chunks = 1; ; chunks += 1) {
    const chunk = await sweep.read(position, limit);
    found.push(...(await sweep.check(chunk.keys)).findings);
    if (chunk.isLast) return { found, chunks };
    if (chunk.position === position) throw new Error(`the sweep ${sweep.name} does not advance`);
    position = chunk.position;
  }
};

/** Every finding of every complete sweep now, without waiting a minute for confirmation. */
export const reconcile = async (services: PaymentServices, limit?: number): Promise<Omit<Finding, 'key'>[]> => {
  const found: Finding[] = [];
  for (const sweep of sweepsOf(services).filter(({ startsOver }) => startsOver))
    found.push(...(await runSweep(sweep, limit)).found);
  return found.map(({ what, subject }) => ({ what, subject }));
};
