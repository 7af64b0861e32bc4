import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../server/app/app.ts';
import { attempts, settings, users } from '../../server/db/schema.ts';
import { openRoute, route } from '../../server/routes/route.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { bufferedOutput, createLog, describeError, withoutRedaction } from '../../server/runtime/log.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { settingInit, settingTime } from '../../src/contract/setting.contract.ts';
import { userInfo, userLogin, userWebRole } from '../../src/contract/user.contract.ts';
import { emailPswReset, phonePswReset } from '../../src/contract/verification.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { encryptPassword, seal, sharedTestServer } from '../support/server/test-server.ts';

const CANARY = 'Canary-7f3a91';

describe('the log', () => {
  test('fields with secrets are redacted at any of three levels (S31)', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    log.info(
      { token: CANARY, a: { password: CANARY, b: { passwd: CANARY } }, headers: { authorization: CANARY } },
      'x',
    );
    log.info({ account: CANARY, user: { email: CANARY, phone: CANARY }, code: CANARY }, 'x');
    expect(lines.join('')).not.toContain(CANARY);
    expect(lines).toHaveLength(2);
  });

  test('lines below a warning are written together; a warning is written immediately, after the lines before it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-log-'));
    const path = join(folder, 'log');
    const file = openSync(path, 'w');
    const log = createLog('info', bufferedOutput(file));
    const written = (): unknown[] =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => (line ? JSON.parse(line).msg : []));
    log.info('first');
    log.info('second');
    expect(written()).toEqual([]);
    log.warn('third');
    expect(written()).toEqual(['first', 'second', 'third']);
    log.info('x'.repeat(5_000));
    expect(written()).toHaveLength(4);
    rmSync(folder, { recursive: true });
  });

  test('lines on the standard output name the machine and the process, because the lines of several processes are stored together (S31)', () => {
    expect(createLog('silent').bindings()).toEqual({ process: `${hostname()}-${process.pid}` });
  });

  test('a log without redaction leaves the log that it was made from redacted (S31)', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    withoutRedaction(log).info({ requestId: 'a' }, 'x');
    log.info({ token: CANARY }, 'x');
    expect(lines.join('')).not.toContain(CANARY);
    expect(lines).toHaveLength(2);
  });

  test('an error is logged without its message, which may quote input (S31)', () => {
    const cause = Object.assign(new Error(`Key (account)=(${CANARY}) already exists`), {
      code: '23505',
      constraint: 'users_account_key',
      detail: CANARY,
    });
    const error = Object.assign(new Error(`Failed query … params: ${CANARY}`, { cause }), {
      query: 'insert … values ($1)',
      params: [CANARY],
    });
    const reported = describeError(error);
    expect(JSON.stringify(reported)).not.toContain(CANARY);
    expect(reported).toMatchObject({
      type: 'Error',
      sqlstate: '23505',
      constraint: 'users_account_key',
      query: 'insert … values ($1)',
    });
    expect(describeError(CANARY)).toEqual({ type: 'string' });
  });
});

