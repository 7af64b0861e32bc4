import { expect, test } from 'vitest';
import { type RebateRow, toPackage } from '../../src/adapters/item.mapper.ts';

type Row = Parameters<typeof toPackage>[0];

const ROW: Row = {
  item_id: 'ep-500',
  name: '500 E Points',
  names: {},
  price: 499,
  basic: 500,
  present: 25,
  art: 'epoint-2',
};
const FIRST: RebateRow = { item_id: 'ep-500', kind: 'first', percent: 50, epoints: 250, ends_ts: null };
const EXTRA: RebateRow = { item_id: 'ep-1000', kind: 'standing', percent: 3, epoints: 30, ends_ts: null };

test('a package has the rebate of its own row (EPNT-02)', () => {
  expect(toPackage(ROW, [EXTRA, FIRST])).toMatchObject({
    rebatePercent: 50,
    credit: { basic: 500, present: 25, rebate: 250, isFirst: true },
  });
  expect(toPackage({ ...ROW, item_id: 'ep-1000' }, [FIRST, EXTRA])).toMatchObject({
    rebatePercent: 3,
    credit: { rebate: 30, isFirst: false },
  });
});
