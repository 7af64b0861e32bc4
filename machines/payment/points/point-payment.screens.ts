import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../../kernel/failure.ts';
import { isOutcomeUnknown } from '../../order/order.failures.ts';
import type { pointPaymentMachine } from './point-payment.machine.ts';

/** `balance`: null if it failed to load. All in E Points. */
export type PointPaymentScreen =
  /** The payment is in flight, or done and not yet in the order status. */
  | { readonly name: 'paying'; readonly points: number }
  /** The outcome of the payment is unknown. `checking` is false while the player has to start the next attempt. */
  | { readonly name: 'uncertain'; readonly points: number; readonly checking: boolean }
  | { readonly name: 'checkingBalance'; readonly points: number }
  | { readonly name: 'insufficient'; readonly points: number; readonly balance: number; readonly missing: number }
  /** `isRepeat`: nothing proves that an earlier attempt failed, so the points may be taken twice. */
  | { readonly name: 'payable'; readonly points: number; readonly balance: number | null; readonly isRepeat: boolean }
  | { readonly name: 'refused'; readonly points: number; readonly failure: Failure | null };

export const selectPointPaymentScreen = (snapshot: SnapshotFrom<typeof pointPaymentMachine>): PointPaymentScreen => {
  const { points, balance, failure } = snapshot.context;
  if (snapshot.hasTag('paying')) return { name: 'paying', points };
  if (snapshot.hasTag('uncertain'))
    return { name: 'uncertain', points, checking: !snapshot.matches({ uncertain: 'waiting' }) };
  if (snapshot.hasTag('checkingBalance')) return { name: 'checkingBalance', points };
  if (snapshot.matches('refused')) return { name: 'refused', points, failure };
  if (snapshot.matches({ idle: 'insufficient' }) && balance !== null)
    return { name: 'insufficient', points, balance, missing: points - balance };
  return { name: 'payable', points, balance, isRepeat: failure !== null && isOutcomeUnknown(failure) };
};

/** The gallery draws each of them. */
export const screenNames = [
  'paying',
  'uncertain checking',
  'uncertain waiting',
  'checkingBalance',
  'insufficient',
  'payable',
  'refused',
] as const;

export const screenName = (snapshot: SnapshotFrom<typeof pointPaymentMachine>): (typeof screenNames)[number] => {
  const screen = selectPointPaymentScreen(snapshot);
  return screen.name === 'uncertain' ? `uncertain ${screen.checking ? 'checking' : 'waiting'}` : screen.name;
};
