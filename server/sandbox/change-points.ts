import { eq } from 'drizzle-orm';
import { users } from '../db/schema.ts';
import { lockBalance, type Points, post } from '../ledger/posting.ts';
import type { AppContext } from '../runtime/context.ts';

/** Adds E Points to an account or removes them (negative), as a gift or correction. Returns the new balance. */
export const changePoints = async (
  { db, clock }: AppContext,
  userId: string,
  { basic, present }: Points,
): Promise<Points | 'unknown' | 'insufficient'> =>
  db.transaction(async (tx) => {
    const [user] = await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
    if (!user) return 'unknown';
    const before = await lockBalance(tx, userId);
    if (before.basic + basic < 0 || before.present + present < 0) return 'insufficient';
    if (basic === 0 && present === 0) return before;
    const entries = { basic, present, given: -basic - present };
    const kind = basic < 0 || present < 0 ? 'correction' : 'gift';
    const { basicAfter, presentAfter } = await post(tx, { userId, kind, orderId: null, entries, at: clock.now() });
    return { basic: basicAfter, present: presentAfter };
  });
