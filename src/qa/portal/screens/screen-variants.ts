import type { PaymentScreen } from '../../../../machines/payment/payment.screens.ts';
import type { PortalScreen } from '../../../../machines/portal/portal.screens.ts';

/** Decides which parts are visible: the page, and the order whose payment fills the recharge page. */
export type PageState = { readonly page: PortalScreen['name']; readonly payment: PaymentScreen | null };

export type ScreenVariants = {
  /** Id of an element below the top of the page, to scroll to. */
  readonly part: string | null;
  readonly names: readonly string[];
  readonly nameOf: (snapshot: unknown, pageState: PageState) => string | null;
};

/** The names that begin with one of the first words and end with one of the last. */
export const named = <First extends string, Last extends string>(first: readonly First[], last: readonly Last[]) =>
  Object.fromEntries(first.flatMap((one) => last.map((other) => [`${one} ${other}`, true]))) as Readonly<
    Record<`${First} ${Last}`, true>
  >;

/** A part of the screen that a machine draws, with its variants; null: not visible. A missing name does not type-check. */
export const screenVariants = <Snapshot, Screen, Name extends string>(
  select: (snapshot: Snapshot) => Screen,
  nameOf: (screen: Screen, pageState: PageState) => Name | null,
  names: Readonly<Record<NoInfer<Name>, true>>,
  part: string | null = null,
): ScreenVariants => ({
  part,
  names: Object.keys(names),
  nameOf: (snapshot, pageState) => nameOf(select(snapshot as Snapshot), pageState),
});
