/** What a status means for the money and the items. Every status has one phase. */
export type OrderPhase = 'unpaid' | 'delivering' | 'delivered' | 'refunded' | 'lapsed';

type StatusFacts = {
  /** In the API and in the database. */
  readonly code: number;
  readonly phase: OrderPhase;
  /** What an API may send instead of the code: both enumerations of the specification. In lower case, letters only. */
  readonly names: readonly string[];
};

/** The one list of statuses; `order.machine.ts` has the way from one to the next. */
const STATUS = {
  pending: { code: 1, phase: 'unpaid', names: ['pending', 'created'] },
  paid: { code: 2, phase: 'delivering', names: ['success', 'fullypaid'] },
  failed: { code: 3, phase: 'lapsed', names: ['fail', 'failed'] },
  delivered: { code: 4, phase: 'delivered', names: ['successarrived'] },
  refunded: { code: 5, phase: 'refunded', names: ['refund', 'refunded'] },
  overdue: { code: 6, phase: 'lapsed', names: ['overdue'] },
} as const satisfies Readonly<Record<string, StatusFacts>>;

export type OrderStatus = keyof typeof STATUS;
export type OrderStatusCode = (typeof STATUS)[OrderStatus]['code'];

export type StatusIn<Phase extends OrderPhase> = {
  [Status in OrderStatus]: (typeof STATUS)[Status]['phase'] extends Phase ? Status : never;
}[OrderStatus];

/** In the order of their codes. */
export const ORDER_STATUSES = Object.keys(STATUS) as readonly OrderStatus[];

export const statusTable = <Entry>(entryOf: (status: OrderStatus) => Entry): Readonly<Record<OrderStatus, Entry>> =>
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, entryOf(status)])) as Record<OrderStatus, Entry>;

export const ORDER_STATUS_CODE = statusTable((status) => STATUS[status].code);

export const ORDER_STATUS_CODES = Object.values(ORDER_STATUS_CODE);

export const statusOfCode = (code: unknown): OrderStatus | null =>
  ORDER_STATUSES.find((status) => ORDER_STATUS_CODE[status] === code) ?? null;

export const statusOfName = (name: string): OrderStatus | null => {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return ORDER_STATUSES.find((status) => STATUS[status].names.some((known) => known === letters)) ?? null;
};

/** The record mapping of the specification: 4 is in the display group 3 ("paid / fulfilled"). Texts use the raw status. */
export const toRecordStatus = (status: OrderStatus): OrderStatusCode =>
  ORDER_STATUS_CODE[status === 'delivered' ? 'failed' : status];

/** Filter of an order list: every status. */
export const ANY_STATUS = 'any';

/** Filter of `/api/order/record`: every status. */
export const ANY_STATUS_CODE = -1;

export const SERVER_STATUS = { open: 0, maintenance: 1 } as const;
export type ServerStatus = (typeof SERVER_STATUS)[keyof typeof SERVER_STATUS];

/** Seconds from creation to expiry, by the server's clock. */
export const PAYMENT_EXPIRY_S = 300;

export const phaseOf = (status: OrderStatus): OrderPhase => STATUS[status].phase;

export const isInPhase = <Phase extends OrderPhase>(
  status: OrderStatus,
  ...phases: readonly Phase[]
): status is StatusIn<Phase> => phases.some((phase) => phase === phaseOf(status));

export const isOpen = (status: OrderStatus): status is StatusIn<'unpaid' | 'delivering'> =>
  isInPhase(status, 'unpaid', 'delivering');

/** Failed or overdue: the player can order again, and a late payment is still possible. */
export const hasLapsed = (status: OrderStatus): status is StatusIn<'lapsed'> => isInPhase(status, 'lapsed');

export const isFinal = (status: OrderStatus): boolean => isInPhase(status, 'delivered', 'refunded');

const MONEY: Readonly<Record<OrderPhase, 'none' | 'retained' | 'returned'>> = {
  unpaid: 'none',
  delivering: 'retained',
  delivered: 'retained',
  refunded: 'returned',
  lapsed: 'none',
};

/** What became of the money or the E Points of an order. */
export const moneyOf = (status: OrderStatus): (typeof MONEY)[OrderPhase] => MONEY[phaseOf(status)];

export const paidStatuses = (): readonly OrderStatus[] =>
  ORDER_STATUSES.filter((status) => moneyOf(status) === 'retained');

/** What the player sees as the status: `unknown` if the API sent none that is known. */
export type ShownStatus = OrderStatus | 'unknown';

export const shownStatus = (order: { readonly status: OrderStatus; readonly isStatusUnknown: boolean }): ShownStatus =>
  order.isStatusUnknown ? 'unknown' : order.status;
