import type { Channel } from '../../../machines/order/order.types.ts';
import { ChannelPicture } from '../order/channel-picture.view.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import css from './confirm-step.module.css';

/** The payment method at the confirmation. */
export const ChannelLine = ({ channel }: { readonly channel: Channel }) => {
  const channelTitle = useChannelTitle();
  return (
    <span className={css['channel']}>
      <ChannelPicture channel={channel} width={28} />
      <span>{channelTitle(channel)}</span>
    </span>
  );
};
