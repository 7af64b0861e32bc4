import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';

const line = v.strictObject({
  order_id: v.string(),
  line: v.number(),
  game_id: v.string(),
  server_id: v.string(),
  role_id: v.string(),
  uid: v.string(),
  goods_id: v.string(),
  name: v.string(),
  quantity: v.number(),
});

export type ReceivedLine = v.InferOutput<typeof line>;

/** Sends a wrong response after the line was accepted; null restores the correct response. */
export type Misbehavior = (request: IncomingMessage, response: ServerResponse) => void;

const readAll = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
};

/** A publisher's game server written from docs/operations.md alone: it checks signature, age and key, and accepts each line once. */
export const startTestGameServer = async (secret: string, nowMs: () => number) => {
  const accepted = new Map<string, ReceivedLine>();
  const refusals: string[] = [];
  let copies = 0;
  let misbehavior: Misbehavior | null = null;
  let refusing: string | null = null;

  const problemOf = (request: IncomingMessage, body: string): string | null => {
    const { 'portal-timestamp': timestamp, 'portal-signature': signature } = request.headers;
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') return 'not a delivery';
    if (typeof timestamp !== 'string' || typeof signature !== 'string') return 'unsigned';
    const wanted = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();
    const given = Buffer.from(signature, 'hex');
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'wrong signature';
    return Math.abs(nowMs() / 1_000 - Number(timestamp)) > 300 ? 'too old' : null;
  };

  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const problem = problemOf(request, body);
    if (problem) {
      refusals.push(problem);
      response.writeHead(401).end();
      return;
    }
    const received = v.parse(v.pipe(v.string(), v.parseJson(), line), body);
    const key = String(request.headers['idempotency-key']);
    if (key !== `${received.order_id}/${received.line}`) refusals.push('wrong key');
    if (accepted.has(key)) copies += 1;
    else if (refusing === null) accepted.set(key, received);
    if (misbehavior) return misbehavior(request, response);
    const outcome = accepted.has(key) ? { outcome: 'delivered' } : { outcome: 'refused', reason: refusing };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(outcome));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the game server has no port');

  return {
    url: `http://127.0.0.1:${address.port}/deliver`,
    linesOf: (orderId: string): readonly ReceivedLine[] =>
      [...accepted.values()].filter((one) => one.order_id === orderId),
    refusals,
    copies: () => copies,
    misbehave: (how: Misbehavior | null): void => {
      misbehavior = how;
    },
    refuse: (reason: string | null): void => {
      refusing = reason;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type TestGameServer = Awaited<ReturnType<typeof startTestGameServer>>;
