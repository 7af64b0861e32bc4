import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../server/db/migrations.ts';

const BEFORE = ['0000_first', '0001_ledger'];

test('F9 F13 · orders from before the update keep what was delivered and what their rebate was', async () => {
  const client = await PGlite.create();
  const run = (name: string) => client.exec(readFileSync(join(migrationsFolder(), `${name}.sql`), 'utf8'));
  for (const name of BEFORE) await run(name);
  const common = `'a', 'u', 'g', 'g', 's', 's', 'r', 'r'`;
  await client.exec(`
    insert into users (user_id, account, password_hash, nickname, game_account_id, game_id) values ('a', 'a', '-', 'a', 'a', 'g');
    insert into epoint_items (item_id, name, names, price_minor, basic, present, rebate_kind, rebate_percent, position)
      values ('p1000', 'p', '{}', 999, 1000, 80, 'first', 50, 1);
    insert into orders (user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, order_id, goods_id, goods_name, contents,
        channel_code, channel_name, amount_minor, client_id, expires_at, order_type, credit_basic, credit_present, rebate_kind)
      values (${common}, 'half', 'gems', 'g', '[{},{},{}]', 'card', 'c', 499, 'c', now(), 'game', null, null, null),
        (${common}, 'first', 'p1000', 'p', '[]', 'card', 'c', 999, 'c', now(), 'epoint', 1000, 580, 'first'),
        (${common}, 'plain', 'p1000', 'p', '[]', 'wallet', 'c', 999, 'c', now(), 'epoint', 1000, 80, null);
    update orders set status = 2 where order_id = 'half';
    insert into deliveries (order_id, line, server_id, role_id, name, quantity) values ('half', 0, 's', 'r', 'Gems', 65), ('gone', 0, 's', 'r', 'x', 1);
  `);
  await run('0008_delivery_lines');
  await run('0009_first_rebate');
  const lines = await client.query('select order_id, line, delivered_at is not null as delivered from delivery_lines');
  expect(lines.rows).toEqual([{ order_id: 'half', line: 0, delivered: true }]);
  const rebates = await client.query('select order_id, rebate_points from orders order by 1');
  expect(rebates.rows).toEqual([
    { order_id: 'first', rebate_points: 500 },
    { order_id: 'half', rebate_points: null },
    { order_id: 'plain', rebate_points: null },
  ]);
  await client.exec(
    `update orders set rebate_kind = null, rebate_points = null, credit_present = 80 where order_id = 'first'`,
  );
  await client.close();
});
