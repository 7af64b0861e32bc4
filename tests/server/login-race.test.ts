import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions, users } from '../../server/db/schema.ts';
import { CODE } from '../../src/contract/codes.ts';
import { newGate } from '../support/gate.ts';
import { expectLockWait } from '../support/lock-wait.ts';
import { describeOn } from '../support/test-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

describeOn(
  'a login and a password reset in the same moment',
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({ workers: false, database: 'postgres' });
    });
    afterAll(() => server.stop());

    test('SESS-05 S2 · a login with the old password that is in progress ends with the reset', async () => {
      const { db } = server.context;
      const player = await server.newPlayer();
      const locked = newGate();
      const reset = newGate();
      const resetting = db.transaction(async (tx) => {
        const ofPlayer = eq(users.userId, player.userId);
        await tx.select().from(users).where(ofPlayer).for('update');
        locked.open();
        await reset.passed;
        await tx.update(users).set({ passwordHash: 'another password' }).where(ofPlayer);
        await tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, player.userId));
      });
      await locked.passed;
      const login = server.tryLogin(player.account, player.password);
      await expectLockWait(db);
      reset.open();
      await resetting;
      expect((await login).body?.['code']).toBe(CODE.incorrectPassword);
      const kept = await db.select().from(sessions).where(eq(sessions.userId, player.userId));
      expect(kept.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
    });
  },
  'postgres',
);
