import type { Item } from '../../../machines/order/order.types.ts';

/** What an item delivers, in units of the game's currency; null where the catalog has no number. */
export type ItemContents = {
  readonly base: number | null;
  readonly bonus: number | null;
  /** base + bonus. */
  readonly sum: number | null;
  readonly rebatePercent: number | null;
  readonly gift: Item['gift'];
};

/** Whether the title contains the quantity: "3,280 Gems". */
export const isInTitle = (title: string, quantity: number): boolean =>
  (title.match(/\d(?:[\d.,\u00a0\u202f' ]*\d)?/g) ?? []).some(
    (number) => Number(number.replace(/\D/g, '')) === quantity,
  );

/** A rebate adds whole units, never rounded up. */
export const contentsOf = ({ quantity, rebatePercent, gift }: Item): ItemContents => {
  const bonus = quantity === null || rebatePercent === null ? null : Math.trunc((quantity * rebatePercent) / 100);
  return { base: quantity, bonus, sum: quantity === null ? null : quantity + (bonus ?? 0), rebatePercent, gift };
};
