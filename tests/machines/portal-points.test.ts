import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { selectPointPaymentScreen } from '../../machines/payment/points/point-payment.screens.ts';
import { type Reply, stall } from '../support/api/fake-api.ts';
import { ORDER_ROW } from '../support/api/wire-samples.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { openPortalTab, type PortalTab } from '../support/browser/portal-tab.ts';

const NOW = 1_760_000_000_250;
const PAY = '/api/payment/order/epoint/pay';
const ORDER_KEY = 'portal:g1:u-1001:order:O-1';
const AT_PAYMENT = '/main/recharge?step=payment';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

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

const store = (profile: FakeProfile, more: object) => {
  const ticket = {
    kind: 'epoint',
    orderId: 'O-1',
    payment: { kind: 'points', amount: 99 },
    createdAt: NOW,
    choices: null,
  };
  profile.local.setItem(ORDER_KEY, JSON.stringify({ v: 2, data: { ticket, deferred: false, key: null, ...more } }));
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
    store(profile, { deferred: true });
    const first = await opened(profile, 500, { url: '/main/home' });
    await first.until(() => expect(first.paymentOf('O-1')).toBe('deferred'));
    first.actor.getSnapshot().children.signedIn?.send({ type: 'order.resume', orderId: 'O-1' });
    await first.reaches(AT_PAYMENT);
    await reaches(first, 'payable');
    const other = await opened(profile, 500);
    await reaches(other, 'payable');
    first.close();
    const second = await opened(profile, 500);
    await reaches(second, 'payable');
    await passes(20_000);
    expect([pays(first), pays(other), pays(second)]).toEqual([0, 0, 0]);
    other.close();
    second.close();
  });

  test('E Points that arrive while too few are shown are not spent by a reload (EPNT-04, RCHG-16, C3)', async () => {
    const profile = await loggedIn();
    store(profile, { spending: true });
    const first = await opened(profile, 10);
    await reaches(first, 'insufficient');
    first.close();
    const second = await opened(profile, 500);
    await reaches(second, 'payable');
    await passes(20_000);
    expect(pays(second)).toBe(0);
    second.close();
  });

  test('after a refusal a reload waits for the press, and a press is continued (EPNT-03, RCHG-16, C3)', async () => {
    const profile = await loggedIn();
    store(profile, { spending: true });
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
    third.close();
  });

  test('an order that an earlier build stored waits for the press (EPNT-04, C43)', async () => {
    const profile = await loggedIn();
    store(profile, {});
    const tab = await opened(profile, 500);
    await reaches(tab, 'payable');
    await passes(20_000);
    expect(pays(tab)).toBe(0);
    tab.close();
  });
});
