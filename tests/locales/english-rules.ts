import { brand } from '../support/brand.ts';

/** Terms that docs/ui-copy.md replaces, each with the term a player reads instead. */
export const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\boverdue\b|\blapse|\btime(?:'s| is) up\b/i, 'expired, after the deadline'],
  [/\bon sale\b/i, 'available'],
  [/\brebates?\b/i, 'bonus'],
  [/\bfailed to\b|could not be\b|couldn't be\b/i, "we couldn't …"],
  [/\b(?:un)?known error\b|\brequest error\b|\binsufficient\b|\bURL\b/i, 'what happened, then what to do'],
  [/(?:^|[.!?…] )please (?!don't)/i, 'the verb'],
  [
    /\bof yours\b|\bby ourselves\b|\ball the same\b|\bat once\b|\bafterwards\b|\bat hand\b|\bturned? (?:it )?down\b/i,
    'US English',
  ],
  [/\broles?\b/i, 'character'],
  [/\bpick(?:s|ed|ing)?\b(?! up)|\bselect(?:s|ed|ing)?\b/i, 'choose'],
  [/\be-points?\b|\be-?coins?\b|\brecharge/i, 'E Points, top up'],
  [/\bbulletins?\b/i, 'announcement'],
  [/\bsupport\b/i, 'customer service'],
  [/\bsign(?:s|ed|ing)?[ -](?:in|out)\b/i, 'log in, log out'],
  [/\b(?:re)?submit(?:s|ted)?\b/i, 'place an order'],
  [/\bordered\b/i, 'no order was placed'],
  [/\bkept\b/i, 'saved'],
  [/\bhas just\b|\bhave just\b/i, 'the simple past'],
  [/\bwe (?:ask|notice|look|keep|send|try|take|go|bring)\b/i, 'the future or the progressive'],
  [/\bcredited\b|\btaken\b|\bgiven back\b|\bgoes back\b/i, 'added, deducted, refunded'],
  [/\bmobile\b/i, 'phone'],
  [/\bless than\b|\bwithin\b|\busually\b/i, 'no promise of a duration that depends on the API'],
];

/** Two words that a US writer contracts. In "you have" and "we have" with an object, "have" is the main verb. */
export const UNCONTRACTED =
  /\b(?:cannot|(?:can|could|do|does|did|is|are|was|were|has|have|had|will|would|should) not|(?:you|we|they) (?:are|will)(?!\.)|(?:it|that|there|what) (?:is|will)(?!\.)|let us)\b/i;

export const CURLY = /[‘’“”]/;

/** Names, units and abbreviations that start with a capital inside a text. */
export const CAPITALIZED = new RegExp(
  `^(?:E|EP|Points?|${brand.name.split(' ').join('|')}|CSV|UTC|ID|UID|QR|US|Facebook|Google|Apple|JavaScript|I)$`,
);
