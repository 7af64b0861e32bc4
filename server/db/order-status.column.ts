import { customType } from 'drizzle-orm/pg-core';
import { ORDER_STATUS_CODE, type OrderStatus, statusOfCode } from '../../machines/order/order.status.ts';

/** Stored as its code; the rest of the server reads and writes words. */
export const orderStatus = customType<{ data: OrderStatus; driverData: number }>({
  dataType: () => 'smallint',
  toDriver: (status) => ORDER_STATUS_CODE[status],
  fromDriver: (code) => {
    const status = statusOfCode(code);
    if (!status) throw new Error(`the database contains the unknown order status ${code}`);
    return status;
  },
});

/** The codes of some statuses for SQL that is written by hand. */
export const statusCodes = (...statuses: readonly OrderStatus[]): string =>
  statuses.map((status) => ORDER_STATUS_CODE[status]).join(', ');
