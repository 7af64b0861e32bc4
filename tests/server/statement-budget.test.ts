import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { statement } from '../../server/db/statement.ts';
import { createMetrics, reportConnections } from '../../server/runtime/metrics.ts';
import { createTestPostgres } from '../support/server/postgres-cluster.ts';
import { describeOn, openDatabaseAt } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const own = statement({ name: 'test-own', text: 'select $1::int' }, ([value]) => Number(value));
const shared = statement({ name: 'test-shared', text: 'select $1::int + 1', readsByKey: true }, ([value]) =>
  Number(value),
);

describeOn(
  'statements',
  () => {
    const server = sharedTestServer({ database: 'postgres', workers: false });
    afterEach(() => vi.restoreAllMocks());

    const sentQuery = v.looseObject({ name: v.optional(v.string()), text: v.string() });
    const nameOf = (query: unknown): string => {
      const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : v.parse(sentQuery, query);
      return name ?? text;
    };

    /** The statements of `request`, without those of the sandbox: the name of a prepared one, the text of any other. */
    const statementsOf = async (request: () => Promise<unknown>): Promise<readonly string[]> => {
      const spy = vi.spyOn(Client.prototype, 'query');
      await request();
      const sent = spy.mock.calls.map(([query]) => nameOf(query));
      spy.mockRestore();
      return sent.filter((name) => !/"sandbox_\w+"|^sandbox-/.test(name));
    };

    test('a status poll takes one prepared statement, an order creation three (F4)', async () => {
      const player = await server.newPlayer();
      let orderId = '';
      const creation = await statementsOf(async () => {
        ({ orderId } = await server.placeOrder(player, {}, { 'idempotency-key': randomUUID() }));
      });
      expect(creation).toEqual(['session-item-offer', 'insert-order-with-key', 'store-session']);

      const poll = await statementsOf(async () => {
        expect(await server.recordOf(orderId, player.headers)).toMatchObject({ sdk_order_id: orderId, status: 1 });
      });
      expect(poll).toEqual(['session-order-poll']);
    });

    test('each statement is timed, however it is sent, and a failed one too; connections are reported', async () => {
      const { url, drop } = await createTestPostgres();
      const times: number[] = [];
      const database = await openDatabaseAt(
        url,
        () => undefined,
        (seconds) => times.push(seconds),
      );
      const { db } = database;
      const timed = async (run: () => PromiseLike<unknown>): Promise<number> => {
        const before = times.length;
        await run();
        return times.length - before;
      };
      expect(await timed(() => db.execute(sql`select 1`))).toBe(1);
      expect(await timed(() => own(db, [1]))).toBe(1);
      expect(await timed(() => shared(db, [1]))).toBe(1);
      expect(await timed(() => db.transaction((tx) => tx.execute(sql`select 1`)))).toBe(3);
      expect(await timed(() => db.execute(sql`select 1 / 0`).then(undefined, () => undefined))).toBe(1);
      const before = times.length;
      await db.execute(sql`select pg_sleep(0.05)`);
      expect(times[before]).toBeGreaterThanOrEqual(0.05);

      const metrics = createMetrics();
      reportConnections(metrics, database);
      const text = await metrics.text();
      expect(text).toContain('portal_database_connections{state="used"} 0');
      expect(text).toMatch(/portal_database_connections\{state="idle"\} [1-9]/);
      expect(text).toContain('portal_database_connections_max 19');
      expect(text).toContain('portal_database_waiting 0');
      await database.close();
      await drop();
    });
  },
  'postgres',
);
