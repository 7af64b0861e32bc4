import { describe, expect, test } from 'vitest';
import { creditSum } from '../../machines/order/order.purchase.ts';
import type { Item } from '../../machines/order/order.types.ts';
import { pointContents } from '../../server/ledger/point-contents.ts';
import { type OrderLineRow, orderLines } from '../../server/orders/order-lines.ts';
import { GOODS } from '../../server/seed/goods.seed.ts';
import { PACKAGES } from '../../server/seed/packages.seed.ts';
import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import { formatNumber } from '../../src/i18n/formats.ts';
import { countedTitle } from '../../src/i18n/item-text.ts';
import { contentsOf, deliveredTitle } from '../../src/views/order/order-contents.ts';
import { recordTitle } from '../../src/views/order/record-title.ts';
import { choices, recordOf } from '../support/machines/orders.ts';

const linesOf = (rows: readonly OrderLineRow[]) =>
  rows.map(({ name, names, quantity }) => ({ title: name, titles: names, quantity }));

const itemOf = ({ name, names, quantity, rebatePercent }: (typeof GOODS)[number]): Item => ({
  ...choices.item,
  title: name,
  titles: names ?? {},
  quantity: quantity ?? null,
  rebatePercent: rebatePercent ?? null,
});

const goodsOrder = ({
  quantity = null,
  rebatePercent = null,
  gift = null,
  unit = null,
  ...goods
}: (typeof GOODS)[number]) =>
  recordOf('delivered', {
    itemName: goods.name,
    itemTitles: goods.names ?? {},
    contents: linesOf(orderLines({ ...goods, names: goods.names ?? {}, quantity, rebatePercent, gift, unit })),
  });

describe.each(LOCALE_TAGS)('%s', (tag) => {
  test.each(GOODS)('$goodsId has one name in the shop, the order, the history and the file (I18N-05)', (goods) => {
    const item = itemOf(goods);
    const name = deliveredTitle(item, tag);
    expect(recordTitle(goodsOrder(goods), tag)).toBe(name);
    const { sum } = contentsOf(item);
    expect(name).toContain(sum === null ? item.titles[tag] : formatNumber(sum, tag));
  });

  test.each(PACKAGES)('$itemId has one name in the shop, the order, the history and the file (I18N-05)', (pack) => {
    const { basic, present, names, name } = pack;
    const credit = { basic, present: present ?? 0, rebate: 40, isFirst: false };
    const sum = { basic, present: creditSum(credit) - basic };
    const itemTitles = names ?? {};
    const record = recordOf('delivered', {
      itemName: name,
      itemTitles,
      contents: linesOf(pointContents(sum)),
      credit: sum,
    });
    const item: Item = { ...choices.item, title: name, titles: itemTitles, credit };
    expect(recordTitle(record, tag)).toBe(deliveredTitle(item, tag));
    expect(recordTitle(record, tag)).toContain(formatNumber(creditSum(credit), tag));
  });
});

test.each<[LocaleTag, string, string]>([
  ['en-US', 'Star Gems', '3,280 Star Gems'],
  ['de-DE', 'Sternjuwelen', '3.280 Sternjuwelen'],
  ['ja-JP', 'スタージェム', 'スタージェム3,280個'],
  ['ko-KR', '스타젬', '스타젬 3,280개'],
  ['zh-CN', '星钻', '3,280 星钻'],
  ['vi-VN', 'Ngọc Sao', '3.280 Ngọc Sao'],
  ['th-TH', 'สตาร์เจม', 'สตาร์เจม 3,280\u00a0หน่วย'],
])('%s counts a currency without a multiplication sign', (tag, title, expected) => {
  expect(countedTitle(title, 3_280, tag)).toBe(expected);
});
