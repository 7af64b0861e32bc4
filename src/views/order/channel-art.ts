import { pictures } from 'virtual:brand/pictures';

const ART: readonly (readonly [RegExp, string])[] = [
  [/e-?point|coin/i, 'epoint'],
  [/card|visa|master|credit|debit/i, 'channel-card'],
  [/carrier|mobile|sms|phone|telco/i, 'channel-carrier'],
  [/bank|transfer|wire|sepa/i, 'channel-bank'],
];

/** The picture of the brand for a payment channel, by its code; a wallet by default. */
export const channelArt = (fieldKey: string): string =>
  ART.find(([pattern, name]) => pattern.test(fieldKey) && pictures.has(name))?.[1] ?? 'channel-wallet';
