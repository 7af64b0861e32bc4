import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { missingPoints } from '../../../machines/order/order.purchase.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { UnreadEntries } from '../app/unread-entries.view.tsx';
import { ChannelCards } from '../wizard/channel-cards.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import { ListSkeleton } from '../wizard/wizard-skeleton.view.tsx';
import type { StepProps } from './recharge-actor.ts';

export const ChannelStep = ({ actor, screen }: StepProps<'channel'>) => {
  const { t, i18n } = useTranslation('recharge');
  const retry = () => actor.send({ type: 'load.retry' });
  const { channels, notice, summary } = screen;
  const pointDetail = (price: number): string => {
    const points = formatEPoints(price, i18n.language);
    if (summary.coinBalance === null) return points;
    const missing = missingPoints(price, summary.coinBalance);
    if (missing > 0) return t('channel.pointShort', { points, missing: formatEPoints(missing, i18n.language) });
    return t('channel.pointPrice', { points, balance: formatEPoints(summary.coinBalance, i18n.language) });
  };
  const pick = useCallback((channelCode: string) => actor.send({ type: 'channel.pick', channelCode }), [actor]);
  return (
    <div className={css['body']}>
      <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />
      {channels.state === 'loading' && <ListSkeleton label={t('channel.loading')} rows={4} columns={2} height={72} />}
      <LiveRegion>
        {channels.state === 'failed' && (
          <LoadFailed inRegion title={t('channel.failed')} failure={channels.failure} onRetry={retry} />
        )}
        {channels.state === 'empty' && (
          <LoadEmpty art="empty-items" title={t('channel.empty')} hint={t('channel.emptyHint')} onRetry={retry} />
        )}
      </LiveRegion>
      {channels.state === 'ready' && (
        <>
          <ChannelCards
            channels={channels.rows}
            chosen={summary.channel}
            pointDetail={summary.item && pointDetail(summary.item.epointPrice)}
            onPick={pick}
          />
          <UnreadEntries ids={channels.unread} />
        </>
      )}
    </div>
  );
};
