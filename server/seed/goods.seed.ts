import type { goods } from '../db/schema.ts';
import { counted, type Named, named } from '../texts/server-texts.ts';
import { IRON_COMET, LANTERN_ISLES } from './games.seed.ts';

const gems = (quantity: number): Named => counted('item.gems.count', quantity);
const credits = (quantity: number): Named => counted('item.credits.count', quantity);
const GEM = named('item.gems');
const CREDIT = named('item.credits');
const WISH_LANTERN = named('item.lantern');

type Goods = Required<Omit<typeof goods.$inferInsert, 'gameId' | 'position' | 'onSale'>>;
type Extras = { readonly rebatePercent?: number; readonly gift?: Goods['gift'] };

const pack = (
  goodsId: string,
  priceMinor: number,
  quantity: number,
  art: string,
  [title, unit]: readonly [Named, Named],
  { rebatePercent = 0, gift = null }: Extras = {},
): Goods => ({ goodsId, ...title, priceMinor, quantity, unit, rebatePercent: rebatePercent || null, gift, art });

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

const LANTERN_GOODS: readonly Goods[] = [
  pack('lantern.gems.60', 99, 60, 'gems-1', [gems(60), GEM]),
  pack('lantern.gems.300', 499, 300, 'gems-2', [gems(300), GEM], { rebatePercent: 5 }),
  pack('lantern.gems.980', 1_499, 980, 'gems-3', [gems(980), GEM], { rebatePercent: 10 }),
  pack('lantern.gems.1980', 2_999, 1_980, 'gems-4', [gems(1_980), GEM], { rebatePercent: 10 }),
  pack('lantern.gems.3280', 4_999, 3_280, 'gems-5', [gems(3_280), GEM], {
    rebatePercent: 15,
    gift: { ...WISH_LANTERN, quantity: 3 },
  }),
  pack('lantern.gems.6480', 9_999, 6_480, 'gems-6', [gems(6_480), GEM], {
    rebatePercent: 20,
    gift: { ...WISH_LANTERN, quantity: 10 },
  }),
  single('lantern.pass.30', 499, 'pass', named('item.pass')),
  single('lantern.crate.7', 199, 'bundle', named('item.crate')),
  single('lantern.starter', 999, 'bundle', named('item.starter'), { ...named('item.cloak'), quantity: 1 }),
];

const COMET_GOODS: readonly Goods[] = [
  pack('comet.credits.100', 199, 100, 'gems-1', [credits(100), CREDIT]),
  pack('comet.credits.550', 999, 550, 'gems-3', [credits(550), CREDIT], { rebatePercent: 10 }),
  pack('comet.credits.2400', 3_999, 2_400, 'gems-5', [credits(2_400), CREDIT], { rebatePercent: 20 }),
];

const positioned = (gameId: string, list: readonly Goods[]): (typeof goods.$inferInsert)[] =>
  list.map((one, position) => ({ ...one, gameId, position }));

export const GOODS = [
  ...positioned(LANTERN_ISLES.gameId, LANTERN_GOODS),
  ...positioned(IRON_COMET.gameId, COMET_GOODS),
];
