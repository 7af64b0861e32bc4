import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { balanceMachine } from '../../../machines/balance/balance.machine.ts';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { TotalPoints } from '../app/total-points.view.tsx';
import css from './epoint-recharge.module.css';

const BalanceParts = ({ balance }: { readonly balance: ActorRefFrom<typeof balanceMachine> }): ReactNode => {
  const { t, i18n } = useTranslation(['recharge', 'portal']);
  const screen = useSelector(balance, selectBalanceScreen);
  const points = (amount: number) => formatEPoints(amount, i18n.language);
  switch (screen.name) {
    case 'loading':
      return (
        <Loading label={t('recharge:epoint.loading')}>
          <Skeleton height={108} />
        </Loading>
      );
    case 'failed':
      return (
        <>
          <p className={css['balance']}>
            <span>{t('recharge:epoint.balance')}</span>
            <strong>
              <TotalPoints total={screen.total} />
            </strong>
          </p>
          <Button variant="secondary" icon="refresh" onClick={() => balance.send({ type: 'balance.refresh' })}>
            {t('portal:balance.retry')}
          </Button>
        </>
      );
    case 'ready':
      return (
        <>
          <p className={css['balance']}>
            <span>{t('recharge:epoint.balance')}</span>
            <strong>{points(screen.total)}</strong>
          </p>
          <Facts
            rows={[
              { key: 'basic', label: t('recharge:epoint.basic'), value: points(screen.basic) },
              { key: 'present', label: t('recharge:epoint.present'), value: points(screen.present) },
            ]}
          />
        </>
      );
  }
};

/** The balance of the account, split into basic and bonus points. */
export const Wallet = (): ReactNode => {
  const { t } = useTranslation(['recharge', 'account']);
  const player = usePlayer();
  const isAbsent = useSelector(player, (snapshot) => snapshot?.matches({ coinBalance: 'unavailable' }) ?? false);
  const balance = useSelector(player, (snapshot) => snapshot?.children.balance);
  return (
    <section className={css['wallet']} aria-label={t('recharge:epoint.balance')}>
      <Picture name="epoint" fallback="epoint" width={64} />
      <div className={css['balances']}>
        {balance && <BalanceParts balance={balance} />}
        {isAbsent && <p className={css['none']}>{t('account:points.noneText')}</p>}
        <p className={css['value']}>{t('recharge:epoint.text')}</p>
      </div>
    </section>
  );
};
