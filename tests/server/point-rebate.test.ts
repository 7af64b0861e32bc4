import { expect, test } from 'vitest';
import { rebateOf } from '../../server/checkout/point-packages.ts';

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

test('a rebate is a percentage of the basic points, rounded down (EPNT-02)', () => {
  expect(offered({})).toEqual({ kind: 'standing', percent: 10, points: 50, endsAt: null });
  expect(offered({ basic: 199 })).toMatchObject({ points: 19 });
  expect(offered({ basic: 10 })).toMatchObject({ points: 1 });
});

test('less than one point is no rebate (EPNT-02)', () => {
  expect(offered({ basic: 9 })).toBeNull();
  expect(offered({ rebatePercent: 0 })).toBeNull();
});

test('a package without kind or percentage has no rebate (EPNT-02)', () => {
  expect(offered({ rebateKind: null })).toBeNull();
  expect(offered({ rebatePercent: null })).toBeNull();
});

test('a rebate ends at its time, not later (EPNT-02)', () => {
  expect(offered({ rebateEndsAt: at(1) })).toMatchObject({ points: 50, endsAt: at(1) });
  expect(offered({ rebateEndsAt: NOW })).toBeNull();
  expect(offered({ rebateEndsAt: at(-1) })).toBeNull();
});

test('only the rebate for a first purchase needs one (EPNT-02)', () => {
  expect(offered({}, true)).toMatchObject({ kind: 'standing' });
  expect(offered({ rebateKind: 'first' })).toMatchObject({ kind: 'first', points: 50 });
  expect(offered({ rebateKind: 'first' }, true)).toBeNull();
});
