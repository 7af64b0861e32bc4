import { describe, expect, test } from 'vitest';
import { readDay, readOrderNumber } from '../../machines/lists/list.url.ts';
import { shownServers } from '../../machines/recharge/servers.list.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import { readAccount, readEmail } from '../../machines/session/contact.entry.ts';
import { isEmail } from '../../machines/session/contact.rules.ts';
import { submitLogin } from '../../machines/session/login.events.ts';
import { readPassword } from '../../machines/session/password.rules.ts';
import { readCode, submitReset } from '../../machines/session/recovery.events.ts';
import { targetProblem } from '../../machines/session/recovery.validation.ts';
import { readOrderId } from '../../server/runtime/order-id.ts';
import { readPhoneNumber } from '../../src/i18n/phone-number.ts';

describe('"Your code is 123456" pastes nothing, and a Japanese keyboard enters a code that is not the code (SESS-03)', () => {
  test.each([
    ['a pasted sentence', 'Your code is 123456'],
    ['a code in two halves', 'Code 123-456, valid for 10 min'],
    ['a full-width keyboard', '１２３４５６'],
    ['Arabic-Indic digits', '١٢٣٤٥٦'],
    ['Thai digits', '๑๒๓๔๕๖'],
    ['signs without a shape', '\u200e123\u200b456\ufeff'],
    ['a soft hyphen', '123\u00ad456'],
    ['another number before the code', 'Request 42: 123456'],
    ['another number before two halves', 'In 10 min: G-123 456.'],
    ['another number before halves with a hyphen', 'In 10 min: 123-456'],
  ])('%s', (_, typed) => expect(readCode(typed)).toBe('123456'));

  test.each([
    ['digits while they are typed', '123', '123'],
    ['a seventh digit', '1234567', '123456'],
    ['nothing', '', ''],
    ['a code after 1,000 characters', `${' '.repeat(1_000)}123456`, ''],
  ])('%s', (_, typed, code) => expect(readCode(typed)).toBe(code));
});

describe('12025550123 in the United States becomes +112025550123, and +84 0912… keeps its zero (SESS-03)', () => {
  test.each([
    ['US', '12025550123', '+12025550123'],
    ['VN', '+84 0912 345 678', '+84912345678'],
    ['CN', '8613812345678', '+8613812345678'],
    ['AR', '011 15 2345 6789', '+5491123456789'],
    ['IT', '06 698 12345', '+390669812345'],
    ['US', '011 44 20 7946 0958', '+442079460958'],
    ['US', 'tel:+1-202-555-0123', '+12025550123'],
    ['US', '+1 202 555 0123 ext. 12', '+12025550123'],
    ['ZZ', '+49 170 1234567', '+491701234567'],
  ])('in %s, %j becomes %s', (region, typed, number) => {
    expect(readPhoneNumber(region, typed).number).toBe(number);
  });

  test('the player reads the number in international form before it is sent', () => {
    expect(readPhoneNumber('US', '12025550123').shown).toBe('+1 202 555 0123');
    expect(readPhoneNumber('US', '+1 202 555 0123 ext. 12').shown).toBe('+1 202 555 0123');
    expect(readPhoneNumber('VN', '0912345678').shown).toBe('+84 912 345 678');
  });

  test.each(['202', '202555012345', 'abc', '+1 202', '+999 123'])('%j is no number', (typed) => {
    const { number, shown } = readPhoneNumber('US', typed);
    expect([targetProblem('phone', number), shown]).toEqual([number === '' ? 'incomplete' : 'phoneFormat', null]);
  });
});

