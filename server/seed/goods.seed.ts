import type { goods } from '../db/schema.ts';
import { counted, type Named, named } from '../texts/server-texts.ts';
import { IRON_COMET, LANTERN_ISLES } from './games.seed.ts';

type Goods = Required<Omit<typeof goods.$inferInsert, 'gameId' | 'position' | 'onSale'>>;
type Extras = Partial<Pick<Goods, 'rebatePercent' | 'gift'>>;

const packsOf =
  (prefix: string, item: 'item.gems' | 'item.credits') =>
  (quantity: number, priceMinor: number, art: string, { rebatePercent = null, gift = null }: Extras = {}): Goods => ({
    goodsId: `${prefix}.${quantity}`,
    ...counted(`${item}.count`, quantity),
    priceMinor,
    quantity,
    unit: named(item),
    rebatePercent,
    gift,
    art,
  });

const gems = packsOf('lantern.gems', 'item.gems');
const credits = packsOf('comet.credits', 'item.credits');

const single = (goodsId: string, priceMinor: number, art: string, title: Named, gift: Goods['gift'] = null): Goods => ({
  goodsId,
  ...title,
  priceMinor,
  quantity: null,
  unit: null,
  rebatePercent: null,
  gift,
  art,
});

const gift = (key: 'item.lantern' | 'item.cloak', quantity: number) => ({ ...named(key), quantity });

const LANTERN_GOODS: readonly Goods[] = [
  gems(60, 99, 'gems-1'),
  gems(300, 499, 'gems-2', { rebatePercent: 5 }),
  gems(980, 1_499, 'gems-3', { rebatePercent: 10 }),
  gems(1_980, 2_999, 'gems-4', { rebatePercent: 10 }),
  gems(3_280, 4_999, 'gems-5', { rebatePercent: 15, gift: gift('item.lantern', 3) }),
  gems(6_480, 9_999, 'gems-6', { rebatePercent: 20, gift: gift('item.lantern', 10) }),
  single('lantern.pass.30', 499, 'pass', named('item.pass')),
  single('lantern.crate.7', 199, 'bundle', named('item.crate')),
  single('lantern.starter', 999, 'bundle', named('item.starter'), gift('item.cloak', 1)),
];

const COMET_GOODS: readonly Goods[] = [
  credits(100, 199, 'gems-1'),
  credits(550, 999, 'gems-3', { rebatePercent: 10 }),
  credits(2_400, 3_999, 'gems-5', { rebatePercent: 20 }),
];

const positioned = (gameId: string, list: readonly Goods[]): (typeof goods.$inferInsert)[] =>
  list.map((one, position) => ({ ...one, gameId, position }));

export const GOODS = [
  ...positioned(LANTERN_ISLES.gameId, LANTERN_GOODS),
  ...positioned(IRON_COMET.gameId, COMET_GOODS),
];
