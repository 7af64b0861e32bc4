import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Character, characterKey } from '../../../machines/recharge/recharge.recipient.ts';
import { Picture } from '../../art/picture.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useCardOptions } from '../../ui/card-options.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import type { RechargeActor } from './recharge-actor.ts';

/** Why a card of a server under maintenance cannot be chosen. */
export const maintenanceOf = (t: TFunction<'recharge'>) => ({
  badge: (
    <Badge tone="warning" icon="wrench">
      {t('recipient.maintenance')}
    </Badge>
  ),
  disabled: true,
  reason: t('recipient.maintenanceReason'),
});

/** The player's characters of all servers: one tap chooses server and role. */
export const CharacterCards = ({
  actor,
  characters,
  serverId,
  roleId,
}: {
  readonly actor: RechargeActor;
  readonly characters: readonly Character[];
  readonly serverId: string | null;
  readonly roleId: string | null;
}) => {
  const { t } = useTranslation('recharge');
  const toOption = useCallback(
    (character: Character) => ({
      value: characterKey(character),
      title: <PlayerName name={character.roleName} />,
      detail: <PlayerName name={character.serverName} />,
      art: <Picture name="character" fallback="character" width={40} />,
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
  const open = characters.find((one) => one.serverId === serverId && one.roleId === roleId && !one.isUnderMaintenance);
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
