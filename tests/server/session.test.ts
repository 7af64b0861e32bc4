import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions, users } from '../../server/db/schema.ts';
import { ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { hashPassword, verifyPassword } from '../../server/users/password-hash.ts';
import { openSession } from '../../server/users/session-store.ts';
import { userInfo, userLogin, userLogout } from '../../src/contract/user.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { encryptPassword, sharedTestServer } from '../support/server/test-server.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

const GUARDED = ROUTES.map(({ endpoint }) => endpoint).filter(({ needsSession }) => needsSession);

describeOn('sessions', () => {
  const server = sharedTestServer({ workers: false });

  const statusOf = async (token: string): Promise<number> => (await server.call(userInfo, {}, { token })).status;

  test('a login and uinfo return token, customer service and account only (CALL-01, CALL-02, SESS-01, SESS-02, SESS-06)', async () => {
    const player = await server.newPlayer();
    const account = {
      customer_service: `${server.url}/sandbox/service`,
      user_id: player.userId,
      game_account_id: player.gameAccountId,
      game_id: 'lantern-isles',
      nickname: 'Aldric',
    };
    const restored = await server.call(userInfo, {}, player.headers);
    expect(restored.body?.['result']).toEqual({ token: player.token, ...account });
    const { body } = await server.tryLogin(player.account, player.password);
    expect(body?.['result']).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), ...account });
  });

  /** What each call that needs a session responds with. */
  const expectAll = async (headers: Readonly<Record<string, string>>, status: number, code: number): Promise<void> => {
    expect(GUARDED.length).toBeGreaterThan(15);
    for (const endpoint of GUARDED) {
      const answer = await server.call(endpoint, {}, headers);
      expect([endpoint.path, answer.status, answer.body?.['code']]).toEqual([endpoint.path, status, code]);
    }
  };

  test('every call that needs a session gets HTTP 203 without a token, with a made-up one and with an ended one (SESS-07, S28)', async () => {
    const ended = await server.newPlayer();
    await server.call(userLogout, {}, ended.headers);
    for (const token of ['', 'A'.repeat(43), ended.token]) await expectAll({ token }, 203, CODE.illegalToken);
  });

  test('after many parallel logins one session remains (SESS-07, S28)', async () => {
    const player = await server.newPlayer();
    const { db, clock } = server.context;
    const selection = { userId: player.userId, clientId: 'many', now: clock.now() };
    const tokens = await Promise.all(Array.from({ length: 20 }, () => openSession(db, selection)));
    const statuses = await Promise.all(tokens.map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('after the server ends a session, every call that needs one returns code 20002 (SESS-08)', async () => {
    const player = await server.newPlayer();
    await server.context.db
      .update(sessions)
      .set({ revokedAt: server.context.clock.now(), revokedWhy: 'kicked' })
      .where(eq(sessions.userId, player.userId));
    await expectAll(player.headers, 200, CODE.signedOutByServer);
  });

  const setBlocked = async (userId: string, blocked: boolean): Promise<void> => {
    await server.context.db.update(users).set({ blocked }).where(eq(users.userId, userId));
  };

  test('a blocked account: HTTP 403 on every call, refused at login; after it is unblocked, its old token is invalid (ROUTE-17)', async () => {
    const player = await server.newPlayer();
    await setBlocked(player.userId, true);
    await expectAll(player.headers, 403, CODE.forbidden);
    expect((await server.tryLogin(player.account, player.password)).body).toMatchObject({ code: CODE.forbidden });
    await setBlocked(player.userId, false);
    expect(await statusOf(player.token)).toBe(203);
    const token = await server.login(player);
    expect(await statusOf(token)).toBe(200);
  });

  test('a block ends only the open sessions of its account, once, and keeps the reasons why other sessions ended (ROUTE-17, SESS-08)', async () => {
    const [player, other] = [await server.newPlayer(), await server.newPlayer()];
    const replaced = player.token;
    const token = await server.login(player);
    const reasons = async () => {
      const rows = await server.context.db.select().from(sessions).where(eq(sessions.userId, player.userId));
      return rows.map(({ revokedWhy }) => revokedWhy).toSorted();
    };
    await setBlocked(player.userId, true);
    expect(await reasons()).toEqual(['blocked', 'replaced']);
    expect([await statusOf(token), await statusOf(replaced), await statusOf(other.token)]).toEqual([403, 203, 200]);
    await setBlocked(player.userId, true);
    await server.context.db.update(users).set({ nickname: 'Renamed' }).where(eq(users.userId, player.userId));
    expect(await reasons()).toEqual(['blocked', 'replaced']);
    server.advance(31 * MINUTE);
    expect(await statusOf(token)).toBe(203);
  });

  test('a session ends after 30 idle minutes and after 12 hours of use (S28)', async () => {
    const idle = await server.newPlayer();
    server.advance(29 * MINUTE);
    expect(await statusOf(idle.token)).toBe(200);
    server.advance(29 * MINUTE);
    expect(await statusOf(idle.token)).toBe(200);
    server.advance(31 * MINUTE);
    expect(await statusOf(idle.token)).toBe(203);
    const busy = await server.newPlayer();
    for (let passed = 0; passed < 12 * HOUR; passed += 20 * MINUTE) {
      expect(await statusOf(busy.token)).toBe(200);
      server.advance(20 * MINUTE);
    }
    server.advance(1);
    expect(await statusOf(busy.token)).toBe(203);
  });

  test('the database contains neither token nor password (S28, S31)', async () => {
    const player = await server.newPlayer();
    const rows = [await server.context.db.select().from(sessions), await server.context.db.select().from(users)];
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain(player.token);
    expect(dump).not.toContain(player.password);
  });

  test('a password is hashed with the parameters of decision 23 and a salt of its own', async () => {
    const hashes = [await hashPassword('Fresh-9876'), await hashPassword('Fresh-9876')];
    for (const hash of hashes) expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(new Set(hashes).size).toBe(2);
  });

  test('a sandbox account has a cheap hash, because its password is public', async () => {
    const { userId } = await server.newPlayer();
    const [row] = await server.context.db.select().from(users).where(eq(users.userId, userId));
    expect(row?.passwordHash).toMatch(/^scrypt\$16\$1\$1\$/);
  });

  test('data that cannot be decrypted, or has another key, is a parameter exception (SESS-01, ERRS-04)', async () => {
    const { account, password } = await server.newPlayer();
    const wrong = [
      'not base64!',
      'QUJD',
      encryptPassword(password, 'another-16-bytes'),
      `${encryptPassword(password)}A`,
    ];
    for (const passwd of wrong) {
      const { body } = await server.call(userLogin, { channel_code: 'account', account, passwd, encrypt: 1 });
      expect([passwd, body?.['code'], body?.['msg']]).toEqual([passwd, CODE.parameterException, 'parameter exception']);
    }
  });

  test('a password in any script matches in any Unicode normalization (SESS-01)', async () => {
    const stored = await hashPassword('Café-ไทย-2026');
    expect(await verifyPassword('Cafe\u0301-ไทย-2026', stored)).toBe(true);
    expect(await verifyPassword('Cafe-ไทย-2026', stored)).toBe(false);
    expect(await verifyPassword('Café-ไทย-2026', null)).toBe(false);
    for (const changed of ['café-ไทย-2026', ' Café-ไทย-2026', 'Café-ไทย-2026 ', 'Café-ไทย-20261', 'Café-ไทย-202'])
      expect([changed, await verifyPassword(changed, stored)]).toEqual([changed, false]);
    expect(stored).not.toBe(await hashPassword('Café-ไทย-2026'));
  });
});
