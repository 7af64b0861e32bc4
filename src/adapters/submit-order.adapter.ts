import { type Failure, failure, toFailure } from '../../machines/kernel/failure.ts';
import {
  isMissingPayUrl,
  PAYMENT_PAGE_CHANNEL,
  pointAmount,
  ticketOfChoices,
  withSafeUrl,
} from '../../machines/order/order.purchase.ts';
import type { OrderRecord, OrderTicket, Recipient } from '../../machines/order/order.types.ts';
import type { OrderIntent, SubmitOrderPorts } from '../../machines/wizard/submit-order.machine.ts';
import { paymentCreateEpoint } from '../contract/epoint.contract.ts';
import { orderWebCreate } from '../contract/order.contract.ts';
import { LOOK_BACK_MS } from '../contract/retention.ts';
import { onWake, type Tab } from '../platform/page-lifecycle.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import type { AccountStore } from './account-store.ts';
import type { ClockSync } from './clock-sync.ts';
import { hasTimeToPayPassed, mayHaveExpired, readConfirmationTimes, TIME_TO_PAY_MS } from './confirmation-times.ts';
import type { OrderReader } from './order-reader.ts';
import type { PayUrlCheck } from './order-record.mapper.ts';
import type { SendOrder } from './send-order.ts';

const SECOND_MS = 1_000;

