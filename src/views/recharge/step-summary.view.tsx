import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '../../../machines/order/order.types.ts';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { useGameName } from '../app/game-name.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { ContentsList } from '../order/contents-list.view.tsx';
import { deliveredTitle } from '../order/order-contents.ts';
import { maskId, PlayerName, RecipientLine } from '../order/player-name.view.tsx';
import { ChannelLine } from '../wizard/channel-line.view.tsx';
import css from '../wizard/confirm-step.module.css';
import type { RechargeStep } from './recharge-actor.ts';

const ConfirmedRecipient = ({ recipient }: { readonly recipient: Recipient }) => {
  const { t } = useTranslation('recharge');
  const game = useGameName();
  return (
    <span className={css['recipient']}>
      <span>
        <RecipientLine recipient={recipient} />
      </span>
      <small>
        {game !== null && (
          <>
            <PlayerName name={game} />
            <span> · </span>
          </>
        )}
        <span>{t('recipient.roleId', { id: maskId(recipient.roleId) })}</span>
      </small>
    </span>
  );
};

const NO_RECIPIENT: Recipient = { serverId: '', serverName: '', roleId: '', roleName: '' };

/**
 * The choice of each step in one line, or null while there is none. While the player confirms (RCHG-19), the lines are the summary of the
 * order. A line is the same object until its choice changes.
 */
export const useStepLines = (
  { recipient, item, channel }: RechargeSummary,
  isConfirming: boolean,
): Readonly<Record<RechargeStep, ReactNode>> => {
  const { i18n } = useTranslation('recharge');
  const { language } = i18n;
  const channelTitle = useChannelTitle();
  const { serverId, serverName, roleId, roleName } = recipient ?? NO_RECIPIENT;
  const chosen = useMemo(() => {
    if (roleId === '') return null;
    const known = { serverId, serverName, roleId, roleName };
    return isConfirming ? <ConfirmedRecipient recipient={known} /> : <RecipientLine recipient={known} />;
  }, [serverId, serverName, roleId, roleName, isConfirming]);
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
  return { recipient: chosen, item: contents, channel: payment, confirm: null };
};
