import type { LabFault } from '../lab/lab.sandbox.ts';
import type { Moment } from './flow-entries.ts';

/** What the sandbox does with an order. `expire`: its time to pay runs out. `never`: its payment stays in flight. */
export type OrderAct = 'pay' | 'never' | 'pay-late' | 'close' | 'expire' | 'mark-paid' | 'refund';

/** What a test changes besides what the player does. */
export type SetUp =
  | { readonly kind: 'fault'; readonly path: string; readonly fault: LabFault; readonly times: number | null }
  | { readonly kind: 'clear' }
  | { readonly kind: 'order'; readonly orderId: string; readonly act: OrderAct }
  /** An order from another browser. `secondsLeft`: the time left to pay it. */
  | { readonly kind: 'other-order'; readonly orderId: string; readonly secondsLeft: number }
  | { readonly kind: 'points'; readonly change: number }
  | { readonly kind: 'offline'; readonly isOffline: boolean }
  | { readonly kind: 'time'; readonly seconds: number }
  /** The scripts of the signed-in half. */
  | { readonly kind: 'block-code' | 'unblock-code' }
  | { readonly kind: 'block-pop-ups' | 'block-clipboard' };

/** A change between two actions of the player, and the moment before it. */
export type Wait = Moment & { readonly setUp: SetUp };
