import { BALANCE_RULES } from '../../../machines/balance/balance.rules.ts';
import { EPOINT_RECHARGE_RULES } from '../../../machines/epoint-recharge/epoint-recharge.rules.ts';
import type { Rule } from '../../../machines/kernel/rule.ts';
import { LIST_RULES } from '../../../machines/lists/list.rules.ts';
import { PAYMENT_RULES } from '../../../machines/payment/payment.rules.ts';
import { PORTAL_RULES } from '../../../machines/portal/portal.rules.ts';
import { RECHARGE_RULES } from '../../../machines/recharge/recharge.rules.ts';
import { SESSION_RULES } from '../../../machines/session/session.rules.ts';
import { SIGNED_IN_RULES } from '../../../machines/signed-in/signed-in.rules.ts';
import { TOASTS_RULES } from '../../../machines/toasts/toasts.rules.ts';
import { WIZARD_RULES } from '../../../machines/wizard/wizard.rules.ts';
import { describeSubject } from '../core/subject.ts';

export const ALL_RULES: readonly Rule[] = [
  ...PAYMENT_RULES,
  ...BALANCE_RULES,
  ...WIZARD_RULES,
  ...RECHARGE_RULES,
  ...EPOINT_RECHARGE_RULES,
  ...SESSION_RULES,
  ...TOASTS_RULES,
  ...LIST_RULES,
  ...SIGNED_IN_RULES,
  ...PORTAL_RULES,
];

describeSubject({ rules: ALL_RULES });
