import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel } from '../../../machines/order/order.types.ts';
import { ChoiceCards, useCardOptions } from '../../ui/choice-cards.tsx';
import { ChannelPicture } from '../order/channel-picture.view.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { ListStep, type StepRows } from './list-step.view.tsx';
import type { NoticeProps } from './step-notice.view.tsx';
import css from './steps.module.css';

/** The chosen payment method as the line of its step; at the confirmation with its picture. */
export const useChannelLine = (channel: Channel | null, isConfirming: boolean): ReactNode => {
  const channelTitle = useChannelTitle();
  return useMemo(() => {
    if (channel === null) return null;
    if (!isConfirming) return channelTitle(channel);
    return (
      <span className={css['channel']}>
        <ChannelPicture channel={channel} width={28} />
        <span>{channelTitle(channel)}</span>
      </span>
    );
  }, [channel, channelTitle, isConfirming]);
};

type ChannelListProps = NoticeProps & {
  readonly list: StepRows<Channel>;
  readonly chosen: Channel | null;
  /** Additional content of the card for E Points. */
  readonly pointDetail?: string | null;
};

/** One card for each payment method; a closed one is disabled and says so. */
export const ChannelList = ({ actor, notice, list, chosen, pointDetail = null }: ChannelListProps) => {
  const { t } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  const toOption = useCallback(
    (channel: Channel) => ({
      value: channel.fieldKey,
      title: channelTitle(channel),
      art: <ChannelPicture channel={channel} width={40} />,
      ...(takesPoints(channel) && pointDetail !== null && { detail: pointDetail }),
      ...(!channel.isOpen && { disabled: true, reason: t('channel.closedReason') }),
    }),
    [t, channelTitle, pointDetail],
  );
  const options = useCardOptions(list.state === 'ready' ? list.rows : [], toOption);
  return (
    <ListStep
      actor={actor}
      notice={notice}
      list={list}
      skeleton={{ rows: 4, columns: 2, height: 72 }}
      art="empty-items"
      texts={{
        loading: t('channel.loading'),
        failed: t('channel.failed'),
        empty: t('channel.empty'),
        hint: t('channel.emptyHint'),
      }}
    >
      <ChoiceCards
        legend={t('channel.title')}
        name="channel"
        value={chosen?.fieldKey ?? null}
        columns={2}
        onPick={useCallback((channelCode) => actor.send({ type: 'channel.pick', channelCode }), [actor])}
        options={options}
      />
    </ListStep>
  );
};
