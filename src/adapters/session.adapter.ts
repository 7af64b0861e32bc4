import { failure, toFailure } from '../../machines/kernel/failure.ts';
import type { SessionGrant, SessionPorts } from '../../machines/session/session.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { userInfo, userLogin, userLogout } from '../contract/user.contract.ts';
import { loadChunk } from '../loader/chunk-deadline.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { Vault } from '../platform/vault.ts';
import { readStored, writeStored } from '../platform/versioned-storage.ts';
import { fingerprint, type Identity, identify } from './account.mapper.ts';
import { type AccountStore, deleteAllAccounts, deleteOtherAccounts } from './account-store.ts';
import { type ActiveSession, IDENTITY_KEY, NO_IDS, SERVICE_KEY, TOKEN_KEY } from './active-session.ts';
import { isNoticeUnread, setNoticeUnread } from './expiry-notice.ts';
import { toLink } from './link.mapper.ts';
import { IDENTITY } from './resume.record.ts';
import { rejectWithFailure } from './to-failure.ts';

export type SessionParts = {
  readonly api: ApiClient;
  readonly texts: SafeStorage;
  readonly session: ActiveSession;
  readonly vault: Vault;
  /** The store of the active account. */
  readonly store: () => AccountStore | null;
  /** From `/api/setting/init`; empty before it is loaded. */
  readonly gameId: () => string;
  readonly passwordKey: string;
  readonly revokesTokens: boolean;
  /** Loads the chunk with the machines of codes and resets. */
  readonly loadRecovery: () => Promise<unknown>;
};

const REVOKE_TIMEOUT_MS = 5_000;

const loadCipher = async () => {
  try {
    return await loadChunk(() => import('../api/password.cipher.ts'));
  } catch {
    throw failure('loadFailed', { status: 500 });
  }
};

/** The identity that was stored with this token. */
export const readIdentity = (texts: SafeStorage, token: string): Identity | null => {
  const stored = readStored(texts, IDENTITY_KEY, IDENTITY);
  return stored?.mark === fingerprint(token) ? { account: stored.account, ids: stored.ids } : null;
};

export const createSessionPorts = (parts: SessionParts): SessionPorts => {
  const { api, texts, session, vault } = parts;

  /** Stores the token last, so that another tab that sees it finds the rest. */
  const saveGrant = (token: string, identity: Identity, customerService: string | null): SessionGrant => {
    session.update(token, identity);
    deleteOtherAccounts(texts, identity.account);
    setNoticeUnread(texts, false);
    writeStored(texts, IDENTITY_KEY, IDENTITY, { ...identity, mark: fingerprint(token) });
    if (customerService === null) texts.remove(SERVICE_KEY);
    else texts.write(SERVICE_KEY, customerService);
    if (texts.read(TOKEN_KEY) !== token) texts.write(TOKEN_KEY, token);
    return { account: identity.account, customerService };
  };

  /** Returns false if another tab has logged in since: the stored data then belongs to its session. */
  const deleteStored = (token: string): boolean => {
    const stored = texts.read(TOKEN_KEY);
    if (stored !== null && stored !== token) return false;
    texts.remove(TOKEN_KEY);
    texts.remove(SERVICE_KEY);
    texts.remove(IDENTITY_KEY);
    return true;
  };

  return {
    restore: rejectWithFailure(async (_, signal) => {
      const token = texts.read(TOKEN_KEY);
      if (!token) {
        session.end();
        if (isNoticeUnread(texts)) throw failure('tokenFailure');
        return null;
      }
      const stored = readIdentity(texts, token);
      session.begin(token, stored?.ids ?? NO_IDS);
      try {
        const grant = await api.call(userInfo, {}, { signal });
        const identity = identify(grant, { stored, loginName: null, gameId: parts.gameId() });
        return saveGrant(grant.token, identity, toLink(grant.customer_service) ?? toLink(texts.read(SERVICE_KEY)));
      } catch (error) {
        const refusal = toFailure(error);
        const unknown = refusal.reason === 'tokenFailure' || refusal.reason === 'illegalToken';
        const hasEnded = unknown || refusal.reason === 'signedOutByServer';
        if (hasEnded && session.credentials().token === token) {
          session.end();
          deleteStored(token);
        }
        throw unknown ? { ...refusal, reason: 'tokenFailure' } : refusal;
      }
    }),

    login: rejectWithFailure(async ({ method, account, passwordRef }, signal) => {
      const secret = vault.take(passwordRef);
      if (secret === null) throw failure('parameterException');
      const { encryptPassword } = await loadCipher();
      const loginName = account.trim();
      const passwd = encryptPassword(secret, parts.passwordKey);
      const grant = await api.call(
        userLogin,
        { channel_code: method, account: loginName, passwd, encrypt: 1 },
        { signal },
      );
      // The login was cancelled, because another tab has logged in.
      if (signal.aborted) throw failure('requestError');
      const identity = identify(grant, { stored: null, loginName, gameId: parts.gameId() });
      session.begin(grant.token, identity.ids);
      return saveGrant(grant.token, identity, toLink(grant.customer_service));
    }),

    saveNotice: async ({ unread }) => setNoticeUnread(texts, unread),

    loadRecovery: async () => void (await parts.loadRecovery()),

    deleteSession: async ({ why }) => {
      const { token } = session.credentials();
      const store = parts.store();
      const revoked =
        why === 'logout' && token !== '' && parts.revokesTokens
          ? api.call(userLogout, {}, { timeoutMs: REVOKE_TIMEOUT_MS }).catch(() => {})
          : null;
      session.end();
      const isOurs = deleteStored(token);
      if (why !== 'logout') store?.deleteSessionData();
      else if (isOurs) deleteAllAccounts(texts);
      await revoked;
    },
  };
};
