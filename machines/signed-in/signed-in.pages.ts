import type { RechargeStep, RechargeTarget } from '../recharge/recharge.types.ts';

/** A place of the portal, parsed from the URL by the root. Unknown paths are `not-found`. */
export type Page =
  /** `reset`: by which way a new password is set. */
  | { readonly name: 'login'; readonly redirect: string | null; readonly reset: 'email' | 'phone' | null }
  | { readonly name: 'forbidden' }
  | { readonly name: 'home' }
  | { readonly name: 'recharge'; readonly target: RechargeTarget; readonly step: RechargeStep | null }
  | { readonly name: 'payment_detail'; readonly orderId: string }
  /** `search`: the filters of its list, read by the player. */
  | { readonly name: 'account'; readonly section: AccountSection; readonly search: string }
  /** `search`: the type and the page of the list. */
  | { readonly name: 'events'; readonly search: string }
  | { readonly name: 'event-detail'; readonly articleId: string }
  | { readonly name: 'logout'; readonly byServer: boolean }
  | { readonly name: 'not-found' };

/** The parts of the account screen, as its addresses name them. */
export const ACCOUNT_SECTIONS = ['user', 'recharge', 'epoint'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

export const RECHARGE = '/main/recharge';

/** The half of the top-up page that buys E Points. */
export const RECHARGE_EPOINT = `${RECHARGE}?target=epoint`;

export const targetPath = (target: RechargeTarget): string => (target === 'epoint' ? RECHARGE_EPOINT : RECHARGE);

export const stepPath = (step: RechargeStep, target: RechargeTarget = 'game'): string =>
  target === 'epoint' ? `${RECHARGE_EPOINT}&step=${step}` : `${RECHARGE}?step=${step}`;

export const detailPath = (orderId: string): string => `${RECHARGE}/detail/${encodeURIComponent(orderId)}`;
