/** One order line for a game. `orderId` and `line` together are its key. `uid`: the game account. */
export type DeliveryLine = {
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

/** `refused` is final and leads to a refund. After `unavailable` it is unknown whether the line arrived, and it is retried. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * The port to the game. `deliver` is idempotent by the line's key. A rejection means the same as `unavailable`. `at`: server time of the
 * attempt. `traceId`: of the order, for the log of the game.
 */
export type GameServer = {
  readonly deliver: (deliveryLine: DeliveryLine, at: Date, traceId?: string | null) => Promise<DeliveryOutcome>;
};
