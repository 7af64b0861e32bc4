import { HEADER } from '../../src/contract/headers.ts';
import { userInfo, userLogin, userLogout, userSdkTicketGet } from '../../src/contract/user.contract.ts';
import { readSetting } from '../content/settings.ts';
import { CODE } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { type LoginTry, tryLogin, tryPhoneLogin, tryTicketLogin } from '../users/login.ts';
import { closeSession, type Session } from '../users/session-store.ts';
import { issueTicket } from '../users/tickets.ts';
import { decryptPassword } from '../users/wire-ciphers.ts';
import { type InputOf, openRoute, refusal, refusalOf, route, success } from './route.ts';

const grant = async (
  { db, config }: AppContext,
  token: string,
  { userId, gameAccountId, gameId, nickname }: Pick<Session, 'userId' | 'gameAccountId' | 'gameId' | 'nickname'>,
) => {
  const service = (await readSetting(db, 'portal'))?.customerService ?? null;
  return {
    token,
    /** Links to this server are stored as paths and returned as absolute URLs. */
    customer_service: service && new URL(service, config.publicUrl).href,
    user_id: userId,
    game_account_id: gameAccountId,
    game_id: gameId,
    nickname,
  };
};

/** Null: the password or code can't be decrypted. For phone logins `account` is an E.164 number and `passwd` the encrypted code. */
const tryToLogIn = async (
  context: AppContext,
  { channel_code: channel, account: typed, passwd }: InputOf<typeof userLogin>,
  from: Pick<LoginTry, 'ip' | 'clientId' | 'now'>,
) => {
  if (channel === 'ticket') return tryTicketLogin(context, { ticket: passwd, ...from });
  const secret = decryptPassword(passwd, context.config.passwordKey);
  if (secret === null) return null;
  const account = typed.normalize('NFC').trim();
  return channel === 'phone'
    ? tryPhoneLogin(context, { phone: account, code: secret, ...from })
    : tryLogin(context, { account, password: secret, ...from });
};

export const userLoginRoute = openRoute(userLogin, async ({ context, input, ip, clientId, requestId, now }) => {
  const login = await tryToLogIn(context, input, { ip, clientId, now });
  if (login === null) return refusal(CODE.parameterException);
  const responseCode = login.ok ? CODE.ok : login.code;
  const by = input.channel_code;
  const line = { requestId, by, responseCode, ...login.hashes };
  context.log.info(login.ok ? { ...line, userId: login.user.userId } : line, 'login attempt');
  if (!login.ok) return refusalOf(login);
  context.metrics.count('logins');
  return success(await grant(context, login.token, login.user));
});

export const userInfoRoute = route(userInfo, async ({ context, header }, session) =>
  success(await grant(context, header(HEADER.token), session)),
);

export const userLogoutRoute = route(userLogout, async ({ context, now }, session) => {
  await closeSession(context.db, session.tokenHash, now);
  return success(true);
});

/** Issues a ticket for the caller's own game account only. */
export const userSdkTicketGetRoute = route(userSdkTicketGet, async ({ context, input, now }, session) =>
  input.uid === session.gameAccountId
    ? success({ ticket: await issueTicket(context.db, session.userId, now) })
    : refusal(CODE.userAuthenticationFailed),
);
