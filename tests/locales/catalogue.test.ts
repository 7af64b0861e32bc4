import { describe, expect, test } from 'vitest';
import { CATALOGUE, FIELD_MESSAGES } from '../support/api/error-catalogue.ts';
import { localeFiles, SOURCE } from './locale-files.ts';
import { TRANSLATIONS } from './locale-rules.ts';

const messages = Object.entries({ ...CATALOGUE, ...FIELD_MESSAGES });

/** Names that every language writes in Latin letters. */
const BRANDS = /Facebook|Google|Apple|iOS/g;

test.each(messages)('English says "%s" (D28, ERRS-05)', (_message, { key, english }) => {
  expect(localeFiles.get(SOURCE)?.get(key)?.replaceAll('\u00a0', ' ')).toBe(english);
});

describe.each(TRANSLATIONS)('%s', (tag) => {
  const textOf = (key: string): string => localeFiles.get(tag)?.get(key) ?? '';

  test('each message of the catalogue has a text of its own, with the names of its source (D28, ERRS-05)', () => {
    const shared = messages.flatMap(([message, { key, english }]) =>
      messages
        .filter(([, other]) => other.english !== english && textOf(other.key) === textOf(key))
        .map(([other]) => `"${message}" reads as "${other}"`),
    );
    expect(shared).toEqual([]);
    const unnamed = messages.filter(([, { key, english }]) =>
      (english.match(BRANDS) ?? []).some((brand) => !textOf(key).includes(brand)),
    );
    expect(unnamed.map(([message]) => message)).toEqual([]);
  });
});
