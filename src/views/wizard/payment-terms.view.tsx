import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { channelArt } from '../order/channel-art.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import css from './confirm-step.module.css';

/** The payment method and the amount. */
export const PaymentTerms = ({
  channel,
  price,
}: {
  readonly channel: Channel;
  readonly price: ReactNode;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  return (
    <div className={css['payment']}>
      <p>
        <span>{t('channel.title')}</span>
        <strong>
          <Picture name={channelArt(channel.fieldKey)} fallback="channel-wallet" width={28} />
          {channelTitle(channel)}
        </strong>
      </p>
      <p>
        <span>{t('summary.total')}</span>
        {price}
      </p>
    </div>
  );
};
