import type { Channel, PaymentMethod } from './order.types.ts';

export type MethodKind = PaymentMethod['kind'];

type MethodTraits = {
  /** The click on Pay opens a window, because browsers allow it only during a click. */
  readonly opensWindow: boolean;
  /** The price is in E Points, and a refund returns them. */
  readonly takesPoints: boolean;
  /** channel_code of its channels. A channel of no method is paid on a page of the provider. */
  readonly channels: readonly string[];
};

export const POINT_CHANNEL = 'epoint';

/** What the portal needs to know about each payment method before an order exists. */
export const METHOD_TRAITS: Readonly<Record<MethodKind, MethodTraits>> = {
  redirect: { opensWindow: true, takesPoints: false, channels: [] },
  points: { opensWindow: false, takesPoints: true, channels: [POINT_CHANNEL] },
};

export const METHOD_KINDS = Object.keys(METHOD_TRAITS) as readonly MethodKind[];

type ChannelCode = Pick<Channel, 'fieldKey'>;

export const methodOfChannel = ({ fieldKey }: ChannelCode): MethodKind =>
  METHOD_KINDS.find((kind) => METHOD_TRAITS[kind].channels.includes(fieldKey)) ?? 'redirect';

export const opensWindow = (channel: ChannelCode): boolean => METHOD_TRAITS[methodOfChannel(channel)].opensWindow;

export const takesPoints = (channel: ChannelCode | null): boolean =>
  channel !== null && METHOD_TRAITS[methodOfChannel(channel)].takesPoints;
