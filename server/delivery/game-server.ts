import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { deliveries, roles } from '../db/schema.ts';

type Parcel = {
  readonly orderId: string;
  readonly line: number;
  readonly serverId: string;
  readonly roleId: string;
  readonly name: string;
  readonly quantity: number;
};

/**
 * Where goods arrive. `deliver` may be repeated: the game keeps one parcel per order and line. A rejection means "not known whether it
 * arrived"; `refused` means that it never will.
 */
export type GameServer = { readonly deliver: (parcel: Parcel, at: Date) => Promise<'delivered' | 'refused'> };

/** A game that is one table. A role that is gone takes nothing. */
export const sandboxGameServer = (db: Db): GameServer => ({
  deliver: async (parcel, at) => {
    const [role] = await db
      .select({ roleId: roles.roleId })
      .from(roles)
      .where(and(eq(roles.serverId, parcel.serverId), eq(roles.roleId, parcel.roleId), isNull(roles.deletedAt)));
    if (!role) return 'refused';
    await db
      .insert(deliveries)
      .values({ ...parcel, at })
      .onConflictDoNothing();
    return 'delivered';
  },
});
