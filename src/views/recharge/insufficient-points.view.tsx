import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { missingForChoices } from '../../../machines/recharge/recharge.choices.ts';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { RECHARGE_EPOINT } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { usePortal } from '../app/portal.context.tsx';

export const TopUpPoints = (): ReactNode => {
  const { t } = useTranslation('recharge');
  const portal = usePortal();
  return (
    <Button size="lg" wide icon="wallet" onClick={() => portal.send({ type: 'page.open', to: RECHARGE_EPOINT })}>
      {t('confirm.topUp')}
    </Button>
  );
};

/** Too few E Points before an order exists; the choices stay. */
export const InsufficientPoints = ({ summary }: { readonly summary: RechargeSummary }): ReactNode => {
  const { t, i18n } = useTranslation(['recharge', 'errors']);
  const points = (amount: number) => formatEPoints(amount, i18n.language);
  return (
    <Callout tone="warning" title={t('errors:balanceInsufficient')}>
      {t('confirm.short', { balance: points(summary.coinBalance ?? 0), missing: points(missingForChoices(summary)) })}
    </Callout>
  );
};
