import type * as v from 'valibot';
import type { EpointRechargeDraft } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import { pointAmount, withSafeUrl } from '../../machines/order/order.purchase.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import type { Intent, RechargeDraft, RechargeMemory } from '../../machines/recharge/recharge.types.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { Account } from '../../machines/session/session.types.ts';
import type { ResumeState } from '../../machines/signed-in/resume.machine.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import { ENDED_LIFETIME_MS, INTENT_LIFETIME_MS, ORDER_LIFETIME_MS } from '../contract/retention.ts';
import type { Durability, SafeStorage } from '../platform/safe-storage.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { readStored, writeStored } from '../platform/versioned-storage.ts';
import { accountKeys } from './account-keys.ts';
import { type ConfirmationStamp, stampConfirmation } from './confirmation-times.ts';
import { DRAFT, ENDED, EPOINT_RECHARGE_DRAFT, INTENT, MEMORY, ORDER, SERVERS } from './resume.record.ts';

const MAX_ORDERS = 10;
const MAX_ENDED = 100;

const toGameIntent = ({ choices: { recipient, ...choices }, ...intent }: OrderIntent): Intent | null =>
  recipient && { ...intent, choices: { ...choices, recipient } };

/** The part of a storage key that identifies the account. */
export const scopeOf = ({ gameId, userId, localId }: Account): string =>
  `${encodeURIComponent(gameId)}:${encodeURIComponent(userId || (localId ?? ''))}`;

const prefixOf = (account: Account): string => `portal:${scopeOf(account)}:`;

/** Deletes the data of all accounts, so that after a logout the next person at this browser finds nothing. */
export const deleteAllAccounts = (store: SafeStorage): void => {
  for (const name of accountKeys(store)) store.remove(name);
};

/** Deletes the data that an expired session of a different account left behind. */
export const deleteOtherAccounts = (store: SafeStorage, account: Account): void => {
  for (const name of accountKeys(store)) if (!name.startsWith(prefixOf(account))) store.remove(name);
};

type StoredOrder = v.InferOutput<typeof ORDER.schema>;

const KNOWN_SERVERS = new WeakMap<SafeStorage, { readonly text: string; readonly servers: readonly GameServer[] }>();

/** An unchanged list is not validated again: one press reads it several times, and it may have thousands of servers. */
const readServers = (store: SafeStorage, key: string): readonly GameServer[] | null => {
  const text = store.read(key);
  const known = KNOWN_SERVERS.get(store);
  if (known && known.text === text) return known.servers;
  const servers = readStored(store, key, SERVERS);
  if (text !== null && servers) KNOWN_SERVERS.set(store, { text, servers });
  return servers;
};

