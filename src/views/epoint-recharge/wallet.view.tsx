import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { balanceMachine } from '../../../machines/balance/balance.machine.ts';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import { Facts } from '../../ui/facts.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { TotalPoints } from '../app/total-points.view.tsx';
import css from './epoint-recharge.module.css';

const BalanceParts = ({ balance }: { readonly balance: ActorRefFrom<typeof balanceMachine> }) => {
  const { t, i18n } = useTranslation('recharge');
  const screen = useSelector(balance, selectBalanceScreen);
  const points = (amount: number) => formatEPoints(amount, i18n.language);
  if (screen.name === 'loading') {
    return (
      <Loading label={t('epoint.loading')}>
        <Skeleton height={108} />
      </Loading>
    );
  }
  return (
    <>
      <p className={css['balance']}>
        <span>{t('epoint.balance')}</span>
        <strong>
          <TotalPoints total={screen.total} />
        </strong>
      </p>
      {screen.name === 'ready' && (
        <Facts
          rows={[
            { key: 'basic', label: t('epoint.basic'), value: points(screen.basic) },
            { key: 'present', label: t('epoint.present'), value: points(screen.present) },
          ]}
        />
      )}
    </>
  );
};

/** The balance of the account, split into basic and bonus points. */
export const Wallet = () => {
  const { t } = useTranslation(['recharge', 'account']);
  const player = usePlayer();
  const isAbsent = useSelector(player, (snapshot) => snapshot?.matches({ coinBalance: 'unavailable' }) ?? false);
  const balance = useSelector(player, (snapshot) => snapshot?.children.balance);
  return (
    <section className={css['wallet']} aria-label={t('epoint.balance')}>
      <Picture name="epoint" fallback="epoint" width={64} />
      <div className={css['balances']}>
        {balance && <BalanceParts balance={balance} />}
        {isAbsent && <p className={css['none']}>{t('account:points.noneText')}</p>}
        <p className={css['value']}>{t('epoint.text')}</p>
      </div>
    </section>
  );
};
