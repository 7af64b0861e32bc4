import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../server/app/app.ts';
import { checkCode, issueCode } from '../../server/codes/code-store.ts';
import { attempts, tickets, users, verificationCodes } from '../../server/db/schema.ts';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import type { Messenger } from '../../server/ports/messenger.ts';
import { MIDDLEWARE, ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { decryptPayload } from '../../server/users/wire-ciphers.ts';
import { userInfo, userLogin, userSdkTicketGet } from '../../src/contract/user.contract.ts';
import {
  type CodePurpose,
  emailCodeSend,
  emailPswReset,
  phoneCodeSend,
  phonePswReset,
} from '../../src/contract/verification.contract.ts';
import { newGate } from '../support/machines/gate.ts';
import { describeOn } from '../support/server/test-database.ts';
import {
  type Answer,
  encryptPassword,
  seal,
  sharedTestServer,
  type TestServer,
} from '../support/server/test-server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the data field of codes and resets', () => {
  test('decrypts with its passphrase; null with another one or damaged data (CALL-04, CALL-06)', () => {
    const data = seal({ phone: '+12025550199', purpose: 'login' });
    expect(decryptPayload(data, DEMO_SERVER.RESET_PASSPHRASE)).toEqual({ phone: '+12025550199', purpose: 'login' });
    expect(decryptPayload(data, 'another passphrase')).toBeNull();
    expect(decryptPayload(data.slice(0, -8), DEMO_SERVER.RESET_PASSPHRASE)).toBeNull();
    for (const text of ['', 'U2FsdGVkX18=', '{}', 'not base64!', Buffer.from('Salted__12345678').toString('base64')])
      expect(decryptPayload(text, DEMO_SERVER.RESET_PASSPHRASE)).toBeNull();
    expect(decryptPayload(seal('no JSON'), DEMO_SERVER.RESET_PASSPHRASE)).toBeNull();
  });

  test('encrypted text that the database cannot store is refused (S22)', () => {
    for (const email of ['a\u0000b@players.example', '\ud800@players.example'])
      expect(decryptPayload(seal({ email }), DEMO_SERVER.RESET_PASSPHRASE)).toBeNull();
    const deep = JSON.parse('['.repeat(21) + ']'.repeat(21));
    expect(decryptPayload(seal(deep), DEMO_SERVER.RESET_PASSPHRASE)).toBeNull();
  });
});

