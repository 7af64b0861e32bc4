import { pictures } from 'virtual:brand/pictures';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { ChoiceCards, useCardOptions } from '../../ui/choice-cards.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { ListStep, type StepRows } from './list-step.view.tsx';
import type { NoticeProps } from './step-notice.view.tsx';
import css from './steps.module.css';

const ART: readonly (readonly [RegExp, string])[] = [
  [/e-?point|coin/i, 'epoint'],
  [/card|visa|master|credit|debit/i, 'channel-card'],
  [/carrier|mobile|sms|phone|telco/i, 'channel-carrier'],
  [/bank|transfer|wire|sepa/i, 'channel-bank'],
];

/** The picture of the brand for a payment channel, by its code; a wallet by default. */
export const channelArt = (fieldKey: string): string =>
  ART.find(([pattern, name]) => pattern.test(fieldKey) && pictures.has(name))?.[1] ?? 'channel-wallet';

/** What the API names, else the picture of the portal for the code of the channel. */
export const ChannelPicture = ({ channel, width }: { readonly channel: Channel; readonly width: number }) => {
  const ours = channelArt(channel.fieldKey);
  return <Picture name={channel.art ?? ours} fallback={ours} width={width} />;
};

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
