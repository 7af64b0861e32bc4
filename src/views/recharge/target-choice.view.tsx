import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { targetPath } from '../../../machines/signed-in/signed-in.pages.ts';
import type { RechargeTarget } from '../../../machines/wizard/wizard.types.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { usePortal } from '../app/portal.context.tsx';

/** Game or E Points (ROUTE-07): two halves of the page, each with a URL. */
export const TargetChoice = ({ target }: { readonly target: RechargeTarget }): ReactNode => {
  const { t } = useTranslation('recharge');
  const portal = usePortal();
  return (
    <Segmented
      legend={t('target.legend')}
      value={target}
      onPick={(picked) => portal.send({ type: 'page.open', to: targetPath(picked) })}
      options={[
        { value: 'game', label: t('target.game'), icon: 'gem' },
        { value: 'epoint', label: t('target.epoint'), icon: 'wallet' },
      ]}
    />
  );
};
