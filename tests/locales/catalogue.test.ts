import { describe, expect, test } from 'vitest';
import { CATALOGUE, type CatalogueMessage, FIELD_MESSAGES, type FieldMessage } from '../support/api/error-catalogue.ts';
import { localeFiles, SOURCE } from './locale-files.ts';
import { type LocaleRules, TRANSLATIONS, type Word } from './locale-rules.ts';

const MESSAGES = { ...CATALOGUE, ...FIELD_MESSAGES };

/** The words that each message must contain in every language. */
const MEANINGS: Readonly<Record<CatalogueMessage | FieldMessage, readonly Word[]>> = {
  'account does not exist (email)': ['account', 'email', 'missing'],
  'account does not exist (Facebook)': ['missing'],
  'account does not exist (game)': ['account', 'game', 'missing'],
  'account does not exist (Google)': ['missing'],
  'account does not exist (login name)': ['account', 'missing'],
  'account does not exist (mobile)': ['account', 'mobileNumber', 'missing'],
  'account does not exist (Apple)': ['missing'],
  'mobile verification code is incorrect': ['mobile', 'code', 'wrong'],
  'parameter exception': ['sentData', 'faulty'],
  'incorrect password': ['password', 'wrong'],
  'illegal token': ['login', 'invalid'],
  'the system is busy': ['system', 'busy'],
  'email login is not supported': ['email', 'login', 'unsupported'],
  'the code is obtained too frequently': ['code', 'tooOften'],
  'user authentication failed': ['user', 'authentication', 'failed'],
  'information expired or account accessed on another device': ['expired', 'device'],
  'the server is under maintenance': ['gameServer', 'maintenance'],
  'E-point balance is insufficient': ['ePoint', 'balance', 'tooLittle', 'topUp'],
  'failed to get order list': ['order', 'list', 'failed'],
  'failed to get unpaid orders': ['unpaid', 'order', 'failed'],
  'failed to get order details': ['order', 'detail', 'failed'],
  'failed to get item list': ['item', 'list', 'failed'],
  'failed to get role list': ['role', 'list', 'failed'],
  'failed to get server list': ['gameServer', 'list', 'failed'],
  'failed to get rebate info': ['rebate', 'failed'],
  'failed to get E Point balance': ['ePoint', 'balance', 'failed'],
  'failed to get E Point record': ['ePoint', 'record', 'failed'],
  'failed to get bulletin list': ['bulletin', 'list', 'failed'],
  'failed to get bulletin detail': ['bulletin', 'detail', 'failed'],
  'failed to create payment': ['payment', 'create', 'failed'],
  'failed to get customer-service URL': ['customerService', 'link', 'failed'],
  'failed to reset password': ['password', 'reset', 'failed'],
  'failed to send code': ['code', 'send', 'failed'],
  'failed to report role info': ['role', 'report', 'failed'],
  'failed to log in': ['login', 'failed'],
  'no roles on the server': ['gameServer', 'role', 'missing'],
  'the payment order number is wrong': ['order', 'wrong'],
  'announcement does not exist': ['bulletin', 'notExisting'],
  'no announcement content yet': ['bulletin', 'content', 'yet'],
  'page not found': ['page', 'missing'],
  'load error, refresh': ['page', 'updated', 'refresh'],
  'error while fetching information': ['information', 'error'],
  'not available in iOS': ['missing'],
  'request error': ['request', 'failed', 'connection'],
  'unknown error': ['unknown', 'error'],
  'complete information': ['fillIn', 'complete'],
  'complete information (codes and resets)': ['fillIn', 'complete'],
  'invalid password format': ['password', 'format'],
  'invalid password format (reset)': ['password', 'format'],
  'the two passwords do not match': ['password', 'different'],
  'valid email': ['email', 'valid'],
};

/** Names that every language writes in Latin letters. */
const BRANDS = /Facebook|Google|Apple|iOS/g;

const messages = Object.entries(MESSAGES);

describe(SOURCE, () => {
  test.each(messages)('says "%s" (D28, ERRS-05)', (_message, { key, english }) => {
    expect(localeFiles.get(SOURCE)?.get(key)?.replaceAll('\u00a0', ' ')).toBe(english);
  });
});

const patternOf = ({ words }: LocaleRules, word: Word): RegExp => new RegExp(words[word], 'iu');

describe.each(TRANSLATIONS)('%s', (tag, rules) => {
  test.each(messages)('names what "%s" is about (D28, ERRS-05)', (message, { key, english }) => {
    const text = localeFiles.get(tag)?.get(key) ?? '';
    for (const word of MEANINGS[message as keyof typeof MEANINGS]) expect(text, word).toMatch(patternOf(rules, word));
    for (const brand of english.match(BRANDS) ?? []) expect(text).toContain(brand);
  });
});

test('each word has a pattern in each language (D28, ERRS-05)', () => {
  for (const [, { words }] of TRANSLATIONS) expect(Object.values(words)).not.toContain('');
});

test('the words distinguish messages: no text passes for a message about something else (D28)', () => {
  const passes = (message: string, text: string, rules: LocaleRules): boolean =>
    MEANINGS[message as keyof typeof MEANINGS].every((word) => patternOf(rules, word).test(text));
  /** General messages. Other messages contain their words and more. */
  const GENERAL: readonly string[] = [
    'account does not exist (login name)',
    'account does not exist (Facebook)',
    'account does not exist (Google)',
    'account does not exist (Apple)',
    'not available in iOS',
    'incorrect password',
  ];
  const mistaken = TRANSLATIONS.flatMap(([tag, rules]) =>
    messages.flatMap(([message, { key }]) =>
      messages
        .filter(([other, entry]) => other.split(' (')[0] !== message.split(' (')[0] && entry.key !== key)
        .filter(() => !GENERAL.includes(message))
        .filter(([, entry]) => passes(message, localeFiles.get(tag)?.get(entry.key) ?? '', rules))
        .map(([other]) => `${tag}: "${other}" passes for "${message}"`),
    ),
  );
  expect(mistaken).toEqual([]);
});
