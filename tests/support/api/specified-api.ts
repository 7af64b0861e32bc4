import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { DEMO_BUILD } from '../../../server/demo-environment.mjs';
import { staticFiles } from '../../../server/http/static-files.ts';
import { ROOT } from '../../../server/prepare.mjs';
import { decryptPassword, decryptPayload } from '../../../server/users/wire-ciphers.ts';

type Json = Readonly<Record<string, unknown>>;

export type SpecifiedRequest = {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
};

/** An order record with exactly the fields of the specification. Times in seconds. */
type OrderRow = {
  readonly create_ts: number;
  readonly name: string;
  readonly sdk_order_id: string;
  readonly amount: string;
  readonly channel_name: string;
  readonly status: number | string;
};

/** A status code, or a name of the specification's enumeration. */
type Status = 1 | 2 | 3 | 4 | 5 | 6 | 'Created' | 'Pending' | 'FullyPaid' | 'Refunded';

/** Longer than any session token of this server. */
const jwt = (login: number): string =>
  ['eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9', `${login}${'c'.repeat(300)}`, 's'.repeat(90)].join('.');

const SERVERS = [
  {
    server_id: 101,
    server_name: 'Northwind',
    roles: [
      { role_id: 7001, role_name: 'Ryn' },
      { role_id: 7002, role_name: 'Mara' },
    ],
  },
  { server_id: 102, server_name: 'Southreach', roles: [] },
];
const ITEMS = [
  { cp_goods_id: 'gems.60', name: '60 Gems', price: 0.99 },
  { cp_goods_id: 'gems.300', name: '300 Gems', price: '4.99' },
];
const POINT_ITEMS = [
  { cp_goods_id: 'ep.500', name: '500 E Points', price: '5.00' },
  { cp_goods_id: 'ep.1000', name: '1000 E Points', price: 10 },
];
const CHANNELS = [
  { name: 'Visa and Mastercard', channel_code: 'intl_card' },
  { name: 'E Points', channel_code: 'epoint' },
];
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="#467" d="M0 0h16v9H0z"/></svg>';

const done = { code: 0, msg: 'ok' };
const success = (result: unknown, more: Json = {}) => ({ ...done, result, ...more });
const refusal = (code: number, msg: string) => ({ code, msg, data: null });

/** Odd, so no double has its digits. */
const BEYOND_2_53 = 9_007_199_254_740_993n;
const NUMBER_AS_ID = /(?<="sdk_order_id":)"(\d+)"/g;

const now = (): number => Math.floor(Date.now() / 1_000);
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const pageOf = <Row>(rows: readonly Row[], { page, size }: Json): readonly Row[] =>
  rows.slice((Number(page) - 1) * Number(size), Number(page) * Number(size));

/** The content of an encrypted request; null if it is not encrypted. */
const unsealed = ({ data }: Json): unknown => decryptPayload(text(data), DEMO_BUILD.VITE_RESET_PASSPHRASE);

/** Calls without a session. */
const OPEN = /^\/api\/(?:user\/(?:login|email|phone)|setting|bulletin)/;

/**
 * The built portal and an API at one origin. The API implements the calls in section 7 of the specification with only the fields that the
 * specification shows, and without a result where it shows none. `begin` and `end` always limit the creation time, even if they are 0.
 * `numbersAsIds`: the id of an order is a bare number beyond 2^53.
 */
