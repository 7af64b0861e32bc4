import { beforeEach, describe, expect, test, vi } from 'vitest';
import { selectPointPaymentScreen } from '../../machines/payment/points/point-payment.screens.ts';
import { selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import { selectCanResume, selectOrderInView, selectWaitingOrders } from '../../machines/signed-in/signed-in.screens.ts';
import { ORDER_ROW, type Reply, stall } from '../support/api/fake-api.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { atConfirmation, openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';
import { createCoreHarness } from '../support/machines/core-harness.ts';

const NOW = 1_760_000_000_250;
const AT_PAYMENT = '/main/recharge?step=payment';
const ORDER_KEY = 'portal:g1:u-1001:order:O-1';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const wizardOf = (tab: PortalTab): string | null => {
  const { recharge } = tab.player().getSnapshot().children;
  return recharge ? selectRechargeScreen(recharge.getSnapshot()).name : null;
};
const waitingIn = (tab: PortalTab): readonly string[] => selectWaitingOrders(tab.player().getSnapshot());
const MONEY = { kind: 'order', payment: { kind: 'redirect', payUrl: 'https://pay.example/c/1' } };
const POINTS = { kind: 'epoint', payment: { kind: 'points', amount: 99 } };

/** Stores an order in this browser. */
const store = (profile: FakeProfile, way: typeof MONEY | typeof POINTS, more: object) => {
  const ticket = { ...way, orderId: 'O-1', createdAt: NOW, choices: null };
  profile.local.setItem(ORDER_KEY, JSON.stringify({ v: 2, data: { ticket, deferred: false, key: null, ...more } }));
};

describe('all machines together', () => {
  test('a deep link leads through login and wizard to the delivered order (RCHG-17, ROUTE-16)', async () => {
    const tab = openPortalTab('/main/recharge');
    await orderIn(tab);
    expect(tab.api.to('/api/order/webCreate')).toHaveLength(1);
    expect(wizardOf(tab)).toBe('payment');
    tab.api.reply('/api/order/record', orderAnswer(2));
    await passes(3_000);
    expect(tab.paymentOf('O-1')).toBe('paid');
    tab.api.reply('/api/order/record', orderAnswer(4));
    await passes(60_000);
    expect([tab.paymentOf('O-1'), tab.url()]).toEqual(['delivered', AT_PAYMENT]);
  });

  test('for an order in E Points the log names its own call (D10, ORDR-02, EPNT-03)', () => {
    const harness = createCoreHarness();
    harness.signedInPorts.logRefusedStatus({ orderId: 'E-1', kind: 'epoint', known: 'delivered', received: 'overdue' });
    const line = { event: 'status-refused', call: 'CALL-24', path: '/api/epoint/paymentIds/detail' };
    expect(harness.log).toEqual([{ ...line, detail: 'order E-1: overdue after delivered' }]);
  });

  test('a reload during a payment resumes the same order (RCHG-16, C3)', async () => {
    const first = openPortalTab('/main/recharge');
    await orderIn(first);
    first.close();
    const second = openPortalTab(AT_PAYMENT, first.profile);
    second.api.reply('/api/order/record', orderAnswer(1));
    await second.until(() => expect(second.paymentOf('O-1')).toBe('awaiting'));
    expect([second.url(), wizardOf(second)]).toEqual([AT_PAYMENT, 'payment']);
    expect(second.api.to('/api/order/webCreate')).toEqual([]);
  });
});

/** The wizard creates an order while the deferred order waits. */
const creating = async (answer: Reply = stall): Promise<PortalTab> => {
  const profile = createFakeProfile();
  store(profile, MONEY, { deferred: true });
  const tab = openPortalTab('/main/recharge', profile);
  await atConfirmation(tab);
  tab.api.reply('/api/order/record', orderAnswer(1));
  tab.api.reply('/api/order/webCreate', answer);
  tab.sendToRecharge(tab.confirmation());
  await passes(0);
  expect(waitingIn(tab)).toEqual(['O-1']);
  return tab;
};

describe('Continue on another order while one is being created', () => {
  test('changes nothing: the order stays in the banner, and its payment is announced (RCHG-13, RCHG-10)', async () => {
    const tab = await creating();
    expect(selectCanResume(tab.player().getSnapshot(), 'O-1')).toBe(false);
    tab.player().send({ type: 'order.resume', orderId: 'O-1' });
    await passes(0);
    expect(tab.url()).toBe('/main/recharge?step=confirm');
    expect(tab.paymentOf('O-1')).toBe('deferred');
    expect(selectOrderInView(tab.player().getSnapshot())).toBeNull();
    expect(waitingIn(tab)).toEqual(['O-1']);
    tab.api.reply('/api/order/record', orderAnswer(2));
    await tab.until(() => expect(tab.toasts()).toContain('orderPaid'));
  });

  test('works again when the wizard is back at its steps (RCHG-13)', async () => {
    const tab = await creating({ code: 30_003, msg: 'gone' });
    await tab.reaches('/main/recharge?step=item');
    expect(selectCanResume(tab.player().getSnapshot(), 'O-1')).toBe(true);
    tab.player().send({ type: 'order.resume', orderId: 'O-1' });
    await tab.reaches(AT_PAYMENT);
    await tab.until(() => expect(tab.paymentOf('O-1')).toBe('awaiting'));
    expect(waitingIn(tab)).toEqual([]);
  });

  test('after a reload the order in front stays in the banner while another one is looked up (RCHG-13, RCHG-16, C3)', async () => {
    const first = await creating();
    const { profile } = first;
    first.close();
    store(profile, MONEY, {});
    const tab = openPortalTab(AT_PAYMENT, profile);
    tab.api.reply('/api/order/record', stall);
    await tab.until(() => expect(tab.paymentOf('O-1')).toBe('deferred'));
    expect(selectOrderInView(tab.player().getSnapshot())).toBeNull();
    expect(waitingIn(tab)).toEqual(['O-1']);
  });
});

const PAY = '/api/payment/order/epoint/pay';

/** A tab with an unpaid order of 99 E Points and this balance. */
const opened = async (
  profile: FakeProfile,
  balance: number,
  { url = AT_PAYMENT, answer = stall }: { readonly url?: string; readonly answer?: Reply } = {},
): Promise<PortalTab> => {
  const tab = openPortalTab(url, profile);
  tab.api.reply('/api/epoint/paymentIds/detail', { code: 0, result: [{ ...ORDER_ROW, channel_code: 'epoint' }] });
  tab.api.reply('/api/order/record', { code: 0, result: [], total: 0 });
  tab.api.reply('/api/operate/coinBalance', { code: 0, result: { amount: balance } });
  tab.api.reply('/api/epoint/balance', { code: 0, result: { basicNum: balance, presentNum: 0 } });
  tab.api.reply(PAY, answer);
  await passes(0);
  return tab;
};

const loggedIn = async (): Promise<FakeProfile> => {
  const profile = createFakeProfile();
  const tab = await opened(profile, 0, { url: '/main/home' });
  await tab.logIn();
  tab.close();
  return profile;
};

const screenOf = (tab: PortalTab): string | null => {
  const points = tab.payment('O-1')?.getSnapshot().children['method.points'];
  return points ? selectPointPaymentScreen(points.getSnapshot()).name : null;
};

const reaches = (tab: PortalTab, name: string) => tab.until(() => expect(screenOf(tab)).toBe(name));

const pays = ({ api }: PortalTab): number => api.to(PAY).length;

const press = (tab: PortalTab) =>
  tab.payment('O-1')?.getSnapshot().children['method.points']?.send({ type: 'points.pay' });

const isInFlight = (profile: FakeProfile): boolean =>
  JSON.parse(profile.local.dump()[ORDER_KEY] ?? '{}').data.spending === true;

describe('a reload of an order in E Points', () => {
  test('Continue and a reload spend nothing without a press on Pay (EPNT-04, RCHG-16, C3)', async () => {
    const profile = await loggedIn();
    store(profile, POINTS, { deferred: true });
    const first = await opened(profile, 500, { url: '/main/home' });
    await first.until(() => expect(first.paymentOf('O-1')).toBe('deferred'));
    first.player().send({ type: 'order.resume', orderId: 'O-1' });
    await first.reaches(AT_PAYMENT);
    await reaches(first, 'payable');
    const other = await opened(profile, 500);
    await reaches(other, 'payable');
    first.close();
    const second = await opened(profile, 500);
    await reaches(second, 'payable');
    await passes(20_000);
    expect([pays(first), pays(other), pays(second)]).toEqual([0, 0, 0]);
  });

  test('after a refusal a reload waits for the press, and a press is continued (EPNT-03, RCHG-16, C3)', async () => {
    const profile = await loggedIn();
    store(profile, POINTS, { spending: true });
    const first = await opened(profile, 500, { answer: { code: 30_003, msg: 'closed' } });
    await reaches(first, 'refused');
    expect(isInFlight(profile)).toBe(false);
    first.close();
    const second = await opened(profile, 500);
    await reaches(second, 'payable');
    expect(pays(second)).toBe(0);
    press(second);
    await second.until(() => expect(pays(second)).toBe(1));
    expect(isInFlight(profile)).toBe(true);
    second.close();
    const third = await opened(profile, 500);
    await third.until(() => expect(pays(third)).toBe(1));
  });

  test('an order that an earlier build stored waits for the press (EPNT-04, C43)', async () => {
    const profile = await loggedIn();
    store(profile, POINTS, {});
    const tab = await opened(profile, 500);
    await reaches(tab, 'payable');
    await passes(20_000);
    expect(pays(tab)).toBe(0);
  });
});
