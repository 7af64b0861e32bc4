import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import type { ResultScreen } from '../../machines/payment/payment.screens.ts';
import { labelKey } from '../../src/views/order/order-status.view.tsx';
import { progressOf } from '../../src/views/order/order-timeline.view.tsx';
import { hintKey, resultTextKey, resultTitleKey } from '../../src/views/order/status-keys.ts';
import { localeFiles } from '../locales/locale-files.ts';
import { recordOf, ticket } from '../support/machines/orders.ts';

const withPoints: Partial<OrderRecord> = { payment: { kind: 'points', amount: 99 } };
const ofPoints: Partial<OrderRecord> = { orderType: 'epoint' };
const hintOf = (status: OrderStatus, more: Partial<OrderRecord>, isRepeatable = true) =>
  hintKey(recordOf(status, more), isRepeatable).replace('status.', '');

test.each<[OrderStatus, string, string, string]>([
  ['pending', 'pending.hint', 'pending.hint', 'pending.hint'],
  ['paid', 'paid.text', 'paid.text', 'paid.textCredit'],
  ['failed', 'failed.hint', 'failed.hint', 'failed.hint'],
  ['delivered', 'delivered.hint', 'delivered.hint', 'delivered.hintCredit'],
  ['refunded', 'refunded.text', 'refunded.textPoints', 'refunded.text'],
  ['overdue', 'overdue.hint', 'overdue.hint', 'overdue.hint'],
])('status %s: for money %s, with E Points %s, E Points for money %s (D9, ORDR-05, EPNT-03)', (status, ...expected) => {
  expect([{}, withPoints, ofPoints].map((more) => hintOf(status, more))).toEqual(expected);
});

test('an order that cannot be placed again, and one with an unknown status, have hints of their own (D8, ORDR-05)', () => {
  expect(hintOf('failed', {}, false)).toBe('failed.hintStartNew');
  expect(hintOf('overdue', ofPoints, false)).toBe('overdue.hintStartNew');
  expect(hintOf('pending', { isStatusUnknown: true })).toBe('unknown.hint');
  expect(labelKey({ status: 'pending', isStatusUnknown: true })).toBe('status.unknown.label');
});

type Result = Exclude<ResultScreen['name'], 'unknown'>;
const points = { ...ticket, payment: { kind: 'points', amount: 99 } } as const;
const credit = { ...ticket, kind: 'epoint' } as const;
const words = (name: Result, late: boolean, of: typeof ticket) => {
  const screen: ResultScreen = { name, late, watching: false, ticket: of, record: null, deadlineAt: 0 };
  return [resultTitleKey(screen), resultTextKey(screen)].map((key) => key.replace('status.', ''));
};

test.each<[string, Result, boolean, typeof ticket, string, string]>([
  ['paid', 'paid', false, ticket, 'paid.title', 'paid.text'],
  ['paid late', 'paid', true, ticket, 'paid.titleLate', 'paid.textLate'],
  ['E Points paid', 'paid', false, credit, 'paid.title', 'paid.textCredit'],
  ['E Points paid late', 'paid', true, credit, 'paid.titleLate', 'paid.textCredit'],
  ['delivered', 'delivered', false, ticket, 'delivered.title', 'delivered.text'],
  ['delivered after a late payment', 'delivered', true, ticket, 'delivered.title', 'delivered.textLate'],
  ['E Points delivered', 'delivered', true, credit, 'delivered.titleCredit', 'delivered.textCredit'],
  ['refunded', 'refunded', false, ticket, 'refunded.title', 'refunded.text'],
  ['refunded in E Points', 'refunded', true, points, 'refunded.title', 'refunded.textPoints'],
  ['failed', 'failed', false, ticket, 'failed.title', 'failed.text'],
  ['overdue', 'overdue', false, points, 'overdue.title', 'overdue.text'],
])('the result of a payment that is %s (C41, ORDR-05, EPNT-03)', (_, name, late, of, title, text) => {
  expect(words(name, late, of)).toEqual([title, text]);
});

