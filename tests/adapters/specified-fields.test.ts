import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import { type SeenRequest, TOKEN } from '../support/api/fake-api.ts';
import {
  anIntent,
  CONFIRMED_AT,
  createCoreHarness,
  entered,
  loggedIn,
  never,
  reasonOf,
  stopClocks,
} from '../support/machines/core-harness.ts';
import { ledgerQuery, orderQuery } from '../support/machines/orders.ts';

/** An order record with the fields of the specification and no other. */
const PLAIN_ROW = {
  create_ts: CONFIRMED_AT / 1_000,
  name: '60 gems',
  sdk_order_id: 'O-1',
  amount: '0.99',
  channel_name: 'Card',
  status: 1,
};

const nothing = { code: 0, msg: 'ok' };
const answer = (result: unknown, more: object = {}) => ({ code: 0, result, ...more });

/** An API that takes `begin` and `end` literally. */
const literally =
  (...rows: readonly { readonly create_ts: number }[]) =>
  ({ body }: SeenRequest) => {
    const { begin, end } = body as { readonly begin: number; readonly end: number };
    return answer(rows.filter(({ create_ts }) => begin <= create_ts && create_ts <= end));
  };

beforeEach(() => void stopClocks(CONFIRMED_AT + 5_000));

describe('the session', () => {
  test.each([
    ['nothing', ''],
    ['a line break', 'abc\r\nuserid: 7'],
    ['letters that no header carries', 'töken-令牌'],
    ['more than 8 kB', 'x'.repeat(8_193)],
  ])('a token of %s is refused, named in the log and not stored (D6, ERRS-07)', async (_, token) => {
    const harness = createCoreHarness();
    harness.api.reply('/api/user/login', answer({ token }));
    expect(await reasonOf(harness.login())).toMatchObject({ reason: 'protocolError' });
    expect(harness.log).toMatchObject([{ event: 'unreadable', field: 'result.token', effect: 'failed' }]);
    expect(harness.stored()['token']).toBeUndefined();
  });

  test('an account without ids gets no invented id, neither on the screen nor in a header (D5, SESS-06)', async () => {
    const harness = createCoreHarness();
    harness.api.reply('/api/user/login', answer({ token: TOKEN, customer_service: null }));
    harness.api.reply('/api/setting/init', nothing);
    const { account } = await harness.enter();
    expect(account).toMatchObject({ userId: '', gameAccountId: '', gameId: '' });
    expect(harness.api.to('/api/user/webRole')[0]?.headers).toMatchObject({ userid: '', accountid: '', gameid: '' });
  });
});

const gameInfo = { cgi: 'https://cgi.example' };
const customConfig = { loggerUrl: 'https://log.example/e' };

test.each<[string, object, string, string | null]>([
  ['cgi and loggerUrl', answer({ gameInfo, customConfig }), gameInfo.cgi, customConfig.loggerUrl],
  ['no customConfig', answer({ gameInfo }), gameInfo.cgi, null],
  ['no gameInfo', answer({ customConfig }), '', customConfig.loggerUrl],
  ['nulls', answer({ gameInfo: null, customConfig: null }), '', null],
  ['no result', nothing, '', null],
  ['other types', answer({ gameInfo: { cgi: 7, name: [] }, customConfig: 'none' }), '7', null],
])('an init response with %s starts the portal (D14, CALL-10, SESS-14)', async (_, reply, cgi, loggerUrl) => {
  const harness = createCoreHarness();
  harness.api.reply('/api/setting/init', reply);
  expect(await harness.portalPorts.loadConfig({}, never)).toEqual({
    gameInfo: { gameId: '', name: '', cgi },
    loggerUrl,
  });
  await harness.login();
  expect(harness.api.to('/api/user/login')[0]?.headers['gameid']).toBe('');
});

