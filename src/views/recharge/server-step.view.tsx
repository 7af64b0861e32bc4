import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVER_STATUS } from '../../../machines/order/order.status.ts';
import type { GameServer } from '../../../machines/recharge/servers.types.ts';
import { Badge } from '../../ui/badge.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import { LoadEmpty, LoadFailed } from '../wizard/load-problem.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import { ListSkeleton } from '../wizard/wizard-skeleton.view.tsx';
import { ContinueButton } from './continue-button.view.tsx';
import type { RechargeActor, ScreenNamed } from './recharge-actor.ts';

const useServerOption = () => {
  const { t } = useTranslation('recharge');
  return ({ serverId, serverName, status, roles }: GameServer) => ({
    value: serverId,
    title: <PlayerName name={serverName} />,
    detail: t('recipient.roles', { count: roles.length }),
    ...(status === SERVER_STATUS.maintenance && {
      badge: (
        <Badge tone="warning" icon="wrench">
          {t('recipient.maintenance')}
        </Badge>
      ),
      disabled: true,
      reason: t('recipient.maintenanceReason'),
    }),
  });
};

export const ServerStep = ({
  actor,
  screen,
}: {
  readonly actor: RechargeActor;
  readonly screen: ScreenNamed<'server'>;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  const optionOf = useServerOption();
  const retry = () => actor.send({ type: 'load.retry' });
  const { servers, serverId, rolesFailure, notice } = screen;
  return (
    <div className={css['body']}>
      {notice && <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />}
      {servers.state === 'loading' && <ListSkeleton label={t('recipient.loading')} rows={4} columns={2} height={64} />}
      {servers.state === 'failed' && (
        <LoadFailed title={t('recipient.failed')} failure={servers.failure} onRetry={retry} />
      )}
      {servers.state === 'empty' && (
        <LoadEmpty art="empty-roles" title={t('recipient.failed')} hint={t('recipient.empty')} onRetry={retry} />
      )}
      {servers.state === 'ready' && (
        <>
          {rolesFailure && <LoadFailed title={t('recipient.rolesFailed')} failure={rolesFailure} onRetry={retry} />}
          <ChoiceCards
            legend={t('recipient.server')}
            legendHidden
            name="server"
            value={serverId}
            columns={2}
            dense
            onPick={(picked) => actor.send({ type: 'server.pick', serverId: picked })}
            options={servers.rows.map(optionOf)}
          />
          <div className={css['stepAction']}>
            <ContinueButton actor={actor} />
          </div>
        </>
      )}
    </div>
  );
};
