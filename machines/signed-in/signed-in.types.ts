import type { BalanceReport } from '../balance/balance.machine.ts';
import type { EpointRechargeReport } from '../epoint-recharge/epoint-recharge.types.ts';
import type { Port } from '../kernel/port.ts';
import type { ListRouteReport } from '../lists/list-route.machine.ts';
import type { ChoiceIds, OrderTicket } from '../order/order.types.ts';
import type { OrderDetailReport } from '../order-detail/order-detail.machine.ts';
import type { PaymentUpdate } from '../payment/payment.types.ts';
import type { RechargeReport } from '../recharge/recharge.types.ts';
import type { Account } from '../session/session.types.ts';
import type { ToastsEvent } from '../toasts/toasts.machine.ts';
import type { RechargeTarget, WizardStep } from '../wizard/wizard.types.ts';
import type { ResumeReport, ResumeState } from './resume.machine.ts';
import type { Page } from './signed-in.pages.ts';

/** An order with a `payment.<orderId>` child. `waiting`: its money has not arrived. */
export type TrackedOrder = {
  readonly ticket: OrderTicket;
  readonly waiting: boolean;
  /** The player closed its reminder. It stays in the history, and can be paid from there. */
  readonly hidden: boolean;
};

/** `page`: the current page; null until it is known. */
export type SignedInInput = { readonly account: Account; readonly page: Page | null };

export type SignedInContext = SignedInInput & {
  readonly resumeState: ResumeState;
  /** Newest last. */
  readonly tracked: readonly TrackedOrder[];
  /** The order whose payment its wizard shows. */
  readonly focusedOrderId: string | null;
  /** The wizard on the current page; null on other pages. */
  readonly target: RechargeTarget | null;
  /** The step that this wizard reported last. */
  readonly step: WizardStep | null;
  /** The order of E Points that an item waits for: the item is ordered when they are added. */
  readonly coverId: string | null;
  /** The external link that is being opened. */
  readonly link: ExternalLink | null;
};

/** `windowRef`: the blank window that the click opened. */
type ExternalLink = { readonly url: string; readonly windowRef: string };

export type LinkInput = ExternalLink & { readonly gameAccountId: string };

export type SignedInOwnPorts = {
  /** Opens `url` in the window, with a ticket of `/api/user/sdk/ticket/get` if there is one; no machine gets it. Never rejects. */
  openLink: Port<null, LinkInput>;
  /** Closes the blank window that a click opened. Never rejects. */
  closeWindow: Port<void, { readonly windowRef: string }>;
};

export type SignedInEvent =
  /** From the portal. `action` is the history action. `stale`: another navigation has started already, so this URL requests nothing. */
  | {
      readonly type: 'page.changed';
      readonly page: Page;
      readonly action: 'POP' | 'PUSH' | 'REPLACE';
      readonly stale: boolean;
    }
  /** From the banner: shows the payment of this order. */
  | { readonly type: 'order.resume'; readonly orderId: string }
  /** The player closed the reminder of a deferred order. */
  | { readonly type: 'order.hide'; readonly orderId: string }
  | { readonly type: 'order.repeat'; readonly choices: ChoiceIds }
  /** Opens an external page with a sign-in ticket: customer service or a game. */
  | ({ readonly type: 'link.open' } & ExternalLink)
  | PaymentCrash
  | ResumeReport
  /** The balance is insufficient for an order: it is deferred while the player buys E Points. */
  | { readonly type: 'points.needed'; readonly orderId: string }
  | RechargeReport
  | EpointRechargeReport
  | PaymentUpdate
  | OrderDetailReport
  | BalanceReport
  | ListRouteReport;

export type SignedInEventOf<Type extends SignedInEvent['type']> = Extract<SignedInEvent, { readonly type: Type }>;

/** XState's event for a crashed payment actor. */
type PaymentCrash = {
  readonly type: `xstate.error.actor.payment.${string}`;
  readonly actorId: string;
  readonly error: unknown;
};

/** Reports to the portal, which navigates and shows toasts. */
export type SignedInReport =
  /** Order pages can be shown, or can no longer be shown. */
  | { readonly type: 'resume.ready' }
  | { readonly type: 'resume.stopped' }
  | { readonly type: 'page.open'; readonly to: string }
  /** Syncs the URL with the state of the page; ignored while navigating away. */
  | { readonly type: 'url.sync'; readonly to: string; readonly replace: boolean }
  /** The external link that waits for its ticket, or null. */
  | { readonly type: 'link.waiting'; readonly url: string | null }
  | { readonly type: 'screen.forbidden' }
  | Extract<ToastsEvent, { readonly type: 'toast.add' | 'toast.close' }>;