describe('order records', () => {
  test('an API that takes begin and end literally finds the order with every filter (D15, ORDR-08, RCHG-13)', async () => {
    const harness = await entered();
    harness.api.reply('/api/order/record', literally(PLAIN_ROW));
    const list = () => harness.listPorts.loadPage({ query: orderQuery, page: 1, size: 10 }, never);
    const since = { ...orderQuery, begin: '2025-01-01' } as const;
    expect((await list()).content.rows).toHaveLength(1);
    expect((await harness.listPorts.loadPage({ query: since, page: 1, size: 10 }, never)).content.rows).toHaveLength(1);
    expect(await harness.signedInPorts.loadUnpaidOrders({}, never)).toHaveLength(1);
    expect(await harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never)).toMatchObject({
      record: { paymentId: 'O-1' },
    });
    expect(await harness.rechargePorts.lookUpOrder({ intent: anIntent() }, never)).toMatchObject({ orderId: 'O-1' });
  });

  test('the open end is a day ahead of the server, not of a device that is a year behind (D15)', async () => {
    const harness = createCoreHarness();
    vi.setSystemTime(CONFIRMED_AT - 365 * 86_400_000);
    harness.api.reply('/api/setting/time', answer({ ts: CONFIRMED_AT / 1_000 }));
    await harness.portalPorts.syncClock({}, never);
    await harness.login();
    harness.api.reply('/api/order/record', literally(PLAIN_ROW));
    expect(await harness.signedInPorts.loadUnpaidOrders({}, never)).toHaveLength(1);
    const [{ body } = { body: null }] = harness.api.to('/api/order/record');
    expect(body).toMatchObject({ begin: 0, end: CONFIRMED_AT / 1_000 + 86_400 });
  });

  test.each([
    ['Created', 'pending'],
    ['Pending', 'pending'],
    ['FullyPaid', 'paid'],
    ['Refunded', 'refunded'],
    ['4', 'delivered'],
    [6, 'overdue'],
  ])('the status %j is %s in the record, its history and the order of an entry (D7, ORDR-01)', async (sent, status) => {
    const harness = await loggedIn();
    const row = { ...PLAIN_ROW, status: sent, history: [{ status: sent, ts: PLAIN_ROW.create_ts }] };
    harness.api.reply('/api/order/record', answer([row]));
    harness.api.reply('/api/epoint/paymentIds/detail', answer([row]));
    for (const kind of ['order', 'epoint'] as const) {
      const { record } = await harness.paymentPorts.readOrder({ kind, orderId: 'O-1' }, never);
      expect([record.status, record.timeline]).toEqual([status, [{ status, at: CONFIRMED_AT }]]);
    }
  });
});

describe('articles', () => {
  const row = { img: '/a.png', create_ts: CONFIRMED_AT / 1_000, title: 'Storm' };

  test('rows without an id are listed, without a page of their own (D20, CALL-12, CONT-01)', async () => {
    const harness = createCoreHarness();
    harness.api.reply('/api/setting/webArticle', answer([row, { ...row, id: 7 }, { ...row, id: '' }], { total: 3 }));
    const query = { kind: 'articles', type: 0 } as const;
    const { content } = await harness.listPorts.loadPage({ query, page: 1, size: 9 }, never);
    expect(content.rows).toMatchObject([
      { articleId: null, title: 'Storm', imgUrlConfig: { pageImgUrl: '/a.png' }, startTime: CONFIRMED_AT },
      { articleId: '7' },
      { articleId: null },
    ]);
    expect(harness.log).toEqual([]);
  });

  test.each([
    [answer(row), { title: 'Storm', startTime: CONFIRMED_AT }],
    [answer({ title: 'Storm' }), { title: 'Storm', startTime: null }],
    [answer({}), { title: '', startTime: null }],
    [nothing, { title: '', startTime: null }],
  ])('the article response %j is read under the requested id (D24, CALL-13, CONT-02)', async (reply, read) => {
    const harness = createCoreHarness();
    harness.api.reply('/api/setting/webArticleDetail', reply);
    const article = await harness.contentPorts.loadArticle({ articleId: '9' }, never);
    expect(article).toMatchObject({ articleId: '9', body: '', bodies: {}, ...read });
  });

  test.each([
    [nothing, []],
    [answer({ list: [] }), []],
    [answer([{ title: 'Storm' }]), [{ bulletinId: 'Storm', title: 'Storm', articleId: null }]],
  ])('the bulletin response %j is read (D24, CALL-22)', async (reply, read) => {
    const harness = createCoreHarness();
    harness.api.reply('/api/bulletin/top', reply);
    expect(await harness.contentPorts.loadBulletins({}, never)).toMatchObject(read);
  });
});