describeOn('codes and resets', () => {
  const server = sharedTestServer({ workers: false, environment: { TRUSTED_PROXIES: '1', CODES_PER_ADDRESS: '32' } });

  let calls = 0;
  /** A new address for each call, unless one is given: the limit per address has its own tests. */
  const from = (ip?: string) => {
    calls += 1;
    return { 'x-forwarded-for': ip ?? `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` };
  };
  const as = (device: string) => ({ 'client-id': device });
  type Caller = { readonly ip?: string; readonly device?: string };
  type SendOptions = Caller & { readonly purpose?: CodePurpose };
  const headersOf = ({ ip, device }: Caller) => ({ ...from(ip), ...(device && as(device)) });
  const codeOf = async (answer: Promise<Answer>): Promise<unknown> => (await answer).body?.['code'];
  const sendEmail = (email: string, { purpose = 'reset', ...caller }: SendOptions = {}) =>
    codeOf(server.call(emailCodeSend, { email, purpose }, headersOf(caller)));
  const requestCode = (phone: string, { purpose = 'login', ...caller }: SendOptions = {}) =>
    server.call(phoneCodeSend, { data: seal({ phone, purpose }) }, headersOf(caller));
  const sendPhone = (phone: string, options?: SendOptions) => codeOf(requestCode(phone, options));
  const newPhoneCode = async (phone: string, options?: SendOptions): Promise<string> => {
    await sendPhone(phone, options);
    return server.newestCode(phone);
  };
  const resetEmail = (email: string, code: string, password: string, caller: Caller = {}) =>
    codeOf(server.call(emailPswReset, { data: seal({ email, code, password }) }, headersOf(caller)));
  const resetPhone = (phone: string, code: string, password: string, caller: Caller = {}) =>
    codeOf(server.call(phonePswReset, { data: seal({ phone, code, password }) }, headersOf(caller)));
  const loginByPhone = (account: string, code: string, caller: Caller = {}) => {
    const login = { channel_code: 'phone', account, passwd: encryptPassword(code), encrypt: 1 };
    return codeOf(server.call(userLogin, login, headersOf(caller)));
  };
  type Player = Awaited<ReturnType<TestServer['newPlayer']>>;
  /** A browser in which the player has logged in before. */
  const knownDevice = async ({ account, password }: Player, ip?: string): Promise<string> => {
    const device = randomUUID();
    expect(await codeOf(server.tryLogin(account, password, headersOf({ device, ...(ip && { ip }) })))).toBe(0);
    return device;
  };
  /** Gives the players numbers of one range. */
  const numbered = async (players: readonly Player[], range: string): Promise<readonly string[]> => {
    const numbers = players.map((_, n) => `${range}${String(n).padStart(4, '0')}`);
    for (const [n, phone] of numbers.entries())
      await server.context.db
        .update(users)
        .set({ phone })
        .where(eq(users.userId, players[n]?.userId ?? ''));
    return numbers;
  };
  const newPlayers = (count: number) => Promise.all(Array.from({ length: count }, () => server.newPlayer()));
  const other = (code: string): string => (code === '000000' ? '000001' : '000000');

  test('a code by e-mail changes the password, ends every session and voids the old password (CALL-03, CALL-05, SESS-04, SESS-05)', async () => {
    const player = await server.newPlayer();
    expect(await sendEmail(player.email.toUpperCase())).toBe(0);
    const code = await server.newestCode(player.email);
    expect(await resetEmail(player.email, code, 'Fresh-9876')).toBe(0);
    expect((await server.call(userInfo, {}, player.headers)).status).toBe(203);
    expect(await codeOf(server.tryLogin(player.account, player.password))).toBe(CODE.incorrectPassword);
    expect(await codeOf(server.tryLogin(player.account, 'Fresh-9876'))).toBe(0);
  });

  test('e-mail address and phone number find the account too, and share its limits (CALL-02, S2)', async () => {
    const player = await server.newPlayer();
    const here = from('192.0.2.60');
    for (const name of [player.email.toUpperCase(), player.phone, player.account, player.email, player.phone])
      expect(await codeOf(server.tryLogin(name, 'Wrong-1234', here))).toBe(CODE.incorrectPassword);
    expect(await codeOf(server.tryLogin(player.email, player.password, here))).toBe(CODE.loginTooFrequent);
    server.advance(16 * MINUTE);
    expect(await codeOf(server.tryLogin(player.email, player.password, here))).toBe(0);
    expect(await codeOf(server.tryLogin('no.one@players.example', 'Wrong-1234', from()))).toBe(
      CODE.accountNotFoundEmail,
    );
    expect(await codeOf(server.tryLogin('+4930901820', 'Wrong-1234', from()))).toBe(CODE.accountNotFoundMobile);
  });

  test('a reset by phone also ends the wait after wrong passwords (CALL-06, SESS-05, S2)', async () => {
    const player = await server.newPlayer();
    const here = from('192.0.2.61');
    for (let n = 0; n < 5; n += 1) await server.tryLogin(player.account, 'Wrong-1234', here);
    expect(await codeOf(server.tryLogin(player.account, player.password, here))).toBe(CODE.loginTooFrequent);
    expect(await resetPhone(player.phone, await newPhoneCode(player.phone, { purpose: 'reset' }), 'Fresh-9876')).toBe(
      0,
    );
    expect(await codeOf(server.tryLogin(player.account, 'Fresh-9876', here))).toBe(0);
  });

  test.each([
    ['CALL-03', () => sendEmail('not an address')],
    ['CALL-04', () => sendPhone('0170 1234567')],
    ['CALL-04', () => codeOf(server.call(phoneCodeSend, { data: 'plain' }, from()))],
    ['CALL-05', () => resetEmail('demo@players.example', '12345', 'Fresh-9876')],
    ['CALL-05', () => resetEmail('demo@players.example', '123456', 'letters')],
    ['CALL-06', () => resetPhone('+12025550123', '123456', 'x'.repeat(17))],
    ['CALL-06', () => codeOf(server.call(phonePswReset, { data: seal({ phone: '+12025550123' }, 'wrong') }, from()))],
  ])('%s an invalid address, number, code or password is a parameter exception: %# (S22)', async (_, act) => {
    expect(await act()).toBe(CODE.parameterException);
  });

  test('a code is bound to its purpose and to its target (S3)', async () => {
    const [one, two] = [await server.newPlayer(), await server.newPlayer()];
    const code = await newPhoneCode(one.phone, { purpose: 'reset' });
    expect(await loginByPhone(one.phone, code)).toBe(CODE.verificationCodeIncorrect);
    expect(await resetPhone(two.phone, code, 'Fresh-9876')).toBe(CODE.verificationCodeIncorrect);
    expect(await resetEmail(one.email, code, 'Fresh-9876')).toBe(CODE.verificationCodeIncorrect);
    expect(await resetPhone(one.phone, code, 'Fresh-9876')).toBe(0);
  });

  test('a code is valid for ten minutes, and a newer one voids it (S3)', async () => {
    const player = await server.newPlayer();
    const late = await newPhoneCode(player.phone);
    server.advance(10 * MINUTE);
    expect(await loginByPhone(player.phone, late)).toBe(CODE.verificationCodeIncorrect);
    const first = await newPhoneCode(player.phone);
    server.advance(MINUTE);
    const second = await newPhoneCode(player.phone);
    if (first !== second) expect(await loginByPhone(player.phone, first)).toBe(CODE.verificationCodeIncorrect);
    server.advance(10 * MINUTE - SECOND);
    expect(await loginByPhone(player.phone, second)).toBe(0);
  });

  test('five wrong guesses void a code, one by one or 40 in parallel (S3)', async () => {
    const [slow, quick] = [await server.newPlayer(), await server.newPlayer()];
    const code = await newPhoneCode(slow.phone);
    for (let n = 0; n < 5; n += 1)
      expect(await loginByPhone(slow.phone, other(code))).toBe(CODE.verificationCodeIncorrect);
    expect(await loginByPhone(slow.phone, code)).toBe(CODE.verificationCodeIncorrect);
    const right = await newPhoneCode(quick.phone);
    await Promise.all(Array.from({ length: 40 }, () => loginByPhone(quick.phone, other(right))));
    expect(await loginByPhone(quick.phone, right)).toBe(CODE.verificationCodeIncorrect);
    const tries = await server.context.db.select({ tries: verificationCodes.tries }).from(verificationCodes);
    expect(Math.max(...tries.map((row) => row.tries))).toBe(5);
  });

  test('twenty parallel logins with the right code: one succeeds (S3)', async () => {
    const player = await server.newPlayer();
    const code = await newPhoneCode(player.phone);
    const codes = await Promise.all(Array.from({ length: 20 }, () => loginByPhone(player.phone, code)));
    expect(codes.filter((one) => one === 0)).toHaveLength(1);
  });

  test('a second code waits 60 seconds and reports how long; a burst sends one (S3, S4)', async () => {
    const player = await server.newPlayer();
    const codes = await Promise.all(Array.from({ length: 10 }, () => sendPhone(player.phone)));
    expect(codes.sort()).toEqual([0, ...Array.from({ length: 9 }, () => CODE.codeTooFrequent)]);
    server.advance(20 * SECOND);
    const early = await requestCode(player.phone, { purpose: 'reset' });
    expect([early.body?.['code'], Number(early.headers.get('retry-after'))]).toEqual([
      CODE.codeTooFrequent,
      expect.closeTo(40, -0.5),
    ]);
    server.advance(41 * SECOND);
    expect(await sendPhone(player.phone)).toBe(0);
  });

  test('30 requests in an hour are the limit of one address for accounts that don’t exist, and do not stop a player there (S4)', async () => {
    const ip = '192.0.2.1';
    for (let n = 0; n < 30; n += 1)
      expect(await sendEmail(`ghost-${n}@players.example`, { ip })).toBe(CODE.accountNotFoundEmail);
    const player = await server.newPlayer();
    expect(await sendEmail('ghost-30@players.example', { ip })).toBe(CODE.codeTooFrequent);
    expect(await sendEmail(player.email, { ip })).toBe(0);
    server.advance(HOUR + SECOND);
    expect(await sendEmail('ghost-31@players.example', { ip })).toBe(CODE.accountNotFoundEmail);
  });

  test('CODES_PER_ADDRESS limits the unknown devices of an address, not a device that has logged in before (S4)', async () => {
    const ip = '192.0.2.2';
    const players = await newPlayers(33);
    const [first] = players;
    if (!first) throw new Error('no player');
    const device = await knownDevice(first, ip);
    const codes: unknown[] = [];
    for (const { email } of players) codes.push(await sendEmail(email, { ip }));
    expect(codes).toEqual([...Array.from({ length: 32 }, () => 0), CODE.codeTooFrequent]);
    expect(await sendEmail(first.email, { ip, device })).toBe(0);
  });

  test('a range of phone numbers gets 30 codes, from any address; unknown numbers and known browsers do not count (S4, F12)', async () => {
    const players = await newPlayers(31);
    const numbers = await numbered(players, '+4480815');
    const [last, own] = [players.at(-1), numbers.at(-1)];
    if (!last || !own) throw new Error('no player');
    const device = await knownDevice(last);
    for (let n = 0; n < 40; n += 1) expect(await sendPhone(`+4480815${9_000 + n}`)).toBe(CODE.accountNotFoundMobile);
    const codes: unknown[] = [];
    for (const phone of numbers) codes.push(await sendPhone(phone));
    expect(codes).toEqual([...Array.from({ length: 30 }, () => 0), CODE.codeTooFrequent]);
    expect(await sendPhone((await server.newPlayer()).phone)).toBe(0);
    expect(await sendPhone(own, { device })).toBe(0);
    expect(await sendPhone(own, { device })).toBe(CODE.codeTooFrequent);
  });

  test('a code is valid in the browser that requested it, and another browser cannot void it (S3, F12)', async () => {
    const player = await server.newPlayer();
    const sendFrom = (device: string) => sendPhone(player.phone, { device, purpose: 'reset' });
    const resetFrom = (device: string, code: string) => resetPhone(player.phone, code, 'Fresh-9876', { device });
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await sendFrom(mine);
    const code = await server.newestCode(player.phone);
    server.advance(MINUTE);
    expect(await sendFrom(theirs)).toBe(0);
    for (let n = 0; n < 6; n += 1) expect(await resetFrom(theirs, code)).toBe(CODE.verificationCodeIncorrect);
    expect(await resetFrom(mine, code)).toBe(0);
  });

  test('a stranger who uses up the codes of a player does not stop a browser that has logged in before (S4, F12)', async () => {
    const player = await server.newPlayer();
    const device = await knownDevice(player);
    for (let n = 0; n < 10; n += 1) {
      expect(await sendEmail(player.email)).toBe(0);
      server.advance(MINUTE + SECOND);
    }
    expect(await sendEmail(player.email)).toBe(CODE.codeTooFrequent);
    expect(await sendEmail(player.email, { device })).toBe(0);
    expect(await sendEmail(player.email, { device })).toBe(CODE.codeTooFrequent);
    expect(await sendEmail(player.email, { device: randomUUID() })).toBe(CODE.codeTooFrequent);
  });

  test('a password reset voids the other codes of the account, for logins and resets, in every browser, and its tickets (S3, SESS-05)', async () => {
    const player = await server.newPlayer();
    const { email, phone } = player;
    const [owner, thief] = [randomUUID(), randomUUID()];
    const sendTo = (device: string) => sendPhone(phone, { device });
    const mailTo = (device: string) => sendEmail(email, { device });
    const resetBy = (device: string, code: string, password: string) => resetEmail(email, code, password, { device });
    const loginBy = (device: string, code: string) => loginByPhone(phone, code, { device });
    const openTickets = () => server.context.db.$count(tickets, eq(tickets.userId, player.userId));
    await server.call(userSdkTicketGet, { uid: player.gameAccountId }, player.headers);
    expect(await openTickets()).toBe(1);
    expect([await sendTo(thief), await mailTo(thief)]).toEqual([0, 0]);
    const [toLogIn, toReset] = [await server.newestCode(phone), await server.newestCode(email)];
    server.advance(MINUTE);
    expect(await mailTo(owner)).toBe(0);
    expect(await resetBy(owner, await server.newestCode(email), 'Fresh-9876')).toBe(0);
    expect(await openTickets()).toBe(0);
    expect(await loginBy(thief, toLogIn)).toBe(CODE.verificationCodeIncorrect);
    expect(await resetBy(thief, toReset, 'Stolen-9876')).toBe(CODE.verificationCodeIncorrect);
    expect(await codeOf(server.tryLogin(player.account, 'Fresh-9876', from()))).toBe(0);
    expect(await sendTo(owner)).toBe(0);
    expect(await loginBy(owner, await server.newestCode(phone))).toBe(0);
  });

  test('the known browsers of an account have 30 codes a day together, so that many logins do not give as many codes (S4)', async () => {
    const player = await server.newPlayer();
    const devices: string[] = [];
    for (let n = 0; n < 4; n += 1) devices.push(await knownDevice(player));
    const sendFrom = (device: string) => sendEmail(player.email, { device });
    for (let n = 0; n < 10; n += 1) {
      for (const device of devices.slice(0, 3)) expect(await sendFrom(device)).toBe(0);
      server.advance(MINUTE + SECOND);
    }
    for (const device of devices) expect(await sendFrom(device)).toBe(CODE.codeTooFrequent);
    server.advance(24 * HOUR);
    expect(await sendFrom(devices[3] ?? '')).toBe(0);
  });

  test('an email address that begins with a plus sign gets codes too (CALL-03, CALL-05)', async () => {
    const player = await server.newPlayer();
    const email = `+${player.email}`;
    await server.context.db.update(users).set({ email }).where(eq(users.userId, player.userId));
    expect(await sendEmail(email)).toBe(0);
    expect(await resetEmail(email, await server.newestCode(email), 'Fresh-9876')).toBe(0);
    expect(await codeOf(server.tryLogin(player.account, 'Fresh-9876'))).toBe(0);
  });

  test('3,000 codes in total are the limit, except for a browser that has logged in before (S4, F12)', async () => {
    const player = await server.newPlayer();
    const device = await knownDevice(player);
    const at = server.context.clock.now();
    await server.context.db
      .insert(attempts)
      .values(Array.from({ length: 3_000 }, () => ({ bucket: 'code-global', at })));
    expect(await sendPhone(player.phone)).toBe(CODE.codeTooFrequent);
    expect(await sendEmail(player.email, { device })).toBe(0);
    server.advance(HOUR + SECOND);
    expect(await sendPhone(player.phone)).toBe(0);
  });

  test('60 wrong codes from one address in an hour block its phone logins and resets, but no known browser (S2, S3, F12)', async () => {
    const ip = '192.0.2.77';
    const player = await server.newPlayer();
    const known = { ip, device: await knownDevice(player, ip) };
    for (let n = 0; n < 60; n += 1) await loginByPhone('+819012345678', '123456', { ip });
    expect(await loginByPhone(player.phone, await newPhoneCode(player.phone), { ip })).toBe(CODE.loginTooFrequent);
    for (let n = 0; n < 60; n += 1) await resetEmail('nobody@players.example', '123456', 'Fresh-9876', { ip });
    expect(await resetEmail(player.email, '123456', 'Fresh-9876', { ip })).toBe(CODE.loginTooFrequent);
    server.advance(MINUTE);
    expect(await loginByPhone(player.phone, await newPhoneCode(player.phone, known), known)).toBe(0);
    await sendEmail(player.email, known);
    expect(await resetEmail(player.email, await server.newestCode(player.email), 'Fresh-9876', known)).toBe(0);
  });

  test('an address, a code and a password from another keyboard are read as meant (SESS-01, SESS-11)', async () => {
    const player = await server.newPlayer();
    const email = `\u200b${player.email.replace('@', '＠')}.`;
    expect(await sendEmail(email)).toBe(0);
    const code = (await server.newestCode(player.email)).replace(/\d/g, (digit) =>
      String.fromCodePoint(0x0660 + Number(digit)),
    );
    const password = 'Größe-Öäüßéèñ1';
    expect(await resetEmail(email, code, password.normalize('NFD'))).toBe(0);
    for (const typed of [password, password.normalize('NFD')]) {
      expect(await codeOf(server.tryLogin(player.account, typed, from()))).toBe(0);
      expect(await codeOf(server.tryLogin(`\ufeff${player.account}\u200b`, typed, from()))).toBe(0);
      expect(await codeOf(server.tryLogin(email, typed, from()))).toBe(0);
    }
  });

  test('codes, addresses and numbers are neither stored in plain text nor logged (S3, S31)', async () => {
    const player = await server.newPlayer();
    const ip = '192.0.2.79';
    const code = await newPhoneCode(player.phone, { ip });
    await resetEmail(player.email, code, 'Fresh-9876', { ip });
    const stored = JSON.stringify([
      await server.context.db.select().from(verificationCodes),
      await server.context.db.select().from(attempts),
    ]);
    const digits = player.phone.slice(1);
    const hashed = [player.phone, player.phone.slice(0, -4), ip].map((name) =>
      createHash('sha256').update(name).digest('base64url'),
    );
    for (const secret of [player.phone, digits, player.email, ...hashed]) expect(stored).not.toContain(secret);
    expect(stored).not.toContain(`"${code}"`);
    const logged = server.logLines().join('\n');
    for (const secret of [digits, player.email, `"${code}"`, 'Fresh-9876']) expect(logged).not.toContain(secret);
  });
});

