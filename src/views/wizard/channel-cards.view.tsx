import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel } from '../../../machines/order/order.types.ts';
import { useCardOptions } from '../../ui/card-options.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { ChannelPicture } from '../order/channel-picture.view.tsx';
import { useChannelTitle } from '../order/channel-title.ts';

/** One card for each payment method; a closed one is disabled and says so. */
export const ChannelCards = ({
  channels,
  chosen,
  pointDetail = null,
  onPick,
}: {
  readonly channels: readonly Channel[];
  readonly chosen: Channel | null;
  /** Additional content of the card for E Points. */
  readonly pointDetail?: string | null;
  /** Must be stable across renders; otherwise every card renders again. */
  readonly onPick: (channelCode: string) => void;
}) => {
  const { t } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  const toOption = useCallback(
    (channel: Channel) => ({
      value: channel.fieldKey,
      title: channelTitle(channel),
      art: <ChannelPicture channel={channel} width={40} />,
      ...(!channel.isOpen && { disabled: true, reason: t('channel.closedReason') }),
    }),
    [t, channelTitle],
  );
  const options = useCardOptions(channels, toOption);
  const points = options[channels.findIndex(takesPoints)];
  const priced = useMemo(
    () => (points && pointDetail !== null ? { ...points, detail: pointDetail } : points),
    [points, pointDetail],
  );
  return (
    <ChoiceCards
      legend={t('channel.title')}
      name="channel"
      value={chosen?.fieldKey ?? null}
      columns={2}
      onPick={onPick}
      options={options.map((option) => (option === points && priced ? priced : option))}
    />
  );
};
