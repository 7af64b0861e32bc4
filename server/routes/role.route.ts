import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { characterSelect, userWebRole } from '../../src/contract/user.contract.ts';
import { gameServers, roles } from '../db/schema.ts';
import { CODE } from '../runtime/codes.ts';
import { refusal, route, success } from './route.ts';

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
