import { epointBalance, operateCoinBalance } from '../../src/contract/epoint.contract.ts';
import { balanceOf } from '../ledger/posting.ts';
import { CODE } from '../runtime/codes.ts';
import { refusal, route, success } from './route.ts';

export const operateCoinBalanceRoute = route(operateCoinBalance, async ({ context }, session) => {
  const { basic, present } = await balanceOf(context.db, session.userId);
  return success({ amount: basic + present });
});

/** Only for the caller's own game account; any other gets the same response as one that does not exist. */
export const epointBalanceRoute = route(epointBalance, async ({ context, input }, session) => {
  if (input.userId !== session.gameAccountId) return refusal(CODE.accountNotFoundGame);
  const { basic, present } = await balanceOf(context.db, session.userId);
  return success({ basicNum: basic, presentNum: present });
});
