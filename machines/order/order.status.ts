/** In the order of their codes in the API and the database: `order.codes.ts`. */
export const ORDER_STATUSES = ['pending', 'paid', 'failed', 'delivered', 'refunded', 'overdue'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Filter of an order list: every status. */
export const ANY_STATUS = 'any';

export const SERVER_STATUS = { open: 0, maintenance: 1 } as const;
export type ServerStatus = (typeof SERVER_STATUS)[keyof typeof SERVER_STATUS];

/** Seconds from creation to expiry, by the server's clock. */
export const PAYMENT_EXPIRY_S = 300;

/** What a status means for the money and the items. Every status has one phase. */
export type OrderPhase = 'unpaid' | 'delivering' | 'delivered' | 'refunded' | 'lapsed';

const PHASES: Readonly<Record<OrderStatus, OrderPhase>> = {
  pending: 'unpaid',
  paid: 'delivering',
  failed: 'lapsed',
  delivered: 'delivered',
  refunded: 'refunded',
  overdue: 'lapsed',
};

export const phaseOf = (status: OrderStatus): OrderPhase => PHASES[status];

const MONEY: Readonly<Record<OrderPhase, 'none' | 'retained' | 'returned'>> = {
  unpaid: 'none',
  delivering: 'retained',
  delivered: 'retained',
  refunded: 'returned',
  lapsed: 'none',
};

/** What became of the money or the E Points of an order. */
export const moneyOf = (status: OrderStatus): (typeof MONEY)[OrderPhase] => MONEY[phaseOf(status)];

/** Paid and not refunded. */
export const PAID_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => moneyOf(status) === 'retained');

/** Failed or overdue: the player can order again, and a late payment is still possible. */
export const hasLapsed = (status: OrderStatus): boolean => phaseOf(status) === 'lapsed';

/** Unpaid, or paid and not delivered. */
export const isOpen = (status: OrderStatus): boolean => {
  const phase = phaseOf(status);
  return phase === 'unpaid' || phase === 'delivering';
};

/** Delivered or refunded: final. */
export const isFinal = (status: OrderStatus): boolean => {
  const phase = phaseOf(status);
  return phase === 'delivered' || phase === 'refunded';
};