describe.each([...localeFiles])('%s', (_, texts) => {
  const textOf = (key: string): string => texts.get(`order:${key}`) ?? `no text ${key}`;
  const lines = (pattern: RegExp): string[] =>
    [...texts].flatMap(([key, text]) => (key.startsWith('order:status.') && pattern.test(key) ? [text] : []));

  test('each status, also an unknown one, has its own label, and no two explanations are the same (D9, C41, ORDR-05)', () => {
    const labels = lines(/\.label$/);
    expect(labels).toHaveLength(ORDER_STATUSES.length + 1);
    expect(new Set(labels).size).toBe(labels.length);
    const records = ORDER_STATUSES.flatMap((status) =>
      [{}, withPoints, ofPoints].map((more) => recordOf(status, more)),
    );
    const unknown = recordOf('pending', { isStatusUnknown: true });
    const keys = new Set([unknown, ...records].flatMap((record) => [true, false].map((is) => hintKey(record, is))));
    expect(new Set([...keys].map(textOf)).size).toBe(keys.size);
  });

  test('each line of the timeline and each result has its own text (C41)', () => {
    const steps = lines(/\.(?:step|now|ahead)(?:[A-Z]\w*)?$/);
    expect(steps.length).toBeGreaterThan(ORDER_STATUSES.length);
    expect(new Set(steps).size).toBe(steps.length);
    const titles = lines(/\.title$/);
    expect(titles).toHaveLength(ORDER_STATUSES.length);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

const T = 1_700_000_000_000;
const history = (...statuses: OrderStatus[]) => statuses.map((status, at) => ({ status, at: T + at * 1_000 }));
/** Each line as text, state and seconds since the order was created. */
const seen = (status: OrderStatus, ...statuses: OrderStatus[]): string[] =>
  progressOf({ paymentCreateTime: T, status, timeline: history(...statuses), orderType: 'game' }).map(
    ({ text, state, at }) => `${text.replace('status.', '')} ${state} ${at === null ? '-' : (at - T) / 1_000}`,
  );

test.each<[string, string[], string[]]>([
  ['unpaid', seen('pending', 'pending'), ['pending.step done 0', 'pending.now current -', 'delivered.ahead ahead -']],
  ['paid', seen('paid', 'pending', 'paid'), ['pending.step done 0', 'paid.step done 1', 'paid.now current -']],
  [
    'delivered',
    seen('delivered', 'pending', 'paid', 'delivered'),
    ['pending.step done 0', 'paid.step done 1', 'delivered.step done 2'],
  ],
  ['delivered, no history', seen('delivered'), ['pending.step done 0', 'paid.step done -', 'delivered.step done -']],
  ['failed', seen('failed', 'pending', 'failed'), ['pending.step done 0', 'failed.step failed 1']],
  ['overdue', seen('overdue', 'pending', 'overdue'), ['pending.step done 0', 'overdue.step failed 1']],
  [
    'paid late',
    seen('paid', 'pending', 'overdue', 'paid'),
    ['pending.step done 0', 'overdue.step failed 1', 'paid.stepLate done 2', 'paid.now current -'],
  ],
  [
    'refunded before delivery',
    seen('refunded', 'pending', 'paid', 'refunded'),
    ['pending.step done 0', 'paid.step done 1', 'refunded.step done 2'],
  ],
  [
    'refunded after delivery',
    seen('refunded', 'pending', 'paid', 'delivered', 'refunded'),
    ['pending.step done 0', 'paid.step done 1', 'delivered.step done 2', 'refunded.step done 3'],
  ],
])('the timeline of an order that is %s (ORDR-07, C41)', (_, shown, expected) => {
  expect(shown).toEqual(expected);
});

test('the timeline of E Points names them (ORDR-07, EPNT-03, C41)', () => {
  const linesOf = (status: OrderStatus) =>
    progressOf({ paymentCreateTime: T, status, timeline: [], orderType: 'epoint' }).map(({ text }) => text);
  expect(linesOf('pending').at(-1)).toBe('status.delivered.aheadCredit');
  expect(linesOf('paid').at(-1)).toBe('status.paid.nowCredit');
  expect(linesOf('delivered').at(-1)).toBe('status.delivered.stepCredit');
});
