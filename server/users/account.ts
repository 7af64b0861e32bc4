import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { roles, users } from '../db/schema.ts';
import { type Points, post } from '../ledger/posting.ts';

export type NewRole = { readonly serverId: string; readonly roleId: string; readonly roleName: string };

export type NewAccount = {
  readonly account: string;
  /** Created by password-hash.ts. */
  readonly passwordHash: string;
  /** In lower case. */
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly nickname: string;
  readonly gameId: string;
  readonly roles: readonly NewRole[];
  readonly points: Points;
  readonly createdAt: Date;
  /** Chosen at random when left out. */
  readonly userId?: string;
  readonly gameAccountId?: string;
};

export type Account = { readonly userId: string; readonly gameAccountId: string };

/** Creates a player with roles and points in one transaction. Returns null if name, e-mail or phone is taken. */
export const createAccount = async (db: Db, wanted: NewAccount): Promise<Account | null> => {
  const { userId = randomUUID(), gameAccountId = String(randomInt(1e9, 1e10)), gameId, createdAt } = wanted;
  const { account, nickname, passwordHash, email, phone } = wanted;
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ userId, account, passwordHash, email, phone, nickname, gameAccountId, gameId, createdAt })
      .onConflictDoNothing()
      .returning({ userId: users.userId });
    if (!user) return null;
    if (wanted.roles.length) await tx.insert(roles).values(wanted.roles.map((role) => ({ ...role, userId })));
    const { basic, present } = wanted.points;
    if (basic + present > 0) {
      const entries = { basic, present, opening: -basic - present };
      await post(tx, { userId, kind: 'opening', orderId: null, entries, at: createdAt });
    }
    return { userId, gameAccountId };
  });
};
