import { execFile } from 'node:child_process';
import { createDecipheriv } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import codes from '../../server/runtime/codes.json' with { type: 'json' };
import { decryptPassword } from '../../server/users/wire-ciphers.ts';
import { encryptPassword } from '../../src/api/password.cipher.ts';
import { checkApi, junitOf, tableOf } from '../../src/check-api/check-api.ts';
import { CHECK_LINES, type LineId } from '../../src/check-api/check-lines.ts';
import type { CheckSetup } from '../../src/check-api/conversation.ts';
import type { CheckResult } from '../../src/check-api/findings.ts';
import { readCodeTable } from '../../src/contract/codes.ts';
import { orderWebCreate, orderWebProduct } from '../../src/contract/order.contract.ts';
import { readBuildConfig } from '../../src/platform/build-environment.ts';
import { type SpecifiedApi, startSpecifiedApi } from '../support/api/specified-api.ts';
import {
  body,
  type Defect,
  header,
  invalid,
  refusal,
  replaced,
  request,
  response,
  result,
  rows,
  secondOrder,
  spoiledFetch,
  type Wire,
  withoutHeader,
} from '../support/api/spoiled-fetch.ts';
import { createCertificate } from '../support/server/self-signed-certificate.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

const ORIGIN = 'https://portal.example';
const KEY = DEMO_BUILD.VITE_PASSWORD_KEY;

const config = readBuildConfig(DEMO_BUILD);
let server: TestServer;
let specified: SpecifiedApi;
let numbered: SpecifiedApi;

beforeAll(async () => {
  server = await startTestServer({ environment: { ALLOWED_ORIGINS: ORIGIN }, clockRuns: true });
  specified = await startSpecifiedApi({ numbersAsIds: false });
  numbered = await startSpecifiedApi({ numbersAsIds: true });
});
afterAll(async () => {
  specified.close();
  numbered.close();
  await server.stop();
});

type Player = Awaited<ReturnType<TestServer['newPlayer']>>;

const reference = (player: CheckSetup['player'], more: Partial<CheckSetup> = {}): CheckSetup => ({
  url: server.url,
  fetch,
  config,
  codes: readCodeTable(codes),
  player,
  email: '',
  phone: '',
  origin: ORIGIN,
  withOrders: true,
  ...more,
});

const plain = ({ url }: SpecifiedApi, more: Partial<CheckSetup> = {}): CheckSetup =>
  reference({ account: 'demo', password: 'Demo-1234' }, { url, codes: {}, origin: '', ...more });

const linesWith = (results: readonly CheckResult[], verdict: string) =>
  results.filter((result) => result.verdict === verdict).map(({ id, note }) => (note ? `${id}: ${note}` : id));

/** A player with two orders, so that the history has pages. */
const newCustomer = async (): Promise<Player> => {
  const player = await server.newPlayer({ basic: 500, present: 50 });
  const { body } = await server.call(orderWebProduct, player.item, player.headers);
  const items = (body?.['result'] ?? []) as readonly { readonly cp_goods_id: string }[];
  for (const { cp_goods_id } of items.slice(1, 3))
    await server.call(orderWebCreate, { ...player.item, cp_goods_id, channel_code: 'card' }, player.headers);
  return player;
};

