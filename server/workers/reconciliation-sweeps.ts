import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { epointBalances, ledgerTransactions } from '../db/ledger.schema.ts';
import { channels, orderHistory, orders } from '../db/schema.ts';
import type { PaymentContext } from '../payments/registry.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { compareWithProvider } from './provider-comparison.ts';
import { checkBalances, checkOrders, checkTransactions, type Finding } from './reconciliation-rules.ts';

/** The next rows of a sweep. `position`: where it goes on after them. `isLast`: there are no more at present. */
type Chunk = { readonly keys: readonly string[]; readonly position: string; readonly isLast: boolean };

/** One walk over one table, a few rows at a time; no statement of it touches more than `limit` rows and what belongs to them. */
export type Sweep = {
  readonly name: string;
  /** What its keys are. Sweeps of the same kind make the same findings. */
  readonly subjectKind: string;
  /** Rows of a chunk. */
  readonly limit: number;
  /** From the start of one cycle to the next; of a sweep that follows new rows: from one look to the next. */
  readonly everyMs: number;
  /** A cycle begins at the first row again. */
  readonly startsOver: boolean;
  readonly read: (position: string, limit: number) => Promise<Chunk>;
  /** Findings among the rows with these keys. Rejects when it can't tell. */
  readonly check: (keys: readonly string[]) => Promise<Finding[]>;
};

const DAY_MS = 24 * 3_600_000;
/** How far back providers are asked about orders: an order that ended unpaid is asked about for a week. */
const ASKED_MS = 8 * DAY_MS;
const SETTLE_MS = 60_000;
const ROWS = 500;
/** Each costs the provider one request. */
const ASKED_ROWS = 50;

const chunkOf = (keys: readonly string[], position: string, limit: number): Chunk => ({
  keys,
  position: keys.at(-1) ?? position,
  isLast: keys.length < limit,
});

const cycle = { everyMs: DAY_MS, startsOver: true, limit: ROWS } as const;

const ordersSweep = ({ context: { db } }: PaymentContext): Sweep => ({
  ...cycle,
  name: 'orders',
  subjectKind: 'order',
  read: async (position, limit) => {
    const rows = await db
      .select({ key: orders.orderId })
      .from(orders)
      .where(gt(orders.orderId, position))
      .orderBy(asc(orders.orderId))
      .limit(limit);
    return chunkOf(
      rows.map(({ key }) => key),
      position,
      limit,
    );
  },
  check: (keys) => checkOrders(db, keys),
});

/** Follows the history, so that what has just gone wrong is not found a day later. It stays a minute behind, for moves that are not committed. */
const changesSweep = ({ context: { db, clock } }: PaymentContext): Sweep => ({
  name: 'changed orders',
  subjectKind: 'order',
  limit: ROWS,
  everyMs: SETTLE_MS,
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

const ledgerSweep = ({ context: { db } }: PaymentContext): Sweep => ({
  ...cycle,
  name: 'ledger',
  subjectKind: 'transaction',
  read: async (position, limit) => {
    const rows = await db
      .select({ key: ledgerTransactions.transactionId })
      .from(ledgerTransactions)
      .where(gt(ledgerTransactions.transactionId, Number(position)))
      .orderBy(asc(ledgerTransactions.transactionId))
      .limit(limit);
    return chunkOf(
      rows.map(({ key }) => String(key)),
      position,
      limit,
    );
  },
  check: (keys) => checkTransactions(db, keys),
});

const balancesSweep = ({ context: { db } }: PaymentContext): Sweep => ({
  ...cycle,
  name: 'balances',
  subjectKind: 'balance',
  read: async (position, limit) => {
    const rows = await db
      .select({ key: epointBalances.userId })
      .from(epointBalances)
      .where(gt(epointBalances.userId, position))
      .orderBy(asc(epointBalances.userId))
      .limit(limit);
    return chunkOf(
      rows.map(({ key }) => key),
      position,
      limit,
    );
  },
  check: (keys) => checkBalances(db, keys),
});

/** Recent orders by time and number. The database writes and reads the position itself: it knows microseconds. */
const providerSweep = (money: PaymentContext, name: string, provider: PaymentProvider): Sweep => {
  const { db, clock } = money.context;
  return {
    ...cycle,
    name: `provider ${name}`,
    subjectKind: `payment at ${name}`,
    limit: ASKED_ROWS,
    read: async (position, limit) => {
      const [at = '-infinity', after = ''] = position ? position.split('|') : [];
      const rows = await db
        .select({ key: orders.orderId, at: sql<string>`${orders.createdAt}::text` })
        .from(orders)
        .innerJoin(channels, eq(channels.channelCode, orders.channelCode))
        .where(
          and(
            eq(channels.provider, name),
            isNotNull(orders.providerRef),
            gt(orders.createdAt, new Date(clock.now().getTime() - ASKED_MS)),
            sql`(${orders.createdAt}, ${orders.orderId}) > (${at}::timestamptz, ${after})`,
          ),
        )
        .orderBy(asc(orders.createdAt), asc(orders.orderId))
        .limit(limit);
      const last = rows.at(-1);
      return {
        keys: rows.map(({ key }) => key),
        position: last ? `${last.at}|${last.key}` : position,
        isLast: rows.length < limit,
      };
    },
    check: (keys) => compareWithProvider(money, provider, keys),
  };
};

/** Everything that is compared. Providers that are not configured any more can't be asked and are left out. */
export const sweepsOf = async (money: PaymentContext): Promise<Sweep[]> => {
  const { db } = money.context;
  const named = await db.selectDistinct({ name: channels.provider }).from(channels);
  const providers = named.flatMap(({ name }) => {
    const provider = money.providerOf(name);
    return provider ? [providerSweep(money, name, provider)] : [];
  });
  return [ordersSweep(money), changesSweep(money), ledgerSweep(money), balancesSweep(money), ...providers];
};
