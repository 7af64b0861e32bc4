import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  type EpointRechargeScreen,
  type EpointRechargeSummary,
  selectEpointRechargeScreen,
} from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import { Facts } from '../../ui/facts.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { TotalPoints, useBalanceScreen } from '../app/total-points.view.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { PaymentView } from '../payment/payment.view.tsx';
import { ListSkeleton } from '../wizard/list-step.view.tsx';
import order from '../wizard/order-summary.module.css';
import steps from '../wizard/step-list.module.css';
import { useStepFocus } from '../wizard/step-list.view.tsx';
import { Total } from '../wizard/total.view.tsx';
import page from '../wizard/wizard.module.css';
import css from './epoint-recharge.module.css';
import type { ScreenProps } from './epoint-recharge-actor.ts';
import { CreditList, EpointRechargeSteps } from './epoint-steps.view.tsx';

const NO_FOCUS: readonly EpointRechargeScreen['name'][] = ['inactive', 'loading', 'failed', 'empty'];

const Wallet = () => {
  const { t, i18n } = useTranslation(['recharge', 'account']);
  const isAbsent = useSelector(usePlayer(), (snapshot) => snapshot?.matches({ coinBalance: 'unavailable' }) ?? false);
  const screen = useBalanceScreen();
  const points = (amount: number) => formatEPoints(amount, i18n.language);
  return (
    <section className={css['wallet']} aria-label={t('epoint.balance')}>
      <Picture name="epoint" fallback="epoint" width={64} />
      <div className={css['balances']}>
        {screen?.name === 'loading' && (
          <Loading label={t('epoint.loading')}>
            <Skeleton height={108} />
          </Loading>
        )}
        {screen && screen.name !== 'loading' && (
          <p className={css['balance']}>
            <span>{t('epoint.balance')}</span>
            <strong>
              <TotalPoints total={screen.total} />
            </strong>
          </p>
        )}
        {screen?.name === 'ready' && (
          <Facts
            rows={[
              { key: 'basic', label: t('epoint.basic'), value: points(screen.basic) },
              { key: 'present', label: t('epoint.present'), value: points(screen.present) },
            ]}
          />
        )}
        {isAbsent && <p className={css['none']}>{t('account:points.noneText')}</p>}
        <p className={css['value']}>{t('epoint.text')}</p>
      </div>
    </section>
  );
};

/** The summary beside the steps: the credit and the payment channel. A phone has the bottom bar instead. */
const Summary = ({ item, channel }: EpointRechargeSummary) => {
  const { t } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  const open = <span className={order['open']}>{t('summary.open')}</span>;
  return (
    <aside className={order['summary']} aria-labelledby="topup-summary">
      <h2 id="topup-summary">{t('summary.title')}</h2>
      <div className={order['facts']}>
        <h3>{t('summary.contents')}</h3>
        {item ? <CreditList item={item} /> : open}
        <Facts
          rows={[
            { key: 'to', label: t('summary.recipient'), value: t('epoint.ownBalance') },
            { key: 'channel', label: t('summary.channel'), value: channel ? channelTitle(channel) : open },
          ]}
        />
      </div>
      <Total item={item} channel={null} />
    </aside>
  );
};

const PackageSteps = ({ actor, screen }: ScreenProps) => {
  const { t } = useTranslation('recharge');
  const isLoading = screen.name === 'inactive' || screen.name === 'loading';
  const heading = useStepFocus(screen.name, NO_FOCUS, isLoading ? null : screen.name);
  if (isLoading) {
    return (
      <div className={steps['open']}>
        <ListSkeleton label={t('epoint.packagesLoading')} rows={6} columns={3} height={176} />
      </div>
    );
  }
  return 'summary' in screen && <EpointRechargeSteps actor={actor} screen={screen} heading={heading} />;
};

const EpointRecharge = ({ actor }: Pick<ScreenProps, 'actor'>) => {
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
  const isConfirming = screen.name === 'confirm' || screen.name === 'creating' || screen.name === 'uncertain';
  return (
    <div className={page['half']} data-state={screen.name}>
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
        {'summary' in screen && !isConfirming && <Summary {...screen.summary} />}
      </div>
    </div>
  );
};

/** The E Point half of `/main/recharge`. */
export const EpointRechargeView = () => {
  const actor = useSelector(usePlayer(), (snapshot) => snapshot?.children.epointRecharge);
  return actor ? <EpointRecharge actor={actor} /> : null;
};
