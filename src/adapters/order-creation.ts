import { type Failure, failure, toFailure } from '../../machines/kernel/failure.ts';
import {
  lacksPage,
  PAYMENT_PAGE_CHANNEL,
  pointAmount,
  ticketOfChoices,
  withSafeUrl,
} from '../../machines/order/order.purchase.ts';
import type { OrderRecord, OrderTicket, Recipient } from '../../machines/order/order.types.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.types.ts';
import { paymentCreateEpoint } from '../contract/epoint-order.contract.ts';
import { orderWebCreate } from '../contract/order.contract.ts';
import { LOOK_BACK_MS } from '../contract/retention.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import type { AccountStore } from './account-store.ts';
import type { ClockSync } from './clock-sync.ts';
import { hasTimeToPayPassed, mayBeOld, readConfirmationTimes, TIME_TO_PAY_MS } from './confirmation-times.ts';
import type { OrderReader } from './order-reader.ts';
import type { OrderRequests } from './order-requests.ts';
import type { PayUrlCheck } from './pay-url-check.ts';

const SECOND_MS = 1_000;

export type OrderCreationParts = {
  readonly requests: OrderRequests;
  readonly reader: OrderReader;
  readonly clock: ServerClock;
  readonly syncClock: ClockSync['sync'];
  /** The store of the active account; null when no player is logged in. */
  readonly store: () => AccountStore | null;
  readonly checkPayUrl: PayUrlCheck;
};

/** After an unreadable response, the order may exist. */
const asUnknownOutcome = (error: unknown): Failure => {
  const failed = toFailure(error);
  return failed.reason === 'protocolError' || failed.reason === 'offline'
    ? { ...failed, reason: 'requestError' }
    : failed;
};

const isSameRole = (one: Recipient, other: Recipient): boolean =>
  one.serverId === other.serverId && one.roleId === other.roleId;

/** Whether a record can be the intent's order. A field that the API leaves out does not exclude it. */
const isOrderOf = ({ choices, confirmedAt }: OrderIntent, record: OrderRecord): boolean => {
  const { recipient, item, channel } = choices;
  const sameItem =
    record.itemId === null
      ? record.itemName === item.title && record.paidAmount.minor === item.price.minor
      : record.itemId === item.itemId;
  const sameRecipient = recipient
    ? record.orderType !== 'epoint' && (record.recipient === null || isSameRole(record.recipient, recipient))
    : record.orderType !== 'game' && record.recipient === null;
  const sameChannel =
    channel.fieldKey === PAYMENT_PAGE_CHANNEL ||
    (record.channelCode === null ? record.paymentMethod === channel.title : record.channelCode === channel.fieldKey);
  return sameItem && sameRecipient && sameChannel && record.paymentCreateTime >= confirmedAt - LOOK_BACK_MS;
};

/**
 * Whether an order of a different intent can be the order of this one too: two tabs that confirm the same choices share an open order. The
 * creation time has whole seconds.
 */
const isSharedOrder = ({ paymentCreateTime }: OrderRecord, confirmedAt: number): boolean =>
  paymentCreateTime > confirmedAt - SECOND_MS;

/**
 * Whether only a request with the same key returns the order's payment page, because the provider did not create it in time. An API
 * with only the specified fields never lists a page, and may not support keys.
 */
const awaitsPage = (ticket: OrderTicket, record: OrderRecord, now: number): boolean =>
  lacksPage(ticket) &&
  record.orderType !== null &&
  record.status === 'pending' &&
  !hasTimeToPayPassed(record.paymentCreateTime, now);

/** An unpaid order for E Points that costs more or less than the player confirmed. */
const hasOtherPrice = (ticket: OrderTicket, record: OrderRecord): boolean => {
  const points = pointAmount(ticket);
  return record.status === 'pending' && points !== null && points !== ticket.choices?.item.epointPrice;
};

