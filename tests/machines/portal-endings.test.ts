import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendCode } from '../../machines/session/recovery.events.ts';
import { selectSessionScreen } from '../../machines/session/session.screens.ts';
import { bodyOf, sampleOf } from '../support/api/wire-samples.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));
afterEach(() => void vi.useRealTimers());

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
const KICKED = { code: 20002, result: null };

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
    tab.close();
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
    for (const tab of [one, two]) tab.close();
  });

  test('a login in another tab closes it (D21, SESS-10)', async () => {
    const tab = await expiredTab();
    const other = openPortalTab('/403', tab.profile);
    other.actor.send({ type: 'page.open', to: '/login' });
    await passes(0);
    await confirm(other);
    await other.logIn();
    await passes(0);
    expect(noticeOf(tab)).toBe(false);
    expect(noticeOf(await reloaded(tab))).toBe(false);
    other.close();
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
    tab.close();
  });
});

/** Calls of a page without a login, and the actions that trigger them. */
const PUBLIC_CALLS: readonly (readonly [path: string, act: (tab: PortalTab) => void])[] = [
  ['/api/setting/init', () => {}],
  ['/api/setting/time', () => {}],
  ['/api/setting/webHomeConf', () => {}],
  ['/api/user/login', (tab) => tab.submitLogin()],
  ['/api/user/phone/code/send', (tab) => sessionOf(tab)?.send({ type: 'login.by', method: 'phone' })],
];

const tabAfter = async (url: string, path: string, reply: object, act: (tab: PortalTab) => void) => {
  const tab = openPortalTab(url);
  tab.api.reply(path, typeof reply === 'function' ? (reply as typeof gone) : reply);
  await passes(0);
  act(tab);
  await passes(0);
  const { verification } = sessionOf(tab)?.getSnapshot().children ?? {};
  verification?.send(sendCode('phone', '+12025550123'));
  await tab.until(() => expect(tab.api.to(path).length).toBeGreaterThan(0));
  await passes(0);
  return tab;
};

describe('a call on a public page', () => {
  test.each(PUBLIC_CALLS)(
    'that %s answers with 203 leads to the login, with one notice (D22, SESS-07)',
    async (path, act) => {
      for (const url of ['/login', '/login?redirect=%2Fmain%2Frecharge', '/403', '/elsewhere']) {
        if (!url.startsWith('/login') && !path.startsWith('/api/setting/')) continue;
        const tab = await tabAfter(url, path, gone, act);
        expect([path, url, tab.url()]).toEqual([path, url, url.startsWith('/login') ? url : '/login']);
        expect(noticeOf(tab)).toBe(true);
        await confirm(tab);
        await passes(120_000);
        expect(noticeOf(tab)).toBe(false);
        expect(noticeOf(await reloaded(tab))).toBe(false);
        tab.close();
      }
    },
  );

  test.each(PUBLIC_CALLS)(
    'that %s answers with 20002 leads to the logout page once (D22, SESS-08)',
    async (path, act) => {
      for (const url of ['/login', '/403', '/elsewhere', '/main/logout']) {
        if (url !== '/login' && !path.startsWith('/api/setting/')) continue;
        const tab = await tabAfter(url, path, KICKED, act);
        const there = url === '/main/logout' ? url : '/main/logout?id=23';
        expect([path, url, tab.url()]).toEqual([path, url, there]);
        tab.actor.send({ type: 'page.open', to: '/login' });
        await passes(120_000);
        expect([path, url, tab.url()]).toEqual([path, url, '/login']);
        tab.close();
      }
    },
  );
});

describe('a logout', () => {
  test('with an open order deletes all data, and the next login finds the order on the server (D11, SESS-09)', async () => {
    const tab = openPortalTab('/main/recharge');
    await orderIn(tab);
    expect(JSON.stringify(tab.stored())).toContain('O-1');
    tab.actor.send({ type: 'logout.request' });
    await tab.until(() => expect(tab.screen()).toEqual({ name: 'logout', byServer: false, done: true }));
    expect(Object.keys(tab.stored())).toEqual(['client-id']);
    tab.actor.send({ type: 'page.open', to: '/login' });
    await tab.logIn();
    await tab.until(() => expect(tab.paymentOf('O-1')).not.toBeNull());
    tab.close();
  });

  test('closes the toasts of the account and its orders and keeps others (SESS-09)', async () => {
    const tab = openPortalTab('/main/recharge');
    await orderIn(tab);
    tab.payment('O-1')?.send({ type: 'payment.later' });
    await passes(0);
    const subjects = () =>
      tab.actor
        .getSnapshot()
        .children.toasts?.getSnapshot()
        .context.queue.map(({ subject }) => subject);
    tab.actor.send({ type: 'toast.add', subject: 'unpaidOrders', level: 'info' });
    tab.actor.send({ type: 'toast.add', subject: 'copied', level: 'info' });
    expect(subjects()).toEqual(['orderSaved', 'unpaidOrders', 'copied']);
    tab.actor.send({ type: 'page.open', to: '/main/logout' });
    await tab.until(() => expect(tab.screen().name).toBe('logout'));
    expect(subjects()).toEqual(['copied']);
    tab.close();
  });

  test('at the URL of a server logout deletes the token and calls the server (D2, ROUTE-11)', async () => {
    const before = openPortalTab('/main/home');
    await before.logIn();
    before.close();
    const tab = await opened('/main/logout?id=23', before.profile);
    await tab.until(() => expect(tab.screen()).toEqual({ name: 'logout', byServer: false, done: true }));
    expect(tab.url()).toBe('/main/logout');
    expect(tab.stored()['token']).toBeUndefined();
    expect(tab.api.to('/api/user/logout')).toHaveLength(1);
    tab.actor.send({ type: 'page.open', to: '/login' });
    await tab.until(() => expect(tab.screen().name).toBe('login'));
    tab.close();
  });

  test('at that URL in one tab logs out the other tab without a loop (D2, SESS-10)', async () => {
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
    for (const tab of [one, two]) tab.close();
  });
});