describe('E Points', () => {
  const shop = async (reply: object, rebates: object = nothing) => {
    const harness = await entered();
    harness.api.reply('/api/e-recharge/items', reply);
    harness.api.reply('/api/e-recharge/rebate/info', rebates);
    return { harness, shop: await harness.epointRechargePorts.loadShop({}, never) };
  };

  test('items with the specified fields alone are sold: 100 E Points for a dollar (D24, CALL-25, CALL-26, EPNT-02)', async () => {
    const { shop: read } = await shop(
      answer([{ cp_goods_id: 'ep-5', name: '499 E Points', price: '4.99' }]),
      answer({}),
    );
    expect(read).toMatchObject({
      packages: [
        {
          itemId: 'ep-5',
          title: '499 E Points',
          price: { minor: 499 },
          credit: { basic: 499, present: 0, rebate: 0, isFirst: false },
        },
      ],
      channels: [{ fieldKey: 'payment-page', isOpen: true }],
      rebateFailure: null,
    });
  });

  test('without an open channel in the response no channel is offered (D24, CALL-25)', async () => {
    const { shop: read } = await shop(
      answer({ items: [{ item_id: 'a', name: 'A', price: 1, basic: 100 }], channels: [] }),
    );
    expect(read.channels).toEqual([]);
  });

  test('a purchase without listed channels sends no channel, and its order number may be in sdk_order_id (D24, CALL-19, EPNT-03)', async () => {
    const { harness, shop: read } = await shop(answer([{ cp_goods_id: 'ep-5', name: '499 E Points', price: '4.99' }]));
    const [item] = read.packages;
    const [channel] = read.channels;
    if (!item || !channel) throw new Error('the shop is empty');
    const intent: OrderIntent = { ...anIntent(), choices: { recipient: null, item, channel } };
    const created = { pay_url: 'https://pay.example/c/9', sdk_order_id: 'O-9' };
    harness.api.reply('/api/payment/order/create/epoint', answer(created));
    const row = { ...PLAIN_ROW, sdk_order_id: 'O-9', name: '499 E Points', amount: '4.99', channel_name: 'Any' };
    harness.api.reply('/api/epoint/paymentIds/detail', nothing);
    harness.api.reply('/api/order/record', answer([row]));
    expect(await harness.epointRechargePorts.createOrder({ intent }, never)).toMatchObject({
      kind: 'epoint',
      orderId: 'O-9',
      payment: { kind: 'redirect', payUrl: created.pay_url },
      createdAt: CONFIRMED_AT,
    });
    expect(harness.api.to('/api/payment/order/create/epoint').map(({ body }) => body)).toEqual([
      { item_id: 'ep-5', system: expect.any(String), epoints: 499 },
    ]);
    expect(await harness.epointRechargePorts.lookUpOrder({ intent }, never)).toMatchObject({ orderId: 'O-9' });
    const another = await entered();
    another.api.reply('/api/order/record', answer([row]));
    expect(await another.epointRechargePorts.lookUpOrder({ intent }, never)).toMatchObject({
      kind: 'epoint',
      orderId: 'O-9',
      payment: { kind: 'redirect', payUrl: null },
    });
  });

  test('an item for E Points that is found without its price is paid with the confirmed E Points (D24, RCHG-20, EPNT-03)', async () => {
    const harness = await entered();
    const channel = { fieldKey: 'epoint', title: 'E Points', isOpen: true, priority: 9 };
    const intent: OrderIntent = { ...anIntent(), choices: { ...anIntent().choices, channel } };
    harness.api.reply('/api/order/record', answer([{ ...PLAIN_ROW, channel_name: 'E Points' }]));
    expect(await harness.rechargePorts.lookUpOrder({ intent }, never)).toEqual({
      kind: 'epoint',
      orderId: 'O-1',
      payment: { kind: 'points', amount: 99 },
      createdAt: CONFIRMED_AT,
      choices: intent.choices,
    });
  });

  test('code 0 means paid with E Points; any other code is a refusal, even with a result (D24, CALL-20, EPNT-03)', async () => {
    const harness = await loggedIn();
    for (const reply of [nothing, answer(true), answer({})]) {
      harness.api.reply('/api/payment/order/epoint/pay', reply);
      expect(await reasonOf(harness.paymentPorts.methods.points.payWithPoints({ orderId: 'O-1' }, never))).toEqual({
        resolved: undefined,
      });
    }
    harness.api.reply('/api/payment/order/epoint/pay', { code: 40001, msg: 'too little', result: {} });
    expect(await reasonOf(harness.paymentPorts.methods.points.payWithPoints({ orderId: 'O-1' }, never))).toMatchObject({
      reason: 'balanceInsufficient',
    });
  });

  const load = async (result: unknown) => {
    const harness = await loggedIn();
    harness.api.reply('/api/epoint/record', answer(result));
    return (await harness.listPorts.loadPage({ query: ledgerQuery, page: 1, size: 20 }, never)).content.rows;
  };

  test('one list with a type or a sign for each entry; an entry without either is dropped (D24, CALL-23, EPNT-06)', async () => {
    expect(
      await load([
        { type: 'expense', amount: 5 },
        { type: 'income', amount: -6 },
        { amount: -7 },
        { amount: 7 },
        { ts: 5 },
        {},
        [],
        7,
      ]),
    ).toMatchObject([
      { flow: 'expense', total: -5, at: null },
      { flow: 'income', total: 6 },
      { flow: 'expense', total: -7 },
      { flow: 'income', total: 7 },
      { flow: null, total: null, at: 5_000 },
    ]);
    expect(await load({})).toEqual([]);
  });
});
