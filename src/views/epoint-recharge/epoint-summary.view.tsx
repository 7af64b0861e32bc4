import { useTranslation } from 'react-i18next';
import type { EpointRechargeSummary as Summary } from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { Facts } from '../../ui/facts.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import css from '../wizard/order-summary.module.css';
import { Total } from '../wizard/total.view.tsx';
import { CreditList } from './credit-list.view.tsx';

/** The summary beside the steps: the credit and the payment channel. A phone has the bottom bar instead. */
export const EpointRechargeSummary = ({ summary: { item, channel } }: { readonly summary: Summary }) => {
  const { t } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  const open = <span className={css['open']}>{t('summary.open')}</span>;
  return (
    <aside className={css['summary']} aria-labelledby="topup-summary">
      <h2 id="topup-summary">{t('summary.title')}</h2>
      <div className={css['facts']}>
        <h3>{t('summary.contents')}</h3>
        {item ? <CreditList item={item} /> : open}
        <Facts
          rows={[
            { key: 'to', label: t('summary.recipient'), value: t('epoint.ownBalance') },
            { key: 'channel', label: t('summary.channel'), value: channel ? channelTitle(channel) : open },
          ]}
        />
      </div>
      <Total item={item} channel={null} />
    </aside>
  );
};
