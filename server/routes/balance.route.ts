import { eq } from 'drizzle-orm';
import { CODE } from '../../src/contract/codes.ts';
import { epointBalance, operateCoinBalance } from '../../src/contract/epoint.contract.ts';
import type { Db } from '../db/database.ts';
import { epointBalances } from '../db/schema.ts';
import { refusal, route, success } from './route.ts';

/** A player who never had E Points has no row: nothing of either kind. */
const balanceOf = async (db: Db, userId: string): Promise<{ readonly basic: number; readonly present: number }> => {
  const [row] = await db.select().from(epointBalances).where(eq(epointBalances.userId, userId));
  return row ?? { basic: 0, present: 0 };
};

export const operateCoinBalanceRoute = route(operateCoinBalance, async ({ context }, session) => {
  const { basic, present } = await balanceOf(context.db, session.userId);
  return success({ amount: basic + present });
});

/** Only for one's own game account; another's is answered like one that does not exist. */
export const epointBalanceRoute = route(epointBalance, async ({ context, input }, session) => {
  if (input.userId !== session.gameAccountId) return refusal(CODE.accountNotFoundGame);
  const { basic, present } = await balanceOf(context.db, session.userId);
  return success({ basicNum: basic, presentNum: present });
});
