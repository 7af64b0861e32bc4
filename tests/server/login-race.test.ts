import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { issueCode } from '../../server/codes/code-store.ts';
import type { Tx } from '../../server/db/database.ts';
import { attempts, sessions, users } from '../../server/db/schema.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { tryPhoneLogin } from '../../server/users/login.ts';
import { admitLogin } from '../../server/users/login-throttle.ts';
import { resetPassword } from '../../server/users/password-reset.ts';
import { newGate } from '../support/machines/gate.ts';
import { describeOn, expectLockWait } from '../support/server/test-database.ts';
import { sharedTestServer, type TestServer } from '../support/server/test-server.ts';

describeOn(
  'logins, password resets and blocks at the same moment',
  () => {
    const server = sharedTestServer({ workers: false, database: 'postgres' });

    type Player = Awaited<ReturnType<TestServer['newPlayer']>>;

    /** Runs `change` in a transaction that locks the account first and commits while `act` waits for the lock. */
    const during = async <Outcome>(
      { userId }: Player,
      change: (tx: Tx) => Promise<unknown>,
      act: () => Promise<Outcome>,
    ): Promise<Outcome> => {
      const { db } = server.context;
      const locked = newGate();
      const waits = newGate();
      const changing = db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.userId, userId)).for('update');
        locked.open();
        await waits.passed;
        await change(tx);
      });
      await locked.passed;
      const acting = act();
      await expectLockWait(db);
      waits.open();
      await changing;
      return acting;
    };
    const resetOf =
      ({ userId }: Player) =>
      async (tx: Tx): Promise<void> => {
        await tx.update(users).set({ passwordHash: 'another password' }).where(eq(users.userId, userId));
        await tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, userId));
      };
    const blockOf =
      ({ userId }: Player) =>
      (tx: Tx) =>
        tx.update(users).set({ blocked: true }).where(eq(users.userId, userId));
    const openSessions = async ({ userId }: Player): Promise<number> => {
      const rows = await server.context.db.select().from(sessions).where(eq(sessions.userId, userId));
      return rows.filter(({ revokedAt }) => revokedAt === null).length;
    };
    const storedHash = async ({ userId }: Player): Promise<string> => {
      const [user] = await server.context.db.select().from(users).where(eq(users.userId, userId));
      return user?.passwordHash ?? '';
    };
    const codeFor = async (player: Player, purpose: 'login' | 'reset'): Promise<string> => {
      const subject = { purpose, target: player.phone, clientId: 'a-browser', passwordHash: await storedHash(player) };
      return issueCode(server.context, server.context.db, subject, server.context.clock.now());
    };
    const caller = (): { readonly ip: string; readonly clientId: string; readonly now: Date } => ({
      ip: '192.0.2.1',
      clientId: 'a-browser',
      now: server.context.clock.now(),
    });

    /** What each way into an account responds with, when it is ready to begin. */
    const ATTEMPTS = {
      'a login by password':
        async ({ account, password }: Player) =>
        async () =>
          (await server.tryLogin(account, password)).body?.['code'],
      'a login by phone': async (player: Player) => {
        const code = await codeFor(player, 'login');
        return async () => codeIn(await tryPhoneLogin(server.context, { phone: player.phone, code, ...caller() }));
      },
      'another reset': async (player: Player) => {
        const reset = { target: player.phone, code: await codeFor(player, 'reset'), password: 'Stolen-9876' };
        return async () => codeIn(await resetPassword(server.context, { ...reset, ...caller() }));
      },
    };
    const codeIn = (outcome: { readonly ok: boolean; readonly code?: number }) => (outcome.ok ? CODE.ok : outcome.code);

    test.each([
      ['a login by password', CODE.incorrectPassword],
      ['a login by phone', CODE.verificationCodeIncorrect],
      ['another reset', CODE.verificationCodeIncorrect],
    ] as const)('%s that is in progress ends with a password reset (SESS-05, S2, S3)', async (what, refusal) => {
      const player = await server.newPlayer();
      const attempt = await ATTEMPTS[what](player);
      expect(await during(player, resetOf(player), attempt)).toBe(refusal);
      expect([await openSessions(player), await storedHash(player)]).toEqual([0, 'another password']);
    });

    test.each(['a login by password', 'a login by phone'] as const)(
      '%s that is in progress when its account is blocked opens no session (ROUTE-17)',
      async (what) => {
        const player = await server.newPlayer();
        const attempt = await ATTEMPTS[what](player);
        expect(await during(player, blockOf(player), attempt)).toBe(CODE.forbidden);
        expect(await openSessions(player)).toBe(0);
      },
    );

    test('a login and a reset that clear the same wrong passwords do not end in a deadlock (SESS-05, S2)', async () => {
      const { db, config } = server.context;
      const player = await server.newPlayer();
      const code = await codeFor(player, 'reset');
      const { ip, now } = caller();
      const wrong = await admitLogin(
        { config, db },
        { account: player.account, source: { kind: 'address', address: ip }, now },
      );
      const [bySource, byAccount] = wrong.ok ? wrong.counted : [];
      const locked = newGate();
      const resets = newGate();
      const clearing = db.transaction(async (tx) => {
        await tx.delete(attempts).where(eq(attempts.id, bySource ?? 0));
        locked.open();
        await resets.passed;
        await tx.delete(attempts).where(eq(attempts.id, byAccount ?? 0));
      });
      await locked.passed;
      let isReset = false;
      const resetting = resetPassword(server.context, {
        target: player.phone,
        code,
        password: 'Fresh-9876',
        ...caller(),
      }).finally(() => {
        isReset = true;
      });
      await expectLockWait(db, () => isReset);
      resets.open();
      expect(await Promise.allSettled([clearing, resetting])).toMatchObject([
        { status: 'fulfilled' },
        { status: 'fulfilled', value: { ok: true } },
      ]);
    });
  },
  'postgres',
);
