import { createLeaveGuard } from './platform/leave-guard.ts';
import type { PortalActor } from './views/portal/portal.context.tsx';

/** Hands each new value on, and not the one it has already. */
const onNew = <Value>(take: (value: Value) => void): ((value: Value) => void) => {
  let known: Value | undefined;
  return (value) => {
    if (value === known) return;
    known = value;
    take(value);
  };
};

/** Leaving the page asks first while it is not known whether the confirmed order exists (C44), and never otherwise. */
export const guardLeaving = (browser: Window, portal: PortalActor): void => {
  const guard = createLeaveGuard(browser);
  type Player = ReturnType<PortalActor['getSnapshot']>['children']['player'];
  type Recharge = ReturnType<NonNullable<Player>['getSnapshot']>['children']['recharge'];

  const watchRecharge = onNew<Recharge>((recharge) => {
    guard(false);
    recharge?.subscribe({
      next: (snapshot) => guard(snapshot.matches({ wizard: 'ordering' })),
      complete: () => guard(false),
    });
  });
  const watchPlayer = onNew<Player>((player) => {
    watchRecharge(player?.getSnapshot().children.recharge);
    player?.subscribe(({ children }) => watchRecharge(children.recharge));
  });
  portal.subscribe(({ children }) => watchPlayer(children.player));
};
