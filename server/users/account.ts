import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { roles, type User, users } from '../db/schema.ts';
import { type Points, post } from '../ledger/posting.ts';

export type NewRole = Pick<typeof roles.$inferSelect, 'serverId' | 'roleId' | 'roleName'>;

export type Account = Pick<User, 'userId' | 'gameAccountId'>;

/** `passwordHash`: from password-hash.ts. `email`: in lower case. `phone`: E.164. The ids are chosen at random when left out. */
type NewAccount = Omit<User, keyof Account | 'blocked'> &
  Partial<Account> & { readonly roles: readonly NewRole[]; readonly points: Points };

/** Creates a player with roles and points in one transaction. Returns null if name, e-mail or phone is taken. */
export const createAccount = async (
  db: Db,
  { roles: owned, points, ...wanted }: NewAccount,
): Promise<Account | null> => {
  const { userId = randomUUID(), gameAccountId = String(randomInt(1e9, 1e10)), createdAt } = wanted;
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ ...wanted, userId, gameAccountId })
      .onConflictDoNothing()
      .returning({ userId: users.userId });
    if (!user) return null;
    if (owned.length) await tx.insert(roles).values(owned.map((role) => ({ ...role, userId })));
    const { basic, present } = points;
    if (basic + present > 0) {
      const entries = { basic, present, opening: -basic - present };
      await post(tx, { userId, kind: 'opening', orderId: null, entries, at: createdAt });
    }
    return { userId, gameAccountId };
  });
};
