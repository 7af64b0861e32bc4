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
  /** The draft and the unresolved intent of the E Point recharge. */
  readonly epointRecharge: { readonly draft: EpointRechargeDraft | null; readonly intent: OrderIntent | null };
  /** Orders of this browser that were not final when the page was closed. */
  readonly tickets: readonly {
    readonly ticket: OrderTicket;
    readonly deferred: boolean;
    /** E Points were being taken for it when the page was closed. */
    readonly spending?: boolean;
  }[];
};

export type ResumeInput = { readonly account: Account };

export type ResumeContext = {
  readonly account: Account;
  readonly unpaidFailed: boolean;
  /** Unpaid orders that were reported. */
  readonly knownIds: readonly string[];
  /** How often the unpaid orders are still loaded again for an order that may appear. */
  readonly looksLeft: number;
};

/** The player no longer waits for an order that may still appear. */
export type ResumeEvent = { readonly type: 'unpaid.watch' };

/** Reports the resume state of this browser first, then the unpaid orders of the server. */
export type ResumeReport =
  | { readonly type: 'resume.loaded'; readonly resumeState: ResumeState }
  | { readonly type: 'unpaid.found'; readonly records: readonly OrderRecord[] }
  | { readonly type: 'unpaid.failed' };
