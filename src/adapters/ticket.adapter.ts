import { type Failure, type FailureReason, failure, toFailure } from '../../machines/kernel/failure.ts';
import type { SessionGrant, SessionPorts } from '../../machines/session/session.types.ts';
import { userLogin } from '../contract/user.contract.ts';
import { type Identity, identify } from './account.mapper.ts';
import { scopeOf } from './account-store.ts';
import { toLink } from './link.mapper.ts';
import type { SessionParts } from './session.adapter.ts';
import { rejectWithFailure } from './to-failure.ts';

export type NewLogin = { readonly token: string; readonly identity: Identity; readonly customerService: string | null };

export type TicketParts = Pick<SessionParts, 'api' | 'session' | 'ticket' | 'gameId'> & {
  /** Stores a login. */
  readonly begin: (login: NewLogin) => SessionGrant;
  /** Never rejects. */
  readonly revoke: (token: string) => Promise<void>;
};

export type TicketPorts = Pick<SessionPorts, 'redeemTicket' | 'adoptLogin' | 'dropLogin'>;

/** The API has not said whether the ticket is valid. */
const NO_ANSWER: readonly FailureReason[] = ['offline', 'timedOut', 'requestError', 'systemBusy', 'protocolError'];
/** A server that is busy has not processed the request. With any other status, a proxy may have lost the response. */
const UNSENT: readonly number[] = [200, 429, 503];

const isUnsent = ({ reason, status }: Failure): boolean =>
  reason === 'offline' || (reason === 'systemBusy' && UNSENT.includes(status));

/** A link from the game. */
export const createTicketPorts = ({ api, session, ticket, gameId, begin, revoke }: TicketParts): TicketPorts => {
  /** The login of another player, until the current one has chosen. */
  let waiting: NewLogin | null = null;
  const takeWaiting = (): NewLogin | null => {
    const login = waiting;
    waiting = null;
    return login;
  };

  return {
    redeemTicket: rejectWithFailure(async (_, signal) => {
      const passwd = ticket.take();
      if (passwd === null) throw failure('linkExpired');
      try {
        const request = { channel_code: 'ticket', account: '', passwd, encrypt: 0 } as const;
        const grant = await api.call(userLogin, request, { signal, silent: true });
        // Another tab has logged in.
        if (signal.aborted) throw failure('requestError');
        const identity = identify(grant, { stored: null, loginName: null, gameId: gameId() });
        const login = { token: grant.token, identity, customerService: toLink(grant.customer_service) };
        const current = session.account();
        if (!current || scopeOf(current) === scopeOf(identity.account)) return begin(login);
        waiting = login;
        return { other: identity.account.displayName };
      } catch (error) {
        const refusal = toFailure(error);
        if (isUnsent(refusal)) ticket.putBack(passwd);
        throw NO_ANSWER.includes(refusal.reason) ? refusal : failure('linkExpired');
      }
    }),

    adoptLogin: async () => {
      const login = takeWaiting();
      if (!login) throw failure('unknownError');
      void revoke(session.credentials().token);
      return begin(login);
    },

    dropLogin: async () => {
      const login = takeWaiting();
      if (login) void revoke(login.token);
    },
  };
};
