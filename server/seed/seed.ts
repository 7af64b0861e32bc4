import type { PgTable } from 'drizzle-orm/pg-core';
import { articles, bulletins, channels, epointItems, gameServers, goods, settings } from '../db/schema.ts';
import { payableBy, paymentServices } from '../payments/registry.ts';
import type { AppContext } from '../runtime/context.ts';
import { createDemoAccount } from './accounts.seed.ts';
import { articlesOf, BULLETINS } from './content.seed.ts';
import { CHANNELS, PORTAL, SERVERS } from './games.seed.ts';
import { GOODS, PACKAGES } from './goods.seed.ts';
import { HOME } from './home.seed.ts';
import { seedOrders } from './orders.seed.ts';

/** Seeds the sandbox. Existing rows do not change; the demo account gets its history only when it is created. */
export const seed = async (context: AppContext): Promise<void> => {
  const { db } = context;
  const now = context.clock.now();
  const add = <Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]) =>
    db
      .insert(table)
      .values([...rows])
      .onConflictDoNothing();
  await add(settings, [
    { name: 'portal', value: PORTAL },
    { name: 'home', value: HOME },
  ]);
  await add(gameServers, SERVERS);
  await add(goods, GOODS);
  await add(epointItems, PACKAGES);
  await add(channels, CHANNELS);
  await add(articles, articlesOf(now));
  await add(bulletins, BULLETINS);
  await db.transaction(async (tx) => {
    if (!(await createDemoAccount(tx, now))) return;
    await seedOrders(tx, payableBy(paymentServices(context)), now);
  });
};