describeOn('codes and their gateway', () => {
  const server = sharedTestServer({ workers: false });

  /** Requests a code. `lines`: the warnings and errors that the server logged. */
  const send = async (email: string, messenger: Messenger | null) => {
    const from = server.logLines().length;
    const ports = { ...server.context.ports, messenger: () => messenger };
    const app = createApp({ ...server.context, ports }, { routes: ROUTES, middleware: MIDDLEWARE });
    const response = await app.request(emailCodeSend.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, purpose: 'reset' }),
    });
    const { code } = await response.json();
    const lines = server.logLines().slice(from);
    return { status: response.status, code, lines: lines.filter((line) => JSON.parse(line).level > 30) };
  };
  const FAILED = expect.stringContaining('"msg":"a verification code could not be sent"');

  test('a code is valid under CODE_SECRET alone; WEBHOOK_SECRET does not matter (S3, S31)', async () => {
    const { db, config, clock } = server.context;
    const subject = { purpose: 'reset', target: 'demo@players.example', clientId: '', passwordHash: 'hash' } as const;
    const code = await issueCode({ config }, db, subject, clock.now());
    const checkWith = (changed: Partial<typeof config>) =>
      checkCode({ db, config: { ...config, ...changed } }, { ...subject, code, now: clock.now() });
    expect(await checkWith({ codeSecret: 'another secret of codes' })).toBeNull();
    expect(await checkWith({ webhookSecret: 'another secret of webhooks' })).not.toBeNull();
  });

  test('without a gateway the system is busy, and nothing is stored (S3)', async () => {
    const { email } = await server.newPlayer();
    const before = await server.context.db.$count(verificationCodes);
    expect(await send(email, null)).toMatchObject({ status: 200, code: CODE.systemBusy });
    expect(await server.context.db.$count(verificationCodes)).toBe(before);
  });

  test('a gateway without a response fails after ten seconds, so that it occupies no slot (S24)', async () => {
    const { email } = await server.newPlayer();
    const called = newGate();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = send(email, () => {
      called.open();
      return new Promise(() => undefined);
    });
    await called.passed;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sent).toEqual({ status: 200, code: CODE.systemBusy, lines: [FAILED] });
  });

  test('a gateway that refuses connections is no outage of the database, and its message is not logged (S24, S31)', async () => {
    const { email } = await server.newPlayer();
    const refusal = Object.assign(new Error(`no connection for ${email}`), { code: 'ECONNREFUSED' });
    const { status, code, lines } = await send(email, () =>
      Promise.reject(new TypeError(`could not send to ${email}`, { cause: refusal })),
    );
    expect([status, code]).toEqual([200, CODE.systemBusy]);
    expect(lines).toEqual([FAILED]);
    expect(lines.join()).not.toMatch(/the database is|@|could not send to|no connection/);
  });
});
