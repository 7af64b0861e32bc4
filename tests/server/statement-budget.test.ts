import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const created = v.object({ sdk_order_id: v.string() });

describeOn(
  'statements per request',
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
      const { headers, item } = await server.newPlayer();
      const choices = { ...item, channel_code: 'card' };
      let orderId = '';
      const creation = await statementsOf(async () => {
        const { body } = await server.call(orderWebCreate, choices, { ...headers, 'idempotency-key': randomUUID() });
        orderId = v.parse(created, body?.['result']).sdk_order_id;
      });
      expect(creation).toEqual(['session-item-offer', 'insert-order-with-key', 'store-session']);

      const poll = await statementsOf(async () => {
        const filter = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: orderId, status: -1 };
        const { body } = await server.call(orderRecord, filter, headers);
        expect(body?.['result']).toMatchObject([{ sdk_order_id: orderId, status: 1 }]);
      });
      expect(poll).toEqual(['session-order-poll']);
    });
  },
  'postgres',
);
