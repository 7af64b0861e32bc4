import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { epointItems, goods, orders } from '../../server/db/schema.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { settleDueOrders } from '../support/server/due-work.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const EVERYTHING = { page: 1, size: 100, begin: 0, end: 0, sdk_order_id: '', status: -1 };
const wireRow = v.looseObject({ sdk_order_id: v.string(), status: v.number(), create_ts: v.number() });
const id = (number: string): string => `250101-DEM0-0000-${number}`;
/** Orders paid with E Points or for E Points. */
const point = (number: string): string => `250101-DEM0-0001-${number}`;
const DAY_S = 86_400;

describeOn('the record of orders', () => {
  const server = sharedTestServer({ workers: false });
  let headers: Record<string, string>;
  let seededAt: number;
  beforeAll(async () => {
    headers = { token: await server.login(DEMO), 'client-id': 'a-browser' };
    const [last] = await server.context.db
      .select()
      .from(orders)
      .where(eq(orders.orderId, id('0008')));
    seededAt = Math.floor((last?.createdAt.getTime() ?? 0) / 1_000) + 600;
  });

  const rowsFor = async (filter: Partial<typeof EVERYTHING>, as = headers) => {
    const { body } = await server.call(orderRecord, { ...EVERYTHING, ...filter }, as);
    return v.parse(v.array(wireRow), body?.['result']);
  };
  const idsFor = async (filter: Partial<typeof EVERYTHING>, as = headers): Promise<string[]> =>
    (await rowsFor(filter, as)).map((row) => row.sdk_order_id);

  test('all orders, newest first, each of the shape of the contract (CALL-18, ORDR-06)', async () => {
    const { db } = server.context;
    const mine = await db.select().from(orders).where(eq(orders.userId, DEMO.userId)).orderBy(desc(orders.createdAt));
    expect(mine.length).toBeGreaterThan(10);
    expect(await idsFor({})).toEqual(mine.map(({ orderId }) => orderId));
    const times = (await rowsFor({})).map((row) => row.create_ts);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const { body } = await server.call(orderRecord, EVERYTHING, headers);
    expect(v.parse(orderRecord.result, body?.['result']).unread).toEqual([]);
  });

  test('an item has the same names and picture in the record as in the shop, in a list and alone (ORDR-06, I18N-05)', async () => {
    const { db } = server.context;
    const shop = new Map<string, object>([
      ...(await db.select().from(goods)).map(({ goodsId, names, art }) => [goodsId, { names, art }] as const),
      ...(await db.select().from(epointItems)).map(({ itemId, names, art }) => [itemId, { names, art }] as const),
    ]);
    const readRows = async (filter: Partial<typeof EVERYTHING>) => {
      const { body } = await server.call(orderRecord, { ...EVERYTHING, ...filter }, headers);
      return v.parse(orderRecord.result, body?.['result']).rows;
    };
    const rows = await readRows({});
    expect(rows.length).toBeGreaterThan(10);
    for (const { sdk_order_id, cp_goods_id, names, art } of rows) {
      expect({ names, art }).toEqual(shop.get(cp_goods_id ?? ''));
      expect((await readRows({ sdk_order_id })).map((row) => ({ names: row.names, art: row.art }))).toEqual([
        { names, art },
      ]);
    }
  });

  test('an item that was renamed keeps the name of the order (ORDR-06)', async () => {
    const { db } = server.context;
    const { goodsId, goodsName } =
      (
        await db
          .select()
          .from(orders)
          .where(eq(orders.orderId, id('0008')))
      )[0] ?? {};
    if (!goodsId || !goodsName) throw new Error('the order is not in the seed');
    await db.update(goods).set({ name: 'Another name' }).where(eq(goods.goodsId, goodsId));
    for (const filter of [{}, { sdk_order_id: id('0008') }]) {
      const { body } = await server.call(orderRecord, { ...EVERYTHING, ...filter }, headers);
      const row = v.parse(orderRecord.result, body?.['result']).rows.find((one) => one.sdk_order_id === id('0008'));
      expect([row?.name, row?.names]).toEqual([goodsName, {}]);
    }
    await db.update(goods).set({ name: goodsName }).where(eq(goods.goodsId, goodsId));
  });

  test('one order has item, recipient, payment and every status change (CALL-18, ORDR-07)', async () => {
    const [row] = await rowsFor({ sdk_order_id: id('0003') });
    const created = seededAt - 26 * DAY_S;
    expect(row).toEqual({
      create_ts: created,
      name: 'Islander Starter Pack',
      names: expect.objectContaining({ 'de-DE': 'Starterpaket für Insulaner', 'th-TH': 'แพ็กเริ่มต้นชาวเกาะ' }),
      art: 'bundle',
      sdk_order_id: id('0003'),
      amount: '9.99',
      channel_name: 'Credit or debit card',
      status: 5,
      game_name: 'Lantern Isles',
      server_id: '103',
      server_name: 'Silver Dune',
      role_id: '70010001',
      role_name: 'สายลมเหนือ',
      uid: DEMO.gameAccountId,
      cp_goods_id: 'lantern.starter',
      channel_code: 'card',
      contents: [
        {
          name: 'Islander Starter Pack',
          names: expect.objectContaining({ 'ko-KR': '섬 주민 스타터 패키지' }),
          quantity: 1,
        },
        { name: "Wanderer's Cloak", names: expect.objectContaining({ 'zh-TW': '旅人披風' }), quantity: 1 },
      ],
      order_type: 'game',
      epoints: null,
      credit: null,
      pay_url: null,
      history: [
        { status: 1, ts: created },
        { status: 2, ts: created + 42 },
        { status: 4, ts: created + 45 },
        { status: 5, ts: created + 2 * DAY_S },
      ],
    });
  });

  test('filter by status: each finds its orders, -1 finds all (ORDR-06)', async () => {
    const all = await rowsFor({});
    for (const status of [1, 2, 3, 4, 5, 6])
      expect([status, await rowsFor({ status })]).toEqual([status, all.filter((row) => row.status === status)]);
    expect([...new Set(all.map(({ status }) => status))].toSorted()).toEqual([2, 3, 4, 5, 6]);
  });

  test('filter by time: both bounds are inclusive seconds, 0 means no bound (ORDR-06)', async () => {
    const at = seededAt - 12 * DAY_S;
    expect(await idsFor({ begin: at, end: at })).toEqual([id('0004')]);
    expect(await idsFor({ begin: at, end: at + 179 })).toEqual([id('0004')]);
    expect(await idsFor({ begin: at, end: at + 180 })).toEqual([id('0005'), id('0004')]);
    expect(await idsFor({ begin: at + 1, end: at + 179 })).toEqual([]);
    expect(await idsFor({ end: at - 1, begin: at - 30 * DAY_S })).toEqual([
      point('0005'),
      id('0003'),
      point('0004'),
      id('0002'),
      point('0003'),
    ]);
    expect(await idsFor({ begin: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(await idsFor({ end: Number.MAX_SAFE_INTEGER })).toHaveLength(14);
  });

  test('filter by order number, alone and together with others (ORDR-06)', async () => {
    expect(await idsFor({ sdk_order_id: ` ${id('0006')} ` })).toEqual([id('0006')]);
    expect(await idsFor({ sdk_order_id: id('0006'), status: 4 })).toEqual([]);
    for (const wrong of ['no such order', '%', '_', "' or 1=1 --", id('000')])
      expect(await idsFor({ sdk_order_id: wrong })).toEqual([]);
  });

  test('pages have no gaps or duplicates, and end (ORDR-06)', async () => {
    const pages = [];
    for (let page = 1; page <= 6; page += 1) pages.push(await idsFor({ page, size: 3 }));
    expect(pages.map((ids) => ids.length)).toEqual([3, 3, 3, 3, 2, 0]);
    expect(pages.flat()).toEqual(await idsFor({}));
    expect(await idsFor({ page: 100_000, size: 100 })).toEqual([]);
  });

  test('invalid pages, sizes and status codes are a parameter exception (S15, S22)', async () => {
    const wrong = [
      { page: 0 },
      { page: -1 },
      { page: 100_001 },
      { page: 1.5 },
      { size: 0 },
      { size: 101 },
      { begin: -1 },
      { end: 1e20 },
      { status: 0 },
      { status: 99 },
      { status: '1 or 1=1' },
      { sdk_order_id: 'x'.repeat(129) },
      { page: null },
    ];
    for (const filter of wrong) {
      const { status, body } = await server.call(orderRecord, { ...EVERYTHING, ...filter }, headers);
      expect([filter, status, body?.['code']]).toEqual([filter, 200, CODE.parameterException]);
    }
  });

  test('a pending order can be paid from the record until it expires, then becomes overdue (ORDR-08, RCHG-14)', async () => {
    const player = await server.newPlayer();
    const { body } = await server.placeOrder(player, { cp_goods_id: 'lantern.gems.980' });
    const { sdk_order_id, pay_url } = v.parse(
      v.looseObject({ sdk_order_id: v.string(), pay_url: v.string() }),
      body?.['result'],
    );
    const paymentOf = async () => {
      const [row] = await rowsFor({ sdk_order_id }, player.headers);
      return row && { status: row.status, pay_url: row['pay_url'], contents: row['contents'] };
    };
    const contents = [
      { name: 'Star Gems', names: expect.any(Object), quantity: 980 },
      { name: 'Star Gems (+10%)', names: expect.any(Object), quantity: 98 },
    ];
    expect(await paymentOf()).toEqual({ status: 1, pay_url, contents });
    server.advance(299_000);
    expect(await paymentOf()).toEqual({ status: 1, pay_url, contents });
    server.advance(1_000);
    expect(await paymentOf()).toEqual({ status: 1, pay_url: null, contents });
    await settleDueOrders(paymentServices(server.context));
    expect(await paymentOf()).toEqual({ status: 6, pay_url: null, contents });
    const [row] = await rowsFor({ sdk_order_id }, player.headers);
    expect(row?.['history']).toMatchObject([{ status: 1 }, { status: 6 }]);
  });

  test('a payment that is not a page is in one field of the record, and of the response to a repeated order (ORDR-08)', async () => {
    const player = await server.newPlayer();
    const { orderId: sdk_order_id } = await server.placeOrder(player);
    const payment = { kind: 'points', amount: 7 } as const;
    await server.context.db.update(orders).set({ payment }).where(eq(orders.orderId, sdk_order_id));
    const { body } = await server.placeOrder(player);
    expect(body?.['result']).toMatchObject({ sdk_order_id, payment, pay_url: null });
    expect(await rowsFor({ sdk_order_id }, player.headers)).toMatchObject([{ status: 1, payment, pay_url: null }]);
    server.advance(300_000);
    const [row] = await rowsFor({ sdk_order_id }, player.headers);
    expect([row?.['payment'], row?.['pay_url']]).toEqual([undefined, null]);
  });
});
