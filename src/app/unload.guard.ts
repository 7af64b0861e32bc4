import { createBeforeUnload } from '../platform/before-unload.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';

/** Hands each new value on, and not the one it has already. */
const onNew = <Value>(take: (value: Value) => void): ((value: Value) => void) => {
  let known: Value | undefined;
  return (value) => {
    if (value === known) return;
    known = value;
    take(value);
  };
};

/** Leaving the page asks first while it is not known whether a confirmed order exists (C44), and never otherwise. */
export const guardUnload = (browser: Window, portal: PortalActor): void => {
  const guard = createBeforeUnload(browser);
  type Player = ReturnType<PortalActor['getSnapshot']>['children']['signedIn'];
  type Wizards = ReturnType<NonNullable<Player>['getSnapshot']>['children'];
  const unknown = new Set<string>();

  const note = (wizard: string, isUnknown: boolean): void => {
    if (isUnknown) unknown.add(wizard);
    else unknown.delete(wizard);
    guard(unknown.size > 0);
  };
  const watchRecharge = onNew<Wizards['recharge']>((recharge) => {
    note('recharge', false);
    recharge?.subscribe({
      next: (snapshot) => note('recharge', snapshot.matches({ wizard: 'ordering' })),
      complete: () => note('recharge', false),
    });
  });
  const watchEpointRecharge = onNew<Wizards['epointRecharge']>((epointRecharge) => {
    note('epointRecharge', false);
    epointRecharge?.subscribe({
      next: (snapshot) => note('epointRecharge', snapshot.matches({ wizard: 'ordering' })),
      complete: () => note('epointRecharge', false),
    });
  });
  const watchChildren = (children: Partial<Wizards> | undefined): void => {
    watchRecharge(children?.recharge);
    watchEpointRecharge(children?.epointRecharge);
  };
  const watchPlayer = onNew<Player>((player) => {
    watchChildren(player?.getSnapshot().children);
    player?.subscribe(({ children }) => watchChildren(children));
  });
  portal.subscribe(({ children }) => watchPlayer(children.signedIn));
};
