import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import {
  type RedirectPaymentInput,
  redirectPaymentMachine,
} from '../../machines/payment/redirect/redirect-payment.machine.ts';
import {
  isWithoutPage,
  screenName,
  screenNames,
  selectRedirectPaymentScreen,
} from '../../machines/payment/redirect/redirect-payment.screens.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { recordOf, ticket } from '../support/machines/orders.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const URL = 'https://pay.example/c/o-1';
const pay: RedirectPaymentInput = {
  orderId: 'o-1',
  payment: { kind: 'redirect', payUrl: URL },
  start: 'pay',
  windowRef: 'w1',
};
const resume: RedirectPaymentInput = { ...pay, start: 'resume', windowRef: null };
const bare: RedirectPaymentInput = { ...resume, payment: { kind: 'redirect', payUrl: null } };

const answer = (opened: boolean, refused: boolean) => done('openWindow', { opened, refused });
const OPENED = answer(true, false);
const BLOCKED = answer(false, false);
const REFUSED = answer(false, true);
const DEFECT = failed('openWindow', failure('unknownError'));
const LINK = { type: 'page.reopen', windowRef: null } as const;
const REOPENED = { type: 'page.reopen', windowRef: 'w2' };
const FOUND = { type: 'page.found', payUrl: URL } as const;
const REFUSAL = { type: 'method.changed', payment: { kind: 'redirect', payUrl: null } };
const OFFERED = { type: 'method.offered' };
const WINDOW_EVENTS = ['window.closed', 'window.blank', 'window.left'].map((type) => ({ type }));
const LISTENERS = Object.fromEntries(WINDOW_EVENTS.map(({ type }) => [type, 'paymentWindow']));
const AWAITING = { name: 'awaiting', payUrl: null, host: null, blocked: false, closed: false, refused: false };

beforeEach(() => void vi.useFakeTimers());

const play = async (input: RedirectPaymentInput, ...events: readonly EventObject[]) => {
  const harness = await startHarness(redirectPaymentMachine, { input, listeners: LISTENERS }).after(...events);
  return { harness, screen: selectRedirectPaymentScreen(harness.snapshot()) };
};

test('every transition of the redirect is taken, and each screen is drawn (RCHG-11, RCHG-17)', async () => {
  const names = await coverScreens(redirectPaymentMachine, {
    inputs: [pay, resume, bare],
    events: [
      OPENED,
      BLOCKED,
      REFUSED,
      DEFECT,
      LINK,
      REOPENED,
      ...WINDOW_EVENTS,
      FOUND,
      { type: 'method.paid' },
      done('closeWindow'),
      failed('closeWindow', failure('unknownError')),
      failed('paymentWindow', failure('unknownError')),
    ],
    listeners: LISTENERS,
    serialize: ({ value, context: { payUrl, payUrlVerdict, windowRef } }) =>
      JSON.stringify([value, payUrl, payUrlVerdict, windowRef]),
    screen: (snapshot) => ({ name: screenName(snapshot) }),
  });
  expect(names).toEqual(screenNames.toSorted());
});

describe('the payment page', () => {
  test('a page that may be opened is reported, so that a late payment is expected; a refused one is not (RCHG-14, C39)', async () => {
    expect((await play(pay, OPENED)).harness.reports).toEqual([OFFERED]);
    expect((await play(pay, BLOCKED)).harness.reports).toEqual([OFFERED]);
    const { harness, screen } = await play(pay, REFUSED);
    expect(harness.reports).toEqual([REFUSAL]);
    expect(screen).toEqual({ ...AWAITING, refused: true });
    expect(JSON.stringify(harness.snapshot().context)).not.toContain('pay.example');
  });

  test('without an answer about pay_url there is support instead of a link (C39)', async () => {
    expect((await play(pay, DEFECT)).screen).toMatchObject({ refused: true, blocked: false, payUrl: null });
  });

  test.each([
    { payUrl: 'https://pay.example', host: 'pay.example' },
    { payUrl: 'HTTPS://pay.example/c/o-1', host: 'pay.example' },
    { payUrl: 'http://localhost:8443/c/o-1', host: 'localhost:8443' },
    { payUrl: 'https://pay.example@other.example/c/o-1', host: null },
    { payUrl: 'open:https://pay.example/c/o-1', host: null },
  ])('the host of $payUrl is shown as $host (RCHG-12)', async ({ payUrl, host }) => {
    const { screen } = await play({ ...pay, payment: { kind: 'redirect', payUrl } }, OPENED);
    expect(screen).toMatchObject({ payUrl, host });
  });

  test('a window that stays blank shows the link, until it has left the blank page (RCHG-11)', async () => {
    const blank = await play(pay, OPENED, { type: 'window.blank' });
    expect(blank.screen).toMatchObject({ name: 'awaiting', blocked: true, payUrl: URL });
    const left = await play(pay, OPENED, { type: 'window.blank' }, { type: 'window.left' });
    expect(left.screen).toMatchObject({ name: 'awaiting', blocked: false, payUrl: URL });
  });

  test('an order without a page checks the page of a later read, opens no window and offers the link (C38, C39)', async () => {
    const withoutPage = { ...pay, payment: bare.payment };
    expect((await play(withoutPage, REFUSED, FOUND)).screen).toMatchObject({ name: 'awaiting', host: null });
    const { harness, screen } = await play(withoutPage, REFUSED, FOUND, BLOCKED);
    expect(harness.inputsOf('openWindow')).toEqual([
      { windowRef: 'w1', payUrl: null, orderId: 'o-1' },
      { windowRef: null, payUrl: URL, orderId: 'o-1' },
    ]);
    expect(harness.reports.slice(1)).toEqual([OFFERED]);
    expect(screen).toEqual({ ...AWAITING, payUrl: URL, host: 'pay.example' });
    expect(harness.snapshot().can(LINK)).toBe(true);
  });

  test('an order whose record has no page either says so, unless its page was refused (C38, C39)', async () => {
    const withoutPage = { ...ticket, payment: bare.payment };
    const record = recordOf('pending', { payment: bare.payment });
    const { screen } = await play(bare);
    expect(screen.refused).toBe(false);
    expect(isWithoutPage({ record, ticket: withoutPage }, screen)).toBe(true);
    expect(isWithoutPage({ record: null, ticket: withoutPage }, screen)).toBe(false);
    expect(isWithoutPage({ record, ticket }, screen)).toBe(false);
    const { screen: refused } = await play({ ...pay, payment: bare.payment }, REFUSED);
    expect(isWithoutPage({ record, ticket: withoutPage }, refused)).toBe(false);
  });

  test('a closed window asks for the payment only if its page can be reopened (C7, C39)', async () => {
    const closed = { type: 'window.closed' };
    expect((await play(pay, OPENED, closed)).screen).toMatchObject({ closed: true, refused: false });
    expect((await play(pay, REFUSED, closed)).screen).toEqual({ ...AWAITING, refused: true });
  });

  test('the closing of the window is reported, and a reopened window is watched instead (C7, C38)', async () => {
    const { harness } = await play(pay, OPENED, { type: 'window.closed' }, REOPENED, OPENED);
    expect(harness.reports).toEqual([OFFERED, { type: 'order.check' }, OFFERED]);
    expect(harness.inputsOf('paymentWindow')).toEqual([{ windowRef: 'w1' }, { windowRef: 'w2' }]);
  });
});
