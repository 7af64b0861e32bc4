import type { Channel } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { channelArt } from './channel-art.ts';

/** What the API names, else the picture of the portal for the code of the channel. */
export const ChannelPicture = ({ channel, width }: { readonly channel: Channel; readonly width: number }) => {
  const ours = channelArt(channel.fieldKey);
  return <Picture name={channel.art ?? ours} fallback={ours} width={width} />;
};
