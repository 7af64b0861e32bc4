import { useSelector } from '@xstate/react';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVER_STATUS } from '../../../machines/order/order.status.ts';
import { type Character, characterKey, isSameRecipient } from '../../../machines/recharge/recharge.recipient.ts';
import { searchServers } from '../../../machines/recharge/servers.list.ts';
import type { GameServer, Role, ServerFinder } from '../../../machines/recharge/servers.machine.ts';
import { Picture } from '../../art/picture.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards, useCardOptions } from '../../ui/choice-cards.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Announcer } from '../../ui/live-region.tsx';
import { maskId, PlayerName } from '../order/player-name.view.tsx';
import { ListStep } from '../wizard/list-step.view.tsx';
import { useLongList } from '../wizard/long-list.view.tsx';
import css from '../wizard/steps.module.css';
import type { ScreenProps } from './recharge-actor.ts';

type RecipientProps = ScreenProps<'server' | 'role'>;

/** Why a card of a server under maintenance cannot be chosen. */
const maintenanceOf = (t: TFunction<'recharge'>) => ({
  badge: (
    <Badge tone="warning" icon="wrench">
      {t('recipient.maintenance')}
    </Badge>
  ),
  disabled: true,
  reason: t('recipient.maintenanceReason'),
});

/** The player's characters of all servers: one tap chooses server and role. */
const CharacterCards = (props: RecipientProps & { readonly characters: readonly Character[] }) => {
  const { actor, screen, characters } = props;
  const { t } = useTranslation('recharge');
  const toOption = useCallback(
    (character: Character) => ({
      value: characterKey(character),
      title: <PlayerName name={character.roleName} />,
      detail: <PlayerName name={character.serverName} />,
      art: <Picture name="character" fallback="character" width={40} loading="lazy" />,
      ...(character.isUnderMaintenance && maintenanceOf(t)),
    }),
    [t],
  );
  const pick = useCallback(
    (value: string) => {
      const picked = characters.find((one) => characterKey(one) === value);
      if (picked) actor.send({ type: 'role.pick', serverId: picked.serverId, roleId: picked.roleId });
    },
    [actor, characters],
  );
  const open = characters.find((one) => isSameRecipient(one, screen) && !one.isUnderMaintenance);
  return (
    <ChoiceCards
      legend={t('recipient.role')}
      name="character"
      value={open ? characterKey(open) : null}
      columns={2}
      onPick={pick}
      options={useCardOptions(characters, toOption)}
    />
  );
};

/** A tap on a character continues too, so the button needs a character that is already chosen and open. */
export const canContinue = (screen: RecipientProps['screen']): boolean =>
  screen.characters?.some((one) => isSameRecipient(one, screen) && !one.isUnderMaintenance) ?? true;

/** Continues with the selected server or role; without a selection, the step shows what is missing. */
const ContinueButton = ({ actor }: Pick<RecipientProps, 'actor'>) => {
  const { t } = useTranslation('recharge');
  const possible = useSelector(actor, (snapshot) => snapshot.can({ type: 'recipient.confirm' }));
  return (
    <div className={css['stepAction']}>
      <Button size="lg" wide disabled={!possible} onClick={() => actor.send({ type: 'recipient.confirm' })}>
        {t('recipient.continue')}
      </Button>
    </div>
  );
};

type FinderProps = Pick<RecipientProps, 'actor'> & { readonly finder: ServerFinder; readonly found: number };

/** The search field of a long list, and a button that also lists the servers on which the player has no role. */
const Finder = ({ actor, finder, found }: FinderProps) => {
  const { t, i18n } = useTranslation('recharge');
  const { query, scope, total } = finder;
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

export const ServerStep = ({ actor, screen }: ScreenProps<'server'>) => {
  const { t } = useTranslation('recharge');
  const { servers, finder, characters, serverId, rolesFailure, notice } = screen;
  const rows = servers.state === 'ready' ? servers.rows : [];
  const others = rows.filter(({ roles }) => roles.length === 0);
  const list = useLongList(rows, (server) => server.serverId === serverId, finder?.query);
  const toOption = useCallback(
    ({ serverId: value, serverName, status, roles }: GameServer) => ({
      value,
      title: <PlayerName name={serverName} />,
      detail: roles.length > 0 ? t('recipient.roles', { count: roles.length }) : t('recipient.noRolesYet'),
      ...(status === SERVER_STATUS.maintenance && maintenanceOf(t)),
    }),
    [t],
  );
  const cards = (
    <ChoiceCards
      legend={t('recipient.server')}
      name="server"
      value={serverId}
      columns={2}
      dense
      onPick={useCallback((picked) => actor.send({ type: 'server.pick', serverId: picked }), [actor])}
      options={useCardOptions(characters ? others : list.rows, toOption)}
    />
  );
  return (
    <ListStep
      actor={actor}
      notice={notice}
      list={servers}
      staleFailure={rolesFailure}
      skeleton={{ rows: 4, columns: 2, height: 64 }}
      art="empty-roles"
      texts={{
        loading: t('recipient.loading'),
        failed: servers.state === 'ready' ? t('recipient.rolesFailed') : t('recipient.failed'),
        empty: t('recipient.empty'),
        hint: t('recipient.emptyHint'),
      }}
      action={canContinue(screen) && <ContinueButton actor={actor} />}
    >
      {characters ? (
        <>
          <CharacterCards actor={actor} screen={screen} characters={characters} />
          {others.length > 0 && (
            <details className={css['more']}>
              <summary>{t('recipient.otherServers')}</summary>
              {cards}
            </details>
          )}
        </>
      ) : (
        <>
          <p>{t('recipient.serverQuestion')}</p>
          {finder && <Finder actor={actor} finder={finder} found={rows.length} />}
          {rows.length === 0 && <p className="hint">{t('recipient.notFound')}</p>}
          {cards}
          {list.more}
        </>
      )}
    </ListStep>
  );
};

export const RoleStep = ({ actor, screen }: ScreenProps<'role'>) => {
  const { t } = useTranslation('recharge');
  const { serverId, roles, characters, rolesFailure, roleId, notice, summary } = screen;
  const list = useLongList(roles.state === 'ready' ? roles.rows : [], (role) => role.roleId === roleId);
  const toOption = useCallback(
    ({ roleId: value, roleName }: Role) => ({
      value,
      title: <PlayerName name={roleName} />,
      detail: t('recipient.roleId', { id: maskId(value) }),
    }),
    [t],
  );
  const options = useCardOptions(list.rows, toOption);
  const pick = useCallback(
    (picked: string) => actor.send({ type: 'role.pick', serverId, roleId: picked }),
    [actor, serverId],
  );
  return (
    <ListStep
      actor={actor}
      notice={notice}
      list={roles}
      staleFailure={rolesFailure}
      skeleton={{ rows: 2, columns: 2, height: 64 }}
      art="empty-roles"
      texts={{
        loading: t('recipient.loading'),
        failed: t('recipient.rolesFailed'),
        empty: t('recipient.noRoles'),
        hint: t('recipient.noRolesHint'),
      }}
      before={
        (!characters || roles.state !== 'ready') &&
        summary.serverName !== null && (
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
        )
      }
      action={canContinue(screen) && <ContinueButton actor={actor} />}
    >
      {characters ? (
        <CharacterCards actor={actor} screen={screen} characters={characters} />
      ) : (
        <>
          <ChoiceCards
            legend={t('recipient.role')}
            name="role"
            value={roleId}
            columns={2}
            dense
            onPick={pick}
            options={options}
          />
          {list.more}
        </>
      )}
    </ListStep>
  );
};
