import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../../server/db/database.ts';
import { epointBalances, ledgerTransactions } from '../../server/db/ledger.schema.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { orders } from '../../server/db/schema.ts';
import {
  checkBalances,
  checkOrders,
  checkTransactions,
  type Finding,
} from '../../server/workers/reconciliation-rules.ts';
import { auditMoney } from '../support/server/money-audit.ts';

export type Books = { readonly line: string; readonly problems: readonly string[] };

const withDatabase = async <Result>(url: string, act: (db: Db) => Promise<Result>): Promise<Result> => {
  const opening = await openPostgres({ url, poolSize: 2 }, () => undefined);
  if (!opening.ok) throw new Error(opening.line);
  return act(opening.database.db).finally(opening.database.close);
};

/** Compares the confirmed orders with the stored ones, and audits every cent of the database. */
export const checkBooks = (url: string, acknowledged: ReadonlySet<string>): Promise<Books> =>
  withDatabase(url, async (db) => {
    const stored = new Map(
      (await db.select({ orderId: orders.orderId, status: orders.status }).from(orders)).map((row) => [
        row.orderId,
        row.status,
      ]),
    );
    const lost = [...acknowledged].filter((orderId) => !stored.has(orderId));
    const undelivered = [...acknowledged].filter(
      (orderId) => stored.has(orderId) && stored.get(orderId) !== 'delivered',
    );
    const { captured, delivered, refunded, inProgress, wrong } = await auditMoney(db);
    return {
      line:
        `${acknowledged.size} acknowledged orders, ${lost.length} lost; captured ${captured} cents = delivered ${delivered} + ` +
        `refunded ${refunded} + in progress ${inProgress}; ${wrong.length} findings`,
      problems: [
        ...lost.map((orderId) => `acknowledged order ${orderId} is lost`),
        ...undelivered.map((orderId) => `paid order ${orderId} is not delivered`),
        ...wrong.map((finding) => `audit: ${finding}`),
        ...(captured === delivered + refunded + inProgress ? [] : ['audit: the sums differ']),
        ...(acknowledged.size ? [] : ['no order was acknowledged']),
      ],
    };
  });

const CHUNK = 500;
const MOST_PROBLEMS = 5;

const inChunks = async (
  keys: readonly string[],
  check: (chunk: readonly string[]) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (let at = 0; at < keys.length; at += CHUNK) found.push(...(await check(keys.slice(at, at + CHUNK))));
  return found;
};

const integer = v.pipe(v.string(), v.transform(Number), v.safeInteger());
const sums = v.object({
  rows: v.tuple([v.object({ captured: integer, delivered: integer, refunded: integer, strays: integer })]),
});

/** `strays`: lines that the game has but the server did not send, or that the server calls delivered but the game does not have. */
const SUMS = sql`
  select
    (select coalesce(sum(amount_minor), 0) from payments where kind = 'capture')::text as captured,
    (select coalesce(sum(amount_minor), 0) from orders where status = 4 and epoints is null)::text as delivered,
    (select coalesce(sum(amount_minor), 0) from payments where kind = 'refund')::text as refunded,
    (select count(*) from deliveries full join delivery_lines using (order_id, line)
      where deliveries.at is null and delivered_at is not null or sent_at is null)::text as strays`;

/**
 * Checks a database in which nothing is in progress: every rule of the server's reconciliation on every row, and the sums. For databases that
 * are too large for `checkBooks`, which reads all rows into memory.
 */
export const reconcileBooks = (url: string): Promise<Books> =>
  withDatabase(url, async (db) => {
    const orderIds = (await db.select({ key: orders.orderId }).from(orders)).map(({ key }) => key);
    const transactions = (await db.select({ key: ledgerTransactions.transactionId }).from(ledgerTransactions)).map(
      ({ key }) => String(key),
    );
    const players = (await db.select({ key: epointBalances.userId }).from(epointBalances)).map(({ key }) => key);
    const findings = [
      ...(await inChunks(orderIds, (chunk) => checkOrders(db, chunk))),
      ...(await inChunks(transactions, (chunk) => checkTransactions(db, chunk))),
      ...(await inChunks(players, (chunk) => checkBalances(db, chunk))),
    ];
    const { captured, delivered, refunded, strays } = v.parse(sums, await db.execute(SUMS)).rows[0];
    return {
      line:
        `${orderIds.length} orders, ${transactions.length} ledger transactions, ${players.length} balances; captured ${captured} cents = ` +
        `delivered ${delivered} + refunded ${refunded}; ${findings.length} findings`,
      problems: [
        ...findings.slice(0, MOST_PROBLEMS).map(({ subject, what }) => `audit: ${subject}: ${what}`),
        ...(captured > 0 && captured === delivered + refunded ? [] : ['audit: the sums differ']),
        ...(strays ? [`audit: ${strays} lines are delivered for the server or for the game only`] : []),
      ],
    };
  });
