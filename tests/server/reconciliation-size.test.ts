import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { balanceRules, orderRules, transactionRules } from '../../server/workers/reconciliation-rules.ts';
import { type Sweep, sweepsOf } from '../../server/workers/reconciliation-sweeps.ts';
import { runSweep } from '../support/server/full-reconciliation.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const isServer = process.env['TEST_DATABASE'] === 'postgres';
/** Delivered orders, one every 15 minutes (on PostgreSQL, over more than three years); every tenth one bought E Points. */
const ORDERS = isServer ? 120_000 : 4_000;
const CHUNK = isServer ? 500 : 150;
const USERS = 400;

const idOf = (number: number): string => `bulk-${String(number).padStart(7, '0')}`;
/** The first and last row, both sides of a chunk border, and some in between. */
const POSITIONS = [1, CHUNK, CHUNK + 1, Math.trunc(ORDERS / 3), Math.trunc(ORDERS / 2), ORDERS - 1, ORDERS];

const explanation = v.object({ rows: v.array(v.record(v.string(), v.string())) });

describeOn(`the reconciliation of ${ORDERS} orders`, () => {
  const harness = sharedMoneyHarness();

  const statement = (text: string) => harness.context.db.execute(sql.raw(text));
  /** Constraints and triggers are off, and with them the rules that check the rows. */
  const fill = (...statements: string[]): Promise<void> =>
    harness.context.db.transaction(async (tx) => {
      await tx.execute(sql.raw('set local session_replication_role = replica'));
      for (const one of statements) await tx.execute(sql.raw(one));
    });

  beforeAll(async () => {
    const all = `from generate_series(1, ${ORDERS}) n`;
    const id = `'bulk-' || lpad(n::text, 7, '0')`;
    const at = `timestamptz '2024-01-01' + n * interval '15 minutes'`;
    const user = `'bulk-user-' || n % ${USERS}`;
    const isPoints = 'n % 10 = 0';
    await fill(
      `insert into users (user_id, account, password_hash, nickname, game_account_id, game_id)
         select ${user}, ${user}, '-', 'Ann', ${user}, 'g' from generate_series(0, ${USERS - 1}) n`,
      `insert into orders (order_id, user_id, uid, game_id, game_name, server_id, server_name, role_id, role_name, goods_id, goods_name,
           contents, channel_code, channel_name, amount_minor, order_type, credit_basic, credit_present, status, client_id, created_at, expires_at)
         select ${id}, ${user}, 'u', 'g', 'g', 's', 's', 'r', 'r', 'gems', 'Gems', '[{"name":"Gems","names":{},"quantity":1}]', 'card', 'Card', 499,
           case when ${isPoints} then 'epoint' else 'game' end, case when ${isPoints} then 500 end, case when ${isPoints} then 25 end,
           4, 'bulk', ${at}, ${at} + interval '5 minutes' ${all}`,
      `insert into order_history (order_id, from_status, to_status, reason, at)
         select ${id}, 2, 4, 'every line delivered', ${at} ${all}`,
      `insert into payments (order_id, provider, capture_id, amount_minor, kind, at)
         select ${id}, 'sandbox', 'capture-' || n, 499, 'capture', ${at} ${all}`,
      `insert into delivery_lines select ${id}, 0, ${at}, ${at} ${all} where not ${isPoints}`,
      `insert into outbox (kind, subject, payload, done_at) select 'deliver', ${id}, '{}', ${at} ${all}`,
      `insert into ledger_transactions (user_id, kind, order_id, basic, present, basic_after, present_after, at)
         select user_id, 'purchase', order_id, 500, 25, 500 * row_number() over mine, 25 * row_number() over mine, created_at
         from orders where order_type = 'epoint' window mine as (partition by user_id order by order_id) order by order_id`,
      `insert into ledger_entries
         select transaction_id, account, amount from ledger_transactions,
           lateral (values ('basic', basic), ('present', present), ('sold', -basic), ('given', -present)) part (account, amount)`,
      `insert into epoint_balances
         select user_id, sum(basic), sum(present) from ledger_transactions group by 1 on conflict (user_id)
           do update set basic = excluded.basic, present = excluded.present`,
    );
    for (const table of ['orders', 'order_history', 'payments', 'delivery_lines', 'outbox', 'ledger_transactions'])
      await statement(`analyze ${table}`);
    for (const table of ['ledger_entries', 'epoint_balances']) await statement(`analyze ${table}`);
  }, 600_000);

  const sweepOf = async (name: string): Promise<Sweep> => {
    const sweep = sweepsOf(harness.ports.services).find((one) => one.name === name);
    if (!sweep) throw new Error(`no sweep ${name}`);
    return sweep;
  };

  test('one cycle visits every row once and finds nothing in correct data (F6, S32)', async () => {
    const visited: string[] = [];
    const orders = await sweepOf('orders');
    const counting: Sweep = {
      ...orders,
      check: (keys) => {
        visited.push(...keys);
        return orders.check(keys);
      },
    };
    const { found, chunks } = await runSweep(counting, CHUNK);
    expect(found).toEqual([]);
    expect(chunks).toBe(Math.trunc(ORDERS / CHUNK) + 1);
    expect(visited).toHaveLength(ORDERS);
    expect(new Set(visited).size).toBe(ORDERS);
    expect((await runSweep(await sweepOf('ledger'), CHUNK)).found).toEqual([]);
    expect((await runSweep(await sweepOf('balances'), CHUNK)).found).toEqual([]);
  });

  test('a defect is found in any chunk, however old the row, and nothing else (F6)', async () => {
    const ids = POSITIONS.map(idOf);
    const list = ids.map((id) => `'${id}'`).join();
    await fill(`delete from payments where order_id in (${list})`);
    const { found } = await runSweep(await sweepOf('orders'), CHUNK);
    expect(found.map(({ key, what }) => [key, what])).toEqual(ids.map((id) => [id, 'paid, but no money was received']));
    await fill(
      `insert into payments (order_id, provider, capture_id, amount_minor, kind)
         select order_id, 'sandbox', 'again-' || order_id, 499, 'capture' from orders where order_id in (${list})`,
    );
    expect((await runSweep(await sweepOf('orders'), CHUNK)).found).toEqual([]);
  });

  test('a wrong entry is found anywhere in the ledger, at its own transaction (F6)', async () => {
    const all = v
      .parse(
        explanation,
        await statement(`select transaction_id::text as id from ledger_transactions order by transaction_id`),
      )
      .rows.map(({ id = '' }) => id);
    const wrong = [all[0], all[Math.trunc(all.length / 2)], all.at(-1)].flatMap((id) => id ?? []);
    await fill(
      `update ledger_entries set amount = amount - 1 where account = 'given' and transaction_id in (${wrong.join()})`,
    );
    const { found } = await runSweep(await sweepOf('ledger'), CHUNK);
    expect(found.map(({ key, what }) => [key, what])).toEqual(
      wrong.map((id) => [id, 'the entries of a transaction do not add up']),
    );
    await fill(
      `update ledger_entries set amount = amount + 1 where account = 'given' and transaction_id in (${wrong.join()})`,
    );
  });

  test('no statement of a chunk reads a whole table (F6)', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => idOf(at * 100 + 1));
    const transactions = Array.from({ length: 20 }, (_, at) => String(at + 1));
    const users = Array.from({ length: 20 }, (_, at) => `bulk-user-${at * 10}`);
    const plansOf = async (rules: SQL): Promise<string[]> =>
      v
        .parse(explanation, await harness.context.db.execute(sql`explain ${rules}`))
        .rows.map((row) => row['QUERY PLAN'] ?? '');
    for (const rules of [orderRules(ids), transactionRules(transactions), balanceRules(users)]) {
      const plan = await plansOf(rules);
      expect(plan.filter((line) => /Index/.test(line)).length).toBeGreaterThan(0);
      expect(plan.filter((line) => /Seq Scan on (?!epoint_balances)/.test(line))).toEqual([]);
    }
  });
});
