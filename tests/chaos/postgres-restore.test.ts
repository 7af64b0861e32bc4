import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '../../server/db/schema.ts';
import { findPostgres } from '../support/runs/debian-packages.mjs';
import { auditMoney } from '../support/server/money-audit.ts';
import { createMoneyHarness, type MoneyHarness } from '../support/server/money-harness.ts';
import { createOutsideSystems } from '../support/server/payment-provider.ts';
import { createTestPostgres, runSql, type TestPostgres } from '../support/server/postgres-cluster.ts';
import { describeOn, openDatabaseAt } from '../support/server/test-database.ts';

const program = (name: string, args: readonly string[]) =>
  promisify(execFile)(join(findPostgres() ?? '', name), [...args]);

const openAt = async (url: string): Promise<MoneyHarness> =>
  createMoneyHarness(await openDatabaseAt(url, () => undefined));

/** An empty database, as an operator creates it for a restore. */
const createEmpty = async (live: string): Promise<TestPostgres> => {
  const address = new URL(live);
  const name = `${address.pathname.slice(1)}_restored`;
  await runSql(live, `create database ${name} template template0`);
  address.pathname = `/${name}`;
  return { url: address.href, drop: async () => void (await runSql(live, `drop database ${name} with (force)`)) };
};

/** Exports a snapshot for the backup, so that its content does not depend on how fast pg_dump starts. */
const holdSnapshot = async (url: string): Promise<{ snapshot: string; release: () => Promise<void> }> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  return { snapshot: rows[0]?.snapshot ?? '', release: () => client.end() };
};

describeOn(
  'a backup of PostgreSQL',
  () => {
    let folder = '';
    let live: TestPostgres;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'backup-'));
      live = await createTestPostgres();
    });
    afterAll(async () => {
      await live.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('taken while orders are paid and delivered, it catches up after the restore without a lost order or a second delivery (S33)', {
      timeout: 180_000,
    }, async () => {
      const { accepted, contradictions, notifications, portsOf } = createOutsideSystems();
      const before = await openAt(live.url);
      const userId = await before.addUser();
      await before.grant(userId, 5_000, 100);
      const delivered = await before.buy(userId);
      await before.act(delivered, 'pay');
      await before.settle(portsOf(before));
      const paid = await before.order(before.pointsRequest(userId));
      await before.pay(userId, paid);
      const unheard = await before.buy(userId, { goodsId: 'pass' });
      await before.act(unheard, 'pay');

      const file = join(folder, 'portal.dump');
      let isDumped = false;
      const moment = await holdSnapshot(live.url);
      const dumping = program('pg_dump', [
        '--format=custom',
        `--snapshot=${moment.snapshot}`,
        `--file=${file}`,
        live.url,
      ]).finally(() => {
        isDumped = true;
      });
      const during: string[] = [];
      do {
        const orderId = await before.buy(await before.addUser());
        await before.act(orderId, 'pay');
        await before.settle(portsOf(before));
        during.push(orderId);
      } while (!isDumped);
      await dumping;
      await moment.release();
      await before.settle(portsOf(before));
      for (const orderId of [delivered, paid, unheard, ...during])
        expect((await before.orderOf(orderId)).status).toBe('delivered');
      const points = await before.balance(userId);
      const lines = new Map(accepted);
      await before.close();

      const target = await createEmpty(live.url);
      await program('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${target.url}`, file]);
      const restored = await openAt(target.url);
      restored.advance(60_000);
      expect((await restored.orderOf(unheard)).status).toBe('pending');
      const known = new Set(
        (await restored.context.db.select({ id: orders.orderId }).from(orders)).map(({ id }) => id),
      );
      for (const [body, headers] of [...notifications, ...notifications]) {
        const { order_id: orderId } = JSON.parse(new TextDecoder().decode(body));
        if (known.has(orderId)) await restored.ports.post(body, headers);
      }
      await restored.settle(portsOf(restored));
      for (const orderId of [delivered, paid, unheard])
        expect((await restored.orderOf(orderId)).status).toBe('delivered');
      expect(await restored.balance(userId)).toEqual(points);
      expect(accepted).toEqual(lines);
      expect(contradictions).toEqual([]);

      const after = await restored.buy(userId);
      await restored.act(after, 'pay');
      await restored.settle(portsOf(restored));
      expect((await restored.orderOf(after)).status).toBe('delivered');
      const audit = await auditMoney(restored.context.db);
      expect(audit.wrong).toEqual([]);
      expect(audit.captured).toBe(audit.delivered + audit.refunded + audit.inProgress);
      await restored.close();
      await target.drop();
    });
  },
  'postgres',
);
