import type { EpointRechargeDraft } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import type { Intent, RechargeDraft, RechargeMemory } from '../../machines/recharge/recharge.types.ts';
import type { GameServer } from '../../machines/recharge/servers.types.ts';
import type { Account } from '../../machines/session/session.types.ts';
import type { ResumeState } from '../../machines/signed-in/resume.types.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.types.ts';
import type { SafeStorage, Written } from '../platform/safe-storage.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { readRecord, writeRecord } from '../platform/versioned-storage.ts';
import { DRAFT, INTENT, MEMORY, ORDER, SERVERS, TOPUP_DRAFT } from './resume.record.ts';

const DAY_MS = 24 * 3_600_000;
/** After that an unanswered intent is not sent again, and an order is looked for in the history. */
const INTENT_KEPT_MS = DAY_MS;
const ORDER_KEPT_MS = 7 * DAY_MS;
const MOST_ORDERS = 10;

const toGameIntent = ({ choices: { recipient, ...choices }, ...intent }: OrderIntent): Intent | null =>
  recipient && { ...intent, choices: { ...choices, recipient } };

/** The account a stored value belongs to; part of every key. */
export const scopeOf = ({ gameId, userId, localId }: Account): string =>
  `${encodeURIComponent(gameId)}:${encodeURIComponent(userId || (localId ?? ''))}`;

const prefixOf = (account: Account): string => `portal:${scopeOf(account)}:`;

/** Any key of any account: `portal:<game>:<user>:<name>`. */
const ACCOUNT_KEY = /^portal:[^:]*:[^:]+:/;

const accountKeys = (store: SafeStorage): readonly string[] =>
  store.keys('portal:').filter((name) => ACCOUNT_KEY.test(name));

/** After a logout nothing of any account is left for the next person at this browser. */
export const forgetEveryAccount = (store: SafeStorage): void => {
  for (const name of accountKeys(store)) store.remove(name);
};

/** What a session that expired left behind is for its own account only. */
export const forgetOtherAccounts = (store: SafeStorage, account: Account): void => {
  for (const name of accountKeys(store)) if (!name.startsWith(prefixOf(account))) store.remove(name);
};

/** What this browser keeps for one account. Each intent and each order has its own key, so that tabs never overwrite another's. */
export const createAccountStore = (
  store: SafeStorage,
  account: Account,
  { isPayUrl, clock }: { readonly isPayUrl: (url: string) => boolean; readonly clock: ServerClock },
) => {
  const prefix = prefixOf(account);
  const keyOf = (name: string) => `${prefix}${name}`;
  const intentKey = (key: string) => keyOf(`intent:${key}`);
  const orderKey = (orderId: string) => keyOf(`order:${encodeURIComponent(orderId)}`);

  /** Removed only by the server's clock: a device that is a year ahead must not cost an order. */
  const isPast = (name: string, at: number, keptMs: number): boolean => {
    if (at >= clock.now() - keptMs) return false;
    if (clock.isSet()) store.remove(name);
    return true;
  };

  const saveOrder = (ticket: OrderTicket, key: string | null, aside: boolean): Written =>
    writeRecord(store, orderKey(ticket.orderId), ORDER, { ticket, aside, key });

  const orders = () =>
    store.keys(keyOf('order:')).flatMap((name) => {
      const stored = readRecord(store, name, ORDER);
      if (!stored) return [];
      if (isPast(name, stored.ticket.createdAt, ORDER_KEPT_MS)) return [];
      const payUrl = isPayUrl(stored.ticket.payUrl) ? stored.ticket.payUrl : '';
      return [{ ...stored, ticket: { ...stored.ticket, payUrl } }];
    });

  const intents = (): OrderIntent[] =>
    store.keys(keyOf('intent:')).flatMap((name) => {
      const intent = readRecord(store, name, INTENT);
      return intent && !isPast(name, intent.confirmedAt, INTENT_KEPT_MS) ? [intent] : [];
    });

  return {
    readServers: (): readonly GameServer[] | null => readRecord(store, keyOf('roles'), SERVERS),
    saveServers: (servers: readonly GameServer[]) =>
      writeRecord(
        store,
        keyOf('roles'),
        SERVERS,
        servers.map((server) => ({ ...server, roles: [...server.roles] })),
      ),
    saveDraft: (draft: RechargeDraft | null) => {
      if (draft) writeRecord(store, keyOf('draft'), DRAFT, draft);
      else store.remove(keyOf('draft'));
    },
    saveEpointRechargeDraft: (draft: EpointRechargeDraft | null) => {
      if (draft) writeRecord(store, keyOf('epointRecharge'), TOPUP_DRAFT, draft);
      else store.remove(keyOf('epointRecharge'));
    },
    saveMemory: (memory: RechargeMemory) => {
      writeRecord(store, keyOf('memory'), MEMORY, memory);
    },
    saveIntent: (intent: OrderIntent): Written => writeRecord(store, intentKey(intent.key), INTENT, intent),
    clearIntent: (key: string) => store.remove(intentKey(key)),
    saveOrder,
    findOrder: (key: string): OrderTicket | null => orders().find((stored) => stored.key === key)?.ticket ?? null,
    /** Orders that came from other intents than `key`. */
    othersThan: (key: string): ReadonlySet<string> =>
      new Set(orders().flatMap((stored) => (stored.key !== null && stored.key !== key ? [stored.ticket.orderId] : []))),
    putAside: (orderId: string, aside: boolean) => {
      const stored = readRecord(store, orderKey(orderId), ORDER);
      if (stored) saveOrder(stored.ticket, stored.key, aside);
    },
    deleteOrder: (orderId: string) => store.remove(orderKey(orderId)),
    restore: (): ResumeState => {
      const found = orders();
      const settled = new Set(found.map(({ key }) => key));
      const open = intents()
        .filter(({ key }) => !settled.has(key))
        .toSorted((a, b) => b.confirmedAt - a.confirmedAt);
      return {
        draft: readRecord(store, keyOf('draft'), DRAFT),
        memory: readRecord(store, keyOf('memory'), MEMORY),
        intent: open.map(toGameIntent).find((intent) => intent !== null) ?? null,
        epointRecharge: {
          draft: readRecord(store, keyOf('epointRecharge'), TOPUP_DRAFT),
          intent: open.find(({ choices }) => choices.recipient === null) ?? null,
        },
        tickets: found
          .toSorted((a, b) => a.ticket.createdAt - b.ticket.createdAt)
          .slice(-MOST_ORDERS)
          .map(({ ticket, aside }) => ({ ticket, deferred: aside })),
      };
    },
    /** After a session the player did not end: keeps intents, orders and the last choices for the next login. */
    wipe: () => {
      store.remove(keyOf('roles'));
      store.remove(keyOf('draft'));
      store.remove(keyOf('epointRecharge'));
    },
  };
};

export type AccountStore = ReturnType<typeof createAccountStore>;
