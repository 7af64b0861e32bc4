import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../../machines/recharge/servers.machine.ts';
import { Button } from '../../ui/button.tsx';
import { useCardOptions } from '../../ui/card-options.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { UnreadEntries } from '../app/unread-entries.view.tsx';
import { maskId, PlayerName } from '../order/player-name.view.tsx';
import { useLongList } from '../wizard/long-list.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import { ListSkeleton } from '../wizard/wizard-skeleton.view.tsx';
import { CharacterCards } from './character-cards.view.tsx';
import { ContinueButton, canContinue } from './continue-button.view.tsx';
import type { RechargeActor, StepProps } from './recharge-actor.ts';

const RoleCards = ({
  actor,
  serverId,
  rows,
  roleId,
}: {
  readonly actor: RechargeActor;
  readonly serverId: string;
  readonly rows: readonly Role[];
  readonly roleId: string | null;
}) => {
  const { t } = useTranslation('recharge');
  const toOption = useCallback(
    ({ roleId: value, roleName }: Role) => ({
      value,
      title: <PlayerName name={roleName} />,
      detail: t('recipient.roleId', { id: maskId(value) }),
    }),
    [t],
  );
  return (
    <ChoiceCards
      legend={t('recipient.role')}
      name="role"
      value={roleId}
      columns={2}
      dense
      onPick={useCallback((picked) => actor.send({ type: 'role.pick', serverId, roleId: picked }), [actor, serverId])}
      options={useCardOptions(rows, toOption)}
    />
  );
};

export const RoleStep = ({ actor, screen }: StepProps<'role'>) => {
  const { t } = useTranslation('recharge');
  const retry = () => actor.send({ type: 'load.retry' });
  const { serverId, roles, characters, rolesFailure, roleId, notice, summary } = screen;
  const list = useLongList(roles.state === 'ready' ? roles.rows : [], (role) => role.roleId === roleId);
  return (
    <div className={css['body']}>
      <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />
      {(!characters || roles.state !== 'ready') && summary.serverName !== null && (
        <p className={css['server']}>
          <PlayerName name={summary.serverName} />
          <Button
            variant="quiet"
            aria-label={t('step.changeStep', { title: t('recipient.server') })}
            onClick={() => actor.send({ type: 'step.back' })}
          >
            {t('step.change')}
          </Button>
        </p>
      )}
      {roles.state === 'loading' && <ListSkeleton label={t('recipient.loading')} rows={2} columns={2} height={64} />}
      <LiveRegion>
        {roles.state === 'failed' && (
          <LoadFailed inRegion title={t('recipient.rolesFailed')} failure={roles.failure} onRetry={retry} />
        )}
        {roles.state === 'empty' && (
          <LoadEmpty
            art="empty-roles"
            title={t('recipient.noRoles')}
            hint={t('recipient.noRolesHint')}
            onRetry={retry}
          />
        )}
        {roles.state === 'ready' && rolesFailure && (
          <LoadFailed inRegion title={t('recipient.rolesFailed')} failure={rolesFailure} onRetry={retry} />
        )}
      </LiveRegion>
      {roles.state === 'ready' && (
        <>
          {characters ? (
            <CharacterCards actor={actor} characters={characters} serverId={serverId} roleId={roleId} />
          ) : (
            <>
              <RoleCards actor={actor} serverId={serverId} rows={list.rows} roleId={roleId} />
              {list.more}
            </>
          )}
          <UnreadEntries ids={roles.unread} />
          {canContinue(screen) && (
            <div className={css['stepAction']}>
              <ContinueButton actor={actor} />
            </div>
          )}
        </>
      )}
    </div>
  );
};
