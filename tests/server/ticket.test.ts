import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { users } from '../../server/db/schema.ts';
import { tickets } from '../../server/db/ticket.schema.ts';
import { userSdkTicketGet } from '../../src/contract/user.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer, type TestServer } from '../support/server/test-server.ts';

type Player = Awaited<ReturnType<TestServer['newPlayer']>>;

describeOn('tickets for external links', () => {
  const server = sharedTestServer({ workers: false });

  const request = (player: Player, uid: unknown = player.gameAccountId) =>
    server.call(userSdkTicketGet, { uid }, player.headers);

  const ticketOf = async (player: Player): Promise<string> => {
    const { body } = await request(player);
    expect(body).toEqual({ code: 0, msg: 'ok', result: { ticket: expect.stringMatching(/^[\w-]{43}$/) } });
    return v.parse(userSdkTicketGet.result, body?.['result']).ticket ?? '';
  };

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

  test('each request returns a new ticket; two are valid at the same time (SESS-12)', async () => {
    const player = await server.newPlayer();
    const pair = [await ticketOf(player), await ticketOf(player)];
    expect(new Set(pair).size).toBe(2);
    for (const ticket of pair) expect((await visit(ticket)).text).toContain('Logged in as');
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

  test('no log line contains a ticket, and the database contains only its hash (C63)', async () => {
    const ticket = await ticketOf(await server.newPlayer());
    await visit(ticket);
    const unused = await ticketOf(await server.newPlayer());
    expect(server.logLines().join('\n')).not.toContain(ticket);
    const stored = await server.context.db.select().from(tickets);
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(unused);
  });
});
