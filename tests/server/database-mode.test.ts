import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimMode } from '../../server/db/database-mode.ts';
import { settings, users } from '../../server/db/schema.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

describeOn('the mode of a database', () => {
  let harness: MoneyHarness;
  beforeEach(async () => {
    harness = await createMoneyHarness();
  });
  afterEach(() => harness.close());

  const claim = (isSandbox: boolean) => claimMode(harness.context.db, { isSandbox, demoAccount: 'demo' });
  const OF_SANDBOX = expect.stringContaining('belongs to a sandbox');
  const OF_PRODUCTION = expect.stringContaining('belongs to a production server');

  test('a database of the sandbox is refused without SANDBOX=1, also by processes that start together (F8)', async () => {
    expect(await Promise.all([claim(true), claim(true)])).toEqual([null, null]);
    expect([await claim(false), await claim(true)]).toEqual([OF_SANDBOX, null]);
  });

  test('a database of production is refused with SANDBOX=1 (F8)', async () => {
    expect([await claim(false), await claim(true), await claim(false)]).toEqual([null, OF_PRODUCTION, null]);
  });

  test('a database of an earlier release is a sandbox if it has the demo account, else production (F8)', async () => {
    const { db } = harness.context;
    const userId = await harness.addUser();
    expect([await claim(true), await claim(false)]).toEqual([OF_PRODUCTION, null]);
    await db.delete(settings);
    await db.update(users).set({ account: 'demo' }).where(eq(users.userId, userId));
    expect([await claim(false), await claim(true)]).toEqual([OF_SANDBOX, null]);
  });
});