describe('an API without a defect', () => {
  test('the reference server has no failure, and nothing that the portal repairs', async () => {
    const other = await server.newPlayer({ basic: 500, present: 50 });
    const results = await checkApi(reference(other, { email: other.email, phone: other.phone }));
    expect(linesWith(results, 'fail')).toEqual([]);
    expect(linesWith(results, 'pass').filter((line) => line.includes(':'))).toEqual([
      'url.tls: this address is local; players need https',
    ]);
    expect(linesWith(results, 'unknown')).toEqual([
      'paymentCreateEpoint: the check never pays with E Points',
      'paymentEpointPay: the check never pays with E Points',
      'record.pages: the list has one row',
      'epoint.pages: the list has one row',
    ]);
  });

  test('an API with the specified fields has no failure, and its order is the only change', async () => {
    const before = specified.to('/api/order/webCreate').length;
    const results = await checkApi(plain(specified, { email: 'a@b.example', phone: '+12025550123' }));
    expect(linesWith(results, 'fail')).toEqual([]);
    const notes = linesWith(results, 'pass').filter((line) => line.includes(':'));
    expect(notes.map((line) => line.split(':')[0])).toEqual(['userLogout', 'settingWebArticleDetail', 'url.tls']);
    const created = specified.to('/api/order/webCreate').slice(before);
    expect(created.map(({ body }) => body['cp_goods_id'])).toEqual(['check-api-unknown', 'gems.60']);
  });

  test('without --with-orders nothing is created, chosen or sent', async () => {
    const before = specified.requests.length;
    const results = await checkApi(plain(specified, { withOrders: false }));
    const changes = /webCreate|create\/epoint|epoint\/pay$|select|code\/send|psw\/reset/;
    expect(specified.requests.slice(before).filter(({ path }) => changes.test(path))).toEqual([]);
    expect(linesWith(results, 'unknown')).toContain('order.page: needs --with-orders');
  });

  test('prices that may be in cents, and lines behind a call that failed, are not judged', async () => {
    const inCents = rows('/webProduct', ({ price, ...row }) => ({ ...row, price: Math.round(price * 100) }));
    const noShop = result('/webProduct', () => 'none');
    const linesOf = async (defect: Defect) =>
      linesWith(await checkApi(plain(specified, { fetch: spoiledFetch(defect), withOrders: false })), 'unknown');
    expect(await linesOf(inCents)).toContainEqual(expect.stringMatching(/^item.price: .* is it in cents\?$/));
    expect(await linesOf(noShop)).toContain('orderWebPayChannel: a call that it needs failed');
  });

  test('without an account only the open calls are judged', async () => {
    const results = await checkApi(plain(specified, { player: null }));
    expect(linesWith(results, 'fail')).toEqual([]);
    expect(linesWith(results, 'unknown')).toContain('orderRecord: needs CHECK_ACCOUNT and CHECK_PASSWORD');
  });
});

/** An API that reads another form of a password. */
const readsPassword = (read: (passwd: string) => string | null): Defect =>
  request('user/login', ({ passwd }) => ({ passwd: encryptPassword(read(passwd) ?? 'not readable', KEY) }));

const isHex = /^[\da-f]+$/;
const ofHex = (passwd: string): string | null =>
  isHex.test(passwd) ? decryptPassword(Buffer.from(passwd, 'hex').toString('base64'), KEY) : null;

const ofZeros = (passwd: string): string | null => {
  if (decryptPassword(passwd, KEY) !== null || isHex.test(passwd) || passwd.length % 4 !== 0) return null;
  const decipher = createDecipheriv('aes-128-ecb', KEY, null).setAutoPadding(false);
  return decipher.update(passwd, 'base64', 'utf8').replace(/\0+$/, '');
};

type Planted = readonly [line: LineId, note: RegExp, defect: Defect, next?: typeof NEXT];
type Table = Readonly<Record<string, Planted>>;

const having = (more: object) => (given: object) => ({ ...given, ...more });
const now = (): number => Math.floor(Date.now() / 1_000);
const ROLE = { role_id: 1 };
const NAMELESS = { role_id: 1, role_name: null };
const CDN = 'https://cdn.example/1.webp';
const PAY = 'https://pay.example/1';
const BAD = { code: 10_003, msg: 'x' };
const LATIN_1 = new Uint8Array([0x7b, 0xe9, 0x7d]);

/** Begins another run of the check. The defects of a run change different calls, and none prevents the call of another one. */
const NEXT = 'another run';

type Run = [name: string, planted: Planted][];

const runsOf = (table: Table): readonly Run[] => {
  const runs: [Run, ...Run[]] = [[]];
  for (const row of Object.entries(table)) {
    if (row[1][3] === NEXT) runs.unshift([]);
    runs[0].push(row);
  }
  return runs;
};

