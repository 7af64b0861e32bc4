/** One line of an order as a game needs it. `orderId` and `line` together are its key. `uid`: the game account. */
export type Parcel = {
  readonly orderId: string;
  readonly line: number;
  readonly gameId: string;
  readonly serverId: string;
  readonly roleId: string;
  readonly uid: string;
  readonly goodsId: string;
  readonly name: string;
  readonly quantity: number;
};

/** `refused` is final and leads to a refund; `unavailable` leaves open whether the line arrived and leads to another attempt. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * The port to the game. `deliver` is idempotent by the key of the line: a repeated call gives the player nothing more and has the same
 * outcome. A rejection means the same as `unavailable`. `at`: server time of the attempt.
 */
export type GameServer = { readonly deliver: (parcel: Parcel, at: Date) => Promise<DeliveryOutcome> };
