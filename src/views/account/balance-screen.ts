import { shallowEqual, useSelector } from '@xstate/react';
import { type BalanceScreen, selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import type { Points } from '../../../machines/lists/list.types.ts';
import { usePlayer } from '../app/portal.context.tsx';

/** `absent`: the login has no game account and therefore no balance. */
type KnownScreen = BalanceScreen | { readonly name: 'absent' };

export type KnownBalance = {
  readonly screen: KnownScreen;
  /** The last loaded balance; null while it loads or after a failure. */
  readonly points: Points | null;
  readonly refresh: () => void;
};

const LOADING: KnownScreen = { name: 'loading' };
const ABSENT: KnownScreen = { name: 'absent' };

/** E Points of the account, split into basic and bonus points. */
export const useBalance = (): KnownBalance => {
  const player = usePlayer();
  const balance = useSelector(player, (snapshot) => snapshot?.children.balance);
  const isAbsent = useSelector(player, (snapshot) => snapshot?.matches({ coinBalance: 'unavailable' }) ?? false);
  const screen = useSelector(
    balance,
    (snapshot) => (snapshot ? selectBalanceScreen(snapshot) : isAbsent ? ABSENT : LOADING),
    shallowEqual,
  );
  const settled = useSelector(balance, (snapshot) => snapshot?.matches('ready') ?? false);
  const points = settled && screen.name === 'ready' ? { basic: screen.basic, present: screen.present } : null;
  return { screen, points, refresh: () => balance?.send({ type: 'balance.refresh' }) };
};
