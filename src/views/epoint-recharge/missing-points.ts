import { useSelector } from '@xstate/react';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { missingPoints } from '../../../machines/order/order.purchase.ts';
import { selectNeededPoints } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer } from '../app/portal.context.tsx';

/** E Points that the balance lacks for the waiting purchase; 0 if no purchase is waiting. */
export const useMissingPoints = (): number => {
  const player = usePlayer();
  const needed = useSelector(player, (snapshot) => (snapshot ? selectNeededPoints(snapshot) : null));
  const actor = useSelector(player, (snapshot) => snapshot?.children.balance);
  const balance = useSelector(actor, (snapshot) => (snapshot ? selectBalanceScreen(snapshot) : null));
  return missingPoints(needed, balance?.name === 'ready' ? balance.total : null);
};
