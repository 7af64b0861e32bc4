import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';

/** What the player pays for the item through the channel: "US$4.99" or "499 EP". */
export const priceText = (
  { item, channel }: { readonly item: Item; readonly channel: Channel | null },
  language: string,
): string => (takesPoints(channel) ? formatEPoints(item.epointPrice, language) : formatUsd(item.price.minor, language));
