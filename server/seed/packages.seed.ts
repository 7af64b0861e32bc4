import type { epointItems } from '../db/schema.ts';
import { counted } from '../texts/server-texts.ts';

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
