import type { SnapshotFrom } from 'xstate';
import type { balanceMachine } from './balance.machine.ts';

export type BalanceScreen =
  | { readonly name: 'loading' }
  | { readonly name: 'ready'; readonly total: number; readonly basic: number; readonly present: number }
  /** With the last known total, if there is one, and a retry. */
  | { readonly name: 'failed'; readonly total: number | null };

export type BalanceSnapshot = SnapshotFrom<typeof balanceMachine>;

export const selectBalanceScreen = (snapshot: BalanceSnapshot): BalanceScreen => {
  const { balance } = snapshot.context;
  if (snapshot.matches('failed')) return { name: 'failed', total: balance?.total ?? null };
  return balance ? { name: 'ready', ...balance } : { name: 'loading' };
};