/** What the portal repairs while it reads: a pass with a note. */
const REPAIRED: Table = {
  '401 for 203': ['session.none', /401 in place of 203/, invalid(401)],
  'a code as text': ['settingTime', /code must be equal/, body('/time', having({ code: '0' }))],
  'a list as an object': ['userWebRole', /result must be array/, result('/webRole', (list) => ({ ...list }))],
  'a byte order mark': ['settingInit', /byte order/, body('/init', (given) => `\uFEFF${JSON.stringify(given)}`)],
  'a list one level deeper': ['orderRecord', /result must be array/, result('/order/record', (list) => ({ list }))],
  'a float for a price': ['orderWebProduct', /x-decimals/, rows('/webProduct', having({ price: 0.1 + 0.2 }))],
  'null as a picture': ['settingWebArticle', /^result.0.img is null/, rows('/webArticle', having({ img: null }))],
  'null as a link': ['userLogin', /service is null/, result('/login', having({ customer_service: null }))],
  'a foreign picture in a text': [
    'settingWebArticleDetail',
    /never sees.*cdn/,
    result('/webArticleDetail', having({ body: `<p><img alt="" src="${CDN}"></p>` })),
  ],
  '401 for code 20002': ['session.replaced', /401 in place of code 20002/, replaced(401, 20_002), NEXT],
  'milliseconds as time': ['settingTime', /result.ts must be <=/, result('/time', ({ ts }) => ({ ts: ts * 1_000 }))],
  'a word as code': ['userWebRole', /code must be equal/, body('/webRole', having({ code: 'SUCCESS' }))],
  'milliseconds of an order': ['orderRecord', /create_ts must/, rows('/order/record', (row) => inMs(row))],
  'a foreign picture of an item': ['orderWebProduct', /never.*cdn/, rows('/webProduct', having({ art: CDN }))],
  'null as a total': ['settingWebArticle', /^total is null/, body('/webArticle', having({ total: null }))],
  'a foreign picture': ['settingWebArticle', /never sees.*cdn/, rows('/webArticle', having({ img: CDN })), NEXT],
  'data for result': ['userWebRole', /is called data/, body('/webRole', (given) => ({ code: 0, data: given.result }))],
  'null as a role name': ['userWebRole', /roles.0.role_name is/, rows('/webRole', having({ roles: [NAMELESS] })), NEXT],
  'HTML in a title': ['settingWebArticle', /reads &amp; as it is/, rows('/webArticle', having({ title: 'A &amp; B' }))],
};

const inMs = <Row extends { readonly create_ts: number }>(row: Row): Row => ({
  ...row,
  create_ts: row.create_ts * 1_000,
});

/** Defects of the reference server, whose origin differs from that of the portal. */
const OF_REFERENCE: Table = {
  'a code for 203': ['session.none', /HTTP 200/, invalid(200, BAD)],
  'a web page': ['orderWebProduct', /not JSON/, body('/webProduct', () => '<!doctype html>')],
  'a body in Latin-1': ['settingInit', /not UTF-8/, body('/init', () => LATIN_1)],
  'GET refused': ['bulletinTop', /HTTP 405/, response('/bulletin/top', (wire) => Object.assign(wire, { status: 405 }))],
  'no total': ['settingWebArticle', /total missing/, body('/webArticle', ({ total, ...given }) => given)],
  'an unknown article as 500': ['article.unknown', /HTTP 500/, refusal('/webArticleDetail', (wire) => fail(wire))],
  'a balance in words': ['operateCoinBalance', /an integer/, result('/coinBalance', () => ({ amount: '5.5 EP' }))],
  'a time without a zone': ['orderRecord', /a time/, rows('/order/record', having({ create_ts: '2026-11-28 10:00' }))],
  'zeros as padding': ['login.encryption', /zeros as padding/, readsPassword(ofZeros)],
  'hversion not allowed': ['cors.headers', /lacks hversion/, withoutHeader('hversion')],
  'the key not allowed': ['cors.extra', /lacks idempotency-key/, withoutHeader('idempotency-key')],
  'another code for 20002': ['session.replaced', /HTTP 200/, replaced(200, 90_002), NEXT],
  'articles from page 0': [
    'article.pages',
    /page 0 is the first/,
    request('/webArticle', ({ page }) => ({ page: page + 1 })),
  ],
  'a row without an id': ['orderWebProduct', /cp_goods_id/, rows('/webProduct', ({ cp_goods_id, ...row }) => row)],
  'two balances': ['balance.sum', /and the balance is/, result('/epoint/balance', having({ presentNum: 49 }))],
  'a status ignored': ['record.status', /that is pending/, request('/order/record', () => ({ status: -1 }))],
  'an order number ignored': ['record.number', /unknown order/, request('/order/record', () => ({ sdk_order_id: '' }))],
  '203 for a wrong password': [
    'login.refusal',
    /HTTP 203/,
    refusal('/login', (wire) => Object.assign(wire, { status: 203 })),
  ],
  'another origin allowed': [
    'cors.headers',
    /https:..other/,
    header('access-control-allow-origin', 'https://other.example'),
  ],
  'a second order for one key': ['order.once', /does not return the first order/, secondOrder(), NEXT],
  'a type ignored': ['article.type', /another type/, request('/webArticle', () => ({ type: 0 }))],
  'pay_url with http': ['order.page', /scheme/, result('/webCreate', having({ pay_url: 'http://pay.example' }))],
  'a history from page 0': ['record.pages', /page/, request('/order/record', ({ page }) => ({ page: page + 1 }))],
  'no origin allowed': ['cors.response', /is null/, header('access-control-allow-origin', null)],
  'an order that is not recorded': ['order.recorded', /no order/, result('/order/record', () => []), NEXT],
  'a server twice': ['role.unique', /101 occurs twice/, result('/webRole', (list) => [...list, list[0]])],
  'no preflight': ['cors.headers', /HTTP 405/, response('', (wire) => wire.method === 'OPTIONS' && fail(wire, 405))],
};

