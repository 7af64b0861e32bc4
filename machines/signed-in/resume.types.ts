import type { OrderRecord } from '../order/order.types.ts';
import type { Account } from '../session/session.types.ts';
import type { ResumeState } from './signed-in.types.ts';

export type ResumeInput = { readonly account: Account };

export type RestorationContext = { readonly account: Account; readonly missed: boolean };

/** What was left open, told to the player: first by this browser, then by the server. */
export type ResumeReport =
  | { readonly type: 'resume.loaded'; readonly resumeState: ResumeState }
  | { readonly type: 'unpaid.found'; readonly records: readonly OrderRecord[] }
  | { readonly type: 'unpaid.missed' };
