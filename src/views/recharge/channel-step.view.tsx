import { useTranslation } from 'react-i18next';
import { missingPoints } from '../../../machines/order/order.purchase.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { ChannelList } from '../wizard/channel-list.view.tsx';
import type { ScreenProps } from './recharge-actor.ts';

export const ChannelStep = ({ actor, screen: { channels, notice, summary } }: ScreenProps<'channel'>) => {
  const { t, i18n } = useTranslation('recharge');
  const pointDetail = (price: number): string => {
    const points = formatEPoints(price, i18n.language);
    if (summary.coinBalance === null) return points;
    const missing = missingPoints(price, summary.coinBalance);
    if (missing > 0) return t('channel.pointShort', { points, missing: formatEPoints(missing, i18n.language) });
    return t('channel.pointPrice', { points, balance: formatEPoints(summary.coinBalance, i18n.language) });
  };
  return (
    <ChannelList
      actor={actor}
      notice={notice}
      list={channels}
      chosen={summary.channel}
      pointDetail={summary.item && pointDetail(summary.item.epointPrice)}
    />
  );
};
