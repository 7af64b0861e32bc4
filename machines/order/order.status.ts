/** Wire codes of an order, shared by the portal, the server and the database trigger. */
export const ORDER_STATUS = { pending: 1, success: 2, fail: 3, arrived: 4, refund: 5, overdue: 6 } as const;

export type OrderStatusName = keyof typeof ORDER_STATUS;
export type OrderStatus = (typeof ORDER_STATUS)[OrderStatusName];

/** Filter of `/api/order/record`: every status. */
export const ANY_STATUS = -1;

export const SERVER_STATUS = { open: 0, maintenance: 1 } as const;
export type ServerStatus = (typeof SERVER_STATUS)[keyof typeof SERVER_STATUS];

/** Seconds from creation to expiry, by the server's clock. */
export const PAYMENT_EXPIRY_S = 300;

/** The specification's second enumeration of the status: names that an API may send instead of codes. */
export const STATUS_OF_ALIAS = {
  Created: ORDER_STATUS.pending,
  Pending: ORDER_STATUS.pending,
  FullyPaid: ORDER_STATUS.success,
  Refunded: ORDER_STATUS.refund,
} as const satisfies Record<string, OrderStatus>;

export const ORDER_STATUSES = Object.values(ORDER_STATUS) as readonly OrderStatus[];

export const isOrderStatus = (code: unknown): code is OrderStatus => ORDER_STATUSES.some((status) => status === code);

const NAMES = Object.fromEntries(Object.entries(ORDER_STATUS).map(([name, code]) => [code, name])) as Record<
  OrderStatus,
  OrderStatusName
>;

export const statusName = (status: OrderStatus): OrderStatusName => NAMES[status];

/** The specification's record mapping: 4 is filed under the display group 3 ("paid / fulfilled"). Never the label. */
export const toRecordStatus = (status: OrderStatus): OrderStatus =>
  status === ORDER_STATUS.arrived ? ORDER_STATUS.fail : status;
