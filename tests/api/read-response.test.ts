import { describe, expect, test } from 'vitest';
import { type ReceivedResponse, readResponse } from '../../src/api/read-response.ts';
import { explainReading } from '../../src/app/diagnosis.ts';
import { readCodeTable } from '../../src/contract/codes.ts';
import type { AnyEndpoint } from '../../src/contract/endpoint.ts';
import { operateCoinBalance } from '../../src/contract/epoint.contract.ts';
import { orderWebCreate } from '../../src/contract/order.contract.ts';
import { characterSelect, userLogin } from '../../src/contract/user.contract.ts';
import { REFERENCE_CODES, sampleOf } from '../support/api/fake-api.ts';

const read = <E extends AnyEndpoint>(call: E, response: ReceivedResponse) =>
  readResponse(call, response, REFERENCE_CODES);

const answer = (text: string, status = 200, retryAfterMs: number | null = null) => ({
  status,
  retryAfterMs,
  body: { kind: 'text', text } as const,
});
const json = (body: unknown, status = 200) => answer(JSON.stringify(body), status);
const failed = (reason: string, more: object = {}) => ({
  kind: 'failure',
  failure: { reason, status: 200, code: -1, msg: null, retryAfterMs: null, ...more },
  ends: null,
  oddities: [],
});

const coins = { amount: 320 };

describe('statuses', () => {
  test.each([[{ result: coins }], [{ code: 0, result: coins }], [{ code: 20002 }], [null]])(
    '203 is checked before anything else, whatever the body is: %j (ERRS-01, C21)',
    (body) => {
      expect(read(operateCoinBalance, json(body, 203))).toEqual({
        ...failed('tokenFailure', { status: 203 }),
        ends: 'unauthorized',
      });
    },
  );

  test.each([
    [201, 'unknownError'],
    [204, 'unknownError'],
    [400, 'unknownError'],
    [403, 'forbidden'],
    [404, 'unknownError'],
    [408, 'requestError'],
    [425, 'requestError'],
    [429, 'systemBusy'],
    [500, 'systemBusy'],
    [503, 'systemBusy'],
  ])('status %i is a status error even with a good body: %s (ERRS-01)', (status, reason) => {
    expect(read(operateCoinBalance, json({ result: coins }, status))).toEqual(failed(reason, { status }));
  });

  test('401 ends the session like 203, and refuses a login (READ-04)', () => {
    const refused = json({ code: 20110, msg: 'no' }, 401);
    expect(read(operateCoinBalance, refused)).toEqual({
      ...failed('tokenFailure', { status: 401 }),
      ends: 'unauthorized',
    });
    expect(read(userLogin, refused)).toEqual(failed('userAuthenticationFailed', { status: 401 }));
  });
});

describe('invalid bodies', () => {
  const flawed = (path: string, wanted: string, got: string, more: object = {}) => ({
    ...failed('protocolError', more),
    oddities: [{ path, wanted, got, effect: 'failed' }],
  });

  test.each([
    ['HTML', '<!doctype html><html><body>Bad gateway</body></html>', '', 'an object', 'not JSON'],
    ['truncated', '{"result":{"amount":32', '', 'an object', 'not JSON'],
    ['empty', '', '', 'an object', 'not JSON'],
    ['white space', ' \n', '', 'an object', 'not JSON'],
    ['text after the object', `${JSON.stringify({ result: coins })}x`, '', 'an object', 'not JSON'],
    ['a string', '"ok"', '', 'an object', 'the text "aa"'],
    ['a number', '1', '', 'an object', 'the number 9'],
    ['true', 'true', '', 'an object', 'true'],
    ['null', 'null', '', 'an object', 'null'],
    ['a code that is an object', '{"code":{"a":1},"result":{"amount":1}}', 'code', 'a code', 'an object with a'],
    ['a list', '[{"amount":1}]', 'result.amount', '"amount"', 'nothing'],
    ['a result of another type', '{"result":"<html>"}', 'result', 'Object', 'the text "<aaaa>"'],
    ['a result without its field', '{"result":{}}', 'result.amount', '"amount"', 'nothing'],
    [
      'an unsafe integer',
      '{"result":{"amount":12345678901234567890}}',
      'result.amount',
      'an integer',
      'the text "99999999999999999999"',
    ],
    ['a negative balance', '{"result":{"amount":-1}}', 'result.amount', '>=0', 'the number -9'],
    ['nothing at all', '{}', 'result', 'Object', 'nothing'],
    ['an empty text', '{"result":""}', 'result', 'Object', 'nothing'],
    ['false', '{"result":false}', 'result', 'Object', 'nothing'],
  ])('%s is a protocol error, never success (ERRS-07, READ-06, C21, C22, C23)', (_, text, path, wanted, got) => {
    expect(read(operateCoinBalance, answer(text))).toEqual(flawed(path, wanted, got));
  });

  test('a protocol error keeps the code and the message of the response (ERRS-07)', () => {
    const outcome = read(operateCoinBalance, json({ code: 0, msg: 'm', result: {} }));
    expect(outcome).toEqual(flawed('result.amount', '"amount"', 'nothing', { code: 0, msg: 'm' }));
  });

  test.each([['oversized'], ['not UTF-8']] as const)('a body that is %s is a protocol error (C21)', (why) => {
    const body = { kind: 'unreadable', why } as const;
    expect(read(operateCoinBalance, { status: 200, retryAfterMs: null, body })).toEqual(flawed('', 'a body', why));
  });
});

