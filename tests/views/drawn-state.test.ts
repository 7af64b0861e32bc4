import { describe, expect, test, vi } from 'vitest';
import { openRedeem } from '../../machines/home/home.screens.ts';
import type { HomeEvent } from '../../machines/home/home.types.ts';
import { ORDER_ROW, TOKEN, unreachable } from '../support/api/fake-api.ts';
import { atConfirmation, openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';
import { newGate } from '../support/machines/gate.ts';
import { drawEnglishPages } from '../support/views/portal-drawing.tsx';

const { t, draw } = drawEnglishPages();

const CARD = { name: 'Card', channel_code: 'card', is_open: true };

const gameNamed = (gameId: string) => ({
  game_id: gameId,
  name: gameId,
  blurb: '',
  blurbs: {},
  art: 'game-1',
  url: 'https://game.example',
  redeem_url: 'https://game.example/redeem',
});

describe('the home page draws its machine', () => {
  const openHome = async () => {
    const tab = openPortalTab('/main/home');
    tab.api.reply('/api/setting/webHomeConf', {
      code: 0,
      result: { games: [gameNamed('g1'), gameNamed('g2')], features: [], downloads: [], footer: [], redeem_url: null },
    });
    await tab.logIn();
    await tab.reaches('/main/home');
    await vi.advanceTimersByTimeAsync(0);
    const send = (...events: readonly HomeEvent[]): void => {
      for (const event of events) tab.actor.getSnapshot().children.signedIn?.getSnapshot().children.home?.send(event);
    };
    return { tab, send };
  };

  test('the selected game', async () => {
    const { tab, send } = await openHome();
    expect(await draw(tab)).toContain('data-game="g1"');
    send({ type: 'game.pick', gameId: 'g2' });
    expect(await draw(tab)).toContain('data-game="g2"');
    tab.close();
  });

  test('a crashed list of articles, which the player can start again (C72)', async () => {
    const { tab } = await openHome();
    const route = tab.actor.getSnapshot().children.signedIn?.getSnapshot().children.listRoute;
    expect(await draw(tab)).not.toContain(t('content:list.failed'));
    route?.send({ type: 'xstate.error.actor.list', error: new Error('a defect') } as never);
    expect(await draw(tab)).toContain(t('content:list.failed'));
    tab.close();
  });

  test('the outcome of a redeem code', async () => {
    const { tab, send } = await openHome();
    send(openRedeem(' '));
    expect(await draw(tab)).toContain(t('content:home.redeem.missing'));
    send(openRedeem('A1'), { type: 'code.copied' });
    expect(await draw(tab)).toContain(t('content:home.redeem.copied'));
    send(openRedeem('A1'), { type: 'code.refused' });
    expect(await draw(tab)).toContain(t('content:home.redeem.refused'));
    tab.close();
  });
});

test('E Points that an item lacks: the button waits for the packages, and leads to the shop if they fail (RCHG-09, EPNT-04)', async () => {
  const tab = openPortalTab('/main/recharge');
  const answer = newGate();
  tab.api.reply('/api/operate/coinBalance', { code: 0, result: { amount: 5 } });
  tab.api.reply('/api/order/webPayChannel', { code: 0, result: [CARD, { ...CARD, channel_code: 'epoint' }] });
  tab.api.reply('/api/e-recharge/items', () => answer.passed.then(unreachable));
  await atConfirmation(tab);
  tab.sendToRecharge({ type: 'step.back' });
  tab.sendToRecharge({ type: 'channel.pick', channelCode: 'epoint' });
  const button = async () =>
    new RegExp(`<button[^>]*>(?:(?!</button>).)*${t('recharge:confirm.topUp')}`).exec(await draw(tab))?.[0];
  await tab.until(async () => expect(await button()).toContain('aria-busy="true"'));
  answer.open();
  await tab.until(async () => expect(await button()).not.toContain('aria-busy'));
  tab.close();
});

test('the links of the footer pass neither an opener nor a referrer to the page that they open (C65)', async () => {
  const tab = openPortalTab('/main/home');
  await tab.logIn();
  await tab.reaches('/main/home');
  await vi.advanceTimersByTimeAsync(0);
  const [footer = ''] = /<footer[\s\S]*?<\/footer>/.exec(await draw(tab)) ?? [];
  const links = footer.match(/<a [^>]*>/g) ?? [];
  expect(links.map((link) => /target="_blank" rel="([^"]*)"/.exec(link)?.[1])).toEqual(['noopener noreferrer']);
  tab.close();
});

test('the account menu isolates the name of the player, cuts it at 64 graphemes, and leaves out control characters (C53)', async () => {
  const tab = openPortalTab('/main/home');
  const nickname = `\u202e<b>${'\u0001x'.repeat(80)}`;
  tab.api.reply('/api/user/login', { code: 0, result: { token: TOKEN, user_id: 'u-1001', nickname } });
  await tab.logIn();
  await tab.reaches('/main/home');
  await vi.advanceTimersByTimeAsync(0);
  const [menu] = /<section id="account-menu"[\s\S]*?<\/section>/.exec(await draw(tab)) ?? [];
  expect(menu).toContain(`<bdi>&lt;b&gt;${'x'.repeat(61)}…</bdi>`);
  tab.close();
});

test('a pending order shows the time left, and announces nothing before the first mark (C42)', async () => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  const html = await draw(tab);
  expect(html).toMatch(/<span role="timer"[^>]*>.*?<strong>\d+:\d\d<\/strong>/);
  expect(html).toMatch(/<span class="visually-hidden" aria-live="polite"><\/span>/);
  tab.close();
});

