import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { TotalPoints, useBalanceScreen } from '../app/total-points.view.tsx';
import css from './balance-chip.module.css';

export const BalanceChip = () => {
  const { t } = useTranslation('portal');
  const player = usePlayer();
  const balance = useSelector(player, (snapshot) => snapshot?.children.balance);
  const screen = useBalanceScreen();
  if (!player) return <Skeleton width="7.5em" height={36} />;
  if (!balance || !screen) return null;
  return (
    <div className={css['chip']} data-state={screen.name}>
      <span className="visually-hidden">{`${t('balance.label')} `}</span>
      <Icon name="gem" size={18} />
      {screen.name === 'loading' ? (
        <Loading label={t('balance.loading')}>
          <Skeleton width="4.5em" height={14} />
        </Loading>
      ) : (
        <TotalPoints total={screen.total} />
      )}
      {screen.name === 'failed' && (
        <button type="button" aria-label={t('balance.retry')} onClick={() => balance.send({ type: 'balance.refresh' })}>
          <Icon name="refresh" size={16} />
        </button>
      )}
    </div>
  );
};
