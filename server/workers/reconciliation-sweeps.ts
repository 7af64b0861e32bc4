import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { epointBalances, ledgerTransactions, orderHistory, orders, reconciliationFindings } from '../db/schema.ts';
import type { PaymentServices } from '../payments/registry.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { isAfter, orderWindow } from './order-window.ts';
import { compareWithProvider } from './provider-comparison.ts';
import { type CheckResult, checkBalances, checkOrders, checkTransactions } from './reconciliation-rules.ts';

/** `position`: where the sweep continues. `isLast`: no more rows at present. `traceIds`: of orders that the check may leave unchecked. */
type Chunk = {
  readonly keys: readonly string[];
  readonly position: string;
  readonly isLast: boolean;
  readonly traceIds?: ReadonlyMap<string, string | null>;
};

/**
 * A scan of one table, a few rows at a time. No statement touches more than `limit` rows and the rows that belong to them; that of a
 * provider also reads orders of others, up to a window.
 */
export type Sweep = {
  readonly name: string;
  /** Sweeps of one task take turns. Each provider has its own task, because it may be slow and costs one request for each row. */
  readonly task: string;
  /** What the keys identify. Sweeps of the same kind report the same findings. */
  readonly subjectKind: string;
  /** Rows per chunk. */
  readonly limit: number;
  /** From the start of one cycle to the next; for a sweep that follows new rows, the polling interval. */
  readonly intervalMs: number;
  /** Whether each cycle starts at the first row. */
  readonly startsOver: boolean;
  readonly read: (position: string, limit: number) => Promise<Chunk>;
  /** Checks these rows. `isRetry`: the sweep has just failed. Rejects if it cannot decide about any of them. */
  readonly check: (keys: readonly string[], isRetry?: boolean) => Promise<CheckResult>;
};

const DAY_MS = 24 * 3_600_000;
/** Age limit of orders that are compared for the first time: an order that ended unpaid is checked for a week. */
const PROVIDER_LOOKBACK_MS = 8 * DAY_MS;
const SETTLE_MS = 60_000;
const ROWS = 500;
/** Each row costs one request to the provider. */
const PROVIDER_ROWS = 50;

const TASK = 'reconciliation';
const cycle = { task: TASK, intervalMs: DAY_MS, startsOver: true, limit: ROWS } as const;

/** Walks over a table by its key, once a day. */
const tableSweep = (
  { context: { db } }: PaymentServices,
  name: string,
  subjectKind: string,
  key: PgColumn,
  check: typeof checkOrders,
): Sweep => ({
  ...cycle,
  name,
  subjectKind,
  read: async (position, limit) => {
    const rows = await db
      .select({ key: sql<string>`${key}::text` })
      .from(key.table)
      .where(gt(key, key.dataType === 'number' ? Number(position) : position))
      .orderBy(asc(key))
      .limit(limit);
    const keys = rows.map((row) => row.key);
    return { keys, position: keys.at(-1) ?? position, isLast: keys.length < limit };
  },
  check: (keys) => check(db, keys),
});

/** Follows the order history to find new problems within minutes. It stays a minute behind for transactions that are not committed. */
const changesSweep = ({ context: { db, clock } }: PaymentServices): Sweep => ({
  name: 'changed orders',
  task: TASK,
  subjectKind: 'order',
  limit: ROWS,
  intervalMs: SETTLE_MS,
  startsOver: false,
  read: async (position, limit) => {
    const rows = await db
      .select({ id: orderHistory.id, key: orderHistory.orderId, at: orderHistory.at })
      .from(orderHistory)
      .where(gt(orderHistory.id, Number(position)))
      .orderBy(asc(orderHistory.id))
      .limit(limit);
    const until = clock.now().getTime() - SETTLE_MS;
    const tooNew = rows.findIndex(({ at }) => at.getTime() > until);
    const settled = tooNew === -1 ? rows : rows.slice(0, tooNew);
    return {
      keys: [...new Set(settled.map(({ key }) => key))],
      position: String(settled.at(-1)?.id ?? position),
      isLast: settled.length < limit,
    };
  },
  check: (keys) => checkOrders(db, keys),
});