const fail = (wire: Wire, status = 500): Wire => Object.assign(wire, { status });

/** Defects of an API with the specified fields. */
const OF_SPECIFIED: Table = {
  'code 200 for a login': ['userLogin', /code 200/, body('/login', having({ code: 200 }))],
  'a redirect': ['settingInit', /HTTP 301/, response('/init', (wire) => fail(wire, 301))],
  'a clock an hour ahead': ['time.clock', /differs by 3[56]\d\d s/, result('/time', ({ ts }) => ({ ts: ts + 3_600 }))],
  'a page ignored': ['article.pages', /page 2 returns the rows of page 1/, request('/webArticle', () => ({ page: 1 }))],
  'data not decrypted': ['sealed.data', /is not refused/, body('/code/send', () => ({ code: 0 }))],
  'a token no header carries': ['userLogin', /result.token/, result('/login', having({ token: 'töken' })), NEXT],
  'a size ignored': ['article.pages', /size 1 returns 10 rows/, request('/webArticle', () => ({ size: 10 }))],
  'another passphrase': [
    'phoneCodeSend',
    /RESET_PASSPHRASE/,
    request('/phone/code/send', () => ({ data: 'U2FsdGVkX18=' })),
  ],
  'another key': ['userLogin', /VITE_PASSWORD_KEY/, readsPassword(() => 'another'), NEXT],
  'the total of one page': ['article.total', /total is 10/, body('/webArticle', having({ total: 10 }))],
  'any code for a reset': ['emailPswReset', /a wrong code/, body('/email/psw/reset', () => ({ code: 0 }))],
  '403 for 203': ['session.invalid', /HTTP 403/, invalid(403), NEXT],
  'half of a body': ['orderRecord', /not JSON/, body('/record', () => '{"code":0,"result":[{')],
  'no picture': ['settingWebArticle', /^result.0.img missing/, rows('/webArticle', ({ img, ...row }) => row)],
  'roles without a name': ['userWebRole', /role_name missing/, rows('/webRole', having({ roles: [ROLE] }))],
  'a password in plain text': ['login.encryption', /plain text/, readsPassword((passwd) => passwd)],
  'a password in hexadecimal': ['login.encryption', /hexadecimal/, readsPassword(ofHex), NEXT],
  'servers without roles': ['userWebRole', /roles missing/, rows('/webRole', ({ roles, ...row }) => row)],
  'an unknown status': ['orderRecord', /an order status/, rows('/record', having({ status: 'WAITING' }))],
  'a refusal without msg': ['login.refusal', /no msg/, refusal('/login', (wire) => delete wire.body.msg)],
  'a text for a list': ['orderWebProduct', /a list/, result('/webProduct', () => 'none'), NEXT],
  'the oldest order first': ['record.times', /newest order/, result('/order/record', (list) => list.map(inMinutes))],
  'entries on every page': ['epoint.pages', /page 2 returns/, request('/epoint/record', () => ({ page: 1 }))],
  'any password': ['login.refusal', /wrong password logs in/, readsPassword(() => 'Demo-1234')],
  'a price with a comma': ['orderWebProduct', /an amount/, rows('/webProduct', having({ price: '4,999' })), NEXT],
  'a period ignored': ['record.range', /in the future/, request('/record', () => ({ begin: 0, end: now() + 60 }))],
  'an item twice': ['item.unique', /gems.60 occurs twice/, result('/webProduct', (list) => [...list, list[0]]), NEXT],
  'no open channel': ['orderWebPayChannel', /no channel/, body('/webPayChannel', () => ({ code: 0, result: [] }))],
  'local time': [
    'record.times',
    /create_ts/,
    rows('/record', (row) => ({ ...row, create_ts: row.create_ts + 28_800 })),
  ],
  'a price of nothing': ['item.price', /price 0/, rows('/webProduct', having({ price: 0 })), NEXT],
  'pay_url on another host': ['order.page', /VITE_PAY_HOSTS/, result('/webCreate', having({ pay_url: PAY }))],
  'an unknown item as an order': [
    'order.refusal',
    /an unknown item/,
    request('/webCreate', () => ({ cp_goods_id: 'gems.60' })),
  ],
  'a period in ms': ['record.range', /as milliseconds/, request('/record', ({ begin, end }) => inSeconds(begin, end))],
  'a script as pay_url': ['order.page', /scheme/, result('/webCreate', having({ pay_url: 'javascript:1' })), NEXT],
  'a price in cents': ['order.recorded', /99 cents.* 9900 cents/, rows('/webProduct', having({ price: 99 }))],
  'no pay_url': ['orderWebCreate', /pay_url/, result('/webCreate', ({ sdk_order_id }) => ({ sdk_order_id })), NEXT],
};

