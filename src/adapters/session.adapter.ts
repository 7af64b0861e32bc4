import { failure, toFailure } from '../../machines/kernel/failure.ts';
import type { Port } from '../../machines/kernel/port.ts';
import type { SessionGrant, SessionPorts } from '../../machines/session/session.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { HEADER } from '../contract/headers.ts';
import { userInfo, userLogin, userLogout } from '../contract/user.contract.ts';
import { RETURN_KEY } from '../platform/link-rules.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { TicketHolder, Vault } from '../platform/secrets.ts';
import { readStored, writeStored } from '../platform/versioned-storage.ts';
import { fingerprint, type Identity, identify } from './account.mapper.ts';
import { type AccountStore, deleteAllAccounts, deleteOtherAccounts } from './account-store.ts';
import { type ActiveSession, IDENTITY_KEY, NO_IDS, SERVICE_KEY, setNoticeUnread, TOKEN_KEY } from './active-session.ts';
import { toLink } from './link.mapper.ts';
import { loadCode } from './load-code.ts';
import { IDENTITY } from './resume.record.ts';
import type { NewLogin, TicketParts, TicketPorts } from './ticket.adapter.ts';

export type SessionParts = {
  readonly api: ApiClient;
  readonly texts: SafeStorage;
  readonly session: ActiveSession;
  readonly ticket: TicketHolder;
  readonly vault: Vault;
  readonly store: () => AccountStore | null;
  /** From `/api/setting/init`; empty before it is loaded. */
  readonly gameId: () => string;
  readonly passwordKey: string;
  readonly revokesTokens: boolean;
  /** Loads the chunk with the machines of codes and resets. */
  readonly loadRecovery: () => Promise<unknown>;
};

const REVOKE_TIMEOUT_MS = 5_000;

/** The identity that was stored with this token. */
export const readIdentity = (texts: SafeStorage, token: string): Identity | null => {
  const stored = readStored(texts, IDENTITY_KEY, IDENTITY);
  return stored?.mark === fingerprint(token) ? { account: stored.account, ids: stored.ids } : null;
};

/** `restore` needs a stored token, and does not know whether a ticket decides. */
export type ApiSessionPorts = Omit<SessionPorts, 'restore'> & { readonly restore: Port<SessionGrant | null> };

export const createSessionPorts = (parts: SessionParts): ApiSessionPorts => {
  const { api, texts, session, ticket, vault } = parts;

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

  const begin = ({ token, identity, customerService }: NewLogin): SessionGrant => {
    session.begin(token, identity.ids);
    return saveGrant(token, identity, customerService);
  };

  const logIn: TicketParts['logIn'] = async (request, loginName, signal) => {
    const grant = await api.call(userLogin, request, { signal, silent: loginName === null });
    // The login was cancelled, because another tab has logged in.
    if (signal.aborted) throw failure('requestError');
    const identity = identify(grant, { stored: null, loginName, gameId: parts.gameId() });
    return { token: grant.token, identity, customerService: toLink(grant.customer_service) };
  };

  /** Never rejects. */
  const revoke = async (token: string): Promise<void> => {
    if (token === '' || !parts.revokesTokens) return;
    const options = { headers: { [HEADER.token]: token }, timeoutMs: REVOKE_TIMEOUT_MS, silent: true };
    await api.call(userLogout, {}, options).catch(() => {});
  };

  let ticketPorts: TicketPorts | null = null;
  const loadTicketPorts = async (): Promise<TicketPorts> => {
    const { createTicketPorts } = await loadCode(() => import('./ticket.adapter.ts'));
    ticketPorts ??= createTicketPorts({ texts, session, ticket, logIn, begin, revoke });
    return ticketPorts;
  };

  return {
    restore: async (_, signal) => {
      const token = texts.read(TOKEN_KEY);
      if (!token) throw failure('tokenFailure');
      const stored = readIdentity(texts, token);
      session.begin(token, stored?.ids ?? NO_IDS);
      try {
        const grant = await api.call(userInfo, {}, { signal, silent: ticket.isHeld() });
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
    },

    redeemTicket: async (input, signal) => (await loadTicketPorts()).redeemTicket(input, signal),
    settleLogin: async (input, signal) => (await loadTicketPorts()).settleLogin(input, signal),

    login: async ({ method, account, passwordRef }, signal) => {
      const secret = vault.take(passwordRef);
      if (secret === null) throw failure('parameterException');
      const { encryptPassword } = await loadCode(() => import('../api/password.cipher.ts'));
      const loginName = account.trim();
      const passwd = encryptPassword(secret, parts.passwordKey);
      return begin(await logIn({ channel_code: method, account: loginName, passwd, encrypt: 1 }, loginName, signal));
    },

    saveNotice: async ({ unread }) => setNoticeUnread(texts, unread),

    loadRecovery: async () => void (await parts.loadRecovery()),

    deleteSession: async ({ why }) => {
      const { token } = session.credentials();
      const store = parts.store();
      const revoked = why === 'logout' ? revoke(token) : null;
      session.end();
      const isOurs = deleteStored(token);
      if (why === 'logout' || why === 'other-tab') texts.remove(RETURN_KEY);
      if (why !== 'logout') store?.deleteSessionData();
      else if (isOurs) deleteAllAccounts(texts);
      await revoked;
    },
  };
};
