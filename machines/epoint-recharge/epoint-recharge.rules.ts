import { type Rule, ruleAbout } from '../kernel/rule.ts';
import type { EpointRechargeSnapshot } from './epoint-recharge.screens.ts';

type Missing = 'package' | 'channel' | 'intent' | 'order';

const missingChoice = (snapshot: EpointRechargeSnapshot): Missing | null => {
  const { item, channel, intent, order } = snapshot.context;
  if (snapshot.matches({ wizard: 'paying' })) return order === null ? 'order' : null;
  if (snapshot.matches({ wizard: 'ordering' })) return intent === null ? 'intent' : null;
  const isConfirming = snapshot.matches({ wizard: { shop: 'confirming' } });
  const isLater = isConfirming || snapshot.matches({ wizard: { shop: 'channels' } });
  if (isLater && item === null) return 'package';
  return isConfirming && channel === null ? 'channel' : null;
};

const noPointStepSkipped = ruleAbout<EpointRechargeSnapshot>('epointRecharge')({
  id: 'no-point-step-skipped',
  sentence: 'The purchase of E Points shows a step only when the choices before it are made.',
  check: (_, { snapshot }) => {
    const missing = snapshot.status === 'active' ? missingChoice(snapshot) : null;
    return missing === null ? null : `the ${missing} is missing at ${JSON.stringify(snapshot.value.wizard)}`;
  },
});

export const EPOINT_RECHARGE_RULES: readonly Rule[] = [noPointStepSkipped];