/** An unpaid order after its time to pay: with E Points it could be paid days later, without the player. */
const wouldPayLate = (ticket: OrderTicket, record: OrderRecord, now: number): boolean =>
  record.status === 'pending' && pointAmount(ticket) !== null && hasTimeToPayPassed(record.paymentCreateTime, now);

export const createOrderCreation = (parts: OrderCreationParts) => {
  const { requests, reader, clock, checkPayUrl } = parts;

  /** Expiry (epoch ms) of orders without a payment page, by key. Until then, only a request with the key returns the page. */
  const awaitedUntil = new Map<string, number>();

  const requireStore = (): AccountStore => {
    const store = parts.store();
    if (!store) throw failure('tokenFailure');
    return store;
  };

  const createdAtOf = async (ticket: OrderTicket, signal: AbortSignal): Promise<number | null> => {
    try {
      return (await reader.read(ticket, signal)).record.paymentCreateTime;
    } catch {
      return null;
    }
  };

  return {
    createOrder: async ({ intent }: { readonly intent: OrderIntent }, signal: AbortSignal): Promise<OrderTicket> => {
      const store = requireStore();
      const stamp = store.findStamp(intent.key);
      // The device may have slept. `timedOut` leads to a lookup, which decides the outcome.
      if (mayBeOld(clock, intent, stamp)) {
        const { now, isOld } = await readConfirmationTimes(parts, intent, stamp, signal);
        if (isOld && now >= (awaitedUntil.get(intent.key) ?? 0)) throw failure('timedOut');
      }
      const created = await requests.send(intent, signal).catch((error: unknown) => {
        throw asUnknownOutcome(error);
      });
      const endpoint = created.kind === 'epoint' ? paymentCreateEpoint : orderWebCreate;
      const ticket: OrderTicket = {
        kind: created.kind,
        orderId: created.orderId,
        payment: withSafeUrl(created.payment, checkPayUrl(endpoint, created.orderId)),
        createdAt: created.createdAt ?? clock.now(),
        choices: intent.choices,
      };
      store.saveOrder(ticket, intent.key, false);
      if (created.createdAt !== null) return ticket;
      const dated = { ...ticket, createdAt: (await createdAtOf(ticket, signal)) ?? ticket.createdAt };
      // After a logout the stored order is deleted and must not return.
      signal.throwIfAborted();
      store.saveOrder(dated, intent.key, false);
      return dated;
    },

    lookUpOrder: async (
      { intent }: { readonly intent: OrderIntent },
      signal: AbortSignal,
    ): Promise<OrderTicket | null> => {
      const store = requireStore();
      const known = store.findOrder(intent.key);
      if (known) return known;
      const otherOrders = store.orderIdsOfOtherIntents(intent.key);
      const { confirmedAt, now, isOld } = await readConfirmationTimes(
        parts,
        intent,
        store.findStamp(intent.key),
        signal,
      );
      const records = await reader.list({ from: confirmedAt - LOOK_BACK_MS }, signal);
      const candidates = records
        .filter((candidate) => isOrderOf({ ...intent, confirmedAt }, candidate))
        .toSorted((a, b) => a.paymentCreateTime - b.paymentCreateTime);
      const record =
        candidates.find(({ paymentId }) => !otherOrders.has(paymentId)) ??
        (isOld ? candidates.find((candidate) => isSharedOrder(candidate, confirmedAt)) : undefined);
      if (!record) {
        if (isOld) throw failure('orderNumberWrong');
        return null;
      }
      const ticket = ticketOfChoices(record, intent.choices);
      if (wouldPayLate(ticket, record, now)) throw failure('orderNumberWrong');
      if (hasOtherPrice(ticket, record)) throw failure('priceChanged');
      if (awaitsPage(ticket, record, now)) {
        awaitedUntil.set(intent.key, record.paymentCreateTime + TIME_TO_PAY_MS);
        return null;
      }
      store.saveOrder(ticket, intent.key, false);
      return ticket;
    },
  };
};
