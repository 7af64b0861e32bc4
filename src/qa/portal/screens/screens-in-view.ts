import type { AnyActor } from 'xstate';
import { selectEpointRechargeScreen } from '../../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { selectPaymentScreen } from '../../../../machines/payment/payment.screens.ts';
import { type PortalSnapshot, selectPortalScreen } from '../../../../machines/portal/portal.screens.ts';
import { selectRechargeScreen } from '../../../../machines/recharge/recharge.screens.ts';
import { PORTAL_SCREENS, READING_SCREENS } from './portal.screens-catalog.ts';
import { PURCHASE_SCREENS } from './purchase.screens-catalog.ts';
import type { PageState, ScreenVariants } from './screen-variants.ts';

const SCREEN_CATALOG: Readonly<Record<string, readonly ScreenVariants[]>> = {
  ...PORTAL_SCREENS,
  ...PURCHASE_SCREENS,
  ...READING_SCREENS,
};

export type ScreenName = { readonly machine: string; readonly name: string };

/** Every screen; `part`: where on its page. */
export const allScreens: readonly (ScreenName & Pick<ScreenVariants, 'part'>)[] = Object.entries(
  SCREEN_CATALOG,
).flatMap(([machine, parts]) => parts.flatMap(({ names, part }) => names.map((name) => ({ machine, name, part }))));

/** Machines that are drawn even while the portal shows only the empty shell. */
const BEFORE_PAGES: readonly string[] = ['portal', 'session', 'toasts'];

const actorsBelow = (actor: AnyActor): readonly AnyActor[] => {
  const children: Readonly<Record<string, AnyActor>> = actor.getSnapshot()?.children ?? {};
  return [actor, ...Object.values(children).flatMap(actorsBelow)];
};

/** The payment that the recharge page shows, from the wizard in which it was ordered. */
const paymentIn = ({ children: { signedIn } }: PortalSnapshot): PageState['payment'] => {
  const children = signedIn?.getSnapshot().children;
  const recharge = children?.recharge && selectRechargeScreen(children.recharge.getSnapshot());
  const epointRecharge = children?.epointRecharge && selectEpointRechargeScreen(children.epointRecharge.getSnapshot());
  const shown = [recharge, epointRecharge].find((screen) => screen?.name === 'payment');
  const payment = shown?.name === 'payment' && children?.[`payment.${shown.ticket.orderId}`];
  return payment ? selectPaymentScreen(payment.getSnapshot()) : null;
};

export const screensInView = (portal: AnyActor): readonly ScreenName[] => {
  const snapshot = portal.getSnapshot() as PortalSnapshot;
  const page = selectPortalScreen(snapshot).name;
  const pageState: PageState = { page, payment: paymentIn(snapshot) };
  return actorsBelow(portal).flatMap((actor) => {
    const machine = String(actor.logic.id ?? '');
    if (page === 'starting' && !BEFORE_PAGES.includes(machine)) return [];
    return (SCREEN_CATALOG[machine] ?? []).flatMap(({ nameOf }) => {
      const name = nameOf(actor.getSnapshot(), pageState);
      return name === null ? [] : { machine, name };
    });
  });
};

/** Machines whose screens are visible on every page. */
const ON_EVERY_PAGE: ReadonlySet<string> = new Set(['portal', 'toasts', 'balance', 'bulletins', 'session']);

/** The innermost screen of the page. Before a login it is the screen of the session. */
export const screenLabel = (screens: readonly ScreenName[]): string => {
  const label =
    screens.findLast(({ machine }) => !ON_EVERY_PAGE.has(machine)) ??
    screens.findLast(({ machine }) => machine !== 'toasts');
  return label ? `${label.machine}: ${label.name}` : 'empty page';
};
