import { createBeforeUnload } from '../platform/before-unload.ts';
import type { ListenerTarget } from '../platform/browser.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';

/** Calls `handle` with each value that differs from the previous one. */
const onChange = <Value>(handle: (value: Value) => void): ((value: Value) => void) => {
  let previous: Value | undefined;
  return (value) => {
    if (value === previous) return;
    previous = value;
    handle(value);
  };
};

/** Asks for confirmation before the page is left while it is uncertain whether a confirmed order exists (C44). */
export const guardUnload = (browser: ListenerTarget, portal: PortalActor): void => {
  const guard = createBeforeUnload(browser);
  type SignedIn = ReturnType<PortalActor['getSnapshot']>['children']['signedIn'];
  type Wizards = ReturnType<NonNullable<SignedIn>['getSnapshot']>['children'];
  const uncertain = new Set<string>();

  const setUncertain = (wizard: string, isUncertain: boolean): void => {
    if (isUncertain) uncertain.add(wizard);
    else uncertain.delete(wizard);
    guard(uncertain.size > 0);
  };
  const watchRecharge = onChange<Wizards['recharge']>((recharge) => {
    setUncertain('recharge', recharge?.getSnapshot().matches({ wizard: 'ordering' }) ?? false);
    recharge?.subscribe({
      next: (snapshot) => setUncertain('recharge', snapshot.matches({ wizard: 'ordering' })),
      complete: () => setUncertain('recharge', false),
    });
  });
  const watchEpointRecharge = onChange<Wizards['epointRecharge']>((epointRecharge) => {
    setUncertain('epointRecharge', epointRecharge?.getSnapshot().matches({ wizard: 'ordering' }) ?? false);
    epointRecharge?.subscribe({
      next: (snapshot) => setUncertain('epointRecharge', snapshot.matches({ wizard: 'ordering' })),
      complete: () => setUncertain('epointRecharge', false),
    });
  });
  const watchChildren = (children: Partial<Wizards> | undefined): void => {
    watchRecharge(children?.recharge);
    watchEpointRecharge(children?.epointRecharge);
  };
  const watchSignedIn = onChange<SignedIn>((signedIn) => {
    watchChildren(signedIn?.getSnapshot().children);
    signedIn?.subscribe(({ children }) => watchChildren(children));
  });
  portal.subscribe(({ children }) => watchSignedIn(children.signedIn));
};
