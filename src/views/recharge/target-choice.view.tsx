import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../ui/segmented.tsx';
import type { RechargeActor } from './recharge-actor.ts';

/** Game or E Points (ROUTE-07); out of the way once an order is being made. */
export const TargetChoice = ({ actor }: { readonly actor: RechargeActor }): ReactNode => {
  const { t } = useTranslation('recharge');
  const target = useSelector(actor, ({ context }) => context.target);
  const open = useSelector(
    actor,
    (snapshot) =>
      snapshot.can({ type: 'target.pick', target: 'game' }) || snapshot.can({ type: 'target.pick', target: 'epoint' }),
  );
  if (!open) return null;
  return (
    <Segmented
      legend={t('target.legend')}
      value={target}
      onPick={(picked) => actor.send({ type: 'target.pick', target: picked })}
      options={[
        { value: 'game', label: t('target.game'), icon: 'gem' },
        { value: 'epoint', label: t('target.epoint'), icon: 'wallet' },
      ]}
    />
  );
};
