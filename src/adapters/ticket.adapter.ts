import { type Failure, type FailureReason, failure, toFailure } from '../../machines/kernel/failure.ts';
import type { SessionGrant, SessionPorts } from '../../machines/session/session.types.ts';
import type { RequestOf } from '../contract/endpoint.ts';
import type { userLogin } from '../contract/user.contract.ts';
import type { SafeStorage } from '../platform/safe-storage.ts';
import type { TicketHolder } from '../platform/secrets.ts';
import type { Identity } from './account.mapper.ts';
import { scopeOf } from './account-store.ts';
import { type ActiveSession, SERVICE_KEY } from './active-session.ts';
import { toLink } from './link.mapper.ts';

export type NewLogin = { readonly token: string; readonly identity: Identity; readonly customerService: string | null };

export type TicketParts = {
  readonly texts: SafeStorage;
  readonly session: ActiveSession;
  readonly ticket: TicketHolder;
  /** Without a login name, the end of a session is not announced. */
  readonly logIn: (
    request: RequestOf<typeof userLogin>,
    loginName: string | null,
    signal: AbortSignal,
  ) => Promise<NewLogin>;
  readonly begin: (login: NewLogin) => SessionGrant;
  /** Never rejects. */
  readonly revoke: (token: string) => Promise<void>;
};

export type TicketPorts = Pick<SessionPorts, 'redeemTicket' | 'settleLogin'>;

/** The API has not said whether the ticket is valid. */
const NO_ANSWER: readonly FailureReason[] = ['offline', 'timedOut', 'requestError', 'systemBusy', 'protocolError'];
/** A server that is busy has not processed the request. With any other status, a proxy may have lost the response. */
const UNSENT: readonly number[] = [200, 429, 503];

const isUnsent = ({ reason, status }: Failure): boolean =>
  reason === 'offline' || (reason === 'systemBusy' && UNSENT.includes(status));

export const createTicketPorts = ({ texts, session, ticket, logIn, begin, revoke }: TicketParts): TicketPorts => {
  /** The login of another player, until the current one has chosen. */
  let waiting: NewLogin | null = null;
  return {
    redeemTicket: async (_, signal) => {
      const passwd = ticket.take();
      if (passwd === null) throw failure('linkExpired');
      try {
        const login = await logIn({ channel_code: 'ticket', account: '', passwd, encrypt: 0 }, null, signal);
        const { account } = login.identity;
        const current = session.account();
        if (!current || scopeOf(current) === scopeOf(account)) return begin(login);
        waiting = login;
        return { other: account.displayName };
      } catch (error) {
        const refusal = toFailure(error);
        if (isUnsent(refusal)) ticket.putBack(passwd);
        throw NO_ANSWER.includes(refusal.reason) ? refusal : failure('linkExpired');
      }
    },

    settleLogin: async ({ adopt }) => {
      const login = waiting;
      const account = session.account();
      if (!login || !account) throw failure('unknownError');
      waiting = null;
      void revoke(adopt ? session.credentials().token : login.token);
      return adopt ? begin(login) : { account, customerService: toLink(texts.read(SERVICE_KEY)) };
    },
  };
};
