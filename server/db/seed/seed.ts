import type { Db } from '../database.ts';
import { channels, gameServers, goods, settings } from '../schema.ts';
import { createDemoAccount } from './accounts.seed.ts';
import { CHANNELS, HOME, PORTAL, SERVERS } from './games.seed.ts';
import { GOODS } from './goods.seed.ts';
import { seedOrders } from './orders.seed.ts';

/** Content of the sandbox. What is there already stays as it is; the demo account gets its past only when it is made. */
export const seed = async (db: Db, now: Date): Promise<void> => {
  await db
    .insert(settings)
    .values([
      { name: 'portal', value: PORTAL },
      { name: 'home', value: HOME },
    ])
    .onConflictDoNothing();
  await db
    .insert(gameServers)
    .values([...SERVERS])
    .onConflictDoNothing();
  await db.insert(goods).values(GOODS).onConflictDoNothing();
  await db
    .insert(channels)
    .values([...CHANNELS])
    .onConflictDoNothing();
  await db.transaction(async (tx) => {
    if (await createDemoAccount(tx, now)) await seedOrders(tx, now);
  });
};
