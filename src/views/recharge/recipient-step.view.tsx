import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVER_STATUS } from '../../../machines/order/order.status.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import { maskId } from '../order/player-text.ts';
import { LoadEmpty, LoadFailed } from './load-problem.view.tsx';
import type { RechargeActor, ScreenNamed } from './recharge-actor.ts';
import { ListSkeleton } from './recharge-skeleton.view.tsx';
import { StepNotice } from './step-notice.view.tsx';
import css from './steps.module.css';

type Props = { readonly actor: RechargeActor; readonly screen: ScreenNamed<'recipient'> };

const Servers = ({ actor, screen }: Props): ReactNode => {
  const { t } = useTranslation('recharge');
  const { servers, serverId } = screen;
  if (servers.state !== 'ready') return null;
  return (
    <ChoiceCards
      legend={t('recipient.server')}
      name="server"
      value={serverId}
      columns={2}
      dense
      onPick={(picked) => actor.send({ type: 'server.pick', serverId: picked })}
      options={servers.rows.map(({ serverId: value, serverName, status, roles }) => ({
        value,
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
      }))}
    />
  );
};

const Roles = ({ actor, screen }: Props): ReactNode => {
  const { t } = useTranslation('recharge');
  const { serverId, roles, roleId } = screen;
  if (serverId === null) return <p className={css['hint']}>{t('recipient.serverFirst')}</p>;
  if (roles.length === 0) {
    return (
      <LoadEmpty
        art="empty-roles"
        title={t('recipient.noRoles')}
        hint={t('recipient.noRolesHint')}
        onRetry={() => actor.send({ type: 'load.retry' })}
      />
    );
  }
  return (
    <ChoiceCards
      legend={t('recipient.role')}
      name="role"
      value={roleId}
      columns={2}
      dense
      onPick={(picked) => actor.send({ type: 'role.pick', serverId, roleId: picked })}
      options={roles.map(({ roleId: value, roleName }) => ({
        value,
        title: <PlayerName name={roleName} />,
        detail: t('recipient.roleId', { id: maskId(value) }),
      }))}
    />
  );
};

export const ContinueButton = ({ actor }: { readonly actor: RechargeActor }): ReactNode => {
  const { t } = useTranslation('recharge');
  const possible = useSelector(actor, (snapshot) => snapshot.can({ type: 'recipient.confirm' }));
  return (
    <Button size="lg" wide disabled={!possible} onClick={() => actor.send({ type: 'recipient.confirm' })}>
      {t('recipient.continue')}
    </Button>
  );
};

export const RecipientStep = ({ actor, screen }: Props): ReactNode => {
  const { t } = useTranslation('recharge');
  const retry = () => actor.send({ type: 'load.retry' });
  const { servers, notice } = screen;
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
          <Servers actor={actor} screen={screen} />
          <Roles actor={actor} screen={screen} />
          <div className={css['stepAction']}>
            <ContinueButton actor={actor} />
          </div>
        </>
      )}
    </div>
  );
};
