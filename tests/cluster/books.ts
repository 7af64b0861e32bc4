import { openPostgres } from '../../server/db/postgres.ts';
import { orders } from '../../server/db/schema.ts';
import { auditMoney } from '../support/server/money-audit.ts';

export type Books = { readonly line: string; readonly problems: readonly string[] };

/** Compares the confirmed orders with the stored ones, and audits every cent of the database. */
export const checkBooks = async (url: string, acknowledged: ReadonlySet<string>): Promise<Books> => {
  const opening = await openPostgres({ url, poolSize: 2 }, () => undefined);
  if (!opening.ok) throw new Error(opening.line);
  const { db, close } = opening.database;
  const stored = new Map((await db.select().from(orders)).map(({ orderId, status }) => [orderId, status]));
  const { captured, delivered, refunded, inProgress, wrong } = await auditMoney(db);
  await close();
  const lost = [...acknowledged].filter((orderId) => !stored.has(orderId));
  const undelivered = [...acknowledged].filter((orderId) => stored.has(orderId) && stored.get(orderId) !== 'delivered');
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
};