describe('ada＠example.org is refused (SESS-11)', () => {
  test.each([
    ['a full-width keyboard', 'ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
    ['an ideographic full stop', 'ada@example。org'],
    ['the full stop of a sentence', 'ada@example.org.'],
    ['two signs of a sentence', 'ada@example.org.,'],
    ['a space', 'ada @example.org'],
    ['a link', 'mailto:ada@example.org'],
    ['an address book', 'Ada Lovelace <ada@example.org>'],
  ])('%s', (_, typed) => {
    expect(readEmail(typed)).toBe('ada@example.org');
    expect(readAccount(typed)).toBe('ada@example.org');
  });

  test.each(['', 'ada', 'a@b@c.org', 'or mailto:ada@example.org', `${'x'.repeat(2_000)}@example.org`])(
    '%j stays wrong',
    (typed) => expect(isEmail(readEmail(typed))).toBe(false),
  );
});

describe('an invisible sign in the account name: the account is not found (SESS-01)', () => {
  test.each([
    ['a zero-width space', 'de\u200bmo', 'demo'],
    ['a full-width keyboard', 'ｄｅｍｏ', 'demo'],
    ['a decomposed name', 'Đo\u0302ng', 'Đông'],
    ['a joiner that belongs to a name', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['half-width kana of a name', 'ｱｲ', 'ｱｲ'],
    ['spaces around a name', '  demo ', 'demo'],
    ['signs and spaces around a name', ' \u200bｱ ｲ\u200b ', 'ｱ ｲ'],
    ['a full stop that belongs to a name', 'ada.', 'ada.'],
  ])('%s', (_, typed, account) => {
    expect(submitLogin({ account: typed, password: 'Demo-1234' }, () => 'ref')).toMatchObject({ account });
  });

  test.each([
    ['an e-mail address', readEmail, '.', 1_000],
    ['an account', readAccount, ' ', 1_000],
    ['a password', readPassword, 'o\u0302', 256],
  ])('a longer text than %s stays', (_, read, end, longest) => {
    const typed = 'x'.repeat(longest - end.length) + end;
    expect([read(typed) === typed, read(`x${typed}`)]).toEqual([false, `x${typed}`]);
  });
});

describe('a password in decomposed form is refused (SESS-11)', () => {
  const composed = 'Öäü-éèñ-ÅÇôû1';
  const kept = (send: (keep: (secret: string) => string) => unknown): readonly string[] => {
    const secrets: string[] = [];
    send((secret) => String(secrets.push(secret)));
    return secrets;
  };

  test('at the login', () => {
    const password = composed.normalize('NFD');
    expect(kept((keep) => submitLogin({ account: 'demo', password }, keep))).toEqual([composed]);
  });

  test('in a new password, which may be repeated in the other form', () => {
    const entry = {
      target: 'ada@example.org',
      code: '１２３４５６',
      password: composed.normalize('NFD'),
      repeat: composed,
    };
    expect(kept((keep) => submitReset('email', entry, keep))).toEqual(['123456', composed]);
  });
});

const server = (serverName: string): GameServer => ({
  serverId: `id of ${serverName}`,
  serverName,
  status: 0,
  roles: [],
});
const OTHERS = Array.from({ length: 13 }, (_, at) => server(`Harbor ${at}`));

/** The names that a search among 13 other servers finds. */
const found = (query: string, ...names: readonly string[]): readonly string[] =>
  shownServers({
    servers: [...OTHERS, ...names.map(server)],
    serverId: null,
    serverQuery: query,
    serverScope: 'all',
  }).map(({ serverName }) => serverName);

describe('dong does not find Đông, and strasse does not find Straße (RCHG-02)', () => {
  test.each([
    ['dong', 'Đông'],
    ['strasse', 'Straße'],
    ['oeuvre', 'Œuvre'],
    ['d d l o ss ae oe i th h t n', 'đ ð ł ø ß æ œ ı þ ħ ŧ ŋ'],
    ['σ ي ي ك ه', 'ς ى ی ک ة'],
    ["a'b'c-d-e-f-g", 'a’b‘c‐d–e—f−g'],
    ['ガンダム', 'ｶﾞﾝﾀﾞﾑ'],
    ['한', '\u1112\u1161\u11ab'],
    ['ㅎ', '한국'],
    ['15', 'เซิร์ฟเวอร์ ๑๕'],
    ['احمد', 'أحمد'],
    ['محمد', 'مُحَمَّد'],
    ["king's", 'King’s Landing'],
    ['a b', 'A\u3000B'],
    ['moonlight', 'Moon\u00adlight'],
  ])('%s finds %s', (query, name) => expect(found(query, name)).toEqual([name]));

  test.each([
    ['ハン', 'バン'],
    ['กา', 'กี'],
    ['на', 'но'],
  ])('%s does not find %s, which is another word', (query, name) => expect(found(query, name)).toEqual([]));

  test('a name that is written as the query comes first', () => {
    expect(found('dong', 'Đông', 'Dong', 'Đồng')).toEqual(['Dong', 'Đông', 'Đồng']);
    expect(found('Đông', 'Dong', 'Đông')).toEqual(['Đông', 'Dong']);
  });
});

describe('a list from 2569-11-01 is empty, because 2569 is a Buddhist year (ORDR-06)', () => {
  test.each([
    ['2569-11-01', '2026-11-01'],
    ['2567-02-29', '2024-02-29'],
    ['２０２６-１１-０１', '2026-11-01'],
    ['๒๕๖๙-๑๑-๐๑', '2026-11-01'],
    ['٢٠٢٦-١١-٠١', '2026-11-01'],
    ['\u200e2026-11-01\u200e', '2026-11-01'],
    ['2568-02-29', ''],
    ['2542-01-01', '2542-01-01'],
  ])('%j is the day %j', (typed, day) => expect(readDay(typed)).toBe(day));
});

describe('an order number without hyphens finds nothing (ORDR-06)', () => {
  const ORDER = '261121-7K3M-9Q2X-H4TB';
  test.each([
    ['in full-width letters', '２６１１２１－７Ｋ３Ｍ－９Ｑ２Ｘ－Ｈ４ＴＢ'],
    ['with other hyphens', '261121–7K3M—9Q2X‑H4TB'],
    ['with spaces around and inside', ' 261121-7K3M -9Q2X-H4TB\u00a0'],
    ['in quotation marks', '“261121-7K3M-9Q2X-H4TB”'],
  ])('the portal reads it %s', (_, typed) => expect(readOrderNumber(typed)).toBe(ORDER));

  test.each([
    ['without hyphens', '2611217K3M9Q2XH4TB'],
    ['in lower case', '261121-7k3m-9q2x-h4tb'],
    ['with spaces', '261121 7K3M 9Q2X H4TB'],
    ['with hyphens elsewhere', '26-11-21-7K3M9Q2X-H4TB'],
  ])('the server reads it %s', (_, typed) => expect(readOrderId(typed)).toBe(ORDER));

  test('the server reads letters that look like digits', () => {
    expect(readOrderId('25O1O1-DEMO-OOOO-OOO1')).toBe('250101-DEM0-0000-0001');
  });

  test.each(['sdk_20221', '12-03', 'a/b', '2022072512345928259', 'ORDER-oli'])('another number stays: %s', (number) => {
    expect([readOrderNumber(number), readOrderId(number)]).toEqual([number, number]);
  });
});