/**
 * Recent orders, and older ones with a finding, by time and number: a finding stays until its cause is gone. A chunk has the next orders of
 * the provider up to the end of a window. The position moves to that end if the provider has fewer there.
 */
const providerSweep = (services: PaymentServices, name: string, provider: PaymentProvider): Sweep => {
  const { db, clock } = services.context;
  const subjectKind = `payment at ${name}`;
  const since = (): Date => new Date(clock.now().getTime() - PROVIDER_LOOKBACK_MS);
  return {
    ...cycle,
    name: `provider ${name}`,
    task: `${TASK} at ${name}`,
    subjectKind,
    limit: PROVIDER_ROWS,
    read: async (position, limit) => {
      const [at = '-infinity', key = ''] = position ? position.split('|') : [];
      const isNext = isAfter({ at, key });
      const inWindow = orderWindow(db, name, and(gt(orders.createdAt, since()), isNext), asc);
      const recent = db
        .select({
          key: sql<string>`${inWindow.key}`.as('key'),
          traceId: sql<string | null>`${inWindow.traceId}`.as('trace_id'),
          createdAt: sql<unknown>`${inWindow.createdAt}`.as('created_at'),
          at: inWindow.at,
          isOfProvider: inWindow.isOfProvider,
          isWindowEnd: inWindow.isWindowEnd,
        })
        .from(inWindow)
        .where(or(inWindow.isOfProvider, inWindow.isWindowEnd))
        .orderBy(asc(inWindow.createdAt), asc(inWindow.key))
        .limit(limit);
      const known = db
        .select({
          key: sql<string>`${orders.orderId}`.as('key'),
          traceId: sql<string | null>`${orders.traceId}`.as('trace_id'),
          createdAt: sql<unknown>`${orders.createdAt}`.as('created_at'),
          at: sql<string>`${orders.createdAt}::text`.as('at'),
          isOfProvider: sql<boolean>`true`.as('is_of_provider'),
          isWindowEnd: sql<boolean>`false`.as('is_window_end'),
        })
        .from(reconciliationFindings)
        .innerJoin(orders, eq(orders.orderId, reconciliationFindings.key))
        .where(and(eq(reconciliationFindings.subjectKind, subjectKind), isNext))
        .orderBy(asc(orders.createdAt), asc(orders.orderId))
        .limit(limit);
      const found = await unionAll(recent, known).orderBy(sql`created_at`, sql`key`).limit(limit);
      const windowEnd = found.findIndex(({ isWindowEnd }) => isWindowEnd);
      const rows = windowEnd === -1 ? found : found.slice(0, windowEnd + 1);
      const ofProvider = rows.filter(({ isOfProvider }) => isOfProvider);
      const last = rows.at(-1);
      return {
        keys: [...new Set(ofProvider.map((row) => row.key))],
        position: last ? `${last.at}|${last.key}` : position,
        isLast: windowEnd === -1 && rows.length < limit,
        traceIds: new Map(ofProvider.map((row) => [row.key, row.traceId])),
      };
    },
    check: (keys, isRetry = false) =>
      compareWithProvider(db, { name, provider, subjectKind, since: since() }, keys, isRetry),
  };
};

/** All sweeps. Providers that are no longer configured are left out. */
export const sweepsOf = (services: PaymentServices): readonly Sweep[] => {
  const providers = services.context.config.paymentProviders.flatMap((name) => {
    const provider = services.providerOf(name);
    return provider ? [providerSweep(services, name, provider)] : [];
  });
  return [
    tableSweep(services, 'orders', 'order', orders.orderId, checkOrders),
    changesSweep(services),
    tableSweep(services, 'ledger', 'transaction', ledgerTransactions.transactionId, checkTransactions),
    tableSweep(services, 'balances', 'balance', epointBalances.userId, checkBalances),
    ...providers,
  ];
};
