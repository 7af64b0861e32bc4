import type { RechargeStep } from '../recharge/recharge.types.ts';

/** A place of the portal, parsed from the URL by the root. Unknown paths are `not-found`. */
export type Page =
  /** `reset`: by which way a new password is set. */
  | { readonly name: 'login'; readonly redirect: string | null; readonly reset: 'email' | 'phone' | null }
  | { readonly name: 'forbidden' }
  | { readonly name: 'home' }
  | { readonly name: 'recharge'; readonly step: RechargeStep | null }
  | { readonly name: 'order-detail'; readonly orderId: string }
  | { readonly name: 'logout'; readonly byServer: boolean }
  | { readonly name: 'not-found' };

export const RECHARGE = '/main/recharge';

export const stepPath = (step: RechargeStep): string => `${RECHARGE}?step=${step}`;

export const detailPath = (orderId: string): string => `${RECHARGE}/detail/${encodeURIComponent(orderId)}`;
