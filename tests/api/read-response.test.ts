import { describe, expect, test } from 'vitest';
import { readResponse } from '../../src/api/read-response.ts';
import { CODE, REASON_OF_CODE } from '../../src/contract/codes.ts';
import { operateCoinBalance } from '../../src/contract/epoint.contract.ts';
import { orderWebCreate } from '../../src/contract/order.contract.ts';
import { characterSelect, userLogin } from '../../src/contract/user.contract.ts';
import { sampleOf } from '../support/wire-samples.ts';

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
  flaw: null,
});

const coins = { amount: 320 };

describe('statuses', () => {
  test.each([[{ result: coins }], [{ code: 0, result: coins }], [{ code: 20002 }], [null]])(
    'ERRS-01 C21 · 203 is checked before anything else, whatever the body is: %j',
    (body) => {
      expect(readResponse(operateCoinBalance, json(body, 203))).toEqual({
        ...failed('tokenFailure', { status: 203 }),
        ends: 'unauthorized',
      });
    },
  );

  test.each([
    [201, 'unknownError'],
    [204, 'unknownError'],
    [302, 'unknownError'],
    [400, 'unknownError'],
    [401, 'unknownError'],
    [403, 'forbidden'],
    [404, 'unknownError'],
    [408, 'requestError'],
    [413, 'unknownError'],
    [425, 'requestError'],
    [429, 'systemBusy'],
    [500, 'requestError'],
    [502, 'requestError'],
    [503, 'requestError'],
    [504, 'requestError'],
  ])('ERRS-01 · status %i is a status error even with a good body: %s', (status, reason) => {
    expect(readResponse(operateCoinBalance, json({ result: coins }, status))).toEqual(failed(reason, { status }));
  });

  test('C20 · a failure contains Retry-After', () => {
    expect(readResponse(operateCoinBalance, answer('', 429, 7_000))).toEqual(
      failed('systemBusy', { status: 429, retryAfterMs: 7_000 }),
    );
  });
});

