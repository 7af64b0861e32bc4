import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { POINT_CHANNEL } from '../../../machines/order/order.purchase.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { channelArt } from '../order/channel-art.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { LoadEmpty, LoadFailed } from './load-problem.view.tsx';
import type { RechargeActor, ScreenNamed } from './recharge-actor.ts';
import { ListSkeleton } from './recharge-skeleton.view.tsx';
import { StepNotice } from './step-notice.view.tsx';
import css from './steps.module.css';

export const ChannelStep = ({
  actor,
  screen,
}: {
  readonly actor: RechargeActor;
  readonly screen: ScreenNamed<'channel'>;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  const retry = () => actor.send({ type: 'load.retry' });
  const { channels, notice, summary } = screen;
  const pointDetail = (price: number): string => {
    const points = formatEPoints(price, i18n.language);
    if (summary.coinBalance === null) return points;
    return t('channel.pointPrice', { points, balance: formatEPoints(summary.coinBalance, i18n.language) });
  };
  return (
    <div className={css['body']}>
      {notice && <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />}
      {channels.state === 'loading' && <ListSkeleton label={t('channel.loading')} rows={4} columns={2} height={72} />}
      {channels.state === 'failed' && (
        <LoadFailed title={t('channel.failed')} failure={channels.failure} onRetry={retry} />
      )}
      {channels.state === 'empty' && (
        <LoadEmpty art="empty-items" title={t('channel.empty')} hint={t('channel.emptyHint')} onRetry={retry} />
      )}
      {channels.state === 'ready' && (
        <ChoiceCards
          legend={t('channel.title')}
          legendHidden
          name="channel"
          value={summary.channel?.fieldKey ?? null}
          columns={2}
          onPick={(channelCode) => actor.send({ type: 'channel.pick', channelCode })}
          options={channels.rows.map(({ fieldKey, title, isOpen }) => {
            const art = channelArt(fieldKey);
            return {
              value: fieldKey,
              title: channelTitle({ fieldKey, title }),
              art: <Picture name={art} fallback="channel-wallet" width={40} />,
              ...(fieldKey === POINT_CHANNEL && summary.item && { detail: pointDetail(summary.item.epointPrice) }),
              ...(!isOpen && { disabled: true, reason: t('channel.closedReason') }),
            };
          })}
        />
      )}
    </div>
  );
};
