import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptPassword, seal, startTestServer, type TestServer } from '../support/server/test-server.ts';

/*
 * Each call as the specification writes it, over plain HTTP: nothing here is taken from src/contract, which the portal and the server
 * share. Fields that are missing in the specification are defined in docs/decisions.
 */

let server: TestServer;
let player: Awaited<ReturnType<TestServer['newPlayer']>>;

beforeAll(async () => {
  server = await startTestServer();
  player = await server.newPlayer({ basic: 5_000, present: 500 });
});
afterAll(() => server.stop());

type Body = { readonly code: number; readonly result: unknown; readonly total?: number };

const call = async (path: string, payload: object = {}, more: Readonly<Record<string, string>> = {}): Promise<Body> => {
  const { body, text } = await server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...player.headers, ...more },
    body: JSON.stringify(payload),
  });
  if (body?.['code'] !== 0) throw new Error(`${path} returned ${text}`);
  return body as Body;
};

const TEXT = expect.stringMatching(/./);
const LINK = expect.stringMatching(/^https?:\/\//);
const SECONDS = expect.closeTo(Date.now() / 1_000, -4);
/** In 2100. */
const FAR_SECONDS = 4_102_444_800;
const PRICE = expect.stringMatching(/^\d+\.\d\d$/);
const grant = { token: expect.stringMatching(/^\S{32,}$/), customer_service: LINK };
const role = { role_id: '', server_id: '101' };
const names = { role_name: 'Aldric Vane', server_name: 'Dawn Harbor' };
const goods = { cp_goods_id: 'lantern.gems.60' };

const ownRole = () => ({ ...role, role_id: player.roles[0]?.roleId ?? '' });
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

test('user/uinfo reads token and customer_service (CALL-01, SESS-06)', async () => {
  expect((await call('/api/user/uinfo')).result).toMatchObject({ token: player.token, customer_service: LINK });
});

test('user/login takes channel_code, account, passwd and encrypt (CALL-02, SESS-01)', async () => {
  const { account, password } = await server.newPlayer();
  const passwd = encryptPassword(password);
  const payload = { channel_code: 'account', account, passwd, encrypt: 1 };
  expect((await call('/api/user/login', payload, { token: '' })).result).toMatchObject(grant);
});

test('user/login takes a ticket in passwd on the channel ticket, which the specification does not have (CALL-02, SESS-12)', async () => {
  const someone = await server.newPlayer();
  const uid = someone.gameAccountId;
  const { result } = await call('/api/user/sdk/ticket/get', { uid }, someone.headers);
  const payload = { channel_code: 'ticket', account: '', passwd: Reflect.get(Object(result), 'ticket'), encrypt: 0 };
  expect((await call('/api/user/login', payload, { token: '' })).result).toMatchObject(grant);
});

test('user/email/code/send sends a code of six digits (CALL-03, SESS-04)', async () => {
  const { email } = await server.newPlayer();
  expect((await call('/api/user/email/code/send', { email, purpose: 'reset' })).result).toEqual({
    resend_after: 60,
    expires_in: 600,
  });
  expect(await server.newestCode(email)).toMatch(/^\d{6}$/);
});

test('user/phone/code/send takes { data } and sends a code of six digits (CALL-04, SESS-03)', async () => {
  const { phone } = await server.newPlayer();
  const payload = { data: seal({ phone, purpose: 'login' }) };
  expect((await call('/api/user/phone/code/send', payload)).result).toEqual({
    resend_after: 60,
    expires_in: 600,
  });
  expect(await server.newestCode(phone)).toMatch(/^\d{6}$/);
});

test('user/email/psw/reset takes { data } (CALL-05, SESS-05)', async () => {
  const { account, email } = await server.newPlayer();
  await call('/api/user/email/code/send', { email, purpose: 'reset' });
  const data = seal({ email, code: await server.newestCode(email), password: 'Fresh-9876' });
  expect((await call('/api/user/email/psw/reset', { data })).result).toBe(true);
  expect((await server.tryLogin(account, 'Fresh-9876')).body).toMatchObject({ code: 0 });
});

test('user/phone/psw/reset takes { data } (CALL-06, SESS-05)', async () => {
  const { account, phone } = await server.newPlayer();
  await call('/api/user/phone/code/send', { data: seal({ phone, purpose: 'reset' }) });
  const data = seal({ phone, code: await server.newestCode(phone), password: 'Fresh-9876' });
  expect((await call('/api/user/phone/psw/reset', { data })).result).toBe(true);
  expect((await server.tryLogin(account, 'Fresh-9876')).body).toMatchObject({ code: 0 });
});

test('user/sdk/ticket/get takes { uid } (CALL-07, SESS-12)', async () => {
  const answer = await call('/api/user/sdk/ticket/get', { uid: player.gameAccountId });
  expect(answer.result).toEqual({ ticket: expect.stringMatching(/^[\w.~-]{16,}$/) });
});

test('user/webRole lists servers with their roles (CALL-08, RCHG-01)', async () => {
  const { result } = await call('/api/user/webRole');
  expect(result).toContainEqual({
    server_id: '101',
    server_name: 'Dawn Harbor',
    status: 0,
    roles: [
      { role_id: player.roles[0]?.roleId, role_name: 'Aldric Vane' },
      { role_id: expect.stringMatching(/^\d+$/), role_name: 'Ysolde Marr' },
    ],
  });
});

test('setting/time reads ts in seconds (CALL-09, SESS-14)', async () => {
  expect((await call('/api/setting/time')).result).toMatchObject({ ts: SECONDS });
});

test('setting/init reads gameInfo.cgi and customConfig.loggerUrl (CALL-10, SESS-14)', async () => {
  expect((await call('/api/setting/init')).result).toMatchObject({
    gameInfo: { cgi: LINK },
    customConfig: { loggerUrl: expect.stringMatching(/\/api\/analytics\/event$/) },
  });
});

test('setting/webHomeConf reads games, features, downloads and footer (CALL-11, SESS-14, CONT-04)', async () => {
  const { result } = await call('/api/setting/webHomeConf');
  for (const part of ['games', 'features', 'downloads', 'footer'])
    expect(result, part).toHaveProperty([part, 0], expect.any(Object));
});

test('setting/webArticle takes type, page and size, and reads result and total (CALL-12, CONT-01)', async () => {
  const all = await call('/api/setting/webArticle', { type: 0, page: 1, size: 100 });
  expect(all).toEqual(expect.objectContaining({ code: 0, result: expect.any(Array), total: 12 }));
  expect(all.result).toHaveLength(12);
  expect((all.result as object[])[0]).toMatchObject({ img: TEXT, create_ts: expect.any(Number), title: TEXT });
  let sum = 0;
  for (const type of [1, 2, 3]) {
    const { result, total = 0 } = await call('/api/setting/webArticle', { type, page: 1, size: 2 });
    expect(result).toMatchObject([{ type }, { type }]);
    sum += total;
  }
  expect(sum).toBe(12);
});

test('setting/webArticleDetail takes { id } (CALL-13, CONT-02)', async () => {
  const { result } = await call('/api/setting/webArticleDetail', { id: '1005' });
  expect(result).toMatchObject({ id: '1005', title: TEXT, create_ts: expect.any(Number), body: TEXT });
});

test('operate/coinBalance reads result.amount (CALL-14, EPNT-05)', async () => {
  expect((await call('/api/operate/coinBalance')).result).toEqual({ amount: 5_500 });
});

test('order/webProduct takes role_id and server_id, and reads cp_goods_id, name and price (CALL-15, RCHG-05)', async () => {
  const { result } = await call('/api/order/webProduct', ownRole());
  expect((result as object[])[0]).toMatchObject({
    cp_goods_id: 'lantern.gems.60',
    name: '60 Star Gems',
    price: '0.99',
  });
});

test('order/webPayChannel takes role_id, server_id and cp_goods_id, and reads name and channel_code (CALL-16, RCHG-08)', async () => {
  const { result } = await call('/api/order/webPayChannel', { ...ownRole(), ...goods });
  expect(result).toContainEqual(expect.objectContaining({ name: TEXT, channel_code: 'card', is_open: true }));
});

test('order/webCreate reads pay_url and sdk_order_id, order/record lists the order (CALL-17, CALL-18, RCHG-09, RCHG-14, ORDR-06)', async () => {
  const buyer = await server.newPlayer();
  const payload = { ...role, role_id: buyer.roles[0]?.roleId, ...goods, channel_code: 'card', ...names };
  const created = await call('/api/order/webCreate', payload, { ...buyer.headers, ...key() });
  expect(created.result).toMatchObject({ pay_url: LINK, sdk_order_id: TEXT });
  const { sdk_order_id } = created.result as { sdk_order_id: string };
  const filter = { page: 1, size: 10, begin: 0, end: FAR_SECONDS, sdk_order_id: '', status: -1 };
  const record = await call('/api/order/record', filter, buyer.headers);
  expect(record.result).toMatchObject([
    { create_ts: SECONDS, name: '60 Star Gems', sdk_order_id, amount: '0.99', channel_name: TEXT, status: 1 },
  ]);
  expect((await call('/api/order/record', { ...filter, status: 2 }, buyer.headers)).result).toEqual([]);
});

test('payment/order/create/epoint takes system, payment/order/epoint/pay takes paymentId (CALL-19, CALL-20, EPNT-03)', async () => {
  const payload = { ...ownRole(), ...goods, ...names, system: 'ios' };
  const created = await call('/api/payment/order/create/epoint', payload, key());
  expect(created.result).toMatchObject({ paymentId: TEXT, epoints: 99 });
  const { paymentId } = created.result as { paymentId: string };
  const paid = await call('/api/payment/order/epoint/pay', { paymentId });
  expect(paid.result).toMatchObject({ paymentId, basic_after: 5_000, present_after: 401 });
});

test('character/info/select takes the role and its server (CALL-21, RCHG-04)', async () => {
  expect(await call('/api/character/info/select', { ...ownRole(), ...names })).toMatchObject({ code: 0 });
});

test('bulletin/top is read with GET (CALL-22, CONT-03)', async () => {
  const { status, body } = await server.request('/api/bulletin/top', { method: 'GET' });
  expect([status, body?.['code']]).toEqual([200, 0]);
  expect(body?.['result']).toContainEqual(expect.objectContaining({ id: TEXT, title: TEXT }));
  expect((await server.request('/api/bulletin/top', { method: 'POST', body: '{}' })).status).not.toBe(200);
});

test('epoint/record lists income and expense, epoint/paymentIds/detail the orders behind them (CALL-23, CALL-24, EPNT-06)', async () => {
  const page = { page: 1, size: 10, begin: 0, end: FAR_SECONDS };
  const income = await call('/api/epoint/record', { ...page, type: 'income' });
  expect(income.result).toMatchObject([{ basic: 5_000, present: 500 }]);
  const expense = await call('/api/epoint/record', { ...page, type: 'expense' });
  expect(expense.result).toMatchObject([{ basic: 0, present: -99 }]);
  const [{ payment_id }] = expense.result as [{ payment_id: string }];
  const details = await call('/api/epoint/paymentIds/detail', { paymentIds: [payment_id] });
  expect(details.result).toMatchObject([{ sdk_order_id: payment_id, name: '60 Star Gems' }]);
});

test('e-recharge/items lists packages with their prices (CALL-25, EPNT-02)', async () => {
  const { items } = (await call('/api/e-recharge/items')).result as { items: object[] };
  expect(items[0]).toMatchObject({ item_id: TEXT, name: TEXT, price: PRICE, basic: expect.any(Number) });
});

test('e-recharge/rebate/info lists what a purchase earns on top (CALL-26, EPNT-02)', async () => {
  const { result } = await call('/api/e-recharge/rebate/info');
  expect((result as object[])[0]).toMatchObject({
    item_id: TEXT,
    percent: expect.any(Number),
    epoints: expect.any(Number),
  });
});

test('epoint/balance takes userId, and reads basicNum and presentNum (CALL-27, EPNT-01)', async () => {
  const { userId, ...other } = await server.newPlayer({ basic: 1_200, present: 350 });
  const balance = await call('/api/epoint/balance', { userId: other.gameAccountId }, other.headers);
  expect([userId, balance.result]).toEqual([userId, { basicNum: 1_200, presentNum: 350 }]);
});
