import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { itemTitle } from '../../i18n/item-text.ts';
import { useGameName } from '../app/game-name.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { ContentsList } from '../order/contents-list.view.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import { maskId } from '../order/player-text.ts';
import { ChannelLine } from '../wizard/channel-line.view.tsx';
import css from '../wizard/confirm-step.module.css';
import type { WizardStep } from './recharge-actor.ts';

type StepSummary = (step: WizardStep, summary: RechargeSummary) => ReactNode | null;

/** The choice of a step in one line, or null while there is none. */
export const useStepSummary = (): StepSummary => {
  const { i18n } = useTranslation();
  const channelTitle = useChannelTitle();
  return (step, { serverName, recipient, item, channel }) => {
    switch (step) {
      case 'server':
        return serverName === null ? null : <PlayerName name={serverName} />;
      case 'role':
        return recipient && <PlayerName name={recipient.roleName} />;
      case 'item':
        return item && itemTitle(item, i18n.language);
      case 'channel':
        return channel && channelTitle(channel);
      case 'confirm':
        return null;
    }
  };
};

/** The choices as the player confirms them (RCHG-19): the steps above the confirmation are the summary of the order. */
export const useConfirmedSummary = (): StepSummary => {
  const { t } = useTranslation('recharge');
  const game = useGameName();
  return (step, { serverName, recipient, item, channel }) => {
    switch (step) {
      case 'server':
        return (
          serverName !== null && (
            <span className={css['recipient']}>
              <PlayerName name={serverName} />
              {game !== null && (
                <small>
                  <PlayerName name={game} />
                </small>
              )}
            </span>
          )
        );
      case 'role':
        return (
          recipient && (
            <span className={css['recipient']}>
              <PlayerName name={recipient.roleName} />
              <small>{t('recipient.roleId', { id: maskId(recipient.roleId) })}</small>
            </span>
          )
        );
      case 'item':
        return (
          item && (
            <div className={css['contents']}>
              <Picture name={item.art} fallback="item" width={48} />
              <ContentsList item={item} />
            </div>
          )
        );
      case 'channel':
        return channel && <ChannelLine channel={channel} />;
      case 'confirm':
        return null;
    }
  };
};
