import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { deliveries, roles } from '../db/schema.ts';
import type { GameServer } from '../ports/game-server.ts';

/** A game server backed by one table. It refuses lines for deleted roles. */
export const sandboxGameServer = (db: Db): GameServer => ({
  deliver: async ({ orderId, line, serverId, roleId, name, quantity }, at) => {
    const [role] = await db
      .select({ roleId: roles.roleId })
      .from(roles)
      .where(and(eq(roles.serverId, serverId), eq(roles.roleId, roleId), isNull(roles.deletedAt)));
    if (!role) return { kind: 'refused', reason: 'the role does not exist' };
    await db.insert(deliveries).values({ orderId, line, serverId, roleId, name, quantity, at }).onConflictDoNothing();
    return { kind: 'delivered' };
  },
});
