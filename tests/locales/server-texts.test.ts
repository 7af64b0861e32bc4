import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { serverTextsOf } from './server-texts.ts';

const keysOf = (tag: string): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(`server/texts/${tag}.json`, 'utf8')));

test.each(LOCALE_TAGS)('server texts in %s exist wherever English does (I18N-05)', (tag) => {
  expect(keysOf(tag)).toEqual(keysOf('en-US'));
  expect(serverTextsOf(tag).length).toBeGreaterThan(80);
  expect(serverTextsOf(tag).length).toBe(serverTextsOf('en-US').length);
  const silent = (own: string) => serverTextsOf(own).filter(([, text]) => text.trim() === '').length;
  expect(silent(tag)).toBe(silent('en-US'));
});