export const startSpecifiedApi = async ({ numbersAsIds }: { readonly numbersAsIds: boolean }) => {
  const requests: SpecifiedRequest[] = [];
  const orders: OrderRow[] = [];
  const income: Json[] = [];
  const expense: Json[] = [];
  const state = {
    logins: 0,
    token: '',
    points: 320,
    soldOut: false,
    origin: '',
  };

  const addOrder = (item: { readonly name: string; readonly price: number | string }, channel_name: string) => {
    const at = orders.length + 1;
    const sdk_order_id = numbersAsIds ? String(BEYOND_2_53 + 2n * BigInt(at)) : `P${at}0042`;
    const amount = Number(item.price).toFixed(2);
    orders.unshift({ create_ts: now(), name: item.name, sdk_order_id, amount, channel_name, status: 1 });
    return { pay_url: `${state.origin}/pay/${sdk_order_id}`, sdk_order_id };
  };
  const move = (orderId: string, status: Status): void => {
    const at = orders.findIndex(({ sdk_order_id }) => sdk_order_id === orderId);
    const order = orders[at];
    if (!order) throw new Error(`no order ${orderId}`);
    orders[at] = { ...order, status };
  };
  const grant = () => success({ token: state.token, customer_service: `${state.origin}/help` });

  const articles = Array.from({ length: 11 }, (_, at) => ({
    img: '/picture.svg',
    create_ts: now() - at * 86_400,
    title: `Harbor report ${at + 1}`,
  }));

  const calls: Readonly<Record<string, (body: Json) => object>> = {
    '/api/user/uinfo': grant,
    '/api/user/login': ({ channel_code, account, passwd, encrypt }) => {
      if (channel_code !== 'account' || encrypt !== 1 || !text(passwd)) return refusal(10001, 'bad request');
      if (account !== 'demo') return refusal(61001, 'This name is not known here');
      if (decryptPassword(text(passwd), DEMO_BUILD.VITE_PASSWORD_KEY) !== 'Demo-1234')
        return refusal(61002, 'Wrong password');
      state.logins += 1;
      state.token = jwt(state.logins);
      return grant();
    },
    '/api/user/email/code/send': () => done,
    '/api/user/phone/code/send': (body) => (unsealed(body) ? done : refusal(10001, 'bad request')),
    '/api/user/email/psw/reset': (body) => refusal(unsealed(body) ? 61003 : 10001, 'Wrong code'),
    '/api/user/phone/psw/reset': (body) => refusal(unsealed(body) ? 61003 : 10001, 'Wrong code'),
    '/api/user/sdk/ticket/get': () => done,
    '/api/user/webRole': () => success(SERVERS),
    '/api/setting/time': () => success({ ts: now() }),
    '/api/setting/init': () =>
      success({ gameInfo: { cgi: `${state.origin}/cgi` }, customConfig: { loggerUrl: `${state.origin}/log` } }),
    '/api/setting/webHomeConf': () => done,
    '/api/setting/webArticle': (body) => success(pageOf(articles, body), { total: articles.length }),
    '/api/setting/webArticleDetail': ({ id }) => {
      const article = articles[Number(id) - 1];
      return article ? success(article) : refusal(62001, 'no such article');
    },
    '/api/operate/coinBalance': () => success({ amount: state.points }),
    '/api/order/webProduct': () => success(ITEMS),
    '/api/order/webPayChannel': () => success(CHANNELS),
    '/api/order/webCreate': ({ cp_goods_id, channel_code }) => {
      const item = ITEMS.find((one) => one.cp_goods_id === cp_goods_id);
      const channel = CHANNELS.find((one) => one.channel_code === channel_code);
      return item && channel && !state.soldOut
        ? success(addOrder(item, channel.name))
        : refusal(63001, 'This pack is sold out');
    },
    '/api/order/record': (body) => {
      const { begin, end, status, sdk_order_id } = body;
      const found = orders.filter(
        (order) =>
          Number(begin) <= order.create_ts &&
          order.create_ts <= Number(end) &&
          (status === -1 || order.status === status) &&
          (sdk_order_id === '' || order.sdk_order_id === sdk_order_id),
      );
      return success(pageOf(found, body));
    },
    '/api/payment/order/create/epoint': ({ item_id, cp_goods_id, system }) => {
      if (system !== 'ios' && system !== 'android') return refusal(10001, 'bad request');
      const item = [...POINT_ITEMS, ...ITEMS].find((one) => one.cp_goods_id === (item_id ?? cp_goods_id));
      if (!item) return refusal(63001, 'This pack is sold out');
      const { sdk_order_id, pay_url } = addOrder(item, item_id ? 'PaySafe' : 'E Points');
      return success(item_id ? { sdk_order_id, pay_url } : { sdk_order_id });
    },
    '/api/payment/order/epoint/pay': ({ paymentId }) => {
      const order = orders.find(({ sdk_order_id }) => sdk_order_id === paymentId);
      if (!order) return refusal(63002, 'no such order');
      const points = Math.round(Number(order.amount) * 100);
      if (order.status === 1) {
        state.points -= points;
        expense.unshift({ create_ts: now(), name: order.name, amount: points });
        move(order.sdk_order_id, 'FullyPaid');
      }
      return done;
    },
    '/api/character/info/select': () => done,
    '/api/bulletin/top': () => done,
    '/api/epoint/record': (body) => success({ income: pageOf(income, body), expense: pageOf(expense, body) }),
    '/api/epoint/paymentIds/detail': () => done,
    '/api/e-recharge/items': () => success(POINT_ITEMS),
    '/api/e-recharge/rebate/info': () => done,
    '/api/epoint/balance': () => success({ basicNum: state.points, presentNum: 0 }),
  };

  const app = new Hono();
  app.all('/api/*', async (c: Context) => {
    const { path, method } = c.req;
    const body = method === 'POST' ? await c.req.json<Json>() : {};
    requests.push({ path, method, headers: c.req.header(), body });
    const answer = calls[path];
    if (!answer || method !== (path === '/api/bulletin/top' ? 'GET' : 'POST')) return c.body(null, 404);
    if (!OPEN.test(path)) {
      if (c.req.header('token') !== state.token) return new Response('token invalid', { status: 203 });
    }
    const json = JSON.stringify(answer(body));
    return c.body(json.replaceAll(NUMBER_AS_ID, '$1'), 200, { 'content-type': 'application/json' });
  });
  app.post('/log', (c) => c.body(null, 204));
  app.get('/picture.svg', (c) => c.body(PICTURE, 200, { 'content-type': 'image/svg+xml' }));
  for (const [path, title] of [
    ['/pay/:order', 'Cashier'],
    ['/help', 'Help'],
  ] as const)
    app.get(path, (c) =>
      c.html(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1>`),
    );

  const listening = await new Promise<{ readonly port: number; readonly close: () => void }>((resolve, reject) => {
    const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        port,
        close: () => {
          server.close();
          if ('closeAllConnections' in server) server.closeAllConnections();
        },
      });
    });
  });
  state.origin = `http://127.0.0.1:${listening.port}`;
  app.use(staticFiles(join(ROOT, 'dist', 'portal'), { publicUrl: state.origin }));

  return {
    url: state.origin,
    requests: requests as readonly SpecifiedRequest[],
    to: (path: string): readonly SpecifiedRequest[] => requests.filter((request) => request.path === path),
    /** Newest first. */
    orderIds: (): readonly string[] => orders.map(({ sdk_order_id }) => sdk_order_id),
    /** The status of an order, in the API's terms. */
    move,
    /** Marks an E Point purchase as paid: its points are in the balance and the record. */
    credit: (orderId: string, points: number): void => {
      state.points += points;
      income.unshift({ create_ts: now(), name: `${points} E Points`, amount: points });
      move(orderId, 4);
    },
    sellOut: (): void => {
      state.soldOut = true;
    },
    close: listening.close,
  };
};

export type SpecifiedApi = Awaited<ReturnType<typeof startSpecifiedApi>>;
