import { bulletinTop, settingWebArticle, settingWebArticleDetail } from '../../src/contract/content.contract.ts';
import { eRechargeItems, eRechargeRebateInfo } from '../../src/contract/e-recharge.contract.ts';
import type { AnyEndpoint } from '../../src/contract/endpoint.ts';
import { epointBalance, operateCoinBalance } from '../../src/contract/epoint.contract.ts';
import {
  epointPaymentIdsDetail,
  epointRecord,
  paymentCreateEpoint,
  paymentEpointPay,
} from '../../src/contract/epoint-order.contract.ts';
import { orderRecord, orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { settingInit, settingTime, settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import {
  characterSelect,
  userInfo,
  userLogin,
  userLogout,
  userSdkTicketGet,
  userWebRole,
} from '../../src/contract/user.contract.ts';
import {
  emailCodeSend,
  emailPswReset,
  phoneCodeSend,
  phonePswReset,
} from '../../src/contract/verification.contract.ts';

/**
 * A complete response of each call. `required`: paths without which the response (or, below a list,
 * the row) is refused; `rows`: lists whose bad rows are dropped. Every other path may be absent or null.
 */
export type WireSample = {
  readonly endpoint: AnyEndpoint;
  readonly request: object;
  readonly result: unknown;
  /** Of a `listed` call: a field beside `result`. */
  readonly total?: number;
  readonly required: readonly string[];
};

export const TOKEN = 'token-0123456789abcdef0123456789abcdef';

const grant = {
  token: TOKEN,
  customer_service: 'https://help.example/chat',
  user_id: 'u-1001',
  game_account_id: 'ga-7',
  game_id: 'g1',
  nickname: 'Ryn',
};

export const SERVERS = [
  {
    server_id: 's1',
    server_name: 'Aurora',
    status: 0,
    roles: [
      { role_id: 'r1', role_name: '月影' },
      { role_id: 'r2', role_name: 'Bram' },
    ],
  },
  { server_id: 's2', server_name: 'Borealis', status: 1, roles: [{ role_id: 'r1', role_name: 'Twin' }] },
];

export const ITEMS = [
  {
    cp_goods_id: 'gem-60',
    name: '60 gems',
    price: '0.99',
    names: { 'de-DE': '60 Edelsteine' },
    rebate_percent: 10,
    gift: { name: 'Key', names: { 'de-DE': 'Schlüssel' }, quantity: 2 },
    quantity: 60,
    art: 'gems',
  },
  { cp_goods_id: 'gem-300', name: '300 gems', price: 4.99 },
];

export const ORDER_ROW = {
  create_ts: 1_760_000_000,
  name: '60 gems',
  sdk_order_id: 'O-1',
  amount: '0.99',
  channel_name: 'Card',
  status: 1,
  game_name: 'Stormfall',
  server_id: 's1',
  server_name: 'Aurora',
  role_id: 'r1',
  role_name: '月影',
  uid: 'ga-7',
  cp_goods_id: 'gem-60',
  channel_code: 'card',
  contents: [{ name: '60 gems', names: { 'de-DE': '60 Edelsteine' }, quantity: 60 }],
  order_type: 'game',
  epoints: 99,
  credit: { basic: 90, present: 9 },
  pay_url: 'https://pay.example/c/1',
  history: [{ status: 1, ts: 1_760_000_000 }],
};

export const ARTICLE_ROW = {
  id: 1001,
  img: '/media/articles/storm.svg',
  create_ts: 1_760_000_000,
  title: 'A storm is coming',
  titles: { 'de-DE': 'Ein Sturm zieht auf' },
  type: 2,
  summary: 'Two weeks of high seas.',
  summaries: { 'de-DE': 'Zwei Wochen hohe See.' },
};

const rows = (...fields: string[]) => fields.map((field) => `result.*.${field}`);

const ORDER_ROW_REQUIRED = [
  ...rows('create_ts', 'sdk_order_id', 'amount', 'credit.basic', 'credit.present'),
  ...rows('contents.*.name', 'contents.*.quantity', 'history.*.status', 'history.*.ts'),
];

export const WIRE_SAMPLES: readonly WireSample[] = [
  { endpoint: userInfo, request: {}, result: grant, required: ['result', 'result.token'] },
  {
    endpoint: userLogin,
    request: { channel_code: 'account', account: 'demo', passwd: 'x', encrypt: 1 },
    result: grant,
    required: ['result', 'result.token'],
  },
  { endpoint: userLogout, request: {}, result: {}, required: [] },
  {
    endpoint: userSdkTicketGet,
    request: { uid: 'ga-7' },
    result: { ticket: 'ticket-0123456789abcdef' },
    required: [],
  },
  {
    endpoint: emailCodeSend,
    request: { email: 'ryn@players.example', purpose: 'reset' },
    result: { resend_after: 60, expires_in: 600 },
    required: [],
  },
  { endpoint: phoneCodeSend, request: { data: 'sealed' }, result: { resend_after: 60, expires_in: 600 }, required: [] },
  { endpoint: emailPswReset, request: { data: 'sealed' }, result: {}, required: [] },
  { endpoint: phonePswReset, request: { data: 'sealed' }, result: {}, required: [] },
  {
    endpoint: userWebRole,
    request: {},
    result: SERVERS,
    required: [...rows('server_id'), 'result.*.roles.*.role_id'],
  },
  {
    endpoint: characterSelect,
    request: { server_id: 's1', role_id: 'r1', server_name: 'Aurora', role_name: '月影' },
    result: {},
    required: [],
  },
  {
    endpoint: settingTime,
    request: {},
    result: { ts: 1_760_000_000, ts_ms: 1_760_000_000_250 },
    required: ['result', 'result.ts'],
  },
  {
    endpoint: settingInit,
    request: {},
    result: {
      gameInfo: { game_id: 'g1', name: 'Stormfall', cgi: 'https://cgi.example' },
      customConfig: { loggerUrl: 'https://log.example/e' },
      idempotent_orders: true,
    },
    required: [],
  },
  {
    endpoint: settingWebHomeConf,
    request: {},
    result: {
      games: [
        {
          game_id: 'g1',
          name: 'Stormfall',
          blurb: 'Sail',
          blurbs: { 'de-DE': 'Segeln' },
          art: 'storm',
          url: 'https://game.example',
          redeem_url: 'https://game.example/redeem',
        },
      ],
      features: [
        {
          key: 'f1',
          title: 'Fast',
          titles: { 'de-DE': 'Schnell' },
          text: 'In seconds',
          texts: { 'de-DE': 'In Sekunden' },
          art: 'bolt',
        },
      ],
      downloads: [{ key: 'd1', title: 'Android', url: 'https://dl.example/a', game_id: 'g1' }],
      footer: [{ key: 'about', title: 'About us', url: '/about' }],
      redeem_url: 'https://redeem.example',
    },
    required: [
      ...['game_id', 'name'].map((field) => `result.games.*.${field}`),
      ...['key', 'title', 'text'].map((field) => `result.features.*.${field}`),
      ...['key', 'title'].map((field) => `result.downloads.*.${field}`),
      ...['key', 'title', 'url'].map((field) => `result.footer.*.${field}`),
    ],
  },
  {
    endpoint: settingWebArticle,
    request: { type: 0, page: 1, size: 10 },
    result: [ARTICLE_ROW, { id: '7', create_ts: '1760000000', title: 'Bare' }],
    total: 12,
    required: rows('create_ts'),
  },
  {
    endpoint: settingWebArticleDetail,
    request: { id: '1001' },
    result: { ...ARTICLE_ROW, body: '<p>High seas.</p>', bodies: { 'de-DE': '<p>Hohe See.</p>' } },
    required: [],
  },
  {
    endpoint: bulletinTop,
    request: {},
    result: [{ id: 'b1', title: 'A storm is coming', titles: { 'de-DE': 'Ein Sturm zieht auf' }, article_id: 1001 }],
    required: rows('title'),
  },
  { endpoint: operateCoinBalance, request: {}, result: { amount: 320 }, required: ['result', 'result.amount'] },
  {
    endpoint: epointBalance,
    request: { userId: 'ga-7' },
    result: { basicNum: 300, presentNum: 20 },
    required: ['result', 'result.basicNum', 'result.presentNum'],
  },
  {
    endpoint: orderWebProduct,
    request: { role_id: 'r1', server_id: 's1' },
    result: ITEMS,
    required: rows('cp_goods_id', 'price', 'gift.name', 'gift.quantity'),
  },
  {
    endpoint: orderWebPayChannel,
    request: { role_id: 'r1', server_id: 's1', cp_goods_id: 'gem-60' },
    result: [
      { name: 'Card', channel_code: 'card', is_open: true, priority: 2 },
      { name: 'Wallet', channel_code: 'wallet', is_open: false, priority: 1 },
    ],
    required: rows('channel_code'),
  },
  {
    endpoint: orderWebCreate,
    request: {
      role_id: 'r1',
      server_id: 's1',
      cp_goods_id: 'gem-60',
      channel_code: 'card',
      role_name: '月影',
      server_name: 'Aurora',
    },
    result: { pay_url: 'https://pay.example/c/1', sdk_order_id: 'O-1', create_ts: 1_760_000_000 },
    required: ['result', 'result.pay_url', 'result.sdk_order_id'],
  },
  {
    endpoint: orderRecord,
    request: { page: 1, size: 10, begin: 0, end: 0, sdk_order_id: '', status: -1 },
    result: [ORDER_ROW],
    required: ORDER_ROW_REQUIRED,
  },
  {
    endpoint: eRechargeItems,
    request: {},
    result: {
      items: [
        {
          item_id: 'epoint.500',
          name: '500 E Points',
          names: { 'de-DE': '500 E-Points' },
          price: '4.99',
          basic: 500,
          present: 25,
          art: 'epoint',
        },
      ],
      channels: [{ name: 'Card', channel_code: 'card', is_open: true, priority: 1 }],
    },
    required: [...['item_id', 'price'].map((field) => `result.items.*.${field}`), 'result.channels.*.channel_code'],
  },
  {
    endpoint: eRechargeRebateInfo,
    request: {},
    result: [{ item_id: 'epoint.500', kind: 'first', percent: 50, epoints: 250, ends_ts: 1_790_000_000 }],
    required: rows('item_id', 'percent', 'epoints'),
  },
  {
    endpoint: paymentCreateEpoint,
    request: { item_id: 'epoint.500', channel_code: 'card', system: 'android', epoints: 775 },
    result: { paymentId: 'O-2', pay_url: 'https://pay.example/c/2', epoints: 99, create_ts: 1_760_000_000 },
    required: ['result', 'result.paymentId'],
  },
  {
    endpoint: paymentEpointPay,
    request: { paymentId: 'O-2' },
    result: { paymentId: 'O-2', basic: 79, present: 20, basic_after: 421, present_after: 0, pay_ts: 1_760_000_005 },
    required: [],
  },
  {
    endpoint: epointRecord,
    request: { page: 1, size: 10, begin: 0, end: 0, type: 'all' },
    result: [
      {
        entry_id: 'E-7',
        ts: 1_760_000_005,
        kind: 'spend',
        basic: -79,
        present: -20,
        basic_after: 421,
        present_after: 0,
        payment_id: 'O-2',
        item_name: '60 gems',
        item_names: { 'de-DE': '60 Edelsteine' },
      },
    ],
    required: [],
  },
  {
    endpoint: epointPaymentIdsDetail,
    request: { paymentIds: ['O-2'] },
    result: [ORDER_ROW],
    required: ORDER_ROW_REQUIRED,
  },
];

/** The complete body of a sample, as a server sends it. */
export const bodyOf = ({ result, total }: WireSample): object => ({
  code: 0,
  result,
  ...(total !== undefined && { total }),
});

export const sampleOf = (path: string): WireSample => {
  const sample = WIRE_SAMPLES.find(({ endpoint }) => endpoint.path === path);
  if (!sample) throw new Error(`no sample answer of ${path}`);
  return sample;
};