export type SubmitOrderParts = {
  readonly sendOrder: SendOrder;
  readonly reader: OrderReader;
  readonly clock: ServerClock;
  readonly syncClock: ClockSync['sync'];
  readonly windows: PaymentWindows;
  readonly browser: Tab;
  /** The store of the active account; null when no player is logged in. */
  readonly store: () => AccountStore | null;
  readonly checkPayUrl: PayUrlCheck;
  /** Whether the API has announced that it answers a repeated key with the first order. */
  readonly honorsKeys: () => boolean;
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

/** Compares a field of the record. `open`: the API leaves the field out. */
const compare = (recorded: string | null, chosen: string): 'same' | 'other' | 'open' =>
  recorded ? (recorded === chosen ? 'same' : 'other') : 'open';

/** The recipient cannot be that of the intent: another role, E Points for a role, or an item for the account. */
const hasOtherRecipient = ({ recipient, orderType }: OrderRecord, chosen: Recipient | null): boolean =>
  chosen
    ? orderType === 'epoint' || (recipient !== null && !isSameRole(recipient, chosen))
    : orderType === 'game' || recipient !== null;

/**
 * Whether a record is the intent's order. A field that the API leaves out does not exclude it. `possible`: an item or a channel with
 * another name, which an API may translate, so the record neither is the order nor proves that the order does not exist.
 */
const matchOf = ({ choices, confirmedAt }: OrderIntent, record: OrderRecord): 'order' | 'possible' | 'other' => {
  const { recipient, item, channel } = choices;
  if (record.paymentCreateTime < confirmedAt - LOOK_BACK_MS || hasOtherRecipient(record, recipient)) return 'other';
  const itemId = compare(record.itemId, item.itemId);
  if (itemId === 'other' || (itemId === 'open' && record.paidAmount.minor !== item.price.minor)) return 'other';
  const hasOtherName = itemId === 'open' && compare(record.itemName, item.title) === 'other';
  if (channel.fieldKey === PAYMENT_PAGE_CHANNEL) return hasOtherName ? 'possible' : 'order';
  const code = compare(record.channelCode, channel.fieldKey);
  if (code === 'other') return 'other';
  const hasOtherChannel = code === 'open' && compare(record.paymentMethod, channel.title) === 'other';
  return hasOtherName || hasOtherChannel ? 'possible' : 'order';
};

/** Two tabs that confirm the same choices share an open order: it can be that of both intents. The creation time has whole seconds. */
const isSharedOrder = ({ paymentCreateTime }: OrderRecord, confirmedAt: number): boolean =>
  paymentCreateTime > confirmedAt - SECOND_MS;

/**
 * Whether only a request with the same key returns the order's payment page, because the provider did not create it in time. An API
 * with only the specified fields never lists a page, and may not support keys.
 */
const isPayUrlPending = (ticket: OrderTicket, record: OrderRecord, now: number): boolean =>
  isMissingPayUrl(ticket) &&
  record.orderType !== null &&
  record.status === 'pending' &&
  !hasTimeToPayPassed(record.paymentCreateTime, now);

/** An unpaid order for E Points that costs more or less than the player confirmed. */
const hasOtherPrice = (ticket: OrderTicket, record: OrderRecord): boolean => {
  const points = pointAmount(ticket);
  return record.status === 'pending' && points !== null && points !== ticket.choices?.item.epointPrice;
};

/** An unpaid order after its time to pay: with E Points it could be paid days later, without the player. */
const wouldChargeAfterExpiry = (ticket: OrderTicket, record: OrderRecord, now: number): boolean =>
  record.status === 'pending' && pointAmount(ticket) !== null && hasTimeToPayPassed(record.paymentCreateTime, now);

export const createSubmitOrderPorts = (parts: SubmitOrderParts): SubmitOrderPorts => {
  const { sendOrder, reader, clock, windows, browser, checkPayUrl, honorsKeys } = parts;

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
    saveIntent: async ({ intent }) => {
      if (requireStore().saveIntent(intent) !== 'durable') throw failure('storageRefused');
    },
    createOrder: async ({ intent }, signal) => {
      const store = requireStore();
      const stamp = store.findStamp(intent.key);
      // The device may have slept. `timedOut` leads to a lookup, which decides the outcome.
      if (mayHaveExpired(clock, intent, stamp)) {
        const { now, hasExpired } = await readConfirmationTimes(parts, intent, stamp, signal);
        if (hasExpired && now >= (awaitedUntil.get(intent.key) ?? 0)) throw failure('timedOut');
      }
      const created = await sendOrder(intent, signal).catch((error: unknown) => {
        const failed = asUnknownOutcome(error);
        // The machine repeats the key after `stillProcessing`, so only an API that honors keys may lead to it.
        throw failed.reason === 'stillProcessing' && !honorsKeys() ? { ...failed, reason: 'requestError' } : failed;
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

    lookUpOrder: async ({ intent }, signal) => {
      const store = requireStore();
      const known = store.findOrder(intent.key);
      if (known) return known;
      const otherOrders = store.orderIdsOfOtherIntents(intent.key);
      const { confirmedAt, now, hasExpired } = await readConfirmationTimes(
        parts,
        intent,
        store.findStamp(intent.key),
        signal,
      );
      const { records, isComplete } = await reader.search(confirmedAt - LOOK_BACK_MS, signal);
      const matched = records
        .map((record) => ({ record, match: matchOf({ ...intent, confirmedAt }, record) }))
        .toSorted((a, b) => a.record.paymentCreateTime - b.record.paymentCreateTime);
      const candidates = matched.filter(({ match }) => match === 'order').map(({ record }) => record);
      const record =
        candidates.find(({ paymentId }) => !otherOrders.has(paymentId)) ??
        (hasExpired ? candidates.find((candidate) => isSharedOrder(candidate, confirmedAt)) : undefined);
      const mayRepeat = honorsKeys() && store.hasIntent(intent.key);
      if (!record) {
        const isPossible = matched.some(
          ({ match, record: { paymentId } }) => match === 'possible' && !otherOrders.has(paymentId),
        );
        // An order may exist, or may still be inserted: without a key that the API honors, only the player decides.
        if (!mayRepeat || !isComplete || isPossible) throw failure('requestError', { status: 500 });
        if (hasExpired) throw failure('orderNumberWrong');
        return null;
      }
      const ticket = ticketOfChoices(record, intent.choices);
      if (wouldChargeAfterExpiry(ticket, record, now)) throw failure('orderNumberWrong');
      if (hasOtherPrice(ticket, record)) throw failure('priceChanged');
      if (mayRepeat && isPayUrlPending(ticket, record, now)) {
        awaitedUntil.set(intent.key, record.paymentCreateTime + TIME_TO_PAY_MS);
        return null;
      }
      store.saveOrder(ticket, intent.key, false);
      return ticket;
    },
    wakeUps: ({ send }) => onWake(browser, () => send({ type: 'tab.woke' })),
    closeWindow: async ({ windowRef }) => {
      if (windowRef !== null) windows.close(windowRef);
    },
  };
};
