import { describe, expect, test, vi } from 'vitest';
import { FAILURE_REASONS, failure } from '../../machines/kernel/failure.ts';
import { toEPoints, usd } from '../../machines/kernel/money.ts';
import { isOutcomeUnknown, isRefusedByApi } from '../../machines/order/order.failures.ts';
import {
  METHOD_TRAITS,
  methodOfChannel,
  opensWindow,
  POINT_CHANNEL,
  takesPoints,
} from '../../machines/order/order.methods.ts';
import {
  creditSum,
  gameChoices,
  initialRecord,
  isMissingPayUrl,
  isPointPurchase,
  missingPoints,
  pointAmount,
  redirectUrl,
  ticketFrom,
  ticketOfChoices,
  toChoiceIds,
  withSafeUrl,
} from '../../machines/order/order.purchase.ts';
import type { OrderRecord, PaymentMethod, Purchase } from '../../machines/order/order.types.ts';
import { CREATED_AT, choices, recordOf, ticket } from '../support/machines/orders.ts';

const payUrl = 'https://pay.example/c/o-1';
const page: PaymentMethod = { kind: 'redirect', payUrl };
const noPage: PaymentMethod = { kind: 'redirect', payUrl: null };
const points = { kind: 'points', amount: 99 } as const satisfies PaymentMethod;
const forAccount = { ...choices, recipient: null };

describe('tickets', () => {
  test.each([
    { kind: 'order', payment: page, credits: false, url: payUrl, amount: null },
    { kind: 'order', payment: points, credits: false, url: null, amount: 99 },
    { kind: 'epoint', payment: page, credits: true, url: payUrl, amount: null },
    { kind: 'epoint', payment: noPage, credits: true, url: null, amount: null },
    { kind: 'epoint', payment: points, credits: false, url: null, amount: 99 },
  ] as const)(
    '$kind, $payment.kind: buys E Points $credits, page $url, price in E Points $amount (EPNT-02, EPNT-03)',
    ({ kind, payment, credits, url, amount }) => {
      const given = { ...ticket, kind, payment };
      expect(isMissingPayUrl(given)).toBe(payment === noPage);
      expect([isPointPurchase(given), redirectUrl(given), pointAmount(given)]).toEqual([credits, url, amount]);
      expect(initialRecord(given)).toEqual({
        paymentCreateTime: CREATED_AT,
        status: 'pending',
        isStatusUnknown: false,
        timeline: [],
        orderType: credits ? 'epoint' : 'game',
      });
    },
  );

  test('a pay URL that is not allowed is removed, and every other payment stays the same (C39, RCHG-11)', () => {
    expect(withSafeUrl(page, () => false)).toEqual(noPage);
    const isPayUrl = vi.fn(() => true);
    for (const payment of [page, noPage, points]) expect(withSafeUrl(payment, isPayUrl)).toBe(payment);
    expect(isPayUrl.mock.calls).toEqual([[payUrl]]);
  });

  test.each<[string, Partial<OrderRecord>, 'order' | 'epoint', PaymentMethod]>([
    ['an item of a game for money', {}, 'order', page],
    ['an item of a game with E Points', { payment: points }, 'epoint', points],
    ['E Points for money', { orderType: 'epoint', recipient: null }, 'epoint', page],
    ['an order of an unknown type without a page', { orderType: null, payment: noPage }, 'order', noPage],
  ])('the record of %s is enough to continue the order (ORDR-08)', (_, more, kind, payment) => {
    expect(ticketFrom(recordOf('pending', more))).toEqual({
      kind,
      orderId: 'o-1',
      payment,
      createdAt: CREATED_AT,
      choices: null,
    });
  });

  const inPoints = { ...choices, channel: { ...choices.channel, fieldKey: POINT_CHANNEL } };
  const bare = { orderType: null, recipient: null, payment: noPage };
  test.each<[string, Purchase, Partial<OrderRecord>, 'order' | 'epoint', PaymentMethod]>([
    ['an item for money', choices, {}, 'order', page],
    ['an item for money, from a bare record', choices, bare, 'order', noPage],
    ['an item for money, from a record with a price in E Points', choices, { payment: points }, 'order', noPage],
    ['an item for E Points', inPoints, { payment: { ...points, amount: 120 } }, 'epoint', { ...points, amount: 120 }],
    ['an item for E Points, from a bare record', inPoints, bare, 'epoint', points],
    ['E Points for money', forAccount, { orderType: 'epoint' }, 'epoint', page],
    ['E Points for money, from a bare record', forAccount, bare, 'epoint', noPage],
  ])(
    'a found order of %s has the confirmed kind and method (RCHG-20, EPNT-03)',
    (_, confirmed, more, kind, payment) => {
      expect(ticketOfChoices(recordOf('pending', more), confirmed)).toEqual({
        kind,
        orderId: 'o-1',
        payment,
        createdAt: CREATED_AT,
        choices: confirmed,
      });
    },
  );
});

describe('choices', () => {
  test('an order for a role keeps its choices, an order of E Points has none for a game (RCHG-14)', () => {
    expect(gameChoices(choices)).toEqual(choices);
    expect(gameChoices(forAccount)).toBeNull();
    expect(gameChoices(null)).toBeNull();
  });

  test('choices as ids: E Points have neither server nor role (RCHG-14)', () => {
    expect(toChoiceIds(choices)).toEqual({ serverId: 's1', roleId: 'r7', itemId: 'g60', channelCode: 'card' });
    expect(toChoiceIds(forAccount)).toEqual({ serverId: null, roleId: null, itemId: 'g60', channelCode: 'card' });
  });
});

describe('E Points', () => {
  test.each([
    [99, 100, 0],
    [99, 99, 0],
    [99, 40, 59],
    [99, -1, 100],
    [null, 40, 0],
    [null, -1, 0],
    [99, null, 0],
  ])('for a price of %j, a balance of %j lacks %j (EPNT-04)', (needed, balance, missing) => {
    expect(missingPoints(needed, balance)).toBe(missing);
  });

  test.each([
    [50, 560],
    [null, 510],
  ])('a package of 500 and a bonus of 10 with a rebate of %j credits %j (EPNT-02)', (rebate, sum) => {
    expect(creditSum({ basic: 500, present: 10, rebate, isFirst: false })).toBe(sum);
  });
});

test.each([
  { fieldKey: 'epoint', method: 'points', traits: { opensWindow: false, takesPoints: true } },
  { fieldKey: 'card', method: 'redirect', traits: { opensWindow: true, takesPoints: false } },
  { fieldKey: '', method: 'redirect', traits: { opensWindow: true, takesPoints: false } },
  { fieldKey: 'constructor', method: 'redirect', traits: { opensWindow: true, takesPoints: false } },
] as const)('the channel $fieldKey is paid by $method (RCHG-11, EPNT-03)', ({ fieldKey, method, traits }) => {
  const channel = { fieldKey };
  expect(methodOfChannel(channel)).toBe(method);
  expect(METHOD_TRAITS[method]).toMatchObject(traits);
  expect({ opensWindow: opensWindow(channel), takesPoints: takesPoints(channel) }).toEqual(traits);
});

test('no price is in E Points until a channel is chosen (EPNT-03)', () => {
  expect(takesPoints(null)).toBe(false);
});

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

test('every price in US cents is the same number of E Points (RCHG-05)', () => {
  expect(usd(499)).toEqual({ minor: 499, currency: 'USD' });
  expect([0, 499, 999_999_999].map((minor) => toEPoints(usd(minor)))).toEqual([0, 499, 999_999_999]);
});