describeOn('the log of a running server', () => {
  const server = sharedTestServer({ workers: false, environment: { LOG_LEVEL: 'debug' } });

  test('account, password, token and other input of a caller are never logged, whatever fails (S31, S29, SESS-01)', async () => {
    const player = await server.newPlayer();
    const passwd = encryptPassword(CANARY);
    const login = { channel_code: 'account', account: player.account, passwd, encrypt: 1 };
    await server.call(userLogin, login);
    await server.call(userLogin, { ...login, account: CANARY });
    await server.call(userLogin, { ...login, channel_code: 'phone', account: `+49${CANARY}` });
    await server.call(userLogin, { ...login, passwd: `${CANARY}!` });
    await server.call(userInfo, {}, { ...player.headers, userid: CANARY, accountid: CANARY, 'client-id': CANARY });
    await server.call(userInfo, {}, { token: CANARY.padEnd(43, 'x') });
    await server.call(orderRecord, { sdk_order_id: CANARY }, player.headers);
    await server.request(`/api/${CANARY}?token=${CANARY}`, { method: 'POST', body: `{"passwd":"${CANARY}"` });
    await server.request(`/${CANARY}?redirect=${CANARY}`);
    await server.request(`/cashier/${CANARY}`);
    await server.request('/api/user/login', {
      method: 'POST',
      body: `{"passwd":"${CANARY}"`,
      headers: { 'content-type': 'application/json' },
    });
    const failing = createApp(server.context, {
      middleware: [],
      routes: [
        openRoute(settingTime, ({ context }) =>
          context.db.execute(sql`select ${CANARY}::int`).then(() => Promise.reject()),
        ),
        route(userWebRole, () => Promise.reject(new Error(CANARY))),
      ],
    });
    for (const path of [settingTime.path, userWebRole.path]) {
      const answer = await failing.request(path, { method: 'POST', headers: player.headers });
      expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining(CANARY)]);
    }
    const log = server.logLines().join('');
    expect(server.logLines().length).toBeGreaterThan(12);
    for (const secret of [CANARY, passwd, player.token, player.account, player.password])
      expect(log).not.toContain(secret);
  });

  test('a wrong setting is logged with the paths that are wrong, without their values (CALL-02, S31)', async () => {
    const { db } = server.context;
    const portal = eq(settings.name, 'portal');
    const [correct] = await db.select({ value: settings.value }).from(settings).where(portal);
    await db
      .update(settings)
      .set({ value: { ...Object(correct?.value), cgi: CANARY, gameName: 7 } })
      .where(portal);
    const { status } = await server.call(settingInit, {});
    await db.update(settings).set({ value: correct?.value }).where(portal);
    const failed = server.logLines().filter((line) => line.includes('InvalidSettingError'));
    expect(status).toBe(500);
    expect(failed.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'request failed', err: { type: 'InvalidSettingError', invalid: 'settings.portal: gameName, cgi' } },
    ]);
    expect(failed.join('')).not.toContain(CANARY);
  });

  test('a refused session, a blocked account and refused input are in the line of the request (S31)', async () => {
    const player = await server.newPlayer();
    const before = server.logLines().length;
    await server.call(userInfo, {}, { token: 'A'.repeat(43) });
    await server.call(orderRecord, { page: 0 }, player.headers);
    await server.context.db.update(users).set({ blocked: true }).where(eq(users.userId, player.userId));
    await server.call(userWebRole, {}, player.headers);
    const requests = server.logged(before).filter(({ msg }) => msg === 'request completed');
    expect(requests.map(({ route, status, responseCode }) => [route, status, responseCode])).toEqual([
      [userInfo.path, 203, CODE.illegalToken],
      [orderRecord.path, 200, CODE.parameterException],
      [userWebRole.path, 403, CODE.forbidden],
    ]);
  });

  const linesSince = (before: number, message: string) => server.logged(before).filter(({ msg }) => msg === message);

  const HASHES = {
    accountHash: expect.stringMatching(/^login-source:[\w-]{43}$/),
    sourceHash: expect.stringMatching(/^address:[\w-]{43}$/),
  };

  test('a login is logged with its method, its response code, keyed hashes of account and source and, if it succeeds, the player (S31)', async () => {
    const player = await server.newPlayer();
    const before = server.logLines().length;
    await server.tryLogin(player.account, 'Wrong-1234');
    const [{ bucket } = { bucket: '' }] = await server.context.db
      .select({ bucket: attempts.bucket })
      .from(attempts)
      .where(sql`starts_with(${attempts.bucket}, 'login-source:')`)
      .orderBy(desc(attempts.id))
      .limit(1);
    await server.tryLogin(player.account, player.password);
    const logins = linesSince(before, 'login attempt');
    const common = {
      level: 30,
      time: expect.any(String),
      requestId: expect.any(String),
      by: 'account',
      ...HASHES,
      msg: 'login attempt',
    };
    expect(logins).toEqual([
      { ...common, responseCode: CODE.incorrectPassword },
      { ...common, responseCode: CODE.ok, userId: player.userId },
    ]);
    for (const { accountHash, sourceHash } of logins) expect(`${accountHash} ${sourceHash}`).toBe(bucket);
  });

  test('by password, by phone or by a reset, attempts at one account from one address have the same hashes in the log (S31)', async () => {
    const [player, other] = [await server.newPlayer(), await server.newPlayer()];
    const sealed = (payload: unknown) => ({ data: seal(payload) });
    const before = server.logLines().length;
    const attemptsAt = async ({ account, email, phone }: typeof player): Promise<void> => {
      await server.tryLogin(account, 'Wrong-1234');
      await server.call(userLogin, {
        channel_code: 'phone',
        account: phone,
        passwd: encryptPassword('123456'),
        encrypt: 1,
      });
      await server.call(emailPswReset, sealed({ email, code: '123456', password: 'Fresh-9876' }));
      await server.call(phonePswReset, sealed({ phone, code: '123456', password: 'Fresh-9876' }));
    };
    await attemptsAt(player);
    await attemptsAt(other);
    const lines = ['login attempt', 'password reset attempt'].map((msg) => linesSince(before, msg));
    expect(lines).toMatchObject([
      ['account', 'phone', 'account', 'phone'].map((by) => ({ by, ...HASHES })),
      ['email', 'phone', 'email', 'phone'].map((by) => ({
        by,
        responseCode: CODE.verificationCodeIncorrect,
        ...HASHES,
      })),
    ]);
    const hashes = (name: 'accountHash' | 'sourceHash') => new Set(lines.flat().map((line) => line[name]));
    expect([hashes('accountHash').size, hashes('sourceHash').size]).toEqual([2, 1]);
    const log = server.logLines().join('');
    for (const { account, email, phone } of [player, other])
      for (const name of [account, email, phone]) expect(log).not.toContain(name);
  });

  test('one line per request: id, method, route, status, response code, duration and user (S31)', async () => {
    const player = await server.newPlayer();
    const { headers } = await server.call(userInfo, {}, player.headers);
    expect(server.logged().filter(({ requestId }) => requestId === headers.get('x-request-id'))).toEqual([
      {
        level: 30,
        time: expect.any(String),
        requestId: headers.get('x-request-id'),
        traceId: headers.get('x-request-id')?.replaceAll('-', ''),
        method: 'POST',
        route: '/api/user/uinfo',
        status: 200,
        responseCode: 0,
        ms: expect.any(Number),
        userId: player.userId,
        msg: 'request completed',
      },
    ]);
  });
});
