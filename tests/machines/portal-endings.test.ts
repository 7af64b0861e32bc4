import { beforeEach, describe, expect, test, vi } from 'vitest';
import { selectSessionScreen } from '../../machines/session/session.screens.ts';
import { bodyOf, sampleOf } from '../support/api/fake-api.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const sessionOf = (tab: PortalTab) => tab.actor.getSnapshot().children.session;
const noticeOf = (tab: PortalTab): boolean => {
  const session = sessionOf(tab);
  return session ? selectSessionScreen(session.getSnapshot()).name === 'expired-notice' : false;
};
const confirm = async (tab: PortalTab): Promise<void> => {
  sessionOf(tab)?.send({ type: 'notice.confirm' });
  await passes(0);
};
const opened = async (url: string, profile?: FakeProfile): Promise<PortalTab> => {
  const tab = openPortalTab(url, profile);
  await passes(0);
  return tab;
};
/** Reloads the URL in the same browser: storage stays, memory is lost. */
const reloaded = async (tab: PortalTab): Promise<PortalTab> => {
  tab.close();
  return opened(tab.url(), tab.profile);
};
const gone = () => new Response('', { status: 203 });

const expiredTab = async (): Promise<PortalTab> => {
  const tab = openPortalTab('/main/home');
  await tab.logIn();
  await tab.reaches('/main/home');
  tab.api.reply('/api/user/webRole', gone);
  tab.actor.send({ type: 'page.open', to: '/main/recharge' });
  await tab.until(() => expect(noticeOf(tab)).toBe(true));
  await passes(0);
  tab.api.reply('/api/user/webRole', bodyOf(sampleOf('/api/user/webRole')));
  return tab;
};

describe('the notice of HTTP 203', () => {
  test('survives reloads until it is confirmed and does not return (D21, SESS-07)', async () => {
    let tab = await expiredTab();
    const address = tab.url();
    expect(address).toMatch(/^\/login\?redirect=/);
    for (let reload = 0; reload < 3; reload += 1) {
      tab = await reloaded(tab);
      expect([noticeOf(tab), tab.url(), tab.screen().name]).toEqual([true, address, 'login']);
    }
    await confirm(tab);
    expect([noticeOf(tab), tab.url()]).toEqual([false, address]);
    tab = await reloaded(tab);
    expect(noticeOf(tab)).toBe(false);
    await tab.logIn();
    await tab.reaches(decodeURIComponent(address.split('redirect=')[1] ?? ''));
  });

  test('is in both tabs, and confirming it in one confirms it in both (D21, SESS-07, SESS-10)', async () => {
    const profile = createFakeProfile();
    const one = openPortalTab('/main/home', profile);
    await one.logIn();
    const two = openPortalTab('/main/home', profile);
    await two.until(() => expect(two.screen().name).toBe('home'));
    one.actor.send({ type: 'http.unauthorized' });
    await passes(0);
    expect([noticeOf(one), noticeOf(two), one.url(), two.url()]).toEqual([
      true,
      true,
      '/login?redirect=%2Fmain%2Fhome',
      '/login?redirect=%2Fmain%2Fhome',
    ]);
    await confirm(two);
    await passes(0);
    expect([noticeOf(one), noticeOf(two)]).toEqual([false, false]);
  });

  test('during a payment no order is lost, even after a reload before the confirmation (D21, C25)', async () => {
    const paying = openPortalTab('/main/recharge');
    await orderIn(paying);
    paying.api.reply('/api/order/record', gone);
    await paying.reaches(`/login?redirect=${encodeURIComponent('/main/recharge?step=payment')}`);
    await passes(0);
    const tab = await reloaded(paying);
    expect(noticeOf(tab)).toBe(true);
    await confirm(tab);
    tab.api.reply('/api/order/record', orderAnswer(1));
    await tab.logIn();
    await tab.until(() => expect(tab.paymentOf('O-1')).toBe('awaiting'));
    expect(tab.url()).toBe('/main/recharge?step=payment');
  });
});

test('a logout by its URL in one tab logs out the other tab without a loop (D2, SESS-10)', async () => {
  const profile = createFakeProfile();
  const one = openPortalTab('/main/home', profile);
  await one.logIn();
  const two = await opened('/main/logout?id=23', profile);
  await two.until(() => expect(two.screen()).toEqual({ name: 'logout', byServer: false, done: true }));
  await one.reaches('/login?redirect=%2Fmain%2Fhome');
  await one.logIn();
  await passes(60_000);
  expect([one.url(), two.url()]).toEqual(['/main/home', '/main/logout']);
  expect(one.stored()['token']).toBeDefined();
});
