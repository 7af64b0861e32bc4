import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { COUNTS, type Count } from './growth-curve.ts';

/** A player with a session, `count` orders, `count` E Point entries, and a game with `count` servers and items. */
export type GrowthPlayer = {
  readonly count: Count;
  readonly userId: string;
  readonly token: string;
  readonly clientId: string;
};

/** Rows of another player, so that a table does not contain only the rows of the measured player. */
const OTHERS = 100_000;

const COLUMNS = `order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, goods_id, goods_name, contents,
  channel_code, channel_name, amount_minor, status, client_id, created_at, expires_at, provider, provider_ref`;

/** One order and one entry per hour. Of ten orders, nine are delivered and one has expired; of ten entries, one is an expense. */
const addRecords = async (client: pg.Client, userId: string, count: number): Promise<void> => {
  await client.query(
    `insert into orders (${COLUMNS})
       select $1 || '-' || n, $1, 'uid', $1, 'Game', $1 || '-1', 'Server 1', 'a', 'Aldric Vane', $1 || '-1', 'Item 1',
         '[{"name":"Gems","names":{},"quantity":60}]', 'card', 'Credit or debit card', 499, case when n % 10 = 0 then 6 else 4 end, 'c',
         at, at, 'sandbox', 'ref'
       from generate_series(1, $2::int) n, lateral (select now() - n * interval '1 hour' as at) as t`,
    [userId, count],
  );
  await client.query(
    `insert into order_history (order_id, from_status, to_status, reason, at)
       select order_id, null, 1, 'created', created_at from orders where user_id = $1`,
    [userId],
  );
  await client.query(
    `insert into ledger_transactions (user_id, kind, basic, present, basic_after, present_after, at)
       select $1, 'correction', case when n % 10 = 0 then -1 else 1 end, 0, 1, 0, now() - ($2::int - n) * interval '1 hour'
       from generate_series(1, $2::int) n`,
    [userId, count],
  );
};

/** The player has nine roles on the first server: more than one view shows, so that the server is chosen first. */
const addShop = async (client: pg.Client, userId: string, count: number): Promise<void> => {
  await client.query('update users set game_id = $1 where user_id = $1', [userId]);
  await client.query(
    `insert into game_servers (server_id, game_id, game_name, server_name)
       select $1 || '-' || n, $1, 'Game', 'Server ' || n from generate_series(1, $2::int) n`,
    [userId, count],
  );
  await client.query(
    `insert into roles (server_id, role_id, user_id, role_name)
       select $1 || '-1', 'r' || n, $1, 'Role ' || n from generate_series(1, 9) n`,
    [userId],
  );
  await client.query(
    `insert into goods (goods_id, game_id, name, names, price_minor, position)
       select $1 || '-' || n, $1, 'Item ' || n, '{}', 499, n from generate_series(1, $2::int) n`,
    [userId, count],
  );
};

const post = async (url: string, body: object): Promise<Record<string, string>> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  const { result } = (await response.json()) as { result: Record<string, string> };
  return result;
};

/**
 * Creates a player for each count on the API server at `url` and fills its database. Reconciliation is postponed, because its slices would
 * affect only some of the measurements.
 */
export const createGrowthPlayers = async (url: string, databaseUrl: string): Promise<readonly GrowthPlayer[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into periodic_tasks (name, next_at) values ('reconciliation', now() + interval '1 day')
       on conflict (name) do update set next_at = excluded.next_at`,
  );
  const newPlayer = async (): Promise<string> => (await post(`${url}/sandbox/accounts`, {}))['userId'] ?? '';
  const tables = ['orders', 'ledger_transactions'];
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await addRecords(client, await newPlayer(), OTHERS);
  const players: GrowthPlayer[] = [];
  for (const count of COUNTS) {
    const [userId, clientId] = [await newPlayer(), randomUUID()];
    await addRecords(client, userId, count);
    await addShop(client, userId, count);
    const { token = '' } = await post(`${url}/sandbox/sessions`, { userId, clientId });
    players.push({ count, userId, token, clientId });
  }
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  await client.query('vacuum (analyze)');
  await client.end();
  return players;
};
