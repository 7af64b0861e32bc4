import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { channelArt } from '../order/channel-art.ts';
import { useChannelTitle } from '../order/channel-title.ts';

/** One card for each payment method; a closed one is disabled and says so. */
export const ChannelCards = ({
  channels,
  chosen,
  detailOf = () => null,
  onPick,
}: {
  readonly channels: readonly Channel[];
  readonly chosen: Channel | null;
  /** Further content of a card. */
  readonly detailOf?: (channel: Channel) => string | null;
  readonly onPick: (channelCode: string) => void;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  return (
    <ChoiceCards
      legend={t('channel.title')}
      legendHidden
      name="channel"
      value={chosen?.fieldKey ?? null}
      columns={2}
      onPick={onPick}
      options={channels.map((channel) => {
        const detail = detailOf(channel);
        return {
          value: channel.fieldKey,
          title: channelTitle(channel),
          art: <Picture name={channelArt(channel.fieldKey)} fallback="channel-wallet" width={40} />,
          ...(detail !== null && { detail }),
          ...(!channel.isOpen && { disabled: true, reason: t('channel.closedReason') }),
        };
      })}
    />
  );
};
