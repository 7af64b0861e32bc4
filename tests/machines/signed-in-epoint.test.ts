import { beforeEach, describe, expect, test, vi } from 'vitest';
import { POINT_CHANNEL } from '../../machines/order/order.methods.ts';
import { pointAmount } from '../../machines/order/order.purchase.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import { initialContext } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import type { RechargeContext } from '../../machines/recharge/recharge.types.ts';
import {
  selectNeededPoints,
  selectResumePurchase,
  selectWaitingOrders,
} from '../../machines/signed-in/signed-in.screens.ts';
import type { TrackedOrder } from '../../machines/signed-in/signed-in.types.ts';
import { openPortal, type PortalHarness } from '../support/machines/portal-actor-harness.ts';
import { choiceIds, ticketOf } from '../support/views/portal-samples.ts';
import { pointTicket } from './epoint-recharge-harness.ts';
import { channel, EMPTY_DRAFT, item } from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());

const GAME = '/main/recharge?step=confirm';
const EPOINT = '/main/recharge?target=epoint';

/** An item that is paid with E Points. */
const inPoints = (orderId = 'o-p'): OrderTicket => ({
  ...ticketOf(orderId),
  kind: 'epoint',
  payment: { kind: 'points', amount: 499 },
});
const placed = (ticket: OrderTicket) => ({ type: 'order.created', ticket, windowRef: null }) as const;
const settled = (orderId: string) => ({ type: 'payment.settled', orderId, late: false, delivered: false }) as const;
const concluded = (orderId: string) => ({ type: 'payment.concluded', orderId, late: false, delivered: true }) as const;
const typesTo = (portal: PortalHarness, id: string) => portal.sentTo(id).map(({ type }) => type);
const entered = (target: 'game' | 'epoint', step: 'item' | 'confirm') =>
  ({ type: 'step.entered', target, step, replace: true }) as const;
const player = (portal: PortalHarness) => {
  const snapshot = portal.player();
  if (!snapshot) throw new Error('no player is logged in');
  return snapshot;
};

test('a switch of the wizard is sent to both wizards of a page, and each keeps its own step (ROUTE-07, RCHG-15)', async () => {
  const portal = await openPortal(GAME);
  await portal.open(EPOINT);
  expect(typesTo(portal, 'recharge')).toEqual(['step.goto', 'page.enter', 'page.leave']);
  expect(typesTo(portal, 'epointRecharge')).toEqual(['page.enter']);
  await portal.report('recharge', entered('game', 'item'));
  expect(portal.url()).toBe(EPOINT);
  expect(player(portal).context.step).toBeNull();
  await portal.report('epointRecharge', entered('epoint', 'item'));
  expect(portal.url()).toBe(`${EPOINT}&step=item`);
  await portal.open('/main/home');
  expect(typesTo(portal, 'epointRecharge')).toEqual(['page.enter', 'page.leave']);
});

