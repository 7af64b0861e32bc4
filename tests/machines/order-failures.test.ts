import { expect, test } from 'vitest';
import { FAILURE_REASONS, failure } from '../../machines/kernel/failure.ts';
import { isOutcomeUnknown, isRefusedByApi } from '../../machines/order/order.failures.ts';

const unknownReasons = (code: number) =>
  FAILURE_REASONS.filter((reason) => isOutcomeUnknown(failure(reason, { code })));

test.each([
  { status: 500, isUnknown: true },
  { status: 503, isUnknown: true },
  { status: 408, isUnknown: true },
  { status: 425, isUnknown: true },
  { status: 429, isUnknown: true },
  { status: 400, isUnknown: false },
  { status: 404, isUnknown: false },
  { status: 499, isUnknown: false },
])('after HTTP $status the outcome is unknown: $isUnknown, whatever the reason (RCHG-20)', ({ status, isUnknown }) => {
  for (const reason of ['timedOut', 'balanceInsufficient'] as const)
    expect(isOutcomeUnknown(failure(reason, { status }))).toBe(isUnknown);
});

test('otherwise a lost response, an order in progress and a lost session leave the outcome unknown (RCHG-20)', () => {
  expect(unknownReasons(7)).toEqual([
    'illegalToken',
    'userAuthenticationFailed',
    'tokenFailure',
    'signedOutByServer',
    'stillProcessing',
    'offline',
    'timedOut',
    'requestError',
    'protocolError',
  ]);
});

test('an unknown error leaves the outcome unknown only without a code of the server (RCHG-20)', () => {
  expect(unknownReasons(-1)).toEqual([...unknownReasons(7), 'unknownError']);
});

test('only a code of the API refuses an order whose first request may have arrived (RCHG-20)', () => {
  expect(isRefusedByApi(failure('balanceInsufficient', { code: 40_001 }))).toBe(true);
  expect(isRefusedByApi(failure('unknownError', { code: 77_777 }))).toBe(true);
  expect(isRefusedByApi(failure('stillProcessing', { code: 30_010 }))).toBe(false);
  expect(isRefusedByApi(failure('signedOutByServer', { code: 20_002 }))).toBe(false);
  for (const code of [0, -1]) expect(isRefusedByApi(failure('roleGone', { code }))).toBe(false);
  for (const status of [203, 400, 403, 404, 429, 500])
    expect(isRefusedByApi(failure('forbidden', { status, code: 10_004 }))).toBe(false);
});
