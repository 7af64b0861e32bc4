import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { balanceMachine } from '../../../machines/balance/balance.machine.ts';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { usePlayer } from '../portal/portal.context.tsx';
import css from './epoint-panel.module.css';
import type { RechargeActor } from './recharge-actor.ts';

const Balance = ({ balance }: { readonly balance: ActorRefFrom<typeof balanceMachine> }): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const screen = useSelector(balance, selectBalanceScreen);
  switch (screen.name) {
    case 'loading':
      return (
        <Loading label={t('epoint.loading')}>
          <Skeleton height={84} />
        </Loading>
      );
    case 'failed':
      return (
        <Callout
          tone="error"
          title={t('epoint.failed')}
          action={
            <Button variant="secondary" icon="refresh" onClick={() => balance.send({ type: 'balance.refresh' })}>
              {t('error.retry')}
            </Button>
          }
        />
      );
    case 'ready':
      return (
        <>
          <p className={css['total']}>
            <span>{t('epoint.balance')}</span>
            <strong>{formatEPoints(screen.total, i18n.language)}</strong>
          </p>
          <Facts
            rows={[
              { key: 'basic', label: t('epoint.basic'), value: formatEPoints(screen.basic, i18n.language) },
              { key: 'present', label: t('epoint.present'), value: formatEPoints(screen.present, i18n.language) },
            ]}
          />
        </>
      );
  }
};

/** The E Point half of the page: what there is today, and what is not offered yet. */
export const EpointPanel = ({ actor }: { readonly actor: RechargeActor }): ReactNode => {
  const { t } = useTranslation('recharge');
  const balance = useSelector(usePlayer(), (snapshot) => snapshot?.children.balance);
  return (
    <section className={css['panel']}>
      <Picture name="epoint" fallback="epoint" width={112} />
      <div className={css['words']}>
        <h2>{t('epoint.question')}</h2>
        <p>{t('epoint.text')}</p>
        {balance && <Balance balance={balance} />}
        <Callout tone="info" title={t('epoint.opensLater')}>
          {t('epoint.opensLaterText')}
        </Callout>
        <div>
          <Button variant="secondary" icon="gem" onClick={() => actor.send({ type: 'target.pick', target: 'game' })}>
            {t('epoint.toGame')}
          </Button>
        </div>
      </div>
    </section>
  );
};
