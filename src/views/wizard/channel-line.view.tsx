import type { ReactNode } from 'react';
import type { Channel } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { channelArt } from '../order/channel-art.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import css from './confirm-step.module.css';

/** The payment method at the confirmation. */
export const ChannelLine = ({ channel }: { readonly channel: Channel }): ReactNode => {
  const channelTitle = useChannelTitle();
  return (
    <span className={css['channel']}>
      <Picture name={channelArt(channel.fieldKey)} fallback="channel-wallet" width={28} />
      <span>{channelTitle(channel)}</span>
    </span>
  );
};
