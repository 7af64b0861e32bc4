import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import { firstPage, type Reply, unreachable } from '../support/api/fake-api.ts';
import {
  anIntent,
  CONFIRMED_AT,
  createCoreHarness,
  never,
  reasonOf,
  stopClocks,
} from '../support/machines/core-harness.ts';

const CREATE = '/api/order/webCreate';
const RECORD = '/api/order/record';

/** The order that was created, with the fields of the specification. */
const ROW = {
  create_ts: CONFIRMED_AT / 1_000 + 1,
  name: '60 gems',
  sdk_order_id: 'P-1',
  amount: '0.99',
  channel_name: 'Card',
  status: 1,
};

const OTHER = { ...ROW, sdk_order_id: 'P-0', create_ts: ROW.create_ts + 1, amount: '4.99' };

beforeEach(() => void stopClocks(CONFIRMED_AT + 5_000));

type Outcome = OrderTicket | null;

/** The response to the order is lost; then the record is read. `sent`: the requests that create an order. */
const afterLostResponse = async (record: Reply, init: object = {}) => {
  const { api, bootPorts, login, rechargePorts } = createCoreHarness();
  api.reply('/api/setting/init', { code: 0, result: init });
  await bootPorts.loadConfig({}, never);
  await login();
  await rechargePorts.loadServers({}, never);
  api.reply(CREATE, unreachable);
  api.reply(RECORD, record);
  const intent = anIntent();
  await rechargePorts.saveIntent({ intent }, never);
  await reasonOf(rechargePorts.createOrder({ intent }, never));
  const looked = (await reasonOf(rechargePorts.lookUpOrder({ intent }, never))) as { readonly resolved?: Outcome };
  return { looked, sent: api.to(CREATE).length };
};

const text =
  (body: string): Reply =>
  () =>
    new Response(body, { headers: { 'content-type': 'application/json' } });

describe('after a lost response, an order that exists is never taken for absent (RCHG-10, RCHG-20)', () => {
  test.each<{ what: string; record: Reply }>([
    { what: 'create_ts in milliseconds', record: firstPage({ ...ROW, create_ts: ROW.create_ts * 1_000 }) },
    { what: 'create_ts with a fraction', record: firstPage({ ...ROW, create_ts: ROW.create_ts + 0.5 }) },
    { what: 'a float tail in amount', record: firstPage({ ...ROW, amount: 0.9900000000000001 }) },
    { what: 'channel_name null', record: firstPage({ ...ROW, channel_name: null }) },
    {
      what: 'a 64-bit sdk_order_id as a bare number',
      record: text(`{"code":0,"result":[${JSON.stringify(ROW).replace('"P-1"', '9007199254740993')}]}`),
    },
    // The kind has more members.
    { what: 'name null', record: firstPage({ ...ROW, name: null }) },
    { what: 'name in another language', record: firstPage({ ...ROW, name: '60 Edelsteine' }) },
    { what: 'channel_name in another language', record: firstPage({ ...ROW, channel_name: 'Kreditkarte' }) },
    { what: 'create_ts as text', record: firstPage({ ...ROW, create_ts: '2025-10-09T08:53:21Z' }) },
    { what: 'status as a word', record: firstPage({ ...ROW, status: 'waiting' }) },
    { what: 'amount with a comma', record: firstPage({ ...ROW, amount: '0,99' }) },
    { what: 'the list one level deeper', record: { code: 0, result: { list: [ROW] } } },
    { what: 'the list as an object with number keys', record: { code: 0, result: { 0: ROW } } },
    { what: 'an empty record, because the order appears later', record: firstPage() },
    { what: 'an empty record, null', record: { code: 0, result: null } },
  ])('$what', async ({ record }) => {
    const { looked, sent } = await afterLostResponse(record);
    expect(looked.resolved).not.toBeNull();
    expect(sent).toBe(1);
  });

  test('an API that announces keys, with one row that cannot be read, is not sent the key again', async () => {
    const { looked } = await afterLostResponse(firstPage({ ...ROW, sdk_order_id: null }), { idempotent_orders: true });
    expect(looked).toMatchObject({ reason: 'requestError' });
    const known = await afterLostResponse(firstPage(), { idempotent_orders: true });
    expect(known.looked).toEqual({ resolved: null });
  });

  test('an API that announces keys and caps a page at one row has an order on the second page', async () => {
    const pages: Reply = ({ body }) => ({
      code: 0,
      result: [[OTHER], [ROW]][Reflect.get(Object(body), 'page') - 1] ?? [],
    });
    const { looked } = await afterLostResponse(pages, { idempotent_orders: true });
    expect(looked).toMatchObject({ resolved: { orderId: 'P-1' } });
  });

  test.each<[string, (page: number) => object]>([
    ['repeats its page', () => ({ code: 0, result: [OTHER] })],
    [
      'refuses its second page',
      (page) => (page === 1 ? { code: 0, result: [OTHER] } : { code: 63_009, msg: 'no page' }),
    ],
  ])('an API that announces keys and %s may have more orders, and is not sent the key again', async (_, pageOf) => {
    const pages: Reply = ({ body }) => pageOf(Reflect.get(Object(body), 'page'));
    const { looked } = await afterLostResponse(pages, { idempotent_orders: true });
    expect(looked).toMatchObject({ reason: 'requestError' });
  });
});
