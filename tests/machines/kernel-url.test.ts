import { expect, test } from 'vitest';
import { decoded, readParam } from '../../machines/kernel/url.ts';

test.each([
  ['a%20b', 'a b'],
  ['a+b', 'a+b'],
  ['100%', null],
])('the text %s is decoded to %j (C60)', (text, expected) => {
  expect(decoded(text)).toBe(expected);
});

test.each([
  { what: 'a parameter', search: '?a=1&q=2', value: '2' },
  { what: 'the first value', search: '?q=1&q=2', value: '1' },
  { what: 'a search without a question mark', search: 'q=1', value: '1' },
  { what: 'a value with question marks', search: 'q=a?b?', value: 'a?b?' },
  { what: 'a value with equals signs', search: '?q=a=b==', value: 'a=b==' },
  { what: 'spaces', search: '?q=a+b%20c', value: 'a b c' },
  { what: 'an encoded name', search: '?%71=1', value: '1' },
  { what: 'an empty value', search: '?q', value: '' },
  { what: 'an absent parameter', search: '?a=1', value: null },
  { what: 'a value that cannot be decoded', search: '?q=%E0%A4%A', value: null },
])('$what: $search (C60)', ({ search, value }) => {
  expect(readParam(search, 'q')).toBe(value);
});
