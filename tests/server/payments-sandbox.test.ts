import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { applyReport } from '../../server/payments/payment-sync.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import type { CashierAction } from '../../server/sandbox/sandbox.types.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { aReport } from '../support/server/payment-provider.ts';

const harness = sharedMoneyHarness();

const CAPTURE = { kind: 'capture', amountMinor: 499 };
const REFUND = { kind: 'refund', amountMinor: 499 };

const cashier = async (orderId: string): Promise<{ status: number; html: string; headers: Headers }> => {
  const answer = await harness.app.request(`/cashier/${await harness.referenceFor(orderId)}`);
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
};

const press = async (orderId: string, action: string): Promise<Response> =>
  harness.app.request(`/cashier/${await harness.referenceFor(orderId)}`, {
    method: 'POST',
    body: `action=${action}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

describe('actions of the cashier', () => {
  test.each<[CashierAction[], OrderStatus[], object[]]>([
    [['pay'], ['pending', 'paid', 'delivered'], [CAPTURE]],
    [['decline'], ['pending'], []],
    [['decline', 'decline', 'pay'], ['pending', 'paid', 'delivered'], [CAPTURE]],
    [['close'], ['pending', 'failed'], []],
    [['close', 'pay'], ['pending', 'failed'], []],
    [['close', 'pay-late'], ['pending', 'failed', 'paid', 'delivered'], [CAPTURE]],
    [['pay-twice'], ['pending', 'paid', 'delivered'], [CAPTURE, CAPTURE, REFUND]],
    [['pay', 'pay', 'pay'], ['pending', 'paid', 'delivered'], [CAPTURE]],
    [
      ['pay', 'pay-twice'],
      ['pending', 'paid', 'delivered'],
      [CAPTURE, CAPTURE, REFUND],
    ],
    [['pay', 'close', 'decline', 'never'], ['pending', 'paid', 'delivered'], [CAPTURE]],
    [['never'], ['pending'], []],
    [['never', 'pay'], ['pending', 'paid', 'delivered'], [CAPTURE]],
    [['never', 'close'], ['pending', 'failed'], []],
  ])('%j leads to %j (S7, RCHG-14)', async (actions, history, services) => {
    const orderId = await harness.bought();
    for (const action of actions) await harness.act(orderId, action);
    expect(await harness.settledHistoryOf(orderId)).toEqual(history);
    expect(await harness.paymentsOf(orderId)).toEqual(services);
  });

  test.each<[CashierAction, OrderStatus[]]>([
    ['pay-late', ['pending', 'overdue', 'paid', 'delivered']],
    ['pay', ['pending', 'overdue']],
    ['pay-twice', ['pending', 'overdue']],
    ['close', ['pending', 'overdue']],
    ['decline', ['pending', 'overdue']],
  ])('%s after the deadline leads to %j (RCHG-14, C36)', async (action, history) => {
    const orderId = await harness.expired();
    await harness.act(orderId, action);
    expect(await harness.settledHistoryOf(orderId)).toEqual(history);
  });

  test('a planned late payment is captured once the order is overdue, not before (RCHG-14, C36)', async () => {
    const orderId = await harness.bought('pay-late');
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending']);
    harness.advance(300_000);
    await harness.settle();
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'overdue', 'paid', 'delivered']);
    expect(await harness.paymentsOf(orderId)).toEqual([CAPTURE]);
  });

  test('an old order that is paid after it was ordered again is delivered, and so is the new one (C37)', async () => {
    const userId = await harness.addUser();
    const old = await harness.buy(userId);
    harness.advance(300_000);
    const fresh = await harness.buy(userId);
    await harness.act(fresh, 'pay');
    await harness.act(old, 'pay-late');
    expect(await harness.settledHistoryOf(old)).toEqual(['pending', 'overdue', 'paid', 'delivered']);
    expect(await harness.historyOf(fresh)).toEqual(['pending', 'paid', 'delivered']);
    for (const order of [old, fresh]) expect(await harness.paymentsOf(order)).toEqual([CAPTURE]);
  });

  test('a chargeback of the capture that paid the order refunds it; one of a surplus capture does not (ORDR-02)', async () => {
    const orderId = await harness.bought('pay');
    await harness.settle();
    const reference = await harness.referenceFor(orderId);
    await paymentServices(harness.context).providerOf('sandbox')?.refund(reference, `${reference}-1`);
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered', 'refunded']);
    expect(await harness.paymentsOf(orderId)).toEqual([CAPTURE, REFUND]);
    await harness.act(orderId, 'pay');
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered', 'refunded']);
  });
});

describe('payments that do not match the order', () => {
  test.each([
    ['too little', { amountMinor: 498, currency: 'USD' }],
    ['too much', { amountMinor: 500, currency: 'USD' }],
    ['another currency', { amountMinor: 499, currency: 'EUR' }],
  ])('%s does not pay the order and is refunded (S6, S16)', async (_, services) => {
    const orderId = await harness.bought();
    const report = aReport(orderId, { captures: [{ captureId: `odd-${orderId}`, ...services }] });
    await applyReport(harness.ports.services, report, 'sandbox');
    expect(await harness.historyOf(orderId)).toEqual(['pending']);
    expect(await harness.jobOf(`odd-${orderId}`)).toMatchObject({ kind: 'refund', payload: { orderId } });
    const refunded = { ...report, refunded: [`odd-${orderId}`] };
    await applyReport(harness.ports.services, refunded, 'sandbox');
    await applyReport(harness.ports.services, refunded, 'sandbox');
    const { amountMinor } = services;
    expect(await harness.paymentsOf(orderId)).toEqual([
      { kind: 'capture', amountMinor },
      { kind: 'refund', amountMinor },
    ]);
    expect(await harness.historyOf(orderId)).toEqual(['pending']);
  });

  test('the refund of a capture in another currency does not refund an order that was paid afterwards (S6, S16)', async () => {
    const orderId = await harness.bought();
    const captureIn = (currency: string) => ({ captureId: `${currency}-${orderId}`, amountMinor: 499, currency });
    const captures = [captureIn('EUR'), captureIn('USD')];
    const apply = (...refunded: readonly string[]) =>
      applyReport(
        harness.ports.services,
        aReport(orderId, { captures, refunded: refunded.map((currency) => `${currency}-${orderId}`) }),
        'sandbox',
      );
    await apply();
    await apply('EUR');
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
    await apply('EUR', 'USD');
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
  });
});

describe('the page', () => {
  test('shows amount and order under a TEST band, without scripts and frames (RCHG-11)', async () => {
    const orderId = await harness.bought();
    const { status, html, headers } = await cashier(orderId);
    expect(status).toBe(200);
    expect(html).toContain('TEST · no money moves here');
    expect(html).toContain('US$4.99');
    expect(html).toContain(orderId);
    expect(html).not.toMatch(/<script|javascript:|http:|https:/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('each button performs its action and returns to the page; after payment the page asks to close the window (RCHG-11)', async () => {
    const orderId = await harness.bought();
    const offered = [...(await cashier(orderId)).html.matchAll(/value="([\w-]+)"/g)].map(([, action]) => action);
    expect(offered).toEqual(['pay', 'decline', 'close', 'pay-late', 'pay-twice', 'never']);
    const pressed = await press(orderId, 'pay');
    expect(pressed.status).toBe(303);
    expect(pressed.headers.get('location')).toBe(`/cashier/${await harness.referenceFor(orderId)}`);
    const { html } = await cashier(orderId);
    expect(html).toContain('You can close this window.');
    expect(html).not.toContain('<form');
  });

  test('an unknown address has its own page, and an unknown action does nothing (S6)', async () => {
    const answer = await harness.app.request('/cashier/%3Cscript%3E');
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('<script');
    const orderId = await harness.bought();
    expect((await press(orderId, 'refund')).status).toBe(303);
    expect((await harness.booksOf(orderId))?.state).toBe('open');
  });
});