describe('invalid bodies', () => {
  test.each([
    ['HTML', '<!doctype html><html><body>Bad gateway</body></html>', 'not JSON'],
    ['truncated', '{"result":{"amount":32', 'not JSON'],
    ['empty', '', 'not JSON'],
    ['white space', ' \n', 'not JSON'],
    ['a byte order mark', `\uFEFF${JSON.stringify({ result: coins })}`, 'not JSON'],
    ['text after the object', `${JSON.stringify({ result: coins })}x`, 'not JSON'],
    ['a list', '[{"amount":1}]', 'not an object'],
    ['a string', '"ok"', 'not an object'],
    ['a number', '1', 'not an object'],
    ['true', 'true', 'not an object'],
    ['null', 'null', 'not an object'],
    ['a code that is no number', '{"code":{"a":1},"result":{"amount":1}}', 'code'],
    ['a code that is text', '{"code":"OK","result":{"amount":1}}', 'code'],
    ['an unsafe code', '{"code":12345678901234567890,"result":{"amount":1}}', 'code'],
    ['a result of another type', '{"result":"<html>"}', 'result'],
    ['a result without its field', '{"result":{}}', 'result.amount'],
    ['an unsafe integer', '{"result":{"amount":12345678901234567890}}', 'result.amount'],
    ['a negative balance', '{"result":{"amount":-1}}', 'result.amount'],
    ['nothing at all', '{}', 'result'],
  ])('ERRS-07 C21 C22 C23 · %s is a protocol error, never success', (_, text, flaw) => {
    expect(readResponse(operateCoinBalance, answer(text))).toEqual({ ...failed('protocolError'), flaw });
  });

  test.each([['oversized'], ['not UTF-8']] as const)('C21 · a body that is %s is a protocol error', (why) => {
    const body = { kind: 'unreadable', why } as const;
    expect(readResponse(operateCoinBalance, { status: 200, retryAfterMs: null, body })).toEqual({
      ...failed('protocolError'),
      flaw: why,
    });
  });

  test('ERRS-07 · the log names the field, never its value', () => {
    const outcome = readResponse(orderWebCreate, json({ code: 0, result: { pay_url: '', sdk_order_id: 'secret' } }));
    expect(outcome).toEqual({ ...failed('protocolError'), flaw: 'result.pay_url' });
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
    ['another code beside a truthy result', { code: 7, result: coins }],
  ])('ERRS-02 C24 · the standard reader treats %s as success', (_, body) => {
    expect(readResponse(operateCoinBalance, json(body))).toEqual({ kind: 'result', result: coins });
  });

  test.each([
    [10001, 'parameterException'],
    ['10001', 'parameterException'],
    [777, 'unknownError'],
    [-5, 'unknownError'],
  ])('ERRS-02 · code %j without a result is refused with code and msg', (code, reason) => {
    expect(readResponse(operateCoinBalance, json({ code, msg: 'no', data: null, result: null }))).toEqual(
      failed(reason, { code: Number(code), msg: 'no' }),
    );
  });

  test.each([[{ left: 3 }], [['a']], ['text'], [0], [false]])(
    'D16 ERRS-02 · a refusal keeps code, msg and data unchanged: %j',
    (data) => {
      for (const call of [operateCoinBalance, orderWebCreate, characterSelect])
        expect(readResponse(call, json({ code: 777, msg: 'no', data }))).toEqual(
          failed('unknownError', { code: 777, msg: 'no', data }),
        );
      expect(readResponse(operateCoinBalance, json({ code: 20002, msg: 'out', data }))).toEqual({
        ...failed('signedOutByServer', { code: 20002, msg: 'out', data }),
        ends: 'kicked',
      });
    },
  );

  test('ERRS-02 · code 0 without a result is not a success where a result is required', () => {
    expect(readResponse(operateCoinBalance, json({ code: 0, msg: 'ok', result: null }))).toEqual({
      ...failed('protocolError', { code: 0, msg: 'ok' }),
      flaw: 'result',
    });
  });

  test.each([[{}], [{ code: 0 }], [{ code: 0, result: null }], [{ code: 0, result: {} }]])(
    'ERRS-02 · a call without a result succeeds with %j',
    (body) => {
      expect(readResponse(characterSelect, json(body))).toMatchObject({ kind: 'result' });
    },
  );

  test('ERRS-02 · a call without a result is still refused by its code', () => {
    expect(readResponse(characterSelect, json({ code: 30002, msg: 'gone' }))).toEqual(
      failed('roleGone', { code: 30002, msg: 'gone' }),
    );
  });

  test.each([
    ['order creation', orderWebCreate, created],
    ['login', userLogin, granted],
  ] as const)(
    'ERRS-04 C24 RCHG-09 · %s is refused by a non-zero code even with a result, with the message of the server',
    (_, call, result) => {
      expect(readResponse(call, json({ code: 777, msg: ' Not\u0007 today ', result }))).toEqual(
        failed('unknownError', { code: 777, msg: 'Not today' }),
      );
      expect(readResponse(call, json({ code: 0, result }))).toMatchObject({ kind: 'result' });
      expect(readResponse(call, json({ result }))).toMatchObject({ kind: 'result' });
    },
  );

  test.each([userLogin, operateCoinBalance, characterSelect])('SESS-08 C24 · 20002 takes precedence: %#', (call) => {
    for (const result of [coins, granted, null])
      for (const code of [20002, '20002'])
        expect(readResponse(call, json({ code, msg: 'out', result }))).toEqual({
          ...failed('signedOutByServer', { code: 20002, msg: 'out' }),
          ends: 'kicked',
        });
  });

  test('ERRS-05 · every code of the table has its own reason', () => {
    const read = [...REASON_OF_CODE].map(([code]) => readResponse(userLogin, json({ code, msg: 'm' })));
    expect(read).toEqual(
      [...REASON_OF_CODE].map(([code, reason]) => ({
        ...failed(reason, { code, msg: 'm' }),
        ends: code === CODE.signedOutByServer ? 'kicked' : null,
      })),
    );
  });

  test('ERRS-05 · the table contains each code and each reason once', () => {
    expect(new Set(REASON_OF_CODE.values()).size).toBe(REASON_OF_CODE.size);
    expect(Object.keys(CODE)).toHaveLength(REASON_OF_CODE.size + 3);
    for (const [code, reason] of REASON_OF_CODE) expect(CODE).toHaveProperty(reason, code);
  });

  test('ERRS-03 · a message that is not text, empty or very long is harmless', () => {
    const msgOf = (msg: unknown) => {
      const outcome = readResponse(userLogin, json({ code: 1, msg }));
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
