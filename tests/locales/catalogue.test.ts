import { expect, test } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { CATALOGUE, FIELD_MESSAGES } from '../support/api/error-catalogue.ts';
import { localeFiles, SOURCE } from './locale-files.ts';

const messages = Object.entries({ ...CATALOGUE, ...FIELD_MESSAGES });

/** Names that every language writes in Latin letters. */
const BRANDS = /Facebook|Google|Apple|iOS/g;

const textOf = (tag: string, key: string): string => localeFiles.get(tag)?.get(key) ?? '';

test.each(LOCALE_TAGS)(
  '%s: each message of the catalogue has a text of its own, with the names of its source (D28, ERRS-05)',
  (tag) => {
    expect(messages.filter(([, key]) => textOf(tag, key) === '')).toEqual([]);
    const shared = messages.flatMap(([message, key]) =>
      messages
        .filter(([, other]) => textOf(SOURCE, other) !== textOf(SOURCE, key) && textOf(tag, other) === textOf(tag, key))
        .map(([other]) => `"${message}" reads as "${other}"`),
    );
    expect(shared).toEqual([]);
    const unnamed = messages.filter(([, key]) =>
      (textOf(SOURCE, key).match(BRANDS) ?? []).some((brand) => !textOf(tag, key).includes(brand)),
    );
    expect(unnamed).toEqual([]);
  },
);
