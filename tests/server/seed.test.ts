import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveries, goods, orderHistory, orders, payments, users } from '../../server/db/schema.ts';
import { DEMO } from '../../server/db/seed/accounts.seed.ts';
import { seed } from '../../server/db/seed/seed.ts';
import { describeOn } from '../support/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

describeOn('the seed', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ workers: false });
  });
  afterAll(() => server.stop());

  test('is applied once: a second time changes nothing', async () => {
    const { db, clock } = server.context;
    const count = async () => [await db.$count(users), await db.$count(orders), await db.$count(goods)];
    const before = await count();
    await seed(db, clock.now());
    expect(await count()).toEqual(before);
  });

  test('the demo account has an order of every status', async () => {
    const { db } = server.context;
    const rows = await db.select({ status: orders.status }).from(orders).where(eq(orders.userId, DEMO.userId));
    expect([...new Set(rows.map(({ status }) => status))].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
