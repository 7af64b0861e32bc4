import type { EpointRechargeDraft } from '../epoint-recharge/epoint-recharge.types.ts';
import type { OrderRecord, OrderTicket } from '../order/order.types.ts';
import type { Intent, RechargeDraft, RechargeMemory } from '../recharge/recharge.types.ts';
import type { Account } from '../session/session.types.ts';
import type { OrderIntent } from '../wizard/submit-order.types.ts';

/** What a browser stored about drafts, intents and orders. */
export type ResumeState = {
  readonly draft: RechargeDraft | null;
  readonly memory: RechargeMemory | null;
  readonly intent: Intent | null;
  /** Buying E Points: its own draft, and its own intent without an outcome. */
  readonly epointRecharge: { readonly draft: EpointRechargeDraft | null; readonly intent: OrderIntent | null };
  /** Orders of this browser that were not over when the page was left. */
  readonly tickets: readonly { readonly ticket: OrderTicket; readonly aside: boolean }[];
};

export type ResumeInput = { readonly account: Account };

export type RestorationContext = { readonly account: Account; readonly missed: boolean };

/** What was left open, told to the player: first by this browser, then by the server. */
export type ResumeReport =
  | { readonly type: 'resume.loaded'; readonly resumeState: ResumeState }
  | { readonly type: 'unpaid.found'; readonly records: readonly OrderRecord[] }
  | { readonly type: 'unpaid.missed' };