describe('E Point purchases', () => {
  test('paid while the player is on another page: the toast says E Points, not items (EPNT-03, RCHG-13)', async () => {
    const portal = await openPortal(EPOINT);
    await portal.report('epointRecharge', placed(pointTicket()));
    await portal.open('/main/recharge');
    await portal.report('payment.o-1', settled('o-1'));
    await portal.report('payment.o-1', concluded('o-1'));
    const toast = { type: 'toast.add', level: 'success', orderId: 'o-1' };
    const toasts = ['pointsPaid', 'pointsAdded'].map((subject) => ({ ...toast, subject }));
    expect(portal.sentTo('toasts').slice(-2)).toEqual(toasts);
  });

  test.each(['/main/home', '/main/recharge'])(
    'an expired purchase is resubmitted by its wizard, from %s (EPNT-03, RCHG-14)',
    async (url) => {
      const portal = await openPortal(url);
      const choices = { ...choiceIds, serverId: null, roleId: null };
      await portal.send({ type: 'order.repeat', choices });
      expect(portal.sentTo('epointRecharge')).toContainEqual({ type: 'order.resubmit', choices });
      expect(portal.url()).toBe(EPOINT);
    },
  );

  test('an order with too few E Points is deferred to the banner while the player buys more (EPNT-04)', async () => {
    const portal = await openPortal('/main/recharge');
    await portal.report('recharge', placed(inPoints()));
    await portal.send({ type: 'points.needed', orderId: 'o-p' });
    expect(portal.sentTo('payment.o-p')).toContainEqual({ type: 'payment.later' });
    await portal.report('payment.o-p', { type: 'payment.deferred', orderId: 'o-p' });
    await portal.report('recharge', entered('game', 'confirm'));
    expect(portal.url()).toBe(EPOINT);
    expect(selectWaitingOrders(player(portal))).toEqual(['o-p']);
    expect(selectResumePurchase(player(portal))).toBe('order:o-p');
    expect(selectNeededPoints(player(portal))).toBe(pointAmount(inPoints()));
    await portal.send({ type: 'order.resume', orderId: 'o-p' });
    expect(portal.url()).toBe('/main/recharge?step=payment');
    await portal.report('payment.o-p', settled('o-p'));
    expect(player(portal).context.tracked.some(({ waiting }) => waiting)).toBe(false);
  });

  test('the balance is read again when points are spent, missing, credited or refunded (EPNT-05)', async () => {
    const portal = await openPortal('/main/recharge');
    const refreshes = () => typesTo(portal, 'balance').filter((type) => type === 'balance.refresh').length;
    await portal.report('recharge', placed(ticketOf('o-m')));
    expect(refreshes()).toBe(0);
    await portal.report('recharge', placed(inPoints()));
    expect(refreshes()).toBe(1);
    await portal.send({ type: 'points.needed', orderId: 'o-p' });
    expect(refreshes()).toBe(2);
    await portal.report('payment.o-p', settled('o-p'));
    await portal.report('payment.o-p', concluded('o-p'));
    expect(refreshes()).toBe(4);
  });

  test('the balance is read again when the record of E Points is opened, not when it turns a page (EPNT-05, EPNT-07)', async () => {
    const portal = await openPortal('/main/home');
    const refreshes = () => typesTo(portal, 'balance').filter((type) => type === 'balance.refresh').length;
    await portal.open('/main/account/epoint');
    expect(refreshes()).toBe(1);
    await portal.open('/main/account/epoint?page=2');
    expect(refreshes()).toBe(1);
  });

  test.each([
    ['credited', concluded('o-1')],
    ['credited immediately', { ...settled('o-1'), delivered: true }],
  ])('E Points that are %s are announced to the game wizard and waiting orders (EPNT-04, EPNT-05)', async (_, end) => {
    const portal = await openPortal('/main/recharge');
    await portal.report('recharge', placed(ticketOf('o-m')));
    await portal.report('recharge', placed(inPoints()));
    await portal.report('epointRecharge', placed(pointTicket()));
    const announced = () =>
      ['recharge', 'payment.o-p', 'payment.o-m', 'payment.o-1'].filter((id) =>
        typesTo(portal, id).includes('points.changed'),
      );
    await portal.report('payment.o-1', settled('o-1'));
    await portal.report('payment.o-m', concluded('o-m'));
    expect(announced()).toEqual([]);
    await portal.report('payment.o-1', end);
    expect(announced()).toEqual(['recharge', 'payment.o-p']);
  });
});

describe('the purchase that needs E Points (EPNT-04)', () => {
  type Wizard = ReturnType<typeof rechargeMachine.resolveState>;

  /** The recharge with a chosen item and this channel. */
  const wizardAt = (state: 'channels' | 'confirming', code: string, context: Partial<RechargeContext> = {}): Wizard =>
    rechargeMachine.resolveState({
      value: { page: 'active', wizard: { game: state } },
      context: { ...initialContext(EMPTY_DRAFT), item: item('i1', 499), channel: channel(code), ...context },
    });

  const needed = async (wizard: Wizard | null, ...tracked: readonly TrackedOrder[]) => {
    const { children: _, ...portal } = player(await openPortal('/main/recharge'));
    const children = wizard ? { recharge: { getSnapshot: () => wizard } } : {};
    const snapshot = { ...portal, context: { ...portal.context, tracked }, children } as never;
    return [selectResumePurchase(snapshot), selectNeededPoints(snapshot)];
  };
  const order = (orderId: string, waiting = true): TrackedOrder => ({
    ticket: inPoints(orderId),
    waiting,
    hidden: false,
  });
  const DRAFT = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: POINT_CHANNEL };
  const POINTS = wizardAt('confirming', POINT_CHANNEL, { draft: DRAFT });

  test('is never an order that is paid with money', async () => {
    const money = { ticket: ticketOf('o-m'), waiting: true, hidden: false };
    expect(await needed(null, money)).toEqual([null, null]);
    expect(await needed(null, order('o-1'), money)).toEqual(['order:o-1', 499]);
  });

  test('is otherwise the purchase of the choices, once they can be confirmed', async () => {
    expect(await needed(POINTS, order('o-1', false))).toEqual(['choices', 499]);
    expect(await needed(wizardAt('channels', POINT_CHANNEL))).toEqual([null, null]);
    expect(await needed(wizardAt('confirming', 'card'))).toEqual([null, null]);
    expect(await needed(wizardAt('confirming', POINT_CHANNEL, { item: null }))).toEqual([null, null]);
  });

  test('is the order that the wizard suggests again only while it lacks E Points', async () => {
    const suggested = (coinBalance: number | null) => wizardAt('confirming', POINT_CHANNEL, { coinBalance });
    expect(await needed(suggested(499))).toEqual([null, null]);
    expect(await needed(suggested(null))).toEqual([null, null]);
    expect(await needed(suggested(498))).toEqual(['choices', 499]);
  });
});
