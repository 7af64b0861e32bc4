const ART: readonly (readonly [RegExp, string])[] = [
  [/e-?point|coin/i, 'epoint'],
  [/card|visa|master|credit|debit/i, 'channel-card'],
  [/carrier|mobile|sms|phone|telco/i, 'channel-carrier'],
  [/bank|transfer|wire|sepa/i, 'channel-bank'],
];

/** The picture of a payment channel by its code; a wallet by default. */
export const channelArt = (fieldKey: string): string =>
  ART.find(([pattern]) => pattern.test(fieldKey))?.[1] ?? 'channel-wallet';
