import { expect, test } from 'vitest';
import { idempotencyKeys, orderHistory, orders, outbox } from '../../server/db/schema.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { paymentCreateEpoint, paymentEpointPay } from '../../src/contract/epoint.contract.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { describeOn, whileFull } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const KEY = { 'idempotency-key': '0b6f5c1e-8f8b-4a57-9d7e-2f3d7a3c0026' };

describeOn('a full database', () => {
  const server = sharedTestServer({ workers: false });

  const counts = async () => {
    const { db } = server.context;
    return Promise.all([orders, orderHistory, idempotencyKeys, outbox].map((table) => db.$count(table)));
  };

  test.each(['orders', 'order_history', 'idempotency_keys'])(
    '%s is full: the order is refused as busy with HTTP 503, nothing half-written stays, the same key works later (S26)',
    async (table) => {
      const player = await server.newPlayer();
      const before = await counts();
      await whileFull(server.context.db, table, async () => {
        const { status, body, headers } = await server.placeOrder(player, {}, KEY);
        expect([status, body?.['code'], headers.get('retry-after')]).toEqual([503, CODE.systemBusy, '2']);
        expect(JSON.stringify(body)).not.toContain('space');
        expect(await counts()).toEqual(before);
      });
      expect((await server.placeOrder(player, {}, KEY)).body?.['code']).toBe(CODE.ok);
    },
  );

  test.each(['ledger_transactions', 'ledger_entries', 'order_history', 'outbox'])(
    '%s is full: no E Points are spent, and the same order is paid later (S26, S17)',
    async (table) => {
      const { item, headers } = await server.newPlayer();
      const created = await server.call(paymentCreateEpoint, { ...item, system: 'ios' }, headers);
      const paymentId = Reflect.get(Object(created.body?.['result']), 'paymentId');
      const before = await counts();
      await whileFull(server.context.db, table, async () => {
        expect((await server.call(paymentEpointPay, { paymentId }, headers)).status).toBe(503);
        expect(await counts()).toEqual(before);
        expect((await auditMoney(server.context.db)).wrong).toEqual([]);
      });
      const { body } = await server.call(paymentEpointPay, { paymentId }, headers);
      expect(body?.['result']).toMatchObject({ basic: 0, present: 99, basic_after: 1_200, present_after: 251 });
    },
  );
});
