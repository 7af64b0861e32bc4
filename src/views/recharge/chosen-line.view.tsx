import type { ReactNode } from 'react';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { formatUsd } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import type { WizardStep } from './recharge-actor.ts';

/** The choice of a step in one line, or null while there is none. */
export const chosenLine = (step: WizardStep, summary: RechargeSummary, locale: string): ReactNode | null => {
  const { recipient, item, channel } = summary;
  switch (step) {
    case 'recipient':
      return recipient ? (
        <>
          <PlayerName name={recipient.roleName} /> · <PlayerName name={recipient.serverName} />
        </>
      ) : null;
    case 'item':
      return item ? `${itemTitle(item, locale)} · ${formatUsd(item.price.minor, locale)}` : null;
    case 'channel':
      return channel?.title ?? null;
    case 'confirm':
      return null;
  }
};
