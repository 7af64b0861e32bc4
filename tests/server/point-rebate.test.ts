import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rebateOf } from '../../server/checkout/point-packages.ts';
import { BONUS_POINTS, E_POINTS } from '../../server/ledger/point-purchase.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';

type Package = Parameters<typeof rebateOf>[0];

const NOW = new Date('2026-03-01T12:00:00Z');
const at = (ms: number): Date => new Date(NOW.getTime() + ms);
const PACKAGE: Package = {
  itemId: 'p500',
  name: '500 E Points',
  names: {},
  priceMinor: 499,
  basic: 500,
  present: 25,
  rebateKind: 'standing',
  rebatePercent: 10,
  rebateEndsAt: null,
  art: null,
  onSale: true,
  position: 1,
};
const offered = (change: Partial<Package>, hadFirst = false) => rebateOf({ ...PACKAGE, ...change }, hadFirst, NOW);

test.each<[what: string, change: Partial<Package>, points: number | null]>([
  ['a percentage of the basic points', {}, 50],
  ['rounded down', { basic: 199 }, 19],
  ['at least one point', { basic: 10 }, 1],
  ['none for less than one point', { basic: 9 }, null],
  ['none for no percent', { rebatePercent: 0 }, null],
  ['none without a kind', { rebateKind: null }, null],
  ['none without a percentage', { rebatePercent: null }, null],
  ['valid before its end', { rebateEndsAt: at(1) }, 50],
  ['none at its end', { rebateEndsAt: NOW }, null],
  ['none after its end', { rebateEndsAt: at(-1) }, null],
])('a rebate is %s (EPNT-02)', (_, change, points) => {
  expect(offered(change)?.points ?? null).toBe(points);
});

test('only the rebate for a first purchase needs one (EPNT-02)', () => {
  expect(offered({}, true)).toEqual({ kind: 'standing', percent: 10, points: 50, endsAt: null });
  expect(offered({ rebateEndsAt: at(1) })).toMatchObject({ endsAt: at(1) });
  expect(offered({ rebateKind: 'first' })).toMatchObject({ kind: 'first', points: 50 });
  expect(offered({ rebateKind: 'first' }, true)).toBeNull();
});

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
