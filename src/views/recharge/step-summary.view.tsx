import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { useGameName } from '../app/game-name.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { ContentsList } from '../order/contents-list.view.tsx';
import { deliveredTitle } from '../order/order-contents.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import { maskId } from '../order/player-text.ts';
import { ChannelLine } from '../wizard/channel-line.view.tsx';
import css from '../wizard/confirm-step.module.css';
import type { RechargeStep } from './recharge-actor.ts';

const ConfirmedServer = ({ name }: { readonly name: string }): ReactNode => {
  const game = useGameName();
  return (
    <span className={css['recipient']}>
      <PlayerName name={name} />
      {game !== null && (
        <small>
          <PlayerName name={game} />
        </small>
      )}
    </span>
  );
};

const ConfirmedRole = ({ name, id }: { readonly name: string; readonly id: string }): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <span className={css['recipient']}>
      <PlayerName name={name} />
      <small>{t('recipient.roleId', { id: maskId(id) })}</small>
    </span>
  );
};

/**
 * The choice of each step in one line, or null while there is none. While the player confirms (RCHG-19), the lines are the summary of the
 * order. A line is the same object until its choice changes.
 */
export const useStepLines = (
  { serverName, recipient, item, channel }: RechargeSummary,
  isConfirming: boolean,
): Readonly<Record<RechargeStep, ReactNode>> => {
  const { i18n } = useTranslation('recharge');
  const { language } = i18n;
  const channelTitle = useChannelTitle();
  const { roleName = null, roleId = '' } = recipient ?? {};
  const server = useMemo(() => {
    if (serverName === null) return null;
    return isConfirming ? <ConfirmedServer name={serverName} /> : <PlayerName name={serverName} />;
  }, [serverName, isConfirming]);
  const role = useMemo(() => {
    if (roleName === null) return null;
    return isConfirming ? <ConfirmedRole name={roleName} id={roleId} /> : <PlayerName name={roleName} />;
  }, [roleName, roleId, isConfirming]);
  const contents = useMemo(() => {
    if (item === null) return null;
    if (!isConfirming) return deliveredTitle(item, language);
    return (
      <div className={css['contents']}>
        <Picture name={item.art} fallback="item" width={48} />
        <ContentsList item={item} />
      </div>
    );
  }, [item, language, isConfirming]);
  const payment = useMemo(() => {
    if (channel === null) return null;
    return isConfirming ? <ChannelLine channel={channel} /> : channelTitle(channel);
  }, [channel, channelTitle, isConfirming]);
  return { server, role, item: contents, channel: payment, confirm: null };
};
