import type { AnyActorRef } from 'xstate';
import type { ListenerTarget } from '../platform/browser.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';

const onChange = <Value>(handle: (value: Value) => void): ((value: Value) => void) => {
  let previous: Value | undefined;
  return (value) => {
    if (value === previous) return;
    previous = value;
    handle(value);
  };
};

/** Asks before leaving while it is uncertain whether an order exists (C44). Otherwise not: the listener disables the page cache. */
export const guardUnload = (browser: ListenerTarget, portal: PortalActor): void => {
  const preventUnload = (event: Event): void => event.preventDefault();
  const uncertain = new Set<string>();

  const setUncertain = (wizard: string, isUncertain: boolean): void => {
    if (isUncertain) uncertain.add(wizard);
    else uncertain.delete(wizard);
    if (uncertain.size > 0) browser.addEventListener('beforeunload', preventUnload);
    else browser.removeEventListener('beforeunload', preventUnload);
  };
  const watchWizard = (id: 'recharge' | 'epointRecharge') =>
    onChange<AnyActorRef | undefined>((wizard) => {
      const update = () => setUncertain(id, wizard?.getSnapshot().matches({ wizard: 'ordering' }) ?? false);
      update();
      wizard?.subscribe({ next: update, complete: () => setUncertain(id, false) });
    });
  const watchRecharge = watchWizard('recharge');
  const watchEpointRecharge = watchWizard('epointRecharge');
  const watchSignedIn = onChange<ReturnType<PortalActor['getSnapshot']>['children']['signedIn']>((signedIn) => {
    const update = () => {
      const children = signedIn?.getSnapshot().children;
      watchRecharge(children?.recharge);
      watchEpointRecharge(children?.epointRecharge);
    };
    update();
    signedIn?.subscribe(update);
  });
  portal.subscribe(({ children }) => watchSignedIn(children.signedIn));
};
