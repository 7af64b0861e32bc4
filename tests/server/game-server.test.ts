import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpGameServer } from '../../server/delivery/http-game-server.ts';
import type { DeliveryLine } from '../../server/ports/game-server.ts';
import { type Misbehavior, startTestGameServer, type TestGameServer } from '../support/server/game-server.ts';

const SECRET = 'the secret of a game server';
const NOW = new Date('2026-03-01T12:00:00Z');

let game: TestGameServer;
let made = 0;
let deliveryLine: DeliveryLine;
beforeAll(async () => {
  game = await startTestGameServer(SECRET, () => NOW.getTime());
});
afterAll(() => game.close());
beforeEach(() => {
  made += 1;
  game.misbehave(null);
  game.refuse(null);
  deliveryLine = {
    orderId: `order-${made}`,
    line: 1,
    gameId: 'lantern',
    serverId: '101',
    roleId: 'r7',
    uid: 'ga-1',
    goodsId: 'gems',
    name: 'Gems · 宝石',
    quantity: 65,
  };
});

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Misbehavior =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

const redirect: Misbehavior = ({ url }, response) =>
  url === '/elsewhere'
    ? response.writeHead(200).end('{"outcome":"delivered"}')
    : response.writeHead(307, { location: '/elsewhere' }).end();

test('a game server over HTTP receives a signed line with its key and all fields (F8)', async () => {
  expect(await httpGameServer({ url: game.url, secret: SECRET }).deliver(deliveryLine, NOW)).toEqual({
    kind: 'delivered',
  });
  expect(game.linesOf(deliveryLine.orderId)).toEqual([
    {
      order_id: deliveryLine.orderId,
      line: 1,
      game_id: 'lantern',
      server_id: '101',
      role_id: 'r7',
      uid: 'ga-1',
      goods_id: 'gems',
      name: 'Gems · 宝石',
      quantity: 65,
    },
  ]);
  expect(game.refusals).toEqual([]);
});

test('a line continues the trace of its order; without a trace it has no trace header (S31)', async () => {
  const sent: unknown[] = [];
  game.misbehave((request, response) => {
    sent.push(request.headers['traceparent']);
    response.writeHead(200).end('{"outcome":"delivered"}');
  });
  const port = httpGameServer({ url: game.url, secret: SECRET });
  await port.deliver(deliveryLine, NOW, 'ab'.repeat(16));
  await port.deliver(deliveryLine, NOW);
  expect(sent).toEqual([expect.stringMatching(/^00-(?:ab){16}-[0-9a-f]{16}-01$/), undefined]);
});

test('a repeated line has the same key and counts once (F8)', async () => {
  const port = httpGameServer({ url: game.url, secret: SECRET });
  const copies = game.copies();
  await port.deliver(deliveryLine, NOW);
  expect(await port.deliver(deliveryLine, new Date(NOW.getTime() + 60_000))).toEqual({ kind: 'delivered' });
  expect(game.linesOf(deliveryLine.orderId)).toHaveLength(1);
  expect(game.copies()).toBe(copies + 1);
});

test('the game rejects a wrong secret or an old signature, and the line is retried (F8)', async () => {
  const seen = game.refusals.length;
  const wrong = httpGameServer({ url: game.url, secret: 'another secret, not the same' });
  expect(await wrong.deliver(deliveryLine, NOW)).toEqual({
    kind: 'unavailable',
    reason: 'the game server responded with 401',
  });
  const late = new Date(NOW.getTime() - 400_000);
  expect((await httpGameServer({ url: game.url, secret: SECRET }).deliver(deliveryLine, late)).kind).toBe(
    'unavailable',
  );
  expect(game.refusals.slice(seen)).toEqual(['wrong signature', 'too old']);
  expect(game.linesOf(deliveryLine.orderId)).toEqual([]);
});

test('a refusal is final and keeps its reason (F8)', async () => {
  game.refuse('the role was deleted');
  expect(await httpGameServer({ url: game.url, secret: SECRET }).deliver(deliveryLine, NOW)).toEqual({
    kind: 'refused',
    reason: 'the role was deleted',
  });
});

test.each<[string, Misbehavior, string]>([
  ['404 with a refusal in its body', answer(404, '{"outcome":"refused"}'), 'the game server responded with 404'],
  ['503', answer(503, ''), 'the game server responded with 503'],
  ['202', answer(202, '{"outcome":"delivered"}'), 'the game server responded with 202'],
  ['a page of a proxy', answer(200, '<html>'), 'the game server sent an invalid reply'],
  ['an outcome of another kind', answer(200, '{"outcome":"ok"}'), 'the game server sent an invalid reply'],
  ['nothing', answer(200, ''), 'the game server sent an invalid reply'],
])('%s leaves the outcome of the line unknown (F8)', async (_, how, reason) => {
  game.misbehave(how);
  const port = httpGameServer({ url: game.url, secret: SECRET });
  expect(await port.deliver(deliveryLine, NOW)).toEqual({ kind: 'unavailable', reason });
});

test.each<[string, Misbehavior]>([
  ['a redirect to an address that accepts the line', redirect],
  ['a broken connection', (request) => request.socket.destroy()],
  ['silence', () => undefined],
])('%s rejects: the outcome of the line is unknown (F8)', async (_, how) => {
  game.misbehave(how);
  const port = httpGameServer({ url: game.url, secret: SECRET }, 200);
  await expect(port.deliver(deliveryLine, NOW)).rejects.toThrow();
});
