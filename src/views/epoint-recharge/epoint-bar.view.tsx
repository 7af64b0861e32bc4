import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { Icon } from '../../ui/icon.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import bar from '../wizard/bottom-bar.module.css';
import { PayButton } from '../wizard/pay-button.view.tsx';
import totalCss from '../wizard/total.module.css';
import type { EpointRechargeActor, EpointRechargeWizardScreen } from './epoint-recharge-actor.ts';
import { EpointRechargeFacts } from './epoint-summary.view.tsx';

/** The summary on a phone: E Points and price, expandable, with the main action of the step. */
export const EpointRechargeBar = ({
  actor,
  screen,
}: {
  readonly actor: EpointRechargeActor;
  readonly screen: EpointRechargeWizardScreen;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  const { item, channel } = screen.summary;
  if (screen.name === 'creating' || screen.name === 'uncertain') return null;
  if (screen.name === 'confirm')
    return (
      <aside className={bar['bar']} aria-label={t('summary.title')}>
        <div className={bar['row']}>
          {item && channel && <PayButton track="epoint_pay" actor={actor} item={item} channel={channel} />}
        </div>
      </aside>
    );
  return (
    <aside className={bar['bar']} aria-label={t('summary.title')}>
      {item?.credit && (
        <p className={bar['line']}>
          <span>{formatEPoints(creditSum(item.credit), i18n.language)}</span>
          {channel && <span>{` · ${channelTitle(channel)}`}</span>}
        </p>
      )}
      <div className={bar['row']}>
        <details className={bar['details']}>
          <summary>
            <span className="visually-hidden">{t('summary.details')}</span>
            {item ? (
              <span className={totalCss['price']}>
                <strong>{formatUsd(item.price.minor, i18n.language)}</strong>
              </span>
            ) : (
              <span>{t('summary.title')}</span>
            )}
            <Icon name="chevron" size={16} />
          </summary>
          <div className={bar['sheet']}>
            <EpointRechargeFacts summary={screen.summary} />
          </div>
        </details>
      </div>
    </aside>
  );
};
