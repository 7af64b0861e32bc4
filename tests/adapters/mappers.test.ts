import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { resolveRecipient } from '../../machines/recharge/recharge.recipient.ts';
import { fingerprint, identify } from '../../src/adapters/account.mapper.ts';
import { toHomeConfig } from '../../src/adapters/boot.adapter.ts';
import { type RebateRow, toChannel, toItem, toPackage } from '../../src/adapters/item.mapper.ts';
import { toLedgerEntry } from '../../src/adapters/ledger-entry.mapper.ts';
import { toLink } from '../../src/adapters/link.mapper.ts';
import { toOrderRecord } from '../../src/adapters/order-record.mapper.ts';
import { toGameServers } from '../../src/adapters/role-list.ts';
import { orderRecord, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { userLogin, userWebRole } from '../../src/contract/user.contract.ts';
import * as wire from '../../src/contract/wire.ts';
import { ITEMS, ORDER_ROW, TOKEN } from '../support/api/fake-api.ts';

const anyUrl = (_: string) => true;

describe('servers and roles', () => {
  test('a server without a status is open; numbers for ids become text (RCHG-01, C23)', () => {
    const parsed = v.parse(userWebRole.result, [
      { server_id: 12, server_name: 'X', roles: [{ role_id: 7, role_name: 'Y' }] },
    ]);
    expect(toGameServers(parsed).rows).toEqual([
      { serverId: '12', serverName: 'X', status: 0, roles: [{ roleId: '7', roleName: 'Y' }] },
    ]);
  });

  test('names may be missing, and the ids of unread servers and roles are kept (READ-02, READ-05)', () => {
    const list = { 0: { server_id: 's1', server_name: null, roles: { 101: { role_id: 'r1', role_name: 5 } } }, 1: {} };
    const parsed = v.parse(userWebRole.result, list);
    expect(toGameServers(parsed)).toEqual({
      rows: [{ serverId: 's1', serverName: 's1', status: 0, roles: [{ roleId: 'r1', roleName: '5' }] }],
      unread: [null],
    });
    const roles = v.parse(userWebRole.result, [{ server_id: 's1', roles: [{ role_id: '', role_name: 'Ryn' }] }]);
    expect(toGameServers(roles)).toMatchObject({ rows: [{ roles: [], unreadRoles: [null] }], unread: [] });
  });

  test('two rows of one server are one server with the roles of both, open if one is (READ-05)', () => {
    const row = (role_id: string, status: number) => ({
      server_id: 's1',
      server_name: 'A',
      status,
      roles: [{ role_id }],
    });
    const read = (...rows: readonly object[]) => toGameServers(v.parse(userWebRole.result, rows)).rows;
    const merged = read(row('r1', 1), row('r2', 0), row('r1', 1));
    expect(merged.map(({ roles }) => roles.map(({ roleId }) => roleId))).toEqual([['r1', 'r2']]);
    const statusOf = (one: number, other: number) => read(row('r1', one), row('r2', other))[0]?.status;
    expect([statusOf(1, 0), statusOf(0, 1), statusOf(1, 1)]).toEqual([0, 0, 1]);
    expect(read(row('', 0), row('r1', 0), row('', 0))[0]?.unreadRoles).toEqual([null, null]);
  });

  test.each<[string, Readonly<Record<string, readonly string[]>>, string | null]>([
    ['its server', { 1: ['1', '2'], 2: ['1'] }, '1'],
    ['the only other server with the role', { 1: ['2'], 2: ['1'] }, '2'],
    ['none of two other servers', { 1: [], 2: ['1'], 3: ['1'] }, null],
    ['no server of a role that is gone', { 1: ['2'], 2: [] }, null],
  ])('the role 1, chosen on the server 1, is resolved to %s (RCHG-07, C29)', (_, list, expected) => {
    const servers = Object.entries(list).map(([serverId, roles]) => ({
      serverId,
      serverName: `S${serverId}`,
      status: 0 as const,
      roles: roles.map((roleId) => ({ roleId, roleName: `R${roleId}@${serverId}` })),
    }));
    const found = { serverId: expected, serverName: `S${expected}`, roleId: '1', roleName: `R1@${expected}` };
    expect(resolveRecipient(servers, { serverId: '1', roleId: '1' })).toEqual(expected && found);
  });
});

describe('items and channels', () => {
  test('cp_goods_id, name, price become packageId, title, itemId and an exact epointPrice (RCHG-05)', () => {
    const { rows } = v.parse(orderWebProduct.result, ITEMS);
    expect(rows.map(toItem)).toEqual([
      {
        itemId: 'gem-60',
        packageId: 'gem-60',
        title: '60 gems',
        titles: { 'de-DE': '60 Edelsteine' },
        price: { minor: 99, currency: 'USD' },
        epointPrice: 99,
        credit: null,
        rebatePercent: 10,
        gift: { title: 'Key', titles: { 'de-DE': 'Schlüssel' }, quantity: 2 },
        quantity: 60,
        art: 'gems',
      },
      {
        itemId: 'gem-300',
        packageId: 'gem-300',
        title: '300 gems',
        titles: {},
        price: { minor: 499, currency: 'USD' },
        epointPrice: 499,
        credit: null,
        rebatePercent: null,
        gift: null,
        quantity: null,
        art: null,
      },
    ]);
  });

  test('every cent from 0 to 10,000 dollars, as text and as a number, there and back without a floating error (RCHG-05, C23, S16)', () => {
    const wrong: string[] = [];
    for (let cents = 0; cents <= 1_000_000; cents += 1) {
      const text = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      if (wire.toDollars(cents) !== text) wrong.push(text);
      if (v.parse(wire.dollars, text) !== cents || v.parse(wire.dollars, Number(text)) !== cents) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  test('name and channel_code become title and fieldKey; defaults are open and priority 0 (RCHG-08)', () => {
    const { rows } = v.parse(orderWebPayChannel.result, [
      { name: 'Card', channel_code: 'card' },
      { name: 'Wallet', channel_code: 9, is_open: false, priority: 3, art: '/pictures/wallet.webp' },
    ]);
    expect(rows.map(toChannel)).toEqual([
      { fieldKey: 'card', title: 'Card', isOpen: true, priority: 0 },
      { fieldKey: '9', title: 'Wallet', isOpen: false, priority: 3, art: '/pictures/wallet.webp' },
    ]);
  });
});

describe('order records', () => {
  const PAGE = { kind: 'redirect', payUrl: 'https://pay.example/c/1' };
  const NO_PAGE = { kind: 'redirect', payUrl: null };
  const recordOf = (row: object, isPayUrl = anyUrl) => {
    const [first] = v.parse(orderRecord.result, [row]).rows;
    if (!first) throw new Error('the row was dropped');
    return toOrderRecord(first, isPayUrl);
  };

  test('the whole row (ORDR-03)', () => {
    expect(
      recordOf({
        ...ORDER_ROW,
        names: { 'de-DE': '60 Edelsteine' },
        history: [
          { status: 4, ts: 30 },
          { status: 1, ts: 10 },
          { status: 2, ts: 20 },
        ],
      }),
    ).toEqual({
      paymentId: 'O-1',
      itemName: '60 gems',
      itemTitles: { 'de-DE': '60 Edelsteine' },
      art: 'gems',
      paymentCreateTime: 1_760_000_000_000,
      paidAmount: { minor: 99, currency: 'USD' },
      currency: 'USD',
      paymentMethod: 'Card',
      orderStatus: 1,
      status: 'pending',
      isStatusUnknown: false,
      gameName: 'Stormfall',
      recipient: { serverId: 's1', serverName: 'Aurora', roleId: 'r1', roleName: '月影' },
      uid: 'ga-7',
      itemId: 'gem-60',
      channelCode: 'card',
      contents: [{ title: '60 gems', titles: { 'de-DE': '60 Edelsteine' }, quantity: 60 }],
      orderType: 'game',
      credit: null,
      payment: { kind: 'points', amount: 99 },
      timeline: [
        { status: 'pending', at: 10_000 },
        { status: 'paid', at: 20_000 },
        { status: 'delivered', at: 30_000 },
      ],
    });
  });

  test('the six fields of the specification are enough (ORDR-03)', () => {
    const { create_ts, name, amount, channel_name } = ORDER_ROW;
    expect(
      recordOf({ create_ts: String(create_ts), name, sdk_order_id: 77, amount, channel_name, status: '2' }),
    ).toMatchObject({
      paymentId: '77',
      paymentCreateTime: 1_760_000_000_000,
      status: 'paid',
      orderStatus: 2,
      recipient: null,
      itemId: null,
      orderType: null,
      contents: [],
      payment: NO_PAGE,
      timeline: [],
    });
  });

  test('a recipient needs a server and a role; names that are missing are their ids (ORDR-03)', () => {
    const { server_name, role_name, ...row } = ORDER_ROW;
    expect(recordOf(row).recipient).toEqual({ serverId: 's1', serverName: 's1', roleId: 'r1', roleName: 'r1' });
    const roles = [
      { roleId: 'r2', roleName: 'Bram' },
      { roleId: 'r1', roleName: 'Ryn' },
    ];
    const known = [{ serverId: 's1', serverName: 'Amber Coast', status: 0, roles }];
    const [first] = v.parse(orderRecord.result, [row]).rows;
    expect(first && toOrderRecord(first, anyUrl, known as never).recipient).toMatchObject({
      serverName: 'Amber Coast',
      roleName: 'Ryn',
    });
    expect(recordOf({ ...row, server_id: null }).recipient).toBeNull();
    expect(recordOf({ ...row, role_id: null }).recipient).toBeNull();
    expect(recordOf({ ...row, channel_name: null }).paymentMethod).toBe('card');
  });

  test('an order of E Points has a credit and no price in points, another one a price and no credit (EPNT-02)', () => {
    const credit = { basic: 500, present: 20 };
    const row = { ...ORDER_ROW, epoints: 99, credit };
    expect(recordOf({ ...row, order_type: 'epoint' })).toMatchObject({ payment: PAGE, credit });
    expect(recordOf({ ...row, order_type: 'game' })).toMatchObject({
      payment: { kind: 'points', amount: 99 },
      credit: null,
    });
  });

  test('without a price in points, an order whose channel takes them has its price in points (ORDR-02, EPNT-05)', () => {
    const row = { ...ORDER_ROW, channel_code: 'epoint', price: '4.99', epoints: null };
    const { payment, paidAmount } = recordOf({ ...row, order_type: 'game' });
    expect(payment).toEqual({ kind: 'points', amount: paidAmount.minor });
    expect(recordOf({ ...row, order_type: 'epoint' }).payment).toEqual(PAGE);
  });

  test('4 is listed under 3, the others are unchanged, and the raw code is kept (ORDR-03, ORDR-04)', () => {
    const seen = [1, 2, 3, 4, 5, 6]
      .map((status) => recordOf({ ...ORDER_ROW, status }))
      .map(({ status, orderStatus }) => [status, orderStatus]);
    expect(seen).toEqual([
      ['pending', 1],
      ['paid', 2],
      ['failed', 3],
      ['delivered', 3],
      ['refunded', 5],
      ['overdue', 6],
    ]);
  });

  test.each([99, 0, -1, 'paused', '', null, undefined, {}, true])(
    'an order with the status %j is shown as unknown and stays followed, without its payment page (READ-03, C22)',
    (status) => {
      expect(recordOf({ ...ORDER_ROW, epoints: null, status })).toMatchObject({
        paymentId: 'O-1',
        status: 'pending',
        isStatusUnknown: true,
        payment: NO_PAGE,
      });
    },
  );

  test('a pay URL only while the order can be paid, and only an allowed one (C39, ORDR-08)', () => {
    const isPayUrl = (url: string) => url.startsWith('https://pay.example/');
    const row = { ...ORDER_ROW, epoints: null };
    expect([1, 2, 3, 4, 5, 6].map((status) => recordOf({ ...row, status }, isPayUrl).payment)).toEqual([
      PAGE,
      NO_PAGE,
      NO_PAGE,
      NO_PAGE,
      NO_PAGE,
      NO_PAGE,
    ]);
    expect(recordOf({ ...row, pay_url: 'javascript:alert(1)' }, isPayUrl).payment).toEqual(NO_PAGE);
  });

  test('a payment of another method replaces page and price; one that cannot be read does not (READ-03, ORDR-08)', () => {
    const payment = { kind: 'points', amount: 120 };
    expect(recordOf({ ...ORDER_ROW, payment }).payment).toEqual(payment);
    for (const unread of [{ kind: 'points', amount: 1.5 }, { kind: 'constructor' }, { amount: 120 }, 'points', 7, []])
      expect(recordOf({ ...ORDER_ROW, epoints: null, payment: unread }).payment).toEqual(PAGE);
    const refused = { kind: 'redirect', payUrl: 'javascript:alert(1)' };
    expect(recordOf({ ...ORDER_ROW, payment: refused }, () => false).payment).toEqual(NO_PAGE);
  });
});

describe('configuration', () => {
  test('the home configuration without unsafe links (SESS-14)', () => {
    const home = v.parse(settingWebHomeConf.result, {
      games: [
        { game_id: 'g1', name: 'Stormfall', url: 'javascript:alert(1)' },
        { game_id: 'g2', name: 'Calm', blurbs: { 'de-DE': 'Still', 'ko-KR': [] }, redeem_url: '/redeem/{locale}' },
      ],
      features: [{ key: 'f', title: 'T', text: 'x', titles: { 'de-DE': 'Ü' } }],
      downloads: [
        { key: 'ios', title: 'App Store', game_id: 'g1' },
        { key: 'pc', title: 'PC', url: 'https://dl.example/pc' },
        { key: 'bad', title: 'Bad', url: 'javascript:alert(1)' },
      ],
      footer: [
        { key: 'a', title: 'About', url: '/about' },
        { key: 'b', title: 'Bad', url: '//evil.test' },
      ],
      redeem_url: 'https://redeem.example',
    });
    expect(toHomeConfig(home)).toEqual({
      games: [
        {
          gameId: 'g1',
          name: 'Stormfall',
          blurb: '',
          blurbs: {},
          art: null,
          url: null,
          redeemUrl: 'https://redeem.example',
        },
        {
          gameId: 'g2',
          name: 'Calm',
          blurb: '',
          blurbs: { 'de-DE': 'Still' },
          art: null,
          url: null,
          redeemUrl: '/redeem/{locale}',
        },
      ],
      features: [{ key: 'f', title: 'T', titles: { 'de-DE': 'Ü' }, text: 'x', texts: {}, art: null }],
      downloads: [
        { key: 'ios', title: 'App Store', gameId: 'g1', url: null },
        { key: 'pc', title: 'PC', gameId: null, url: 'https://dl.example/pc' },
      ],
      footer: [{ key: 'a', title: 'About', url: '/about' }],
      redeemUrl: 'https://redeem.example',
    });
    expect(toHomeConfig(v.parse(settingWebHomeConf.result, {}))).toEqual({
      games: [],
      features: [],
      downloads: [],
      footer: [],
      redeemUrl: null,
    });
  });

  test.each([
    ['https://a.example/x', true],
    ['http://a.example', true],
    ['/path?x', true],
    ['//a.example', false],
    ['/\\a.example', false],
    ['javascript:alert(1)', false],
    ['javascript:alert(1)//https://a.example', false],
    ['java\tscript:alert(1)', false],
    ['https:///a', false],
    ['data:text/html,x', false],
    ['a.example', false],
    ['', false],
  ])('link %j is allowed: %j (C39)', (text, allowed) => {
    expect(toLink(text)).toBe(allowed ? text : null);
  });
});

describe('the account', () => {
  const grantOf = (more: object) => v.parse(userLogin.result, { token: TOKEN, ...more });
  const nothing = { stored: null, loginName: null, gameId: '' };

  test('the API’s own ids (SESS-06)', () => {
    const grant = grantOf({ user_id: 1001, game_account_id: 'ga-7', game_id: 'g1', nickname: 'Ryn' });
    expect(identify(grant, { ...nothing, loginName: 'demo' })).toEqual({
      ids: { userId: '1001', accountId: 'ga-7', gameId: 'g1' },
      account: { userId: '1001', gameAccountId: 'ga-7', gameId: 'g1', displayName: 'Ryn' },
    });
  });

  test('only token and customer_service: each login name is an account of its own (SESS-06)', () => {
    const as = (loginName: string) => ({ stored: null, loginName, gameId: 'g1' });
    const first = identify(grantOf({}), as('Demo '));
    const again = identify(grantOf({ token: 'another-token-0123456789' }), as('demo'));
    const other = identify(grantOf({}), as('demo2'));
    expect(again).toEqual({ ...first, account: { ...first.account, displayName: 'demo' } });
    expect(other.account.localId).not.toBe(first.account.localId);
    expect(first.ids).toEqual({ userId: '', accountId: '', gameId: 'g1' });
    expect(first.account.localId).toBe(`local-${fingerprint('demo')}`);
    expect(fingerprint('demo1800')).toBe('0fe57138e6e1239f');
  });

  test('a restored session has the same account (SESS-06)', () => {
    const stored = identify(grantOf({}), { stored: null, loginName: 'demo', gameId: 'g1' });
    expect(identify(grantOf({}), { stored, loginName: null, gameId: '' })).toEqual(stored);
    expect(identify(grantOf({}), nothing).account.localId).toBe(`local-${fingerprint(TOKEN)}`);
  });

  test.each([
    ['Player 13800138000', null, 'Player 13800138000'],
    ['13800138000 Ryn', null, '13800138000 Ryn'],
    ['12345', null, '12345'],
    ['', 'demo', 'demo'],
    ['', null, 'ga-7'],
    ['', 'ryn@example.com', 'ga-7'],
    ['+49 151 1234567', null, 'ga-7'],
    ['13800138000', null, 'ga-7'],
  ])('nickname %j and login name %j show %j, never an address or number (SESS-06)', (nickname, loginName, shown) => {
    const { account } = identify(grantOf({ nickname, game_account_id: 'ga-7' }), { ...nothing, loginName });
    expect(account.displayName).toBe(shown);
  });

  test('without any name the account has an empty one (SESS-06)', () => {
    expect(identify(grantOf({ nickname: '' }), nothing).account.displayName).toBe('');
  });
});

const ROW: Parameters<typeof toPackage>[0] = {
  item_id: 'ep-500',
  name: '500 E Points',
  names: {},
  price: 499,
  basic: 500,
  present: 25,
  art: 'epoint-2',
};
const FIRST: RebateRow = { item_id: 'ep-500', kind: 'first', percent: 50, epoints: 250, ends_ts: null };
const EXTRA: RebateRow = { item_id: 'ep-1000', kind: 'standing', percent: 3, epoints: 30, ends_ts: null };

test('a package has the rebate of its own row (EPNT-02)', () => {
  expect(toPackage(ROW, [EXTRA, FIRST])).toMatchObject({
    rebatePercent: 50,
    credit: { basic: 500, present: 25, rebate: 250, isFirst: true },
  });
  expect(toPackage({ ...ROW, item_id: 'ep-1000' }, [FIRST, EXTRA])).toMatchObject({
    rebatePercent: 3,
    credit: { rebate: 30, isFirst: false },
  });
});

type Row = Parameters<typeof toLedgerEntry>[0];

const EMPTY: Row = {
  entry_id: null,
  ts: null,
  create_ts: null,
  kind: 'other',
  type: null,
  amount: null,
  name: null,
  item_name: null,
  item_names: {},
  basic: null,
  present: null,
  basic_after: null,
  present_after: null,
  payment_id: null,
};

const entryOf = (row: Partial<Row>) => toLedgerEntry({ ...EMPTY, ...row }, 4, new Map());

test.each<[what: string, row: Partial<Row>, total: number | null, flow: string | null]>([
  ['nothing', {}, null, null],
  ['a type without an amount', { type: 'income' }, null, 'income'],
  ['an amount without a type', { amount: -30 }, -30, 'expense'],
  ['an expense of a positive amount', { amount: 30, type: 'expense' }, -30, 'expense'],
  ['an expense of a negative amount', { amount: -30, type: 'expense' }, -30, 'expense'],
  ['an income of a negative amount', { amount: -30, type: 'income' }, 30, 'income'],
  ['basic points only', { basic: 20, amount: 7 }, 20, 'income'],
  ['present points only', { present: -20 }, -20, 'expense'],
  ['both kinds of points', { basic: -20, present: 5 }, -15, 'expense'],
  ['a change that adds up to zero', { basic: -5, present: 5 }, 0, 'income'],
  ['a type that contradicts the change', { basic: 5, type: 'expense' }, 5, 'expense'],
])('%s (EPNT-06)', (_, row, total, flow) => {
  expect(entryOf(row)).toMatchObject({ entryId: 'row 4', total, flow });
});