/** The stored data of one account. Each intent and order has its own key, so that tabs do not overwrite each other's data. */
export const createAccountStore = (
  store: SafeStorage,
  account: Account,
  { isPayUrl, clock }: { readonly isPayUrl: (url: string) => boolean; readonly clock: ServerClock },
) => {
  const prefix = prefixOf(account);
  const keyOf = (name: string) => `${prefix}${name}`;
  const intentKey = (key: string) => keyOf(`intent:${key}`);
  const orderKey = (orderId: string) => keyOf(`order:${encodeURIComponent(orderId)}`);

  /** Deletes by server time only: a wrong device clock must not delete an order. */
  const isExpired = (name: string, at: number, lifetimeMs: number): boolean => {
    if (at >= clock.now() - lifetimeMs) return false;
    if (clock.isSet()) store.remove(name);
    return true;
  };

  const writeOrder = ({ spending, ...order }: StoredOrder): Durability =>
    writeStored(store, orderKey(order.ticket.orderId), ORDER, { ...order, ...(spending && { spending }) });

  const changeOrder = (orderId: string, change: (stored: StoredOrder) => Partial<StoredOrder>): void => {
    const stored = readStored(store, orderKey(orderId), ORDER);
    if (stored) writeOrder({ ...stored, ...change(stored) });
  };

  const orders = () =>
    store.keys(keyOf('order:')).flatMap((name) => {
      const stored = readStored(store, name, ORDER);
      if (!stored) return [];
      if (isExpired(name, stored.ticket.createdAt, ORDER_LIFETIME_MS)) return [];
      return [{ ...stored, ticket: { ...stored.ticket, payment: withSafeUrl(stored.ticket.payment, isPayUrl) } }];
    });

  const intents = (): OrderIntent[] =>
    store.keys(keyOf('intent:')).flatMap((name) => {
      const stored = readStored(store, name, INTENT);
      if (!stored || isExpired(name, stored.confirmedAt, INTENT_LIFETIME_MS)) return [];
      const { stamp: _, ...intent } = stored;
      return [intent];
    });

  const ended = () =>
    store.keys(keyOf('ended:')).flatMap((name) => {
      const stored = readStored(store, name, ENDED);
      return stored && !isExpired(name, stored.createdAt, ENDED_LIFETIME_MS) ? [{ ...stored, name }] : [];
    });

  /** Remembers a deleted order, so that the next intent with the same choices does not mistake it for its own. */
  const saveEnded = (key: string, { orderId, createdAt }: OrderTicket): void => {
    writeStored(store, keyOf(`ended:${encodeURIComponent(orderId)}`), ENDED, { orderId, key, createdAt });
    const newestFirst = ended().toSorted((a, b) => b.createdAt - a.createdAt);
    for (const { name } of newestFirst.slice(MAX_ENDED)) store.remove(name);
  };

  return {
    readServers: (): readonly GameServer[] | null => readServers(store, keyOf('roles')),
    saveServers: (servers: readonly GameServer[]) =>
      writeStored(
        store,
        keyOf('roles'),
        SERVERS,
        servers.map((server) => ({ ...server, roles: [...server.roles] })),
      ),
    saveDraft: (draft: RechargeDraft | null) => {
      if (draft) writeStored(store, keyOf('draft'), DRAFT, draft);
      else store.remove(keyOf('draft'));
    },
    saveEpointRechargeDraft: (draft: EpointRechargeDraft | null) => {
      if (draft) writeStored(store, keyOf('epointRecharge'), EPOINT_RECHARGE_DRAFT, draft);
      else store.remove(keyOf('epointRecharge'));
    },
    saveMemory: (memory: RechargeMemory) => {
      writeStored(store, keyOf('memory'), MEMORY, memory);
    },
    saveIntent: (intent: OrderIntent): Durability =>
      writeStored(store, intentKey(intent.key), INTENT, { ...intent, stamp: stampConfirmation(clock) }),
    /** Null: the intent is not stored, or an earlier build stored it. */
    findStamp: (key: string): ConfirmationStamp | null => readStored(store, intentKey(key), INTENT)?.stamp ?? null,
    /** False once the order is settled, or the player has replaced the intent in another tab. */
    hasIntent: (key: string): boolean => readStored(store, intentKey(key), INTENT) !== null,
    deleteIntent: (key: string) => store.remove(intentKey(key)),
    /** A new order in E Points is paid without another press, even after a reload. */
    saveOrder: (ticket: OrderTicket, key: string | null, deferred: boolean): Durability =>
      writeOrder({ ticket, key, deferred, spending: !deferred && pointAmount(ticket) !== null }),
    findOrder: (key: string): OrderTicket | null => orders().find((stored) => stored.key === key)?.ticket ?? null,
    orderIdsOfOtherIntents: (key: string): ReadonlySet<string> => {
      const stored = orders().map(({ key: from, ticket }) => ({ from, orderId: ticket.orderId }));
      const deleted = ended().map(({ key: from, orderId }) => ({ from, orderId }));
      const others = [...stored, ...deleted].filter(({ from }) => from !== null && from !== key);
      return new Set(others.map(({ orderId }) => orderId));
    },
    /** A deferred order is paid only after a press. */
    setDeferred: (orderId: string, deferred: boolean) =>
      changeOrder(orderId, ({ spending }) => ({ deferred, spending: spending && !deferred })),
    setSpending: (orderId: string, spending: boolean) => changeOrder(orderId, () => ({ spending })),
    /** Also deletes the intent of the order, which a closed page may have left behind. */
    deleteOrder: (orderId: string) => {
      const stored = readStored(store, orderKey(orderId), ORDER);
      if (stored && stored.key !== null) {
        saveEnded(stored.key, stored.ticket);
        store.remove(intentKey(stored.key));
      }
      store.remove(orderKey(orderId));
    },
    loadResumeState: (): ResumeState => {
      const found = orders();
      const settled = new Set(found.map(({ key }) => key));
      for (const key of settled) if (key !== null) store.remove(intentKey(key));
      const open = intents().toSorted((a, b) => b.confirmedAt - a.confirmedAt);
      return {
        draft: readStored(store, keyOf('draft'), DRAFT),
        memory: readStored(store, keyOf('memory'), MEMORY),
        intent: open.map(toGameIntent).find((intent) => intent !== null) ?? null,
        epointRecharge: {
          draft: readStored(store, keyOf('epointRecharge'), EPOINT_RECHARGE_DRAFT),
          intent: open.find(({ choices }) => choices.recipient === null) ?? null,
        },
        tickets: found
          .toSorted((a, b) => a.ticket.createdAt - b.ticket.createdAt)
          .slice(-MAX_ORDERS)
          .map(({ ticket, deferred, spending }) => ({ ticket, deferred, ...(spending && { spending }) })),
      };
    },
    /** Called after a session that the player did not end. Intents, orders and the last choices stay for the next login. */
    deleteSessionData: () => {
      store.remove(keyOf('roles'));
      store.remove(keyOf('draft'));
      store.remove(keyOf('epointRecharge'));
    },
  };
};

export type AccountStore = ReturnType<typeof createAccountStore>;
