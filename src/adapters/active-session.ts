import type { Account } from '../../machines/session/session.types.ts';
import type { Credentials } from '../api/credentials.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { Identity, WireIds } from './account.mapper.ts';

/** The account of this tab, in memory: changes that another tab stores have no effect until the session adopts them. */
export type ActiveSession = {
  readonly credentials: () => Credentials;
  readonly account: () => Account | null;
  /** Starts a new epoch: responses to earlier requests are ignored. */
  readonly begin: (token: string, ids: WireIds) => void;
  /** Updates token and identity of the same session. */
  readonly update: (token: string, identity: Identity) => void;
  /** Ends the session and starts a new epoch, unless there is no session. */
  readonly end: () => void;
};

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

export const createActiveSession = (store: SafeStorage, newId: () => string): ActiveSession => {
  const clientId = clientIdOf(store, newId);
  let credentials: Credentials = { epoch: 0, token: '', clientId, ...NO_IDS };
  let account: Account | null = null;

  const renew = (token: string, ids: WireIds) => {
    credentials = { epoch: credentials.epoch + 1, token, clientId, ...ids };
    account = null;
  };

  return {
    credentials: () => credentials,
    account: () => account,
    begin: renew,
    update: (token, identity) => {
      credentials = { ...credentials, token, ...identity.ids };
      account = identity.account;
    },
    end: () => {
      if (credentials.token !== '') renew('', NO_IDS);
    },
  };
};
