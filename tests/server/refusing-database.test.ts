import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ledgerEntries, ledgerTransactions } from '../../server/db/ledger.schema.ts';
import { idempotencyKeys, notifications, orderHistory, orders, outbox } from '../../server/db/schema.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { signed } from '../../server/sandbox/sandbox-signature.ts';
import { paymentCreateEpoint, paymentEpointPay } from '../../src/contract/epoint-order.contract.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { createPostgresServer, type PostgresServer, postgresServerMissing } from '../support/server/postgres-server.ts';
import { openDatabaseAt } from '../support/server/test-database.ts';
import { type Answer, startTestServer, type TestServer } from '../support/server/test-server.ts';

const NEWEST = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: '', status: -1 };
const TABLES = [orders, orderHistory, idempotencyKeys, outbox, notifications, ledgerTransactions, ledgerEntries];
const STATEMENT_TIMEOUT_MS = 1_000;

const missing = postgresServerMissing();

describe.skipIf(missing)(
  `a database that refuses writes for a while${missing ? ` (skipped: ${missing})` : ''}`,
  { timeout: 240_000 },
  () => {
    let postgres: PostgresServer;
    let server: TestServer;
    let operator: pg.Client;
    beforeAll(async () => {
      postgres = await createPostgresServer();
      const impatient = new URL(postgres.url);
      impatient.searchParams.set('statement_timeout', String(STATEMENT_TIMEOUT_MS));
      server = await startTestServer({ databaseUrl: impatient.href, workers: false });
      operator = new pg.Client({ connectionString: postgres.url });
      await operator.connect();
    });
    afterAll(async () => {
      await operator.end();
      await server.stop();
      await postgres.remove();
    });

    /** Three writes of one player: an order, a payment with E Points, a notification about the order. */
    const prepare = async () => {
      const { userId, item, headers } = await server.newPlayer();
      const created = await server.call(paymentCreateEpoint, { ...item, system: 'ios' }, headers);
      const paymentId = String(Reflect.get(Object(created.body?.['result']), 'paymentId'));
      const event = {
        event_id: `event-${userId}`,
        type: 'payment.captured',
        reference: 'A'.repeat(26),
        order_id: paymentId,
        amount_minor: 99,
        currency: 'USD',
      };
      const body = JSON.stringify(event);
      const { context, request, call } = server;
      const stamp = signed(context.config.webhookSecret, new TextEncoder().encode(body), context.clock.now().getTime());
      const keyed = { ...headers, 'idempotency-key': `refused-${userId}`.padEnd(20, '0') };
      const order = { ...item, channel_code: 'card' };
      const writes: Record<string, () => Promise<Answer>> = {
        order: () => call(orderWebCreate, order, keyed),
        'payment with E Points': () => call(paymentEpointPay, { paymentId }, headers),
        notification: () => request('/webhooks/sandbox', { method: 'POST', body, headers: stamp }),
      };
      return { userId, writes, read: () => call(orderRecord, NEWEST, headers) };
    };

    const counts = () => Promise.all(TABLES.map((table) => server.context.db.$count(table)));

    const expectRefused = ({ status, body, headers, text }: Answer): void => {
      expect([status, body?.['code'], headers.get('retry-after')]).toEqual([503, CODE.systemBusy, '2']);
      expect(text).not.toMatch(/read-only|timeout|lock|insert|update/i);
    };

    const expectAccepted = async (writes: Record<string, () => Promise<Answer>>): Promise<void> => {
      for (const [name, write] of Object.entries(writes)) {
        const { status, body } = await write();
        expect([name, status, body?.['code'] ?? CODE.ok]).toEqual([name, 200, CODE.ok]);
      }
    };

    const setReadOnly = async (isOn: boolean): Promise<void> => {
      await operator.query(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
      await operator.query('select pg_reload_conf()');
      await vi.waitFor(async () => {
        const setting = await server.context.db.execute(sql`show default_transaction_read_only`);
        expect(setting).toMatchObject({ rows: [{ default_transaction_read_only: isOn ? 'on' : 'off' }] });
      });
    };

    test('read-only: each write is refused as busy, nothing half-written stays, orders can be read, and the same requests work later (S26)', async () => {
      const { writes, read } = await prepare();
      const before = await counts();
      await setReadOnly(true);
      try {
        for (const write of Object.values(writes)) expectRefused(await write());
        expect(await read()).toMatchObject({ status: 200, body: { code: CODE.ok } });
        expect(await counts()).toEqual(before);
      } finally {
        await setReadOnly(false);
      }
      await expectAccepted(writes);
      expect((await auditMoney(server.context.db)).wrong).toEqual([]);
    });

    test.each([
      ['order', 'the row of the player', 'select 1 from users where user_id = $1 for update'],
      ['order', 'the table of orders', 'lock table orders in share mode'],
      [
        'payment with E Points',
        'the balance of the player',
        'select 1 from epoint_balances where user_id = $1 for update',
      ],
      ['payment with E Points', 'the table of the ledger', 'lock table ledger_transactions in share mode'],
      ['notification', 'the table of notifications', 'lock table notifications in share mode'],
    ])(
      'for the %s, %s stays locked: refused as busy after the time limit, nothing half-written stays, and the same request works later (S26)',
      async (name, _, lock) => {
        const { userId, writes } = await prepare();
        const before = await counts();
        await operator.query('begin');
        await operator.query(lock, lock.includes('$1') ? [userId] : []);
        try {
          const start = performance.now();
          const answer = await writes[name]?.();
          const waited = performance.now() - start;
          if (!answer) throw new Error(`no write ${name}`);
          expectRefused(answer);
          expect(waited).toBeGreaterThanOrEqual(STATEMENT_TIMEOUT_MS - 50);
          expect(await counts()).toEqual(before);
        } finally {
          await operator.query('rollback');
        }
        await expectAccepted(writes);
        expect((await auditMoney(server.context.db)).wrong).toEqual([]);
        expect(await server.context.db.$count(orders, eq(orders.userId, userId))).toBe(2);
      },
    );

    test('without a limit in its URL, the server waits 15 s for a lock (S26)', async () => {
      const database = await openDatabaseAt(postgres.url, () => undefined);
      const limit = await database.db.execute(sql`show statement_timeout`);
      await database.close();
      expect(limit).toMatchObject({ rows: [{ statement_timeout: '15s' }] });
    });
  },
);
