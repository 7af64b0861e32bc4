import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { issueCode } from '../../server/codes/code-store.ts';
import { attempts, users, verificationCodes } from '../../server/db/schema.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { tryPhoneLogin } from '../../server/users/login.ts';
import { resetPassword } from '../../server/users/password-reset.ts';
import type { CodePurpose } from '../../src/contract/verification.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

/** More than a code has guesses. */
const FAILURES = 6;

describeOn('a correct code whose transaction fails', () => {
  const server = sharedTestServer({ workers: false });
  beforeAll(async () => {
    await server.context.db.execute(sql`
      create function fail_as_deadlock () returns trigger language plpgsql as $$ begin
        raise exception 'deadlock detected' using errcode = '40P01';
      end $$`);
  });
  afterEach(() => heal());

  type Table = 'users' | 'sessions' | 'login_devices';
  const TABLES: readonly Table[] = ['users', 'sessions', 'login_devices'];
  /** Each write to the table fails until `heal`. */
  const fail = (table: Table) =>
    server.context.db.execute(
      sql`create trigger fail before insert or update on ${sql.identifier(table)} for each row execute function fail_as_deadlock ()`,
    );
  const heal = async (): Promise<void> => {
    for (const table of TABLES)
      await server.context.db.execute(sql`drop trigger if exists fail on ${sql.identifier(table)}`);
  };

  const CLIENT = 'a-browser-with-a-long-id';
  const request = () => ({ ip: '192.0.2.1', clientId: CLIENT, now: server.context.clock.now() });
  const newCode = async (purpose: CodePurpose) => {
    const { db, clock } = server.context;
    const { phone } = await server.newPlayer();
    const [user] = await db.select().from(users).where(eq(users.phone, phone));
    const subject = { purpose, target: phone, clientId: CLIENT, passwordHash: user?.passwordHash ?? '' };
    await db.delete(attempts);
    return { phone, code: await issueCode(server.context, db, subject, clock.now()) };
  };
  const tries = async () =>
    (await server.context.db.select().from(verificationCodes)).filter(({ usedAt }) => !usedAt).map((row) => row.tries);

  test.each([
    ['a password reset', 'reset', 'users'],
    ['a login by phone', 'login', 'sessions'],
    ['a login by phone from a new device', 'login', 'login_devices'],
  ] as const)(
    '%s that cannot be stored uses up neither the code nor a guess (S3, SESS-03, SESS-05)',
    async (_, purpose, table) => {
      const { phone, code } = await newCode(purpose);
      const attempt = () =>
        purpose === 'login'
          ? tryPhoneLogin(server.context, { phone, code, ...request() })
          : resetPassword(server.context, { target: phone, code, password: 'Fresh-9876', ...request() });
      await fail(table);
      for (let n = 0; n < FAILURES; n += 1) await expect(attempt()).rejects.toThrow();
      expect(await tries()).toEqual([0]);
      expect(await server.context.db.$count(attempts)).toBe(0);
      await heal();
      expect(await attempt()).toMatchObject({ ok: true });
      expect(await attempt()).toMatchObject({ ok: false, code: CODE.verificationCodeIncorrect });
    },
  );

  test('wrong guesses still count when the database fails afterwards (S3)', async () => {
    const { phone: target, code } = await newCode('reset');
    const reset = (guess: string) =>
      resetPassword(server.context, { target, code: guess, password: 'Fresh-9876', ...request() });
    await fail('users');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1)
      expect(await reset(wrong)).toMatchObject({ ok: false, code: CODE.verificationCodeIncorrect });
    await heal();
    expect(await reset(code)).toMatchObject({ ok: false, code: CODE.verificationCodeIncorrect });
    expect(await server.context.db.$count(attempts)).toBe(6);
  });
});
