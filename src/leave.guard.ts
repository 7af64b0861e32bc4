import { createLeaveGuard } from './platform/leave-guard.ts';
import type { PortalActor } from './views/portal/portal.context.tsx';

/** Leaving the page asks first while it is not known whether the confirmed order exists (C44), and never otherwise. */
export const guardLeaving = (browser: Window, portal: PortalActor): void => {
  const guard = createLeaveGuard(browser);
  let watched: unknown = null;
  portal.subscribe(({ children: { recharge } }) => {
    if (recharge === watched) return;
    watched = recharge;
    guard(false);
    recharge?.subscribe({
      next: (snapshot) => guard(snapshot.matches({ wizard: 'ordering' })),
      complete: () => guard(false),
    });
  });
};