const inMinutes = (row: { readonly create_ts: number }, at: number, { length }: readonly unknown[]) => ({
  ...row,
  create_ts: row.create_ts - (length - at) * 60,
});

const inSeconds = (begin: number, end: number) => ({ begin: begin / 1_000, end: end / 1_000 });

/** Defects of an API with the specified fields whose order numbers are beyond 2^53. */
const OF_NUMBERED: Table = {
  'a rounded order number': ['order.recorded', /no order/, result('/webCreate', having({ sdk_order_id: 2 ** 53 }))],
};

describe('a planted defect', () => {
  beforeAll(async () => {
    for (const api of [specified, specified, numbered]) await checkApi(plain(api));
    for (const [at, id] of specified.orderIds().slice(0, 2).entries()) specified.credit(id, 500 + at);
  });

  const plant = (
    table: Table,
    verdict: 'pass' | 'fail',
    setupOf: (fetch: CheckSetup['fetch']) => Promise<CheckSetup>,
  ) => {
    for (const run of runsOf(table)) {
      const defects = run.map(([, [, , defect]]) => defect);
      const runCheck = async () => checkApi(await setupOf(spoiledFetch(...defects)));
      let checked: ReturnType<typeof runCheck> | null = null;
      test.each(run)('%s', async (_, [line, note]) => {
        checked ??= runCheck();
        const results = await checked;
        const found = results.find(({ id }) => id === line);
        expect([found?.verdict, found?.note]).toEqual([verdict, expect.stringMatching(note)]);
        const text = expect.stringMatching(/./);
        expect(found).toMatchObject({ request: text, sentence: text, player: text });
      });
    }
  };

  const addresses = { email: 'a@b.example', phone: '+12025550123' };

  describe('that the portal repairs', () => {
    plant(REPAIRED, 'pass', async (fetch) => reference(await newCustomer(), { fetch }));
    plant({ 'a number as an order number': ['orderRecord', /beyond 2\^53/, {}] }, 'pass', async () => plain(numbered));
  });
  describe('of the reference server', () => {
    plant(OF_REFERENCE, 'fail', async (fetch) => reference(await newCustomer(), { fetch }));
  });
  describe('of an API with the specified fields', () => {
    plant(OF_SPECIFIED, 'fail', async (fetch) => plain(specified, { fetch, ...addresses }));
    plant(OF_NUMBERED, 'fail', async (fetch) => plain(numbered, { fetch }));
  });

  test('is there for each line that compares responses', () => {
    const planted = [REPAIRED, OF_REFERENCE, OF_SPECIFIED, OF_NUMBERED].flatMap((table) => Object.values(table));
    expect(planted.length).toBeGreaterThanOrEqual(40);
    const lines = new Set<string>(planted.map(([line]) => line));
    const missing = CHECK_LINES.map(({ id }) => id).filter((id) => id.includes('.') && !lines.has(id));
    expect(missing).toEqual(['url.tls']);
  });
});

