import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { formatUsd } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import type { WizardStep } from './recharge-actor.ts';

/** The choice of a step in one line, or null while there is none. */
export const useStepSummary = (): ((step: WizardStep, summary: RechargeSummary) => ReactNode | null) => {
  const { i18n } = useTranslation();
  const channelTitle = useChannelTitle();
  const locale = i18n.language;
  return (step, { serverName, recipient, item, channel }) => {
    switch (step) {
      case 'server':
        return serverName === null ? null : <PlayerName name={serverName} />;
      case 'role':
        return recipient && <PlayerName name={recipient.roleName} />;
      case 'item':
        return item ? `${itemTitle(item, locale)} · ${formatUsd(item.price.minor, locale)}` : null;
      case 'channel':
        return channel ? channelTitle(channel) : null;
      case 'confirm':
        return null;
    }
  };
};
