import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { attempts, tickets, users } from '../../server/db/schema.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { deleteTickets } from '../../server/users/tickets.ts';
import { userLogin, userSdkTicketGet } from '../../src/contract/user.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer, type TestServer } from '../support/server/test-server.ts';

type Player = Awaited<ReturnType<TestServer['newPlayer']>>;

describeOn('tickets for links', () => {
  const server = sharedTestServer({ workers: false });

  const request = (player: Player, uid: unknown = player.gameAccountId) =>
    server.call(userSdkTicketGet, { uid }, player.headers);

  const ticketOf = async (player: Player): Promise<string> => {
    const { body } = await request(player);
    expect(body).toEqual({ code: 0, msg: 'ok', result: { ticket: expect.stringMatching(/^[\w-]{43}$/) } });
    return v.parse(userSdkTicketGet.result, body?.['result']).ticket ?? '';
  };

  const logIn = (passwd: string) =>
    server.call(
      userLogin,
      { channel_code: 'ticket', account: '', passwd, encrypt: 0 },
      { 'client-id': 'a-new-browser-of-the-player' },
    );
  const VOID = { code: CODE.userAuthenticationFailed };

  const visit = (ticket: string) => server.request(`/sandbox/service?ticket=${encodeURIComponent(ticket)}`);

  test('a ticket signs the player in to customer service, once (CALL-07, SESS-12)', async () => {
    const player = await server.newPlayer();
    const ticket = await ticketOf(player);
    const first = await visit(ticket);
    expect([first.status, first.headers.get('referrer-policy'), first.headers.get('cache-control')]).toEqual([
      200,
      'same-origin',
      'no-store',
    ]);
    expect(first.text).toContain('Logged in as <bdi>Aldric</bdi>');
    expect((await visit(ticket)).text).toContain("You're not logged in here");
  });

  test('a ticket is valid for one minute (SESS-12)', async () => {
    const player = await server.newPlayer();
    const [early, late] = [await ticketOf(player), await ticketOf(player)];
    server.advance(59_000);
    expect((await visit(early)).text).toContain('Logged in as');
    server.advance(1_000);
    expect((await visit(late)).text).toContain("You're not logged in here");
    await ticketOf(player);
    const left = await server.context.db.select().from(tickets).where(eq(tickets.userId, player.userId));
    expect(left).toHaveLength(1);
  });

  test('a ticket of a blocked player is void (SESS-12)', async () => {
    const player = await server.newPlayer();
    const ticket = await ticketOf(player);
    await server.context.db.update(users).set({ blocked: true }).where(eq(users.userId, player.userId));
    expect((await visit(ticket)).text).toContain("You're not logged in here");
  });

  test('a URL without a valid ticket identifies no player (SESS-12)', async () => {
    for (const path of ['/sandbox/service', '/sandbox/service?ticket=', "/sandbox/service?ticket='--"])
      expect((await server.request(path)).text).toContain("You're not logged in here");
  });

  test('a ticket logs its player in, once, and ends his other sessions as every login does (SESS-12, SESS-01)', async () => {
    const player = await server.newPlayer();
    const ticket = await ticketOf(player);
    const { body } = await logIn(ticket);
    expect(body).toMatchObject({ code: 0, result: { user_id: player.userId, nickname: 'Aldric' } });
    expect((await request(player)).status).toBe(203);
    expect((await logIn(ticket)).body).toMatchObject(VOID);
    expect((await visit(ticket)).text).toContain("You're not logged in here");
  });

  test('two logins with one ticket at the same time open one session (SESS-12)', async () => {
    const ticket = await ticketOf(await server.newPlayer());
    const codes = (await Promise.all([logIn(ticket), logIn(ticket)])).map(({ body }) => body?.['code']);
    expect(codes.toSorted()).toEqual([0, VOID.code]);
  });

  test.each<[what: string, code: number, change: (player: Player) => unknown]>([
    ['after a minute', VOID.code, () => server.advance(60_000)],
    [
      'of a blocked player',
      CODE.forbidden,
      ({ userId }) => server.context.db.update(users).set({ blocked: true }).where(eq(users.userId, userId)),
    ],
    [
      'of before a new password',
      VOID.code,
      ({ userId }) => server.context.db.transaction((tx) => deleteTickets(tx, userId)),
    ],
  ])('a ticket %s is refused (SESS-12)', async (_, code, change) => {
    const player = await server.newPlayer();
    const ticket = await ticketOf(player);
    await change(player);
    expect((await logIn(ticket)).body).toMatchObject({ code });
  });

  test('a ticket is sent as it is, without an account, and only on its own channel (CALL-02)', async () => {
    const ticket = await ticketOf(await server.newPlayer());
    const asTicket = { channel_code: 'ticket', account: '', passwd: ticket, encrypt: 0 };
    for (const change of [{ encrypt: 1 }, { account: 'demo' }, { passwd: 'short' }, { channel_code: 'account' }])
      expect((await server.call(userLogin, { ...asTicket, ...change })).body).toMatchObject({
        code: CODE.parameterException,
      });
    expect((await server.call(userLogin, asTicket)).body).toMatchObject({ code: 0 });
  });

  test('60 wrong tickets of one address in an hour stop every ticket of it; a correct one is not counted (S4)', async () => {
    const good = await ticketOf(await server.newPlayer());
    const wrong = () => logIn(randomBytes(32).toString('base64url'));
    const { db } = server.context;
    await db.delete(attempts);
    for (let tries = 0; tries < 59; tries += 1) expect((await wrong()).body).toMatchObject(VOID);
    expect((await logIn(good)).body).toMatchObject({ code: 0 });
    const next = await ticketOf(await server.newPlayer());
    expect((await wrong()).body).toMatchObject(VOID);
    const stopped = await logIn(next);
    expect(stopped.body).toMatchObject({ code: CODE.loginTooFrequent });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    await db.delete(attempts);
    expect((await logIn(next)).body).toMatchObject({ code: 0 });
  });

  test('no log line contains a ticket, and the database contains only its hash (C63)', async () => {
    const ticket = await ticketOf(await server.newPlayer());
    await visit(ticket);
    const used = await ticketOf(await server.newPlayer());
    await logIn(used);
    await server.request(`/main/recharge?ticket=${used}`);
    const unused = await ticketOf(await server.newPlayer());
    const lines = server.logLines().join('\n');
    expect(lines).toContain('"by":"ticket"');
    expect([ticket, used].filter((secret) => lines.includes(secret))).toEqual([]);
    const stored = await server.context.db.select().from(tickets);
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(unused);
  });
});
