import type { BalanceReport } from '../balance/balance.types.ts';
import type { EpointRechargeReport } from '../epoint-recharge/epoint-recharge.types.ts';
import type { ListRouteReport } from '../lists/list-route.types.ts';
import type { ChoiceIds, OrderTicket } from '../order/order.types.ts';
import type { OrderDetailReport } from '../order-detail/order-detail.types.ts';
import type { PaymentReport } from '../payment/payment.types.ts';
import type { RechargeReport, RechargeStep, RechargeTarget } from '../recharge/recharge.types.ts';
import type { Account } from '../session/session.types.ts';
import type { ToastsEvent } from '../toasts/toasts.types.ts';
import type { ResumeReport, ResumeState } from './resume.types.ts';
import type { Page } from './signed-in.pages.ts';

/** An order with a `payment.<orderId>` child. `waiting`: its money has not been seen yet. */
export type TrackedOrder = { readonly ticket: OrderTicket; readonly waiting: boolean };

/** `page`: where the browser is when the player comes in; null until that is known. */
export type SignedInInput = { readonly account: Account; readonly page: Page | null };

export type SignedInContext = {
  readonly account: Account;
  readonly page: Page | null;
  readonly resumeState: ResumeState;
  /** Newest last. */
  readonly tracked: readonly TrackedOrder[];
  /** The order of the wizard; its payment is drawn inside the top-up page. */
  readonly focusedOrderId: string | null;
  /** The half of the top-up page the player is on; null elsewhere. */
  readonly target: RechargeTarget | null;
  /** Where the wizard of that half said it is. */
  readonly step: RechargeStep | null;
  /** Is being opened in the player's name. */
  readonly link: OutsideLink | null;
};

/** `windowRef`: the blank window of the click. */
export type OutsideLink = { readonly url: string; readonly windowRef: string };

export type SignedInEvent =
  /**
   * From the root: where the browser has arrived; `action` as the history names it. `stale`: the portal has sent the
   * browser on already, so that this address asks nothing of anybody.
   */
  | {
      readonly type: 'page.changed';
      readonly page: Page;
      readonly action: 'POP' | 'PUSH' | 'REPLACE';
      readonly stale: boolean;
    }
  /** From the banner: bring this order's payment to the front. */
  | { readonly type: 'order.resume'; readonly orderId: string }
  | { readonly type: 'order.repeat'; readonly choices: ChoiceIds }
  /** An external page that should know who comes: customer service, a game. */
  | ({ readonly type: 'link.open' } & OutsideLink)
  | PaymentCrash
  | ResumeReport
  /** An order that takes E Points has too few of them: put aside while more are bought. */
  | { readonly type: 'points.needed'; readonly orderId: string }
  | RechargeReport
  | EpointRechargeReport
  | PaymentReport
  | OrderDetailReport
  | BalanceReport
  | ListRouteReport;

/** XState's own word for a payment that broke. */
type PaymentCrash = {
  readonly type: `xstate.error.actor.payment.${string}`;
  readonly actorId: string;
  readonly error: unknown;
};

/** What the player tells the root, which alone navigates and keeps the notices. */
export type SignedInReport =
  /** Pages about orders can be drawn, or for a moment no longer. */
  | { readonly type: 'resume.ready' }
  | { readonly type: 'resume.stopped' }
  | { readonly type: 'page.open'; readonly to: string }
  /** The page shows something else of itself, and its address says so; nobody who is leaving is held back by it. */
  | { readonly type: 'address.follow'; readonly to: string; readonly replace: boolean }
  /** The external link that waits for its ticket; null: none does. */
  | { readonly type: 'link.waiting'; readonly url: string | null }
  | { readonly type: 'screen.forbidden' }
  | Extract<ToastsEvent, { readonly type: 'toast.add' }>;
