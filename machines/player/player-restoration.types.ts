import type { OrderRecord } from '../order/order.types.ts';
import type { Account } from '../session/session.types.ts';
import type { Work } from './player.types.ts';

export type RestorationInput = { readonly account: Account };

export type RestorationContext = { readonly account: Account; readonly missed: boolean };

/** What was left open, told to the player: first by this browser, then by the server. */
export type RestorationReport =
  | { readonly type: 'work.restored'; readonly work: Work }
  | { readonly type: 'unpaid.found'; readonly records: readonly OrderRecord[] }
  | { readonly type: 'unpaid.missed' };