describe('the report', () => {
  test('hides the password, the token and the encrypted password, and names what a player sees', async () => {
    const defect = result('/webCreate', having({ pay_url: 'http://pay.example' }));
    const results = await checkApi(plain(specified, { fetch: spoiledFetch(defect) }));
    const texts = [tableOf(results), junitOf(results), JSON.stringify(results)];
    for (const text of texts) {
      expect(text).not.toMatch(/Demo-1234|ccccccc/);
      expect(text).not.toContain(encryptPassword('Demo-1234', KEY));
      expect(text).toContain('No payment page opens: the player cannot pay.');
    }
    expect(tableOf(results)).toMatch(/^FAIL +order\.page +the portal does not open http:\/\/pay\.example/m);
    expect(junitOf(results)).toContain(`tests="${CHECK_LINES.length}" failures="1"`);
  });

  test('is well-formed XML for any response', () => {
    const line = { id: 'userInfo', sentence: '"', player: '&', request: '<a>', response: '\u0000]]>' } as const;
    expect(junitOf([{ ...line, verdict: 'fail', note: '<"&>' }])).toContain(
      '<failure message="&lt;&quot;&amp;&gt;">&lt;a&gt;\n\ufffd]]&gt;\n&quot;\n&amp;</failure>',
    );
  });

  test('names the row of a fault, and shows it in place of the whole response', async () => {
    const defect = rows('/webArticle', ({ img, ...row }) => (row.title === 'Harbor report 4' ? row : { ...row, img }));
    const results = await checkApi(plain(specified, { fetch: spoiledFetch(defect) }));
    expect(results.find(({ id }) => id === 'settingWebArticle')).toMatchObject({
      note: 'result.3.img missing',
      response: expect.stringMatching(/^HTTP 200 … result\.3: \{"create_ts":\d+,"title":"Harbor report 4"\}$/),
    });
  });

  test('plain HTTP to another machine is a failure', async () => {
    const toLocal: typeof fetch = (input, init) => fetch(String(input).replace(/^http:..[^/]+/, specified.url), init);
    const results = await checkApi(plain(specified, { url: 'http://localhost.example', fetch: toLocal }));
    expect(linesWith(results, 'fail')).toContain('url.tls: the API is called without TLS');
  });
});

describe('npm run check-api', () => {
  const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const player = { CHECK_ACCOUNT: 'demo', CHECK_PASSWORD: 'Demo-1234' };
    const env = { PATH: process.env['PATH'], ...DEMO_BUILD, ...player, ...more };
    return new Promise<readonly [code: unknown, stdout: string, stderr: string]>((resolve) => {
      execFile(process.execPath, ['tests/check-api.mjs', ...args], { env }, (error, stdout, stderr) =>
        resolve([error?.code ?? 0, stdout, stderr]),
      );
    });
  };

  test('prints the table, writes both files, and its exit code says whether something failed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'check-api-'));
    const [json, junit] = [join(folder, 'r.json'), join(folder, 'r.xml')];
    const [code, table] = await run([specified.url, '--json', json, '--junit', junit]);
    expect([code, table]).toEqual([0, expect.stringMatching(/\d+ pass, 0 FAIL, \d+ cannot tell\n$/)]);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toHaveLength(CHECK_LINES.length);
    expect(readFileSync(junit, 'utf8')).toContain('</testsuite>');
    rmSync(folder, { recursive: true });
    const [failed, lines] = await run([specified.url], { VITE_PASSWORD_KEY: 'another-key-0123' });
    expect([failed, lines]).toEqual([1, expect.stringMatching(/^FAIL +userLogin .*VITE_PASSWORD_KEY/m)]);
  });

  test('ends with 2 and one line if it cannot reach the API, or cannot read its variables', async () => {
    const stranger = createServer(createCertificate());
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const codes = { VITE_CODES: '/no/codes.json' };
    for (const [url, line, more = {}] of [
      ['http://127.0.0.1:3', /^http:..127.0.0.1:3 does not respond: connect ECONNREFUSED .*\n$/],
      ['http://portal.invalid', /^http:..portal.invalid does not respond: .*portal.invalid\n$/],
      [`https://127.0.0.1:${port}`, /^https:.* self-signed certificate .*NODE_EXTRA_CA_CERTS.*\n$/],
      [`${specified.url}/base`, /^The portal calls http:.*:\d+.api.*\n$/],
      [specified.url, /^VITE_CODES \(.no.codes.json\): ENOENT.*'.no.codes.json'\n$/, codes],
    ] as const)
      expect(await run([url], more)).toEqual([2, '', expect.stringMatching(line)]);
    stranger.close();
  });

  test('prints its usage for --help', async () => {
    expect(await run(['--help'])).toEqual([0, expect.stringMatching(/^Usage: npm run check-api/), '']);
  });

  test('ends with 2 and its usage without an address, and for an option that it does not have', async () => {
    for (const args of [[], ['ftp://api.example'], [specified.url, '--order']])
      expect(await run(args)).toEqual([2, '', expect.stringContaining('Usage: npm run check-api')]);
  });
});
