import type { CoinBalanceReport } from '../balance/coin-balance.types.ts';
import type { Failure } from '../kernel/failure.ts';
import type { Channel, ChoiceIds, Choices, Item, OrderTicket, Recipient } from '../order/order.types.ts';
import type { OrderIntent, SubmitOrderReport } from '../wizard/submit-order.types.ts';
import type { GameServer, ServersReport, ServersState } from './servers.types.ts';

/** The numbered steps of the page, in order; the last one is the payment of the created order. */
export const RECHARGE_STEPS = ['server', 'role', 'item', 'channel', 'confirm', 'payment'] as const;
export type RechargeStep = (typeof RECHARGE_STEPS)[number];

/** What the page tops up: an item for a role of a game, or the E Points of the account. */
export type RechargeTarget = 'game' | 'epoint';

/** What survives a reload while nothing is ordered yet. Ids only: names and prices are read again. */
export type RechargeDraft = {
  readonly serverId: string | null;
  readonly roleId: string | null;
  readonly itemId: string | null;
  readonly channelCode: string | null;
};

/** The choices of the last order of this account, offered again on the next visit. */
export type RechargeMemory = { readonly serverId: string; readonly roleId: string; readonly channelCode: string };

/** An intent of this wizard: an item for a role. */
export type Intent = OrderIntent & { readonly choices: Choices };

/** Why a step is asked again (RCHG-21). `price`: old and new price in US cents. */
export type StepNotice =
  | { readonly kind: 'role-gone' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'item-gone' }
  | { readonly kind: 'channel-closed' }
  | { readonly kind: 'price-changed'; readonly wasMinor: number; readonly isMinor: number }
  /** E Points that arrive: bonus or rebate is not what it was. */
  | { readonly kind: 'credit-changed'; readonly was: number; readonly is: number }
  | { readonly kind: 'not-created'; readonly failure: Failure }
  /** `role-list`: the cached list was missing when an order was to be sent; nothing was sent. */
  | { readonly kind: 'recipient-needed'; readonly missing: 'server-and-role' | 'role' | 'role-list' };

export type RechargeContext = {
  readonly servers: readonly GameServer[];
  readonly serverId: string | null;
  readonly roleId: string | null;
  readonly items: readonly Item[];
  readonly item: Item | null;
  readonly channels: readonly Channel[];
  readonly channel: Channel | null;
  readonly draft: RechargeDraft | null;
  readonly memory: RechargeMemory | null;
  readonly intent: Intent | null;
  readonly windowRef: string | null;
  readonly order: OrderTicket | null;
  readonly notice: StepNotice | null;
  /** Why a list could not be loaded, or the last answer to an order. */
  readonly failure: Failure | null;
  readonly serversState: ServersState;
  readonly serversFailure: Failure | null;
  /** The step the player is at; 'confirm' while an order is being made. */
  readonly step: RechargeStep;
  /** E Point balance shown in the order flow; null until it was read. */
  readonly coinBalance: number | null;
};

/** Restored by the root before the wizard starts. */
export type RechargeInput = {
  readonly draft: RechargeDraft | null;
  readonly memory: RechargeMemory | null;
  /** An intent without an order: its outcome is unknown and is looked up before anything else. */
  readonly intent: Intent | null;
  /** An order that was in front when the page was left: the wizard starts at its payment. */
  readonly order: OrderTicket | null;
};

export type RechargeEvent =
  /** The player is on the top-up page; data is loaded from here on. */
  | { readonly type: 'page.enter' }
  | { readonly type: 'page.leave' }
  | { readonly type: 'server.pick'; readonly serverId: string }
  | { readonly type: 'role.pick'; readonly serverId: string; readonly roleId: string }
  /** The button under the list: on from the marked server to its roles, or on with the preselected recipient. */
  | { readonly type: 'recipient.confirm' }
  | { readonly type: 'item.pick'; readonly itemId: string }
  | { readonly type: 'channel.pick'; readonly channelCode: string }
  /** `key`: UUID made in the click; `windowRef`: the pre-opened window, null when it was blocked; `at`: server time in ms. */
  | { readonly type: 'order.confirm'; readonly key: string; readonly windowRef: string | null; readonly at: number }
  /** From the uncertain outcome: ask again with the same key. */
  | { readonly type: 'order.retry' }
  | { readonly type: 'step.back' }
  | { readonly type: 'step.goto'; readonly step: RechargeStep }
  | { readonly type: 'load.retry' }
  | { readonly type: 'notice.dismiss' }
  /** From a failed or overdue order: same choices, checked again, new key on confirm. */
  | { readonly type: 'order.resubmit'; readonly choices: ChoiceIds }
  /** An order that was put aside is brought to the front. */
  | { readonly type: 'order.show'; readonly ticket: OrderTicket }
  /** The payment dialog of this wizard's order was put aside, or the order is over and the player goes on. */
  | { readonly type: 'recharge.restart' };

/** What the wizard tells the root. */
export type RechargeReport =
  | {
      readonly type: 'step.entered';
      readonly target: 'game';
      readonly step: RechargeStep;
      readonly replace: boolean;
    }
  | {
      readonly type: 'order.created';
      readonly ticket: OrderTicket;
      readonly windowRef: string | null;
    }
  | { readonly type: 'role.reportFailed' };

/** Done behind the player's back; nothing waits for it. */
export type BackgroundEffect =
  | { readonly type: 'draft.save'; readonly draft: RechargeDraft | null }
  | { readonly type: 'memory.save'; readonly memory: RechargeMemory }
  | { readonly type: 'intent.clear'; readonly key: string }
  | { readonly type: 'role.report'; readonly recipient: Recipient };

export type EffectReport = { readonly type: 'role.reportFailed' };

/** What the wizard hears from its own children and tells itself. */
export type RechargeSignal =
  | EffectReport
  | ServersReport
  | CoinBalanceReport
  | SubmitOrderReport
  | { readonly type: 'roles.refreshed' }
  | { readonly type: 'step.changed'; readonly step: RechargeStep; readonly replace: boolean };
