import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import {
  channels,
  deliveries,
  epointItems,
  gameServers,
  goods,
  orders,
  payments,
  roles,
  users,
} from '../../server/db/schema.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { seed } from '../../server/seed/seed.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

describeOn('the seed', () => {
  const server = sharedTestServer({ workers: false });

  test('is applied once: a second time changes nothing, also nothing that an operator has changed', async () => {
    const { db } = server.context;
    const everything = async () =>
      Promise.all(
        [users, gameServers, roles, goods, channels, orders, payments, deliveries].map((table) =>
          db.select().from(table),
        ),
      );
    await db.update(goods).set({ priceMinor: 1 }).where(eq(goods.goodsId, 'lantern.gems.60'));
    const before = await everything();
    server.advance(86_400_000);
    await seed(server.context);
    expect(await everything()).toEqual(before);
  });

  test('every name exists in every language, and no two items have the same name', async () => {
    const rows = [
      ...(await server.context.db.select().from(goods)),
      ...(await server.context.db.select().from(epointItems)).map((row) => ({ ...row, gift: null, unit: null })),
    ];
    const texts = rows.flatMap(({ names, gift, unit }) => [
      names,
      ...(gift ? [gift.names] : []),
      ...(unit ? [unit.names] : []),
    ]);
    for (const names of texts) {
      expect(Object.keys(names).sort()).toEqual([...LOCALE_TAGS].sort());
      expect(Object.values(names).every((text) => text.trim() === text && text.length > 0)).toBe(true);
    }
    for (const locale of LOCALE_TAGS) expect(new Set(rows.map(({ names }) => names[locale])).size).toBe(rows.length);
  });

  test('no order of the demo account waits for a payment, so that nothing opens at the first login (ORDR-08)', async () => {
    const rows = await server.context.db.select().from(orders).where(eq(orders.status, 'pending'));
    expect(rows).toEqual([]);
  });

  test('the demo account has an order of every other status with complete books (S32)', async () => {
    const { db } = server.context;
    const rows = await db.select().from(orders).where(eq(orders.userId, DEMO.userId));
    expect([...new Set(rows.map(({ status }) => status))].sort()).toEqual(
      ORDER_STATUSES.filter((status) => status !== 'pending').toSorted(),
    );
    expect((await auditMoney(db)).wrong).toEqual([]);
  });
});
