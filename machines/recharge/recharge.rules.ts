import { type Rule, ruleAbout } from '../kernel/rule.ts';
import type { RechargeSnapshot } from './recharge.screens.ts';

type Missing = 'server' | 'role' | 'item' | 'channel' | 'intent' | 'order';

const missingChoice = (snapshot: RechargeSnapshot): Missing | null => {
  const { serverId, roleId, item, channel, intent, order } = snapshot.context;
  const isIn = (step: 'role' | 'items' | 'channels' | 'confirming'): boolean =>
    snapshot.matches({ wizard: { game: step } });
  if (snapshot.matches({ wizard: 'paying' })) return order === null ? 'order' : null;
  if (snapshot.matches({ wizard: 'ordering' })) return intent === null ? 'intent' : null;
  const needed = isIn('confirming') ? 4 : isIn('channels') ? 3 : isIn('items') ? 2 : isIn('role') ? 1 : 0;
  const made = [serverId !== null, roleId !== null, item !== null, channel !== null];
  const missing = made.slice(0, needed).indexOf(false);
  return (['server', 'role', 'item', 'channel'] as const)[missing] ?? null;
};

const noStepSkipped = ruleAbout<RechargeSnapshot>('recharge')({
  id: 'no-step-skipped',
  sentence: 'The top-up shows a step only when the choices before it are made.',
  check: (_, { snapshot }) => {
    const missing = snapshot.status === 'active' ? missingChoice(snapshot) : null;
    return missing === null ? null : `the ${missing} is missing at ${JSON.stringify(snapshot.value.wizard)}`;
  },
});

export const RECHARGE_RULES: readonly Rule[] = [noStepSkipped];
