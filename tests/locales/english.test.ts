import { describe, expect, test } from 'vitest';
import { brand } from '../support/brand.ts';
import { localeFiles, SOURCE } from './locale-files.ts';
import { serverTextsOf } from './server-texts.ts';

/** Terms that docs/ui-copy.md replaces, each with the term a player reads instead. */
const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
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
const UNCONTRACTED =
  /\b(?:cannot|(?:can|could|do|does|did|is|are|was|were|has|have|had|will|would|should) not|(?:you|we|they) (?:are|will)(?!\.)|(?:it|that|there|what) (?:is|will)(?!\.)|let us)\b/i;

const CURLY = /[‘’“”]/;

/** Names, units and abbreviations that start with a capital inside a text. */
const CAPITALIZED = new RegExp(
  `^(?:E|EP|Points?|${brand.name.split(' ').join('|')}|CSV|UTC|ID|UID|QR|US|Facebook|Google|Apple|JavaScript|I)$`,
);

/** Texts that are whole sentences. All others are headings, labels, choices or buttons. */
const isSentence = (key: string): boolean =>
  SENTENCE_KEYS.test(key) ? !FRAGMENTS.includes(key) : SENTENCES.includes(key);

const SENTENCE_KEYS =
  /^(?:errors|notices):|[.:](?:text|hint|lead)$|[a-z](?:Text|Hint|Reason)$|:problem\.|^order:status\.\w+\.(?:hint|text|watching)|^recharge:confirm\.(?:short|final|newWindow)$|\.(?:asking|waiting)$/;

const FRAGMENTS: readonly string[] = ['notices:copied', 'recharge:channel.closedReason', 'portal:frame.waiting'];

const SENTENCES: readonly string[] = [
  'account:ledger.flawBalance',
  'account:ledger.flawGap',
  'content:home.elsewhere',
  'content:home.notHere',
  'content:home.redeem.copied',
  'content:home.redeem.missing',
  'content:home.redeem.refused',
  'payment:awaiting.notReceived',
  'payment:awaiting.offline',
  'payment:awaiting.trouble',
  'payment:lastCheck.trouble',
  'payment:timeline.deliveringNote',
  'portal:footer.rights',
  'portal:home.games.empty',
  'portal:offline.title',
  'account:list.zone',
  'recharge:confirm.atOnce',
  'recharge:recipient.emptyHint',
  'recharge:recipient.serverFirst',
  'recovery:code.againSpoken_one',
  'recovery:code.againSpoken_other',
  'recovery:code.sent',
  'recovery:code.sentFor_one',
  'recovery:code.sentFor_other',
  'session:reason.order',
  'session:reason.required',
  'session:recovery.recovered',
];

/** Buttons and links that start an action: the first word is the verb. */
const BUTTONS =
  /[.:](?:retry|refresh|clear|continue|copy|copyLink|submit|send|change|open|openAgain|topUp|export|print|close|closeNotice|dismiss|repeat|resubmit|again|new|viewOrder|searchButton|supportOpening|skip|redeem|emptyAction)$|^portal:menu\.logout$|^payment:action\.support$|^session:logout\.login$|^account:export\.button$|^recharge:confirm\.(?:pay|topUp)$/;

const VERBS =
  /^(?:Buy|Check|Choose|Change|Clear|Close|Continue|Copy|Export|Go|Log|Open|Opening|Pay|Place|Print|Redeem|Refresh|Reload|Reopen|Resend|Search|Send|Set|Skip|Start|Top|Try|View|Visit)\b/;

const NOT_BUTTONS: readonly string[] = ['recharge:summary.open', 'portal:menu.open', 'recovery:reset.repeat'];

type Text = readonly [key: string, text: string];

const messages: readonly Text[] = [...(localeFiles.get(SOURCE) ?? [])].map(([key, text]) => [
  key,
  text.replaceAll('\u00a0', ' '),
]);
const everything: readonly Text[] = [...messages, ...serverTextsOf(SOURCE)];

const found = (texts: readonly Text[], pattern: RegExp): readonly Text[] =>
  texts.filter(([, text]) => pattern.test(text));

describe('English has one term per idea', () => {
  test.each(BANNED)('no message contains %s; instead: %s', (pattern) => {
    expect(found(messages, pattern)).toEqual([]);
  });

  test('E Point stays on one line', () => {
    expect([...(localeFiles.get(SOURCE) ?? [])].filter(([, text]) => /\bE Point/.test(text))).toEqual([]);
  });
});

const TERMS = [
  /\brebates?\b/i,
  /\broles?\b/i,
  /\bon sale\b/i,
  /\beverybody\b|\bnobody\b|\bsomebody\b/i,
  /(?:^|\. )Who\b/,
];
test.each(TERMS)('no article and no page of the server contains %s', (pattern) => {
  expect(found(serverTextsOf(SOURCE), pattern)).toEqual([]);
});

test('English uses contractions', () => {
  expect(found(everything, UNCONTRACTED)).toEqual([]);
});

test('English uses straight apostrophes and quotation marks', () => {
  expect(found(everything, CURLY)).toEqual([]);
});

test('messages end with punctuation; headings, labels and buttons have no full stop', () => {
  expect(messages.filter(([key, text]) => isSentence(key) && !/[.!?…]$/.test(text))).toEqual([]);
  expect(
    messages.filter(([key, text]) => !isSentence(key) && /(?<!…)\.$/.test(text) && key !== 'portal:home.lead'),
  ).toEqual([]);
});

test('two sentences are two sentences: no comma splice before "please", no semicolon between them', () => {
  expect(found(messages, /, please (?!don't)/i)).toEqual([]);
  expect(found(messages, /;/)).toEqual([]);
});

test('a button starts with a verb', () => {
  const buttons = messages.filter(([key]) => BUTTONS.test(key) && !NOT_BUTTONS.includes(key));
  expect(buttons.length).toBeGreaterThan(30);
  expect(buttons.filter(([, text]) => !VERBS.test(text))).toEqual([]);
});

test('work in progress ends with an ellipsis', () => {
  const busy = messages.filter(([key]) => /[.:](?:busy|sending|checking|supportOpening)$/.test(key));
  expect(busy.length).toBeGreaterThan(5);
  expect(busy.filter(([, text]) => !text.endsWith('…'))).toEqual([]);
});

test('headings are in sentence case', () => {
  const capitals = messages.filter(([, text]) => {
    const words = text.replace(/\{\{[^}]+\}\}/g, '').replace(/(^|[.!?:…] )\W*\w+/g, '$1');
    return (words.match(/\b[A-Z]\w*/g) ?? []).some((word) => !CAPITALIZED.test(word));
  });
  expect(capitals).toEqual([]);
});
