import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { isSameRecipient } from '../../../machines/recharge/recharge.recipient.ts';
import { Button } from '../../ui/button.tsx';
import type { RechargeActor, WizardScreen } from './recharge-actor.ts';

/** A tap on a character continues too, so the button needs a character that is already chosen and open. */
export const canContinue = (screen: WizardScreen): boolean => {
  if (screen.name !== 'server' && screen.name !== 'role') return false;
  const list = screen.name === 'server' ? screen.servers : screen.roles;
  if (list.state !== 'ready') return false;
  return screen.characters?.some((one) => isSameRecipient(one, screen) && !one.isUnderMaintenance) ?? true;
};

/** Continues with the selected server or role; without a selection, the step shows what is missing. */
export const ContinueButton = ({ actor }: { readonly actor: RechargeActor }) => {
  const { t } = useTranslation('recharge');
  const possible = useSelector(actor, (snapshot) => snapshot.can({ type: 'recipient.confirm' }));
  return (
    <Button size="lg" wide disabled={!possible} onClick={() => actor.send({ type: 'recipient.confirm' })}>
      {t('recipient.continue')}
    </Button>
  );
};
