import type { Account } from '../../machines/session/session.types.ts';
import type { Credentials } from '../api/credentials.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { Identity, WireIds } from './account.mapper.ts';

/** Who this tab speaks for. Kept in memory: what another tab stores changes nothing here until the session says so. */
export type ActiveSession = {
  readonly credentials: () => Credentials;
  readonly account: () => Account | null;
  /** A new epoch: answers to earlier requests are dropped from here on. */
  readonly begin: (token: string, ids: WireIds) => void;
  /** The same session, better known. */
  readonly know: (token: string, identity: Identity) => void;
  /** Nobody from here on; a new epoch unless that is so already. */
  readonly end: () => void;
};

export const NO_IDS: WireIds = { accountId: '', gameId: '', userId: '' };

/** Where the token and the customer-service link are stored (specified). */
export const TOKEN_KEY = 'token';
export const SERVICE_KEY = 'customer_service';
const CLIENT_KEY = 'client-id';
const CLIENT_ID = /^[\w-]{8,64}$/;

const clientIdOf = (store: SafeStorage, newId: () => string): string => {
  const stored = store.read(CLIENT_KEY);
  if (stored !== null && CLIENT_ID.test(stored)) return stored;
  const made = newId();
  store.write(CLIENT_KEY, made);
  return made;
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
    know: (token, identity) => {
      credentials = { ...credentials, token, ...identity.ids };
      account = identity.account;
    },
    end: () => {
      if (credentials.token !== '') renew('', NO_IDS);
    },
  };
};
