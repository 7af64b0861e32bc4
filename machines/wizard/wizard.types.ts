import type { Failure } from '../kernel/failure.ts';
import type { Channel, ChoiceIds, Item, OrderTicket, Purchase } from '../order/order.types.ts';
import type { OrderIntent, SubmitOrderReport } from './submit-order.machine.ts';

/** The numbered steps of the recharge page, in order. The last one is the payment of the created order. */
export const WIZARD_STEPS = ['server', 'role', 'item', 'channel', 'confirm', 'payment'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

/** What the recharge page tops up: a role in a game, or the E Points of the account. */
export type RechargeTarget = 'game' | 'epoint';

/** Why a step must be repeated (RCHG-21). */
export type StepNotice =
  | { readonly kind: 'role-gone' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'item-gone' }
  | { readonly kind: 'channel-closed' }
  /** In US cents. */
  | { readonly kind: 'price-changed'; readonly wasMinor: number; readonly isMinor: number }
  /** The E Points of a package changed because its bonus or rebate changed. */
  | { readonly kind: 'credit-changed'; readonly was: number; readonly is: number }
  | { readonly kind: 'not-created'; readonly failure: Failure }
  /** `role-list`: no role list was cached when the order was about to be sent, so nothing was sent. */
  | { readonly kind: 'recipient-needed'; readonly missing: 'server-and-role' | 'role' | 'role-list' };

export type WizardContext = {
  readonly item: Item | null;
  readonly channel: Channel | null;
  readonly intent: OrderIntent | null;
  /** The window that the player's click opened, until the payment takes it over. */
  readonly windowRef: string | null;
  readonly order: OrderTicket | null;
  readonly notice: StepNotice | null;
  /** An order that may exist, although the player no longer waits for it: the next one can be a second order. */
  readonly unconfirmed: Purchase | null;
  /** The price that an earlier order or a link named, until the items are loaded. */
  readonly quotedMinor: number | null;
  /** Why a list could not be loaded, or why the last order was refused. */
  readonly failure: Failure | null;
  /** The current step; `confirm` while an order is being created. */
  readonly step: WizardStep;
};

/** Choices of an earlier order or of a link, as far as they are known. `priceMinor`: the price that it named, in US cents. */
export type Repetition = {
  readonly choices: { readonly [Id in keyof ChoiceIds]: ChoiceIds[Id] | null };
  readonly priceMinor?: number | null;
};

/** The events that both wizards accept from the page. */
export type WizardEvent =
  /** The player is on the recharge page; data is loaded from here on. */
  | { readonly type: 'page.enter' }
  | { readonly type: 'page.leave' }
  | { readonly type: 'item.pick'; readonly itemId: string }
  | { readonly type: 'channel.pick'; readonly channelCode: string }
  | OrderConfirm
  /** After an uncertain outcome: looks the order up again, with the same key. */
  | { readonly type: 'order.retry' }
  /** After an uncertain outcome: the player wants to confirm another order, although the first one may exist. */
  | { readonly type: 'order.replace' }
  | { readonly type: 'step.back' }
  | { readonly type: 'step.goto'; readonly step: WizardStep }
  | { readonly type: 'load.retry' }
  | { readonly type: 'notice.dismiss' }
  /** After a failed or overdue order: the same choices, checked again and confirmed with a new key. */
  | ({ readonly type: 'order.resubmit' } & Repetition)
  /** Shows a deferred order. */
  | { readonly type: 'order.show'; readonly ticket: OrderTicket }
  /** The order was deferred, or it is final and the player continues. A wizard that shows a different order ignores it. */
  | { readonly type: 'recharge.restart'; readonly orderId: string };

/** `key`: UUID created in the click. `windowRef`: the pre-opened window; null when it was blocked. `at`: server time in ms. */
export type OrderConfirm = {
  readonly type: 'order.confirm';
  readonly key: string;
  readonly windowRef: string | null;
  readonly at: number;
};

/** Events that both wizards receive from their children or raise themselves. */
export type WizardInternalEvent<Step extends WizardStep = WizardStep> =
  | SubmitOrderReport
  /** `replace`: the player did not enter the step, so the URL is replaced and not pushed. */
  | { readonly type: 'step.changed'; readonly step: Step; readonly replace: boolean }
  /** The player requested a step that is not available; the URL must return to the current one. */
  | { readonly type: 'step.unchanged' };

/** What both wizards report to the signed-in machine. */
export type WizardReport<Target extends RechargeTarget = RechargeTarget, Step extends WizardStep = WizardStep> =
  | { readonly type: 'step.entered'; readonly target: Target; readonly step: Step; readonly replace: boolean }
  | { readonly type: 'order.created'; readonly ticket: OrderTicket; readonly windowRef: string | null }
  /** The player no longer waits for an order, which may still appear. */
  | { readonly type: 'order.replaced' };

/** What both wizards show while the player is elsewhere, and while an order is created. */
export type OrderingScreen<Summary> =
  /** Nothing to draw: the player is on another page. */
  | { readonly name: 'inactive' }
  /** The request was sent; the choices can no longer be changed. */
  | { readonly name: 'creating'; readonly summary: Summary }
  /** The outcome is unknown: the order is looked up or, later, the player decides. `failure`: why, while the player decides. */
  | {
      readonly name: 'uncertain';
      readonly lookingUp: boolean;
      readonly failure: Failure | null;
      readonly summary: Summary;
    };

/** The background effect that both wizards send. */
export type WizardEffect = { readonly type: 'intent.delete'; readonly key: string };
