import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_LOCALE, LOCALES } from '../../src/contract/locales.ts';
import { chooseLocale } from '../../src/i18n/locales.ts';

const TAGS = Object.keys(LOCALES);

test('any value of i18nextLng results in a locale of the portal (C58)', () => {
  const garbage = [
    '',
    ' ',
    'xx',
    'en_US',
    '../../en-US',
    '__proto__',
    'constructor',
    'toString',
    '<script>',
    'null',
    '{}',
    'a'.repeat(10_000),
  ];
  for (const tag of garbage) expect(TAGS).toContain(chooseLocale([tag]));
  expect(chooseLocale(['<script>alert(1)</script>', '__proto__'])).toBe(DEFAULT_LOCALE);
  expect(chooseLocale(['garbage!', 'de-AT'])).toBe('de-DE');
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 4 }), (tags) => {
      expect(TAGS).toContain(chooseLocale(tags));
    }),
    { numRuns: 1_000 },
  );
});
