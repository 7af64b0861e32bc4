import { toSegment } from '../kernel/url.ts';
import type { RechargeTarget, Repetition, WizardStep } from '../wizard/wizard.types.ts';

/** A page of the portal, parsed from the URL. Unknown paths are `not-found`. */
export type Page =
  /** `reset`: the channel of a password reset. */
  | { readonly name: 'login'; readonly redirect: string | null; readonly reset: 'email' | 'phone' | null }
  | { readonly name: 'forbidden' }
  | { readonly name: 'home' }
  /** `again`: choices that the URL preselects. */
  | {
      readonly name: 'recharge';
      readonly target: RechargeTarget;
      readonly step: WizardStep | null;
      readonly again?: Repetition;
    }
  | { readonly name: 'payment_detail'; readonly orderId: string }
  /** `search`: the filters of its list. */
  | { readonly name: 'account'; readonly section: AccountSection; readonly search: string }
  /** `search`: type and page of the list. */
  | { readonly name: 'events'; readonly search: string }
  | { readonly name: 'event-detail'; readonly articleId: string }
  | { readonly name: 'logout'; readonly byServer: boolean }
  | { readonly name: 'not-found' };

/** The sections of the account page, as in its URLs. */
export const ACCOUNT_SECTIONS = ['user', 'recharge', 'epoint'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

export const RECHARGE = '/main/recharge';

export const RECHARGE_EPOINT = `${RECHARGE}?target=epoint`;

export const targetPath = (target: RechargeTarget): string => (target === 'epoint' ? RECHARGE_EPOINT : RECHARGE);

export const stepPath = (step: WizardStep, target: RechargeTarget): string =>
  target === 'epoint' ? `${RECHARGE_EPOINT}&step=${step}` : `${RECHARGE}?step=${step}`;

/** Before the id of an order or an article. */
export const ORDER = `${RECHARGE}/detail/`;
export const ARTICLE = '/main/event/detail/';

export const detailPath = (orderId: string): string => `${ORDER}${toSegment(orderId)}`;

export const articlePath = (articleId: string): string => `${ARTICLE}${toSegment(articleId)}`;
