import { pictures } from 'virtual:brand/pictures';
import type { Channel } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';

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
