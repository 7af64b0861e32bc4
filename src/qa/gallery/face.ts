import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import type { PortalScreen } from '../../../machines/portal/portal.screens.ts';

/** What decides whether a machine's part is on the screen: the page, and the order whose payment fills the top-up page. */
export type Place = { readonly page: PortalScreen['name']; readonly payment: PaymentScreen | null };

export type Face = {
  /** Id of the element to scroll to: it lies below the top of its page. */
  readonly part: string | null;
  readonly names: readonly string[];
  readonly nameOf: (snapshot: unknown, place: Place) => string | null;
};

/**
 * One part of the screen that a machine draws, by all the names it can have; null: nothing of it is on the screen. A name that is
 * forgotten does not type-check, nor does one that is gone.
 */
export const face = <Snapshot, Screen, Name extends string>(
  select: (snapshot: Snapshot) => Screen,
  nameOf: (screen: Screen, place: Place, snapshot: Snapshot) => Name | null,
  names: Readonly<Record<NoInfer<Name>, true>>,
  part: string | null = null,
): Face => ({
  part,
  names: Object.keys(names),
  nameOf: (snapshot, place) => nameOf(select(snapshot as Snapshot), place, snapshot as Snapshot),
});
