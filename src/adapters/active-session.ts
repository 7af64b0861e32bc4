import type { Account } from '../../machines/session/session.types.ts';
import type { Credentials } from '../api/credentials.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { Identity, WireIds } from './account.mapper.ts';

export const NO_IDS: WireIds = { accountId: '', gameId: '', userId: '' };

/** The storage keys of token and customer-service link (specified). */
export const TOKEN_KEY = 'token';
export const SERVICE_KEY = 'customer_service';
export const IDENTITY_KEY = 'portal:identity';
const CLIENT_KEY = 'client-id';
const CLIENT_ID = /^[\w-]{8,64}$/;

export const storedClientId = (store: Pick<SafeStorage, 'read'>): string | null => {
  const stored = store.read(CLIENT_KEY);
  return stored !== null && CLIENT_ID.test(stored) ? stored : null;
};

const clientIdOf = (store: SafeStorage, newId: () => string): string => {
  const stored = storedClientId(store);
  if (stored !== null) return stored;
  const created = newId();
  store.write(CLIENT_KEY, created);
  return created;
};

/** Set while the notice of HTTP 203 is unconfirmed. */
export const NOTICE_KEY = 'portal:expiry-notice';

export const isNoticeUnread = (texts: Pick<SafeStorage, 'read'>): boolean => texts.read(NOTICE_KEY) !== null;

export const setNoticeUnread = (texts: Pick<SafeStorage, 'read' | 'write' | 'remove'>, unread: boolean): void => {
  if (unread) texts.write(NOTICE_KEY, '1');
  else if (isNoticeUnread(texts)) texts.remove(NOTICE_KEY);
};

/** The account of this tab, in memory: changes that another tab stores have no effect until the session adopts them. */
export const createActiveSession = (store: SafeStorage, newId: () => string) => {
  const clientId = clientIdOf(store, newId);
  let credentials: Credentials = { epoch: 0, token: '', clientId, ...NO_IDS };
  let account: Account | null = null;

  const renew = (token: string, ids: WireIds): void => {
    credentials = { epoch: credentials.epoch + 1, token, clientId, ...ids };
    account = null;
  };

  return {
    credentials: (): Credentials => credentials,
    account: (): Account | null => account,
    /** Starts a new epoch: responses to earlier requests are ignored. */
    begin: renew,
    update: (token: string, identity: Identity): void => {
      credentials = { ...credentials, token, ...identity.ids };
      account = identity.account;
    },
    /** Ends the session and starts a new epoch, unless there is no session. */
    end: (): void => {
      if (credentials.token !== '') renew('', NO_IDS);
    },
  };
};

export type ActiveSession = ReturnType<typeof createActiveSession>;