describe('codes', () => {
  const created = sampleOf('/api/order/webCreate').result;
  const granted = sampleOf('/api/user/login').result;

  test.each([
    ['no code, a result', { result: coins }],
    ['a null code, a result', { code: null, result: coins }],
    ['code 0', { code: 0, result: coins }],
    ['code "0"', { code: '0', result: coins }],
    ['a result with the name data', { code: 0, data: coins }],
    ['another code beside a truthy result', { code: 7, result: coins }],
    ['a word beside a truthy result', { code: 'SUCCESS', result: coins }],
  ])('the standard reader treats %s as success (ERRS-02, C24)', (_, body) => {
    expect(read(operateCoinBalance, json(body))).toEqual({ kind: 'result', result: coins, oddities: [] });
  });

  test.each([[{ left: 3 }], [['a']], ['text'], [0], [false]])(
    'a refusal keeps code, msg and data unchanged: %j (D16, ERRS-02)',
    (data) => {
      for (const call of [operateCoinBalance, orderWebCreate, characterSelect])
        expect(read(call, json({ code: 777, msg: 'no', data }))).toEqual(
          failed('unknownError', { code: 777, msg: 'no', data }),
        );
      expect(read(operateCoinBalance, json({ code: 20002, msg: 'out', data }))).toEqual({
        ...failed('signedOutByServer', { code: 20002, msg: 'out', data }),
        ends: 'kicked',
      });
    },
  );

  test.each([[{}], [{ code: 0 }], [{ code: 0, result: null }], [{ code: 0, result: {} }]])(
    'a call without a result succeeds with %j (ERRS-02)',
    (body) => {
      expect(read(characterSelect, json(body))).toMatchObject({ kind: 'result' });
    },
  );

  test.each([
    ['order creation', orderWebCreate, created],
    ['login', userLogin, granted],
  ] as const)(
    '%s is refused by a non-zero code even with a result, with the message of the server (ERRS-04, C24, RCHG-09)',
    (_, call, result) => {
      expect(read(call, json({ code: 777, msg: ' Not\u0007 today ', result }))).toEqual(
        failed('unknownError', { code: 777, msg: 'Not today' }),
      );
      for (const code of [undefined, '', 0, true, 'true', ' Ok ', 'SUCCESS', 'succeed'])
        expect(read(call, json({ code, result }))).toMatchObject({ kind: 'result' });
    },
  );

  test('every code of the table has its own reason (ERRS-05)', () => {
    const rows = Object.entries(REFERENCE_CODES);
    expect(rows.map(([code]) => read(userLogin, json({ code, msg: 'm' })))).toEqual(
      rows.map(([code, reason]) => ({
        ...failed(reason, { code: Number(code), msg: 'm' }),
        ends: code === '20002' ? 'kicked' : null,
      })),
    );
  });

  test.each([
    ['a word', 'E_PASSWORD', { incorrectPassword: 'E_PASSWORD' }, 'incorrectPassword', null],
    ['one of several codes', 72, { incorrectPassword: [71, 72] }, 'incorrectPassword', null],
    ['a code for an invalid token', 401, { tokenFailure: 401 }, 'tokenFailure', 'unauthorized'],
    ['another code for a login elsewhere', 9, { signedOutByServer: [9, 20002] }, 'signedOutByServer', 'kicked'],
    ['nothing for a login elsewhere', 20002, {}, 'signedOutByServer', 'kicked'],
    ['a word without a declaration', 'E_PASSWORD', {}, 'unknownError', null],
  ])('a publisher declares %s (READ-04)', (_, code, declared, reason, ends) => {
    const outcome = readResponse(operateCoinBalance, json({ code, msg: 'no' }), readCodeTable(declared));
    expect(outcome).toMatchObject({ kind: 'failure', failure: { reason, msg: 'no' }, ends });
  });

  test.each([
    [{ offline: 1 }, '"offline" is not a reason'],
    [{ unknownError: 1 }, '"unknownError" is not a reason'],
    [{ wrongPassword: 1 }, '"wrongPassword" is not a reason'],
    [{ incorrectPassword: 0 }, 'code 0 means success'],
    [{ incorrectPassword: 5, itemGone: [4, '5'] }, 'code 5 means both "incorrectPassword" and "itemGone"'],
    [{ itemGone: 20002 }, "code 20002 can't be declared"],
    [{ itemGone: 1.5 }, 'Invalid'],
    ['codes', 'not an object of codes'],
  ])('the declaration %j is refused with one line (READ-04)', (declared, message) => {
    expect(() => readCodeTable(declared)).toThrow(message);
  });

  test('a message that is not text, empty or very long is harmless (ERRS-03)', () => {
    const msgOf = (msg: unknown) => {
      const outcome = read(userLogin, json({ code: 1, msg }));
      return outcome.kind === 'failure' ? outcome.failure.msg : 'success';
    };
    expect([msgOf({ a: 1 }), msgOf(''), msgOf(' \n '), msgOf('x'.repeat(9_000))?.length]).toEqual([
      null,
      null,
      null,
      500,
    ]);
  });
});

const oddity = { path: 'result.0.price', wanted: 'an amount in US dollars', got: 'the text "9,999"' } as const;

test.each([
  ['failed', 'The shop is empty or shows an error.'],
  ['entry unread', 'The page says that an entry cannot be read.'],
  ['ignored', 'The page does without the value.'],
] as const)('a value with the effect "%s" is explained with what a player sees (READ-04)', (effect, seen) => {
  expect(explainReading('/api/order/webProduct', { ...oddity, effect })).toBe(
    `/api/order/webProduct: result.0.price should be an amount in US dollars, and is the text "9,999". ${seen}`,
  );
});
