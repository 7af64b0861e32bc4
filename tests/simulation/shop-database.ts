import type { Db } from '../../server/db/database.ts';
import { channels, epointItems, gameServers, goods, settings } from '../../server/db/schema.ts';
import { CHANNELS, LANTERN_ISLES, PORTAL, SERVERS } from '../../server/seed/games.seed.ts';
import { GOODS, PACKAGES } from '../../server/seed/goods.seed.ts';
import { HOME } from '../../server/seed/home.seed.ts';
import { createAccount } from '../../server/users/account.ts';

/** Adds games, items and channels to an empty database. */
export const seedShop = async (db: Db): Promise<void> => {
  await db.insert(settings).values([
    { name: 'portal', value: PORTAL },
    { name: 'home', value: HOME },
  ]);
  await db.insert(gameServers).values([...SERVERS]);
  await db.insert(goods).values(GOODS);
  await db.insert(epointItems).values([...PACKAGES]);
  await db.insert(channels).values([...CHANNELS]);
};

/** A player with E Points and one role on each of two servers, without a password. */
export const addPlayer = async (db: Db, userId: string, createdAt: Date): Promise<void> => {
  await createAccount(db, {
    userId,
    account: userId,
    passwordHash: '-',
    email: `${userId}@players.example`,
    phone: `+1202555${userId.replace(/\D/g, '').padStart(4, '0')}`,
    nickname: 'Aldric',
    gameId: LANTERN_ISLES.gameId,
    roles: ['101', '102'].map((serverId) => ({ serverId, roleId: `${userId}-${serverId}`, roleName: 'Aldric Vane' })),
    points: { basic: 1_200, present: 350 },
    createdAt,
  });
};
