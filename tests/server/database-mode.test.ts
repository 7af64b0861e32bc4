import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimMode } from '../../server/db/database-mode.ts';
import { settings, users } from '../../server/db/schema.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/money-harness.ts';
import { describeOn } from '../support/test-database.ts';

describeOn('the mode of a database', () => {
  let harness: MoneyHarness;
  beforeEach(async () => {
    harness = await createMoneyHarness();
  });
  afterEach(() => harness.close());

  const claim = (isSandbox: boolean) => claimMode(harness.context.db, { isSandbox, demoAccount: 'demo' });
  const OF_SANDBOX = expect.stringContaining('belongs to a sandbox');
  const OF_PRODUCTION = expect.stringContaining('belongs to a production server');

  test('F8 · a database of the sandbox is refused without SANDBOX=1, also by processes that start together', async () => {
    expect(await Promise.all([claim(true), claim(true)])).toEqual([null, null]);
    expect([await claim(false), await claim(true)]).toEqual([OF_SANDBOX, null]);
  });

  test('F8 · a database of production is refused with SANDBOX=1', async () => {
    expect([await claim(false), await claim(true), await claim(false)]).toEqual([null, OF_PRODUCTION, null]);
  });

  test('F8 · a database of an earlier release is a sandbox if it has the demo account, else production', async () => {
    const { db } = harness.context;
    const userId = await harness.addUser();
    expect([await claim(true), await claim(false)]).toEqual([OF_PRODUCTION, null]);
    await db.delete(settings);
    await db.update(users).set({ account: 'demo' }).where(eq(users.userId, userId));
    expect([await claim(false), await claim(true)]).toEqual([OF_SANDBOX, null]);
  });
});
