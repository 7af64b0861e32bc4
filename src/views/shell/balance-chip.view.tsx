import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { balanceMachine } from '../../../machines/balance/balance.machine.ts';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { TotalPoints } from '../app/total-points.view.tsx';
import css from './balance-chip.module.css';

const Amount = ({ balance }: { readonly balance: ActorRefFrom<typeof balanceMachine> }) => {
  const { t } = useTranslation('portal');
  const screen = useSelector(balance, selectBalanceScreen);
  switch (screen.name) {
    case 'loading':
      return (
        <Loading label={t('balance.loading')}>
          <Skeleton width="4.5em" height={14} />
        </Loading>
      );
    case 'ready':
      return <TotalPoints total={screen.total} />;
    case 'failed':
      return (
        <>
          <TotalPoints total={screen.total} />
          <button
            type="button"
            aria-label={t('balance.retry')}
            onClick={() => balance.send({ type: 'balance.refresh' })}
          >
            <Icon name="refresh" size={16} />
          </button>
        </>
      );
  }
};

export const BalanceChip = () => {
  const { t } = useTranslation('portal');
  const player = usePlayer();
  const balance = useSelector(player, (snapshot) => snapshot?.children.balance);
  const state = useSelector(balance, (snapshot) => snapshot && selectBalanceScreen(snapshot).name);
  if (!player) return <Skeleton width="7.5em" height={36} />;
  if (!balance) return null;
  return (
    <div className={css['chip']} data-state={state}>
      <span className="visually-hidden">{`${t('balance.label')} `}</span>
      <Icon name="gem" size={18} />
      <Amount balance={balance} />
    </div>
  );
};
