import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  selectEpointRechargeScreen,
  selectSufficientPackage,
} from '../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { toChoiceIds } from '../../machines/order/order.purchase.ts';
import { ORDER_STATUS_CODE, type OrderStatus } from '../../machines/order/order.status.ts';
import { coveredChoices, missingForChoices } from '../../machines/recharge/recharge.choices.ts';
import { selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import '../../src/qa/portal/all-rules.ts';
import { type BrokenRule, watchRules } from '../../src/qa/core/rules/rule-watch.ts';
import { ORDER_ROW, type SeenRequest, stall } from '../support/api/fake-api.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import { atConfirmation, openPortalTab, type PortalTab } from '../support/browser/portal-tab.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const GAME = '/main/recharge';
const EPOINT = '/main/recharge?target=epoint';
const GAME_ORDER = 'O-1';
/** The package that the tests buy, for the account. */
const OF_POINTS = {
  ...{ role_id: null, server_id: null, cp_goods_id: 'epoint.500' },
  ...{ amount: '4.99', credit: null, contents: [] },
};
const POINT_ORDER = 'O-2';

const open = async (tab: PortalTab, to: string): Promise<void> => {
  tab.actor.send({ type: 'page.open', to });
  await passes(0);
};

/** What the top-up page shows: the step of its wizard, or the screen of the payment. */
const shown = (tab: PortalTab): string | null => {
  const { children, context } = tab.player().getSnapshot();
  const { recharge, epointRecharge } = children;
  if (!recharge || !epointRecharge) return null;
  const screen =
    context.target === 'epoint'
      ? selectEpointRechargeScreen(epointRecharge.getSnapshot())
      : selectRechargeScreen(recharge.getSnapshot());
  return screen.name === 'payment' ? tab.paymentOf(screen.ticket.orderId) : screen.name;
};

type Statuses = Map<string, OrderStatus>;

/** A tab on a server that has these orders. */
const openTab = (url: string, statuses: Statuses, profile = createFakeProfile()) => {
  const broken: BrokenRule[] = [];
  const tab = openPortalTab(url, profile, { inspect: watchRules((rule) => broken.push(rule)) });
  const rowOf = (orderId: string) => ({
    ...ORDER_ROW,
    sdk_order_id: orderId,
    order_type: orderId === POINT_ORDER ? 'epoint' : 'game',
    ...(orderId === POINT_ORDER && OF_POINTS),
    status: ORDER_STATUS_CODE[statuses.get(orderId) ?? 'pending'],
  });
  const serveOrders = (): void => {
    tab.api.reply('/api/order/record', ({ body }: SeenRequest) => {
      const { sdk_order_id: orderId } = body as { readonly sdk_order_id: string };
      return { code: 0, result: orderId ? [rowOf(orderId)] : [], total: 1 };
    });
    tab.api.reply('/api/epoint/paymentIds/detail', ({ body }: SeenRequest) => {
      const { paymentIds } = body as { readonly paymentIds: readonly string[] };
      return { code: 0, result: paymentIds.map(rowOf) };
    });
  };
  const become = async (orderId: string, status: OrderStatus): Promise<void> => {
    statuses.set(orderId, status);
    await passes(3_000);
    expect(tab.paymentOf(orderId)).toBe(status);
  };
  return { tab, broken, serveOrders, become };
};

type Session = ReturnType<typeof openTab>;

const loggedIn = async (statuses: Statuses = new Map()): Promise<Session> => {
  const session = openTab(GAME, statuses);
  await atConfirmation(session.tab);
  session.serveOrders();
  return session;
};

const orderItem = async ({ tab }: Session): Promise<void> => {
  tab.sendToRecharge(tab.confirmation());
  await tab.reaches(`${GAME}?step=payment`);
};

const orderPoints = async ({ tab }: Session): Promise<void> => {
  await open(tab, EPOINT);
  await tab.until(() => expect(shown(tab)).toBe('item'));
  tab.sendToShop({ type: 'item.pick', itemId: 'epoint.500' });
  tab.sendToShop({ type: 'channel.pick', channelCode: 'card' });
  tab.sendToShop(tab.confirmation());
  await tab.reaches(`${EPOINT}&step=payment`);
};

/** A delivered order of the game and a delivered purchase of E Points, both still shown by their wizards. */
const bothDelivered = async (): Promise<Session> => {
  const session = await loggedIn();
  await orderItem(session);
  await session.become(GAME_ORDER, 'delivered');
  await orderPoints(session);
  await session.become(POINT_ORDER, 'delivered');
  return session;
};

const topUpAgain = (tab: PortalTab, orderId: string) => tab.payment(orderId)?.send({ type: 'payment.dismiss' });

describe('one order of each wizard', () => {
  test('"Top up again" leads to the steps, and so does a later visit of the other wizard (RCHG-13, EPNT-03)', async () => {
    const { tab, broken } = await bothDelivered();
    topUpAgain(tab, POINT_ORDER);
    await passes(50);
    expect(shown(tab)).toBe('item');
    expect(tab.payment(POINT_ORDER)).toBeUndefined();
    await open(tab, GAME);
    expect(shown(tab)).toBe('item');
    await open(tab, '/main/home');
    expect(broken).toEqual([]);
  });

  test('the shop opens with its steps after a delivery, even after an order of the other wizard was repeated (RCHG-14, EPNT-03)', async () => {
    const { tab, broken } = await bothDelivered();
    const choices = { serverId: 's1', roleId: 'r1', itemId: 'gem-60', channelCode: 'card' };
    tab.player().send({ type: 'order.repeat', choices });
    await tab.reaches(`${GAME}?step=confirm`);
    await open(tab, EPOINT);
    expect(shown(tab)).toBe('item');
    await open(tab, '/main/home');
    expect(broken).toEqual([]);
  });
});

test('a new top-up while E Points are credited: a reload does not show the order again, and announces the credit (RCHG-15, RCHG-16, EPNT-05)', async () => {
  const statuses: Statuses = new Map();
  const session = await loggedIn(statuses);
  await orderPoints(session);
  await session.become(POINT_ORDER, 'paid');
  topUpAgain(session.tab, POINT_ORDER);
  await passes(50);
  expect(shown(session.tab)).toBe('item');
  session.tab.close();
  const { tab, broken, serveOrders } = openTab(EPOINT, statuses, session.tab.profile);
  serveOrders();
  await tab.until(() => expect(tab.paymentOf(POINT_ORDER)).toBe('paid'));
  await tab.until(() => expect(shown(tab)).toBe('item'));
  statuses.set(POINT_ORDER, 'delivered');
  await tab.until(() => expect(tab.toasts()).toContain('pointsAdded'));
  expect(broken).toEqual([]);
});

describe('E Points for an item that lacks some', () => {
  /** The item costs 99 E Points. */
  const ITEM_ORDER = 'O-3';
  const CREATE = '/api/payment/order/create/epoint';
  const created = ({ body }: SeenRequest): object => {
    const isItem = Reflect.has(Object(body), 'cp_goods_id');
    const result = { paymentId: isItem ? ITEM_ORDER : POINT_ORDER, create_ts: 1_760_000_000 };
    return { code: 0, result: { ...result, ...(isItem ? { epoints: 99 } : { pay_url: 'https://pay.example/c/2' }) } };
  };
  const holding = ({ tab }: Session, amount: number): void => {
    tab.api.reply('/api/operate/coinBalance', { code: 0, result: { amount } });
    tab.api.reply('/api/epoint/balance', { code: 0, result: { basicNum: amount, presentNum: 0 } });
  };
  const ordersOfItems = ({ tab }: Session) =>
    tab.api.to(CREATE).filter(({ body }) => Reflect.has(Object(body), 'cp_goods_id'));

  /** The player has 40 E Points, and confirms a package for the item. */
  const packOrdered = async (statuses: Statuses = new Map()): Promise<Session> => {
    const session = await loggedIn(statuses);
    const { tab } = session;
    const channel = { name: 'E Points', channel_code: 'epoint', is_open: true, priority: 3 };
    tab.api.reply('/api/order/webPayChannel', { code: 0, result: [channel] });
    tab.api.reply(CREATE, created);
    holding(session, 40);
    tab.sendToRecharge({ type: 'step.goto', step: 'item' });
    tab.sendToRecharge({ type: 'item.pick', itemId: 'gem-60' });
    await passes(0);
    tab.sendToRecharge({ type: 'channel.pick', channelCode: 'epoint' });
    await tab.reaches(`${GAME}?step=confirm`);
    await passes(0);
    const pack = offered(tab);
    if (!pack) throw new Error('no package is offered');
    tab.player().send({ type: 'order.repeat', choices: toChoiceIds(pack) });
    await tab.reaches(`${EPOINT}&step=confirm`);
    tab.sendToShop(tab.confirmation());
    await tab.reaches(`${EPOINT}&step=payment`);
    return session;
  };

  const offered = (tab: PortalTab) => {
    const { recharge, epointRecharge } = tab.player().getSnapshot().children;
    if (!recharge || !epointRecharge) throw new Error('no wizard runs');
    return selectSufficientPackage(epointRecharge.getSnapshot(), missingForChoices(recharge.getSnapshot().context));
  };

  test('one confirmation names and orders both: the item follows when the package is added (EPNT-04, RCHG-09)', async () => {
    const session = await packOrdered();
    const { tab, broken } = session;
    expect(ordersOfItems(session)).toEqual([]);
    const { recharge } = tab.player().getSnapshot().children;
    const covered = (points: number) => recharge && coveredChoices(recharge.getSnapshot().context, points);
    expect([covered(58), covered(59)?.item.itemId]).toEqual([null, 'gem-60']);
    holding(session, 815);
    await session.become(POINT_ORDER, 'delivered');
    await tab.reaches(`${GAME}?step=payment`);
    expect(tab.paymentOf(ITEM_ORDER)).not.toBeNull();
    await passes(60_000);
    expect(ordersOfItems(session)).toHaveLength(1);
    expect(broken).toEqual([]);
  });

  test.each<[what: string, change: (session: Session) => Promise<void> | void]>([
    ['a balance that is still too small', (session) => holding(session, 98)],
    ['a balance that is not known', ({ tab }) => tab.api.reply('/api/operate/coinBalance', stall)],
    ['another page', ({ tab }) => open(tab, '/main/home')],
    ['other choices', ({ tab }) => tab.sendToRecharge({ type: 'step.goto', step: 'channel' })],
    ['a page of the item that shows the same choices', ({ tab }) => open(tab, GAME)],
  ])('with %s, no order of the item follows by itself (EPNT-04)', async (_, change) => {
    const session = await packOrdered();
    holding(session, 815);
    await change(session);
    await session.become(POINT_ORDER, 'delivered');
    await passes(60_000);
    expect(ordersOfItems(session)).toEqual([]);
    expect(session.broken).toEqual([]);
  });

  test('a deferred package leads back to the choices, and is paid later without an order of the item (EPNT-04)', async () => {
    const session = await packOrdered();
    const { tab } = session;
    tab.payment(POINT_ORDER)?.send({ type: 'payment.later' });
    await tab.reaches(`${GAME}?step=confirm`);
    expect(shown(tab)).toBe('confirm');
    tab.player().send({ type: 'order.resume', orderId: POINT_ORDER });
    await tab.reaches(`${EPOINT}&step=payment`);
    holding(session, 815);
    await session.become(POINT_ORDER, 'delivered');
    await passes(60_000);
    expect(tab.url()).toBe(`${EPOINT}&step=payment`);
    expect(ordersOfItems(session)).toEqual([]);
  });

  test('an expired package stays in view, and the choices wait for the player (EPNT-04)', async () => {
    const statuses: Statuses = new Map();
    const session = await packOrdered(statuses);
    const { tab } = session;
    await session.become(POINT_ORDER, 'overdue');
    holding(session, 815);
    statuses.set(POINT_ORDER, 'delivered');
    await tab.until(() => expect(tab.paymentOf(POINT_ORDER)).toBe('delivered'));
    await passes(60_000);
    expect(ordersOfItems(session)).toEqual([]);
    await open(tab, `${GAME}?step=confirm`);
    expect(shown(tab)).toBe('confirm');
  });

  test('after a reload the package waits for its payment, and no order of the item follows (EPNT-04, RCHG-16)', async () => {
    const statuses: Statuses = new Map();
    const { tab: first } = await packOrdered(statuses);
    first.close();
    const session = openTab(`${EPOINT}&step=payment`, statuses, first.profile);
    session.serveOrders();
    await session.tab.until(() => expect(session.tab.paymentOf(POINT_ORDER)).toBe('awaiting'));
    holding(session, 815);
    await session.become(POINT_ORDER, 'delivered');
    await passes(60_000);
    expect(ordersOfItems(session)).toEqual([]);
  });
});
