import type { Failure } from '../kernel/failure.ts';
import type { Channel, ChoiceIds, Item, OrderTicket } from '../order/order.types.ts';
import type { RechargeStep, StepNotice } from '../recharge/recharge.types.ts';
import type { OrderIntent, SubmitOrderReport } from '../wizard/submit-order.types.ts';

/** What is on sale and how it can be paid. `rebateFailure`: what the next purchase earns on top could not be read. */
export type PointShop = {
  readonly packages: readonly Item[];
  readonly channels: readonly Channel[];
  readonly rebateFailure: Failure | null;
};

/** What survives a reload while nothing is ordered yet. Ids only: prices and bonuses are read again. */
export type EpointRechargeDraft = { readonly itemId: string | null; readonly channelCode: string | null };

export type EpointRechargeStep = Exclude<RechargeStep, 'server' | 'role'>;

export type EpointRechargeContext = PointShop & {
  readonly item: Item | null;
  readonly channel: Channel | null;
  readonly draft: EpointRechargeDraft;
  readonly intent: OrderIntent | null;
  readonly windowRef: string | null;
  readonly order: OrderTicket | null;
  readonly notice: StepNotice | null;
  readonly failure: Failure | null;
  /** The step the player is at; 'confirm' while an order is being made. */
  readonly step: EpointRechargeStep;
};

/** Restored by the player before the wizard starts. */
export type EpointRechargeInput = {
  readonly draft: EpointRechargeDraft | null;
  /** An intent without an order: its outcome is unknown and is looked up before anything else. */
  readonly intent: OrderIntent | null;
  /** A purchase that was in front when the page was left. */
  readonly order: OrderTicket | null;
};

export type EpointRechargeEvent =
  | { readonly type: 'page.enter' }
  | { readonly type: 'page.leave' }
  | { readonly type: 'item.pick'; readonly itemId: string }
  | { readonly type: 'channel.pick'; readonly channelCode: string }
  /** `key`: UUID made in the click; `windowRef`: the pre-opened window, null when it was blocked; `at`: server time in ms. */
  | { readonly type: 'order.confirm'; readonly key: string; readonly windowRef: string | null; readonly at: number }
  | { readonly type: 'order.retry' }
  | { readonly type: 'step.back' }
  | { readonly type: 'step.goto'; readonly step: RechargeStep }
  | { readonly type: 'load.retry' }
  | { readonly type: 'notice.dismiss' }
  | { readonly type: 'order.resubmit'; readonly choices: ChoiceIds }
  | { readonly type: 'order.show'; readonly ticket: OrderTicket }
  /** The order is put aside or over, and the player goes on. */
  | { readonly type: 'recharge.restart' };

/** What the wizard tells the player actor. */
export type EpointRechargeReport =
  | {
      readonly type: 'step.entered';
      readonly target: 'epoint';
      readonly step: EpointRechargeStep;
      readonly replace: boolean;
    }
  | { readonly type: 'order.created'; readonly ticket: OrderTicket; readonly windowRef: string | null };

/** Done behind the player's back; nothing waits for it. */
export type EpointRechargeEffect =
  | { readonly type: 'draft.save'; readonly draft: EpointRechargeDraft | null }
  | { readonly type: 'intent.clear'; readonly key: string };

/** What the wizard hears from its own children and tells itself. */
export type EpointRechargeSignal =
  | SubmitOrderReport
  | { readonly type: 'step.changed'; readonly step: EpointRechargeStep; readonly replace: boolean };
