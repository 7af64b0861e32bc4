import { type Rule, ruleAbout } from '../kernel/rule.ts';
import type { BalanceSnapshot } from './balance.screens.ts';

const totalIsSum = ruleAbout<BalanceSnapshot>('balance')({
  id: 'total-is-sum',
  sentence: 'The total of the E Points is the sum of the bought ones and the bonus.',
  check: (_, { snapshot }) => {
    const { balance } = snapshot.context;
    if (!balance || balance.total === balance.basic + balance.present) return null;
    const { basic, present, total } = balance;
    return { problem: `${basic} + ${present} is not ${total}`, wrong: [total], right: basic + present };
  },
});

export const BALANCE_RULES: readonly Rule[] = [totalIsSum];
