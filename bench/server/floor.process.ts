import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { countStatements, readUsage, serveParent } from './usage.ts';

/**
 * The minimum work of a server on Node and PostgreSQL for the two calls: no session, no checks, no log. A poll is one prepared query by
 * primary key; a creation is the portal's writes in one transaction of prepared statements.
 */
countStatements();
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });

const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => resolve(Buffer.concat(parts).toString()));
    request.on('error', reject);
  });

const respond = (response: ServerResponse, result: unknown): void => {
  const body = JSON.stringify({ code: 0, msg: 'ok', result });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};

const poll = async ({ sdk_order_id }: { sdk_order_id: string }): Promise<unknown> => {
  const { rows } = await pool.query({
    name: 'poll',
    text: 'select * from orders where order_id = $1',
    values: [sdk_order_id],
  });
  return rows;
};

const INSERT_KEY = `insert into idempotency_keys (user_id, path, key, fingerprint, order_id, created_at)
  values ($1, '/floor', $2, $3, $4, $5)`;
const INSERT_ORDER = `insert into orders (order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name,
    goods_id, goods_name, contents, channel_code, channel_name, provider, amount_minor, client_id, created_at, expires_at)
  values ($1, $2, 'uid', 'lantern-isles', 'Lantern Isles', $3, 'Dawn Harbor', $4, 'Aldric Vane', $5, '60 Gems', $6, $7,
    'Credit or debit card', 'sandbox', 99, '', $8, $9)`;
const INSERT_HISTORY = `insert into order_history (order_id, to_status, reason, at) values ($1, 1, 'created', $2)`;
const STORE_SESSION = `update orders set payment = jsonb_build_object('kind', 'redirect', 'payUrl', $2::text), provider_ref = $3 where order_id = $1`;

type Selection = { role_id: string; server_id: string; cp_goods_id: string; channel_code: string };

const create = async (userId: string, key: string, { role_id, server_id, cp_goods_id, channel_code }: Selection) => {
  const orderId = randomUUID();
  const at = new Date();
  const payUrl = `https://pay.example/${orderId}`;
  const contents = JSON.stringify([{ name: 'Gems', names: {}, quantity: 60 }]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const values = [
      orderId,
      userId,
      server_id,
      role_id,
      cp_goods_id,
      contents,
      channel_code,
      at,
      new Date(at.getTime() + 300_000),
    ];
    await client.query({ name: 'order', text: INSERT_ORDER, values });
    await client.query({ name: 'key', text: INSERT_KEY, values: [userId, key, role_id, orderId, at] });
    await client.query({ name: 'history', text: INSERT_HISTORY, values: [orderId, at] });
    await client.query({ name: 'session', text: STORE_SESSION, values: [orderId, payUrl, orderId] });
    await client.query('commit');
  } finally {
    client.release();
  }
  return { pay_url: payUrl, sdk_order_id: orderId, create_ts: Math.floor(at.getTime() / 1_000) };
};

const server = createServer(async (request, response) => {
  const body = JSON.parse(await bodyOf(request));
  const { 'user-id': userId, 'idempotency-key': key } = request.headers;
  respond(
    response,
    request.url === '/api/order/record' ? await poll(body) : await create(String(userId), String(key), body),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
serveParent(readUsage);
