import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { OrderRecord, OrderTicket } from '../order/order.types.ts';
import type { paymentMachine } from './payment.machine.ts';

type Facts = {
  readonly ticket: OrderTicket;
  readonly record: OrderRecord | null;
  /** Epoch ms of the server. */
  readonly deadlineAt: number;
  /** Where the money is paid, to be named in the dialog; null when pay_url was refused. */
  readonly host: string | null;
};

export type PaymentScreen =
  | ({ readonly name: 'opening' } & Facts)
  | ({
      readonly name: 'awaiting';
      readonly checking: boolean;
      readonly notReceived: boolean;
      readonly offline: boolean;
      readonly failure: Failure | null;
      /** The window could not be opened: link, QR code and "copy link" instead. */
      readonly blocked: boolean;
      /** pay_url is not safe to open: support instead of a link. */
      readonly refused: boolean;
    } & Facts)
  | ({ readonly name: 'deferred'; readonly checking: boolean } & Facts)
  /** The time is up and the server is asked one last time. */
  | ({ readonly name: 'last-check'; readonly failure: Failure | null } & Facts)
  | ({ readonly name: 'overdue'; readonly watching: boolean } & Facts)
  | ({ readonly name: 'failed' } & Facts)
  /** Money is there, goods are on their way. `late`: paid after expiry. */
  | ({ readonly name: 'paid'; readonly late: boolean } & Facts)
  | ({ readonly name: 'delivered'; readonly late: boolean } & Facts)
  | ({ readonly name: 'refunded' } & Facts)
  /** The record does not know the order, also after its first seconds. */
  | ({ readonly name: 'unknown' } & Facts);

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;
