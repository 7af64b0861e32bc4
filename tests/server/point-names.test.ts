import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BONUS_POINTS, E_POINTS } from '../../server/ledger/point-purchase.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';

const messagesOf = (locale: string): { recharge: { epoint: { package: string } } } =>
  JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8'));

test.each(LOCALE_TAGS)('the lines of an E Point order use the words of the E Point page: %s (EPNT-03)', (locale) => {
  const word = messagesOf(locale).recharge.epoint.package;
  expect(E_POINTS.names[locale]).toBe(word);
  const [bonus, points] = [BONUS_POINTS.names[locale], word].map((name) => name?.replaceAll(/[\s-]/g, ''));
  expect(bonus).toContain(points);
  expect(bonus).not.toBe(points);
});

test('without a language the lines are English (EPNT-03)', () => {
  expect([E_POINTS.name, BONUS_POINTS.name]).toEqual([E_POINTS.names['en-US'], BONUS_POINTS.names['en-US']]);
});
