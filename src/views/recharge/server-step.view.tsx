import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVER_STATUS } from '../../../machines/order/order.status.ts';
import { searchServers } from '../../../machines/recharge/servers.list.ts';
import type { GameServer, ServerFinder } from '../../../machines/recharge/servers.machine.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { useCardOptions } from '../../ui/card-options.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { UnreadEntries } from '../app/unread-entries.view.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import { useLongList } from '../wizard/long-list.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import { ListSkeleton } from '../wizard/wizard-skeleton.view.tsx';
import { CharacterCards, maintenanceOf } from './character-cards.view.tsx';
import { ContinueButton, canContinue } from './continue-button.view.tsx';
import type { RechargeActor, StepProps } from './recharge-actor.ts';

const ServerCards = ({
  actor,
  rows,
  serverId,
}: {
  readonly actor: RechargeActor;
  readonly rows: readonly GameServer[];
  readonly serverId: string | null;
}) => {
  const { t } = useTranslation('recharge');
  const toOption = useCallback(
    ({ serverId: value, serverName, status, roles }: GameServer) => ({
      value,
      title: <PlayerName name={serverName} />,
      detail: roles.length > 0 ? t('recipient.roles', { count: roles.length }) : t('recipient.noRolesYet'),
      ...(status === SERVER_STATUS.maintenance && maintenanceOf(t)),
    }),
    [t],
  );
  return (
    <ChoiceCards
      legend={t('recipient.server')}
      name="server"
      value={serverId}
      columns={2}
      dense
      onPick={useCallback((picked) => actor.send({ type: 'server.pick', serverId: picked }), [actor])}
      options={useCardOptions(rows, toOption)}
    />
  );
};

/** The search field of a long list, and a button that also lists the servers on which the player has no role. */
const Finder = ({
  actor,
  finder: { query, scope, total },
  found,
}: {
  readonly actor: RechargeActor;
  readonly finder: ServerFinder;
  readonly found: number;
}) => {
  const { t, i18n } = useTranslation('recharge');
  const isSearching = query.trim() !== '';
  const result = found === 0 ? t('recipient.notFound') : t('recipient.found', { count: found });
  return (
    <div className={css['finder']}>
      <TextField
        label={t('recipient.search')}
        name="server"
        type="search"
        autoComplete="off"
        value={query}
        before={
          <span className={css['searchIcon']}>
            <Icon name="search" />
          </span>
        }
        onChange={(typed) => actor.send(searchServers(typed))}
      />
      {scope && (
        <Button
          variant="secondary"
          onClick={() => actor.send({ type: 'servers.show', scope: scope === 'own' ? 'all' : 'own' })}
        >
          {scope === 'own'
            ? t('recipient.showAll', { total: formatNumber(total, i18n.language) })
            : t('recipient.showOwn')}
        </Button>
      )}
      <Announcer message={isSearching ? result : ''} />
    </div>
  );
};

export const ServerStep = ({ actor, screen }: StepProps<'server'>) => {
  const { t } = useTranslation('recharge');
  const retry = () => actor.send({ type: 'load.retry' });
  const { servers, finder, characters, serverId, roleId, rolesFailure, notice } = screen;
  const rows = servers.state === 'ready' ? servers.rows : [];
  const others = rows.filter(({ roles }) => roles.length === 0);
  const list = useLongList(rows, (server) => server.serverId === serverId, finder?.query);
  return (
    <div className={css['body']}>
      <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />
      {servers.state === 'loading' && <ListSkeleton label={t('recipient.loading')} rows={4} columns={2} height={64} />}
      <LiveRegion>
        {servers.state === 'failed' && (
          <LoadFailed inRegion title={t('recipient.failed')} failure={servers.failure} onRetry={retry} />
        )}
        {servers.state === 'empty' && (
          <LoadEmpty art="empty-roles" title={t('recipient.empty')} hint={t('recipient.emptyHint')} onRetry={retry} />
        )}
        {servers.state === 'ready' && rolesFailure && (
          <LoadFailed inRegion title={t('recipient.rolesFailed')} failure={rolesFailure} onRetry={retry} />
        )}
      </LiveRegion>
      {servers.state === 'ready' && (
        <>
          {characters ? (
            <>
              <CharacterCards actor={actor} characters={characters} serverId={serverId} roleId={roleId} />
              {others.length > 0 && (
                <details className={css['more']}>
                  <summary>{t('recipient.otherServers')}</summary>
                  <ServerCards actor={actor} rows={others} serverId={serverId} />
                </details>
              )}
            </>
          ) : (
            <>
              <p>{t('recipient.serverQuestion')}</p>
              {finder && <Finder actor={actor} finder={finder} found={servers.rows.length} />}
              {servers.rows.length === 0 && <p className={css['hint']}>{t('recipient.notFound')}</p>}
              <ServerCards actor={actor} rows={list.rows} serverId={serverId} />
              {list.more}
            </>
          )}
          <UnreadEntries ids={servers.unread} />
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
