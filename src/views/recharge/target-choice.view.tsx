import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RechargeTarget } from '../../../machines/wizard/wizard.types.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { usePortal } from '../app/portal.context.tsx';

const ADDRESS = { game: '/main/recharge', epoint: '/main/recharge?target=epoint' } as const;

/** Game or E Points (ROUTE-07): two halves of the page, each with a URL. */
export const TargetChoice = ({ target }: { readonly target: RechargeTarget }): ReactNode => {
  const { t } = useTranslation('recharge');
  const portal = usePortal();
  return (
    <Segmented
      legend={t('target.legend')}
      value={target}
      onPick={(picked) => portal.send({ type: 'page.open', to: ADDRESS[picked] })}
      options={[
        { value: 'game', label: t('target.game'), icon: 'gem' },
        { value: 'epoint', label: t('target.epoint'), icon: 'wallet' },
      ]}
    />
  );
};
