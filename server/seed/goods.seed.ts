import type { epointItems, goods } from '../db/schema.ts';
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

type Package = typeof epointItems.$inferInsert;

const pack = (
  basic: number,
  priceMinor: number,
  present: number,
  rebate: Pick<Package, 'rebateKind' | 'rebatePercent'> = {},
): Omit<Package, 'position'> => ({
  itemId: `epoint.${basic}`,
  ...counted('points.count', basic),
  priceMinor,
  basic,
  present,
  ...rebate,
  art: 'epoint',
});

const first = (rebatePercent: number) => ({ rebateKind: 'first', rebatePercent }) as const;
const standing = (rebatePercent: number) => ({ rebateKind: 'standing', rebatePercent }) as const;

export const PACKAGES: readonly Package[] = [
  pack(100, 99, 0),
  pack(500, 499, 25),
  pack(1_000, 999, 80, first(50)),
  pack(2_000, 1_999, 200, first(50)),
  pack(5_000, 4_999, 650, standing(5)),
  pack(10_000, 9_999, 1_500, standing(10)),
].map((one, position) => ({ ...one, position }));
