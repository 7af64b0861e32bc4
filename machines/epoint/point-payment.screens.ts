import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { pointPaymentMachine } from './point-payment.machine.ts';

/** `balance`: null when it could not be read. All in E Points. */
export type PointPaymentScreen =
  /** Being taken, or taken and about to show in the order's status. */
  | { readonly name: 'paying'; readonly points: number }
  /** Nobody knows whether they were taken. `asking` false: the player says when to ask again. */
  | { readonly name: 'doubted'; readonly points: number; readonly asking: boolean }
  | { readonly name: 'weighing'; readonly points: number }
  | { readonly name: 'short'; readonly points: number; readonly balance: number; readonly missing: number }
  | { readonly name: 'payable'; readonly points: number; readonly balance: number | null }
  | { readonly name: 'refused'; readonly points: number; readonly failure: Failure | null };

export const selectPointPaymentScreen = (snapshot: SnapshotFrom<typeof pointPaymentMachine>): PointPaymentScreen => {
  const { points, balance, failure } = snapshot.context;
  if (snapshot.hasTag('paying')) return { name: 'paying', points };
  if (snapshot.hasTag('doubted')) return { name: 'doubted', points, asking: !snapshot.matches({ doubted: 'waiting' }) };
  if (snapshot.hasTag('weighing')) return { name: 'weighing', points };
  if (snapshot.matches('refused')) return { name: 'refused', points, failure };
  if (snapshot.matches({ offered: 'short' }) && balance !== null)
    return { name: 'short', points, balance, missing: points - balance };
  return { name: 'payable', points, balance };
};
