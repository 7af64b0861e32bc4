import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/open-database.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/server/money-harness.ts';
import { createOutsideSystems } from '../support/server/outside-systems.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openAt = async (name: string): Promise<MoneyHarness> => {
  const opening = await openDatabase(
    { databaseUrl: null, databasePoolSize: 2, dataDir: join(folder, name) },
    () => undefined,
  );
  if (!opening.ok) throw new Error(opening.line);
  return createMoneyHarness(opening.database);
};

test('a restored backup catches up through checks and repeated notifications: no double delivery, no lost order (S33)', {
  timeout: 180_000,
}, async () => {
  const { accepted, contradictions, notifications, portsOf } = createOutsideSystems();
  const before = await openAt('live');
  const userId = await before.addUser();
  await before.grant(userId, 1_000, 100);

  const delivered = await before.buy(userId);
  await before.act(delivered, 'pay');
  await before.settle(portsOf(before));
  const bought = await before.order(before.packageRequest(userId, 'p500'));
  await before.act(bought, 'pay');
  await before.runJobs(portsOf(before));
  const spent = await before.order(before.pointsRequest(userId));
  await before.pay(userId, spent);
  const unheard = await before.buy(userId, { goodsId: 'pass' });
  await before.act(unheard, 'pay-twice');
  const orderIds = [delivered, bought, spent, unheard];
  expect(await Promise.all(orderIds.map((id) => before.historyOf(id)))).toEqual([
    ['pending', 'paid', 'delivered'],
    ['pending', 'paid'],
    ['pending', 'paid'],
    ['pending'],
  ]);
  await before.close();
  cpSync(join(folder, 'live'), join(folder, 'backup'), { recursive: true });

  const live = await openAt('live');
  live.advance(10_000);
  await live.settle(portsOf(live));
  for (const id of orderIds) expect((await live.orderOf(id)).status).toBe('delivered');
  const points = await live.balance(userId);
  expect(points).toEqual({ basic: 1_000 - 399 + 500, present: 75 });
  const parcels = new Map(accepted);
  expect(parcels.size).toBe(3 + 3 + 1);
  await live.close();

  const restored = await openAt('backup');
  restored.advance(20_000);
  expect(await restored.historyOf(unheard)).toEqual(['pending']);
  for (const [body, headers] of [...notifications, ...notifications]) await restored.ports.post(body, headers);
  await restored.settle(portsOf(restored));
  for (const id of orderIds) expect((await restored.orderOf(id)).status).toBe('delivered');
  expect(accepted).toEqual(parcels);
  expect(contradictions).toEqual([]);
  expect(await restored.balance(userId)).toEqual(points);
  const audit = await auditMoney(restored.context.db);
  expect(audit.wrong).toEqual([]);
  expect(audit.captured).toBe(audit.delivered + audit.refunded + audit.inProgress);
  await restored.close();
});
