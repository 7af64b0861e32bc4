import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { epointBalance, operateCoinBalance } from '../../src/contract/epoint.contract.ts';
import { HEADER } from '../../src/contract/headers.ts';
import {
  characterSelect,
  userInfo,
  userLogin,
  userLogout,
  userSdkTicketGet,
  userWebRole,
} from '../../src/contract/user.contract.ts';
import { readSetting } from '../content/settings.ts';
import { gameServers, roles } from '../db/schema.ts';
import { balanceOf } from '../ledger/posting.ts';
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

export const operateCoinBalanceRoute = route(operateCoinBalance, async ({ context }, session) => {
  const { basic, present } = await balanceOf(context.db, session.userId);
  return success({ amount: basic + present });
});

/** Only for the caller's own game account; any other gets the same response as one that does not exist. */
export const epointBalanceRoute = route(epointBalance, async ({ context, input }, session) => {
  if (input.userId !== session.gameAccountId) return refusal(CODE.accountNotFoundGame);
  const { basic, present } = await balanceOf(context.db, session.userId);
  return success({ basicNum: basic, presentNum: present });
});

/** Every server of the player's game, including those without a role; the last chosen role is first. */
export const userWebRoleRoute = route(userWebRole, async ({ context: { db } }, session) => {
  const servers = await db
    .select()
    .from(gameServers)
    .where(eq(gameServers.gameId, session.gameId))
    .orderBy(asc(gameServers.serverId));
  const owned = await db
    .select()
    .from(roles)
    .where(and(eq(roles.userId, session.userId), isNull(roles.deletedAt)))
    .orderBy(sql`${desc(roles.lastSelectedAt)} nulls last`, asc(roles.roleId));
  return success(
    servers.map(({ serverId, serverName, status }) => ({
      server_id: serverId,
      server_name: serverName,
      status: status === SERVER_STATUS.maintenance ? SERVER_STATUS.maintenance : SERVER_STATUS.open,
      roles: owned
        .filter((role) => role.serverId === serverId)
        .map(({ roleId, roleName }) => ({ role_id: roleId, role_name: roleName })),
    })),
  );
});

export const characterSelectRoute = route(characterSelect, async ({ context: { db }, input, now }, session) => {
  const chosen = await db
    .update(roles)
    .set({ lastSelectedAt: now })
    .where(
      and(
        eq(roles.serverId, input.server_id),
        eq(roles.roleId, input.role_id),
        eq(roles.userId, session.userId),
        isNull(roles.deletedAt),
      ),
    )
    .returning({ roleId: roles.roleId });
  return chosen.length ? success(true) : refusal(CODE.roleGone);
});
