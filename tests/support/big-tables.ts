import type pg from 'pg';

/** Players of the filled tables. */
export const HEAVY = 'heavy-player';
export const LIGHT = 'light-player';

/** Fills the tables that grow: `heavy` rows of one player, one row for each of `others` more players, and as many of every other kind. */
export const fillTables = async (
  client: pg.Client,
  { heavy, others }: { heavy: number; others: number },
): Promise<void> => {
  const total = heavy + others;
  const owner = `case when n <= ${heavy} then '${HEAVY}' when n % 1000 = 0 then '${LIGHT}' else 'player-' || n % 1000 end`;
  const at = `timestamptz '2026-03-01' - make_interval(secs => n * 37 % 31536000)`;
  const statements = [
    `alter table orders disable trigger user`,
    `alter table ledger_transactions disable trigger user`,
    `insert into users (user_id, account, password_hash, nickname, game_account_id, game_id)
       select id, id, '-', 'n', id, 'g' from (
         select unnest(array['${HEAVY}', '${LIGHT}']) as id union all select 'player-' || n from generate_series(0, 999) n
       ) as who`,
    `insert into channels (channel_code, name, provider, priority) values ('filled', 'Filled', 'sandbox', 99)`,
    `insert into orders (order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, goods_id, goods_name,
         contents, channel_code, channel_name, amount_minor, status, client_id, created_at, expires_at, provider_ref)
       select 'o-' || lpad(n::text, 9, '0'), ${owner}, 'uid', 'g', 'Game', 's', 'Server', 'r', 'Character', 'goods', 'Goods',
         '[{"name":"Gems","names":{},"quantity":1}]', 'filled', 'Filled', 499, case when n % 50 = 0 then 6 else 4 end, 'c',
         ${at}, ${at} + interval '5 minutes', 'ref-' || n
       from generate_series(1, ${total}) n`,
    `insert into order_history (order_id, from_status, to_status, reason, at)
       select order_id, null, 1, 'created', created_at from orders`,
    `insert into ledger_transactions (user_id, kind, basic, present, basic_after, present_after, at)
       select ${owner}, 'gift', 1, 0, n, 0, timestamptz '2026-03-01' - make_interval(secs => (${total} - n) * 37 % 31536000)
       from generate_series(1, ${total}) n`,
    `insert into outbox (kind, subject, payload, due_at, done_at, created_at)
       select 'deliver', 'o-' || n, '{}', ${at}, ${at}, ${at} from generate_series(1, ${others}) n`,
    `insert into attempts (bucket, at) select 'bucket-' || n, ${at} from generate_series(1, ${others}) n`,
    `insert into sessions (token_hash, user_id, client_id, created_at)
       select 'hash-' || n, 'player-' || n % 1000, 'c', ${at} from generate_series(1, ${others}) n`,
    `insert into idempotency_keys (user_id, path, key, fingerprint, created_at)
       select 'u', '/p', 'key-' || n, 'f', ${at} from generate_series(1, ${others}) n`,
    `insert into notifications (event_id, provider, body, received_at, processed_at)
       select 'event-' || n, 'sandbox', '{}', ${at}, ${at} from generate_series(1, ${others}) n`,
    `insert into verification_codes (purpose, target_hash, code_hash, expires_at)
       select 'login', 'hash-' || n, 'hash', ${at} from generate_series(1, ${others}) n`,
    `insert into tickets (ticket_hash, user_id, expires_at)
       select 'hash-' || n, 'player-' || n % 1000, ${at} from generate_series(1, ${others}) n`,
    `insert into sandbox_mails (target, purpose, code, at) select 't', 'login', '1', ${at} from generate_series(1, ${others}) n`,
    `insert into sandbox_events (visit, name, event, at) select 'v', 'n', '{}', ${at} from generate_series(1, ${others}) n`,
    `insert into sandbox_faults (client_id, path, fault, set_at) select 'c-' || n, '*', '{}', ${at} from generate_series(1, ${others}) n`,
    `alter table orders enable trigger user`,
    `alter table ledger_transactions enable trigger user`,
    `vacuum (analyze)`,
  ];
  for (const statement of statements) await client.query(statement);
};