test('a browser that stores nothing: the refused order and the toast name the setting that allows it (C56, RCHG-10)', async () => {
  const tab = openPortalTab('/main/recharge');
  await atConfirmation(tab);
  tab.profile.local.mood = 'full';
  tab.tab.session.mood = 'full';
  tab.sendToRecharge({
    type: 'order.confirm',
    key: tab.browserActions.newKey(),
    windowRef: null,
    at: tab.browserActions.serverNow(),
  });
  await vi.advanceTimersByTimeAsync(0);
  const text = await draw(tab);
  expect(text).toContain(
    "Your browser doesn't let this site save data, so we can't place your order safely. Allow site data in your browser settings, then refresh the page.",
  );
  expect(text).toContain(
    "Your browser can't save data for this site. Allow site data in your browser settings before you place an order.",
  );
  expect(tab.api.to('/api/order/webCreate')).toEqual([]);
  tab.close();
});

test('an order record without its items offers a new top-up, not a repeat (D8, ORDR-05)', async () => {
  const tab = openPortalTab('/main/recharge/detail/O-1');
  const { cp_goods_id: _item, role_id: _role, ...row } = { ...ORDER_ROW, status: 6 };
  tab.api.reply('/api/order/record', { code: 0, result: [row], total: 1 });
  await tab.logIn();
  await tab.until(async () =>
    expect(await draw(tab)).toContain('receive a payment in time. You can start a new top-up.'),
  );
  expect(await draw(tab)).not.toContain('Place order again');
  tab.close();
});

const ORDER_PAGE = '/main/recharge/detail/O-1';
const HISTORY = '/main/account/recharge';
const MINUTE = 60_000;
const CODE = { paid: 2, delivered: 4, refunded: 5, overdue: 6 } as const;

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The status that the server returns from now on. */
const become = (tab: PortalTab, status: keyof typeof CODE) =>
  tab.api.reply('/api/order/record', orderAnswer(CODE[status]));

const open = async (tab: PortalTab, to: string): Promise<void> => {
  tab.actor.send({ type: 'page.open', to });
  await passes(100);
};

const labelOf = (status: keyof typeof CODE): string => t(`order:status.${status}.label`);

/** The status badges of the page. */
const badgesOf = async (tab: PortalTab): Promise<readonly (string | undefined)[]> =>
  [...(await draw(tab)).matchAll(/data-tone="[a-z]+"><svg[\s\S]*?<\/svg><span>([^<]+)<\/span>/g)].map(
    ([, text]) => text,
  );

/** An order of this tab whose payment no longer reads it. */
const concluded = async (status: 'delivered' | 'overdue'): Promise<PortalTab> => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  if (status === 'overdue') await passes(5 * MINUTE - 10_000);
  become(tab, status);
  await passes(status === 'overdue' ? 16 * MINUTE : 10_000);
  expect(tab.paymentOf('O-1')).toBe(status);
  return tab;
};

test.each([
  { before: 'delivered', now: 'refunded' },
  { before: 'overdue', now: 'paid' },
] as const)(
  'an order that is $now, but was last read as $before, is shown as it is on its page and in the history (C36, ORDR-02)',
  async ({ before, now }) => {
    const tab = await concluded(before);
    await open(tab, ORDER_PAGE);
    expect(await badgesOf(tab)).toEqual([labelOf(before)]);
    become(tab, now);
    await open(tab, HISTORY);
    expect(await badgesOf(tab)).toEqual([labelOf(now)]);
    await open(tab, ORDER_PAGE);
    tab.actor.getSnapshot().children.signedIn?.getSnapshot().children['order-detail']?.send({ type: 'detail.refresh' });
    await passes(100);
    expect(await badgesOf(tab)).toEqual([labelOf(now)]);
    expect(tab.paymentOf('O-1')).toBe(now);
    tab.close();
  },
);

test('the history shows the status of the payment if the list is older (C35, ORDR-02)', async () => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  tab.api.reply('/api/order/record', ({ body }) => {
    const { sdk_order_id: orderId } = body as { readonly sdk_order_id: string };
    return orderAnswer(orderId === '' ? CODE.paid : CODE.delivered);
  });
  await passes(3_000);
  await open(tab, HISTORY);
  expect(await badgesOf(tab)).toEqual([labelOf('delivered')]);
  tab.close();
});
