import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { wireArticle } from '../../machines/article/article.ports.ts';
import { wireBalance } from '../../machines/balance/balance.ports.ts';
import { wireBrowsing } from '../../machines/browsing/browsing.ports.ts';
import { wireBulletins } from '../../machines/bulletins/bulletins.ports.ts';
import { noticesMachine } from '../../machines/notices/notices.machine.ts';
import { wireOrderDetail } from '../../machines/order-detail/order-detail.ports.ts';
import { wirePayment } from '../../machines/payment/payment.ports.ts';
import { selectPaymentScreen } from '../../machines/payment/payment.screens.ts';
import { wirePlayer } from '../../machines/player/player.ports.ts';
import { selectWaitingOrders } from '../../machines/player/player.screens.ts';
import { wirePortal } from '../../machines/portal/portal.ports.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { wireRecharge } from '../../machines/recharge/recharge.ports.ts';
import { selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import type { RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import { wirePasswordReset } from '../../machines/session/password-reset.ports.ts';
import { wireSession } from '../../machines/session/session.ports.ts';
import { wireVerification } from '../../machines/session/verification.ports.ts';
import { wireTopup } from '../../machines/topup/topup.ports.ts';
import { createFakeProfile, type FakeProfile } from '../support/fake-browser.ts';
import { createFakeWorld } from '../support/fake-world.ts';
import { ORDER_ROW } from '../support/wire-samples.ts';

const NOW = 1_760_000_000_250;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** One tab of a player: every machine and every adapter for real, over a browser and an API in memory. */
const openTab = (url: string, profile: FakeProfile = createFakeProfile()) => {
  const world = createFakeWorld(profile);
  const actor = createActor(
    wirePortal(world.portalPorts, {
      session: wireSession(world.sessionPorts, {
        verification: wireVerification(world.recoveryPorts),
        passwordReset: wirePasswordReset(world.recoveryPorts),
      }),
      notices: noticesMachine,
      player: wirePlayer(world.playerPorts, {
        recharge: wireRecharge(world.rechargePorts),
        topup: wireTopup(world.topupPorts),
        payment: wirePayment(world.paymentPorts),
        orderDetail: wireOrderDetail(world.orderDetailPorts),
        balance: wireBalance(world.balancePorts),
        browsing: wireBrowsing(world.listingPorts),
        article: wireArticle(world.contentPorts),
        bulletins: wireBulletins(world.contentPorts),
      }),
    }),
    { systemId: 'portal' },
  );
  let at = url;
  const arrive = (action: 'POP' | 'PUSH' | 'REPLACE'): void => {
    const [path = '', query] = at.split('?');
    actor.send({ type: 'url.changed', path, search: query === undefined ? '' : `?${query}`, action });
  };
  actor.on('nav', ({ to, replace }) => {
    queueMicrotask(() => {
      at = to;
      arrive(replace ? 'REPLACE' : 'PUSH');
    });
  });
  actor.start();
  arrive('POP');
  const child = () => actor.getSnapshot().children;
  const player = () => child().player;
  const payment = (orderId: string) => player()?.getSnapshot().children[`payment.${orderId}`];
  return {
    ...world,
    actor,
    url: () => at,
    screen: () => selectPortalScreen(actor.getSnapshot()),
    waiting: () => {
      const signedIn = player();
      return signedIn ? selectWaitingOrders(signedIn.getSnapshot()) : [];
    },
    wizard: () => {
      const recharge = player()?.getSnapshot().children.recharge;
      return recharge ? selectRechargeScreen(recharge.getSnapshot()) : null;
    },
    tell: (event: RechargeEvent) => player()?.getSnapshot().children.recharge?.send(event),
    payment: (orderId: string) => {
      const followed = payment(orderId);
      return followed ? selectPaymentScreen(followed.getSnapshot()).name : null;
    },
    later: (orderId: string) => payment(orderId)?.send({ type: 'payment.later' }),
    resume: (orderId: string) => player()?.send({ type: 'order.resume', orderId }),
    submit: () =>
      child().session?.send({
        type: 'login.submit',
        method: 'account',
        account: 'demo',
        passwordRef: world.gestures.keepSecret('Demo-1234'),
      }),
    close: () => actor.stop(),
  };
};
type Tab = ReturnType<typeof openTab>;

const reaches = (tab: Tab, url: string) => vi.waitFor(() => expect(tab.url()).toBe(url), { timeout: 10_000 });
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const loggedIn = async (url: string, profile?: FakeProfile): Promise<Tab> => {
  const tab = openTab(url, profile);
  await vi.waitFor(() => expect(tab.screen().name).toBe('login'), { timeout: 10_000 });
  tab.submit();
  await vi.waitFor(() => expect(tab.screen().name).not.toBe('login'), { timeout: 10_000 });
  return tab;
};
const order = (status: number) => ({
  code: 0,
  result: [{ ...ORDER_ROW, status }],
  total: 1,
});
const ordered = async (profile?: FakeProfile): Promise<Tab> => {
  const tab = await loggedIn('/main/recharge', profile);
  tab.api.reply('/api/order/record', { code: 0, result: [], total: 0 });
  await reaches(tab, '/main/recharge?step=recipient');
  await passes(0);
  tab.tell({ type: 'role.pick', serverId: 's1', roleId: 'r1' });
  await reaches(tab, '/main/recharge?step=item');
  await passes(0);
  tab.tell({ type: 'item.pick', itemId: 'gem-60' });
  await reaches(tab, '/main/recharge?step=channel');
  await passes(0);
  tab.tell({ type: 'channel.pick', channelCode: 'card' });
  await reaches(tab, '/main/recharge?step=confirm');
  await passes(0);
  const windowRef = tab.gestures.openPaymentWindow();
  tab.api.reply('/api/order/record', order(1));
  tab.tell({ type: 'order.confirm', key: tab.gestures.newKey(), windowRef, at: tab.gestures.serverNow() });
  await reaches(tab, '/main/recharge?step=payment');
  await vi.waitFor(() => expect(tab.payment(ORDER_ROW.sdk_order_id)).toBe('awaiting'), { timeout: 10_000 });
  return tab;
};

describe('all machines together', () => {
  test('RCHG-17 ROUTE-16 · from a deep link through login and wizard to the delivered order', async () => {
    const tab = await ordered();
    expect(tab.api.to('/api/order/webCreate')).toHaveLength(1);
    expect(tab.wizard()?.name).toBe('payment');
    tab.api.reply('/api/order/record', order(2));
    await passes(3_000);
    expect(tab.payment('O-1')).toBe('paid');
    tab.api.reply('/api/order/record', order(4));
    await passes(60_000);
    expect(tab.payment('O-1')).toBe('delivered');
    expect(tab.url()).toBe('/main/recharge?step=payment');
    tab.close();
  });

  test('RCHG-16 C3 · a reload in the middle of paying comes back to the same order', async () => {
    const profile = createFakeProfile();
    const first = await ordered(profile);
    first.close();
    const second = openTab('/main/recharge?step=payment', profile);
    second.api.reply('/api/order/record', order(1));
    await vi.waitFor(() => expect(second.payment('O-1')).toBe('awaiting'), { timeout: 10_000 });
    expect(second.url()).toBe('/main/recharge?step=payment');
    expect(second.wizard()?.name).toBe('payment');
    expect(second.api.to('/api/order/webCreate')).toEqual([]);
    second.close();
  });

  test('RCHG-13 C10 · later, then from the banner', async () => {
    const tab = await ordered();
    tab.later('O-1');
    await passes(0);
    expect(tab.payment('O-1')).toBe('deferred');
    expect(tab.waiting()).toEqual(['O-1']);
    expect(tab.url()).not.toBe('/main/recharge?step=payment');
    tab.actor.send({ type: 'page.open', to: '/main/home' });
    await reaches(tab, '/main/home');
    tab.resume('O-1');
    await reaches(tab, '/main/recharge?step=payment');
    await passes(0);
    expect(tab.payment('O-1')).toBe('awaiting');
    expect(tab.wizard()?.name).toBe('payment');
    expect(tab.waiting()).toEqual([]);
    tab.close();
  });

  test('C25 SESS-07 · 203 in the middle of polling: login, then the same order again', async () => {
    const tab = await ordered();
    tab.api.reply('/api/order/record', new Response('', { status: 203 }), order(1));
    await reaches(tab, `/login?redirect=${encodeURIComponent('/main/recharge?step=payment')}`);
    await passes(0);
    expect(tab.payment('O-1')).toBe(null);
    tab.actor.getSnapshot().children.session?.send({ type: 'notice.confirm' });
    await passes(0);
    tab.submit();
    await vi.waitFor(() => expect(tab.payment('O-1')).toBe('awaiting'), { timeout: 10_000 });
    expect(tab.url()).toBe('/main/recharge?step=payment');
    tab.close();
  });

  test('C26 SESS-08 · 20002 in the middle of polling: the logout page, once', async () => {
    const tab = await ordered();
    tab.api.reply('/api/order/record', { code: 20002, result: null });
    await reaches(tab, '/main/logout?id=23');
    await passes(60_000);
    expect(tab.url()).toBe('/main/logout?id=23');
    expect(tab.screen()).toEqual({ name: 'logout', byServer: true, done: true });
    tab.close();
  });

  test('SESS-09 SESS-10 · a logout in one tab takes the other one along', async () => {
    const profile = createFakeProfile();
    const one = await loggedIn('/main/home', profile);
    const two = openTab('/main/home', profile);
    await vi.waitFor(() => expect(two.screen().name).toBe('home'), { timeout: 10_000 });
    one.actor.send({ type: 'logout.request' });
    await reaches(two, '/login?redirect=%2Fmain%2Fhome');
    await vi.waitFor(() => expect(one.screen()).toEqual({ name: 'logout', byServer: false, done: true }));
    expect(one.stored()['token']).toBeUndefined();
    one.close();
    two.close();
  });
});
