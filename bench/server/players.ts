import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Player } from './messages.ts';

const PLAYERS = 2_000;
/** Delivered orders of each player, so that tables and indexes have several levels. */
const PAST_ORDERS = 20;

const playerOf = (number: number): Player => ({
  userId: `bench-${number}`,
  token: createHash('sha256').update(`token ${number}`).digest('base64url'),
  orderId: `bench-${number}-open`,
  roleId: String(9_000_000 + number),
});

const RECIPIENT_VALUES = `'uid', 'lantern-isles', 'Lantern Isles', '101', 'Dawn Harbor', 'r', 'Aldric Vane'`;
const PURCHASE_VALUES = `'60 Gems', '[{"name":"Gems","names":{"en-US":"Gems","de-DE":"Juwelen"},"quantity":60}]', 'card', 'Credit or debit card', 'bench', 99`;
const COLUMNS = `order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, goods_id, goods_name, contents,
  channel_code, channel_name, provider, amount_minor, status, payment, provider_ref, client_id, created_at, expires_at`;

/** Inserts players with sessions, roles, delivered orders and one open order each; switches the sandbox channels to the provider of the benchmark. */
export const fillPlayers = async (url: string): Promise<{ players: readonly Player[]; goods: readonly string[] }> => {
  const players = Array.from({ length: PLAYERS }, (_, number) => playerOf(number));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ids = players.map(({ userId }) => userId);
  const hashes = players.map(({ token }) => createHash('sha256').update(token).digest('hex'));
  const roles = players.map(({ roleId }) => roleId);
  await client.query(`update channels set provider = 'bench' where provider = 'sandbox'`);
  await client.query(
    `insert into users (user_id, account, password_hash, nickname, game_account_id, game_id)
       select id, id, '-', 'Bench', id, 'lantern-isles' from unnest($1::text[]) id`,
    [ids],
  );
  await client.query(
    `insert into sessions (token_hash, user_id, client_id) select hash, id, 'c' from unnest($1::text[], $2::text[]) t (hash, id)`,
    [hashes, ids],
  );
  await client.query(
    `insert into roles (server_id, role_id, user_id, role_name)
       select server_id, role, id, 'Aldric Vane' from unnest($1::text[], $2::text[]) t (role, id), unnest(array['101', '102', '103']) server_id`,
    [roles, ids],
  );
  await client.query('alter table orders disable trigger user');
  await client.query(
    `insert into orders (${COLUMNS})
       select id || '-' || n, id, ${RECIPIENT_VALUES}, 'past', ${PURCHASE_VALUES}, 4, null, 'ref', 'c', now() - n * interval '1 day', now() - n * interval '1 day'
       from unnest($1::text[]) id, generate_series(1, ${PAST_ORDERS}) n`,
    [ids],
  );
  await client.query(
    `insert into orders (${COLUMNS})
       select id || '-open', id, ${RECIPIENT_VALUES}, 'open', ${PURCHASE_VALUES}, 1, jsonb_build_object('kind', 'redirect', 'payUrl', 'https://pay.example/' || id), 'ref', 'c', now(), now() + interval '1 day'
       from unnest($1::text[]) id`,
    [ids],
  );
  await client.query('alter table orders enable trigger user');
  await client.query(
    `insert into order_history (order_id, from_status, to_status, reason, at)
       select order_id, null, 1, 'created', created_at from orders where order_id like 'bench-%'`,
  );
  await client.query('vacuum (analyze)');
  const { rows } = await client.query(
    `select goods_id from goods where game_id = 'lantern-isles' and on_sale order by position`,
  );
  await client.end();
  return { players, goods: rows.map(({ goods_id }) => String(goods_id)) };
};
