import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  type EpointRechargeScreen,
  selectEpointRechargeScreen,
} from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { PaymentView } from '../payment/payment.view.tsx';
import { useStepFocus } from '../wizard/step-focus.ts';
import steps from '../wizard/step-list.module.css';
import page from '../wizard/wizard.module.css';
import { ListSkeleton } from '../wizard/wizard-skeleton.view.tsx';
import css from './epoint-recharge.module.css';
import type { EpointRechargeActor, ScreenProps } from './epoint-recharge-actor.ts';
import { EpointRechargeSteps } from './epoint-steps.view.tsx';
import { EpointRechargeSummary } from './epoint-summary.view.tsx';
import { Wallet } from './wallet.view.tsx';

const NO_FOCUS: readonly EpointRechargeScreen['name'][] = ['inactive', 'loading', 'failed', 'empty'];

const PackageSteps = ({ actor, screen }: ScreenProps<EpointRechargeScreen>) => {
  const { t } = useTranslation('recharge');
  const isLoading = screen.name === 'inactive' || screen.name === 'loading';
  const heading = useStepFocus(screen.name, NO_FOCUS, isLoading ? null : screen.name);
  switch (screen.name) {
    case 'inactive':
    case 'loading':
      return (
        <div className={steps['open']}>
          <ListSkeleton label={t('epoint.packagesLoading')} rows={6} columns={3} height={176} />
        </div>
      );
    case 'failed':
    case 'empty':
    case 'payment':
      return null;
    case 'item':
    case 'channel':
    case 'confirm':
    case 'creating':
    case 'uncertain':
      return <EpointRechargeSteps actor={actor} screen={screen} heading={heading} />;
  }
};

const EpointRecharge = ({ actor }: { readonly actor: EpointRechargeActor }) => {
  const { t } = useTranslation('recharge');
  const screen = useSelector(actor, selectEpointRechargeScreen);
  if (screen.name === 'payment') {
    return (
      <div className={page['payment']} data-state="payment">
        <PaymentView orderId={screen.ticket.orderId} />
      </div>
    );
  }
  const retry = () => actor.send({ type: 'load.retry' });
  const isWizard = 'summary' in screen;
  const isConfirming = screen.name === 'confirm' || screen.name === 'creating' || screen.name === 'uncertain';
  return (
    <div className={css['epointRecharge']} data-state={screen.name}>
      <div className={page['columns']} data-single={isConfirming || undefined}>
        <div className={css['main']}>
          {!isConfirming && <Wallet />}
          <LiveRegion>
            {screen.name === 'failed' && (
              <LoadFailed inRegion title={t('epoint.packagesFailed')} failure={screen.failure} onRetry={retry} />
            )}
            {screen.name === 'empty' && (
              <LoadEmpty art="empty-items" title={t('epoint.empty')} hint={t('epoint.emptyHint')} onRetry={retry} />
            )}
          </LiveRegion>
          <PackageSteps actor={actor} screen={screen} />
        </div>
        {isWizard && !isConfirming && <EpointRechargeSummary summary={screen.summary} />}
      </div>
    </div>
  );
};

/** The E Point half of `/main/recharge`. */
export const EpointRechargeView = () => {
  const actor = useSelector(usePlayer(), (snapshot) => snapshot?.children.epointRecharge);
  return actor ? <EpointRecharge actor={actor} /> : null;
};
