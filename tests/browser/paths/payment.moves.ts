import { expect } from '@playwright/test';
import * as v from 'valibot';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type FailureReason, failure } from '../../../machines/kernel/failure.ts';
import { METHOD_KINDS } from '../../../machines/order/order.methods.ts';
import { redirectUrl } from '../../../machines/order/order.purchase.ts';
import {
  isOpen,
  moneyOf,
  ORDER_STATUS_CODE,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../machines/order/order.status.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { isScheduled } from '../../../machines/payment/payment.model.ts';
import { lateWatchLeft, nextPollDelay, reconnectDelay } from '../../../machines/payment/payment.polling.ts';
import { type PaymentSnapshot, selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import type { PaymentContext } from '../../../machines/payment/payment.types.ts';
import { toOrderRecord } from '../../../src/adapters/order-record.mapper.ts';
import { POLL_TIMEOUT_MS } from '../../../src/contract/headers.ts';
import { orderRecord } from '../../../src/contract/order.contract.ts';
import { ITEMS, ORDER_ROW, SERVERS } from '../../support/wire-samples.ts';
import { type ControlledPortal, outage } from './controlled-portal.ts';
import type { Move } from './explorer.ts';
import type { Subject } from './model-mirror.ts';

const PATH = '$/signedIn/payment.';

const as = (snapshot: AnyMachineSnapshot): PaymentSnapshot => snapshot as unknown as PaymentSnapshot;
const contextOf = (snapshot: AnyMachineSnapshot): PaymentContext => as(snapshot).context;
const isIn = (snapshot: AnyMachineSnapshot, where: object): boolean => as(snapshot).matches(where as never);
const when = (is: boolean, ...events: readonly AnyEventObject[]): readonly AnyEventObject[] => (is ? events : []);

const CHECK = { type: 'order.check' };

const RESULTS: readonly string[] = [...ORDER_STATUSES.filter((status) => status !== 'pending'), 'unknown'];

export const paymentSubject: Subject = {
  machine: paymentMachine,
  listeners: ['deadline', 'peers', 'environment'],
  path: PATH,
  depth: 5,
  keyOf: (snapshot) => {
    const context = contextOf(snapshot);
    const { mode, shown, fresh, record, online, leading, pollQueued, returned, faults, ticket, mayBePaid } = context;
    return JSON.stringify([
      snapshot.value,
      mode,
      shown,
      fresh,
      record?.status,
      online,
      leading,
      pollQueued,
      returned,
      faults > 0,
      ticket.payment.kind,
      redirectUrl(ticket) === null,
      mayBePaid,
      isScheduled(context),
      lateWatchLeft(context) > 0,
    ]);
  },
  /** The wizard shows the newest order while its dialog is open; a deferred order has no page. */
  look: async (portal, snapshot) => {
    if (snapshot.status !== 'active' || snapshot.matches('dismissing') || !contextOf(snapshot).shown) return;
    if (portal.isAt('/main/recharge/detail')) return;
    const { name } = selectPaymentScreen(as(snapshot));
    const panel = portal.page.locator('[data-target="game"] [data-payment]');
    await portal.expectShown(portal.page.locator('[data-target="game"] > [data-state]'), 'data-state', 'payment');
    if (RESULTS.includes(name)) return portal.expectShown(panel, 'data-payment', name);
    if (name === 'unpaid') {
      const isInPoints = snapshot.children['method.points'] !== undefined;
      return portal.expectShown(panel, 'data-payment', isInPoints ? 'points' : 'unpaid');
    }
    await portal.expectShown(portal.page.getByRole('dialog'), 'data-state', name);
  },
};

const CHANNELS = [
  { name: 'Card', channel_code: 'card', is_open: true, priority: 2 },
  { name: 'E Points', channel_code: 'epoint', is_open: true, priority: 1 },
];

const recordOf = (status: OrderStatus, orderId = 'O-1') => {
  const [row] = v.parse(orderRecord.result, [
    { ...ORDER_ROW, status: ORDER_STATUS_CODE[status], sdk_order_id: orderId },
  ]).rows;
  if (!row) throw new Error('the sample row does not fit its schema');
  return toOrderRecord(row, () => true);
};

export const blockWindows = (portal: ControlledPortal, is: boolean): Promise<void> =>
  portal.page.evaluate((blocked) => window.portalQa?.lab.device.change({ popUpsBlocked: blocked }), is);

type OrderOptions = {
  readonly channel?: 'card' | 'points';
  /** Whether the browser blocks the payment window. */
  readonly isBlocked?: boolean;
  readonly beforePaying?: () => void;
};

/** From an empty page to an order. */
const createOrder = async (
  portal: ControlledPortal,
  { channel = 'card', isBlocked = false, beforePaying = () => {} }: OrderOptions = {},
): Promise<void> => {
  const { page } = portal;
  const pick = async (legend: string, name: RegExp): Promise<void> =>
    expect(await portal.pressCard(legend, name)).toBe(true);
  portal.always('roles', { code: 0, result: SERVERS });
  portal.always('report', { code: 0, result: {} });
  portal.always('items', { code: 0, result: ITEMS });
  portal.always('channels', { code: 0, result: CHANNELS });
  const step = page.locator('[data-target="game"] > [data-state]');
  await pick('Server', /Aurora/);
  await pick('Character', /月影/);
  await portal.expectShown(step, 'data-state', 'item');
  await pick('Item', /60 gems/);
  await portal.expectShown(step, 'data-state', 'channel');
  await pick('Payment method', channel === 'card' ? /card/i : /E Points/);
  await portal.expectShown(step, 'data-state', 'confirm');
  // The page reads the balance again here. `beforePaying` may change the balance for the order only, so this read ends first.
  await portal.until(() => portal.isIn('$/signedIn/recharge/coinBalance', 'idle'), 10_000);
  beforePaying();
  if (channel === 'points') {
    await portal.press(portal.checkout.payButton);
    return;
  }
  if (isBlocked) {
    await blockWindows(portal, true);
    await portal.press(portal.checkout.payButton);
  } else await portal.pressForWindow(portal.checkout.payButton);
  if (!(await portal.answer('create', portal.created()))) throw new Error('no order was requested');
  if (isBlocked) await blockWindows(portal, false);
};

/** Few moves are possible after these. */
const SETTLED = ORDER_STATUSES.filter((status) => moneyOf(status) !== 'none');

const statusResponse = (status: OrderStatus): Move => ({
  name: `the record says ${status}`,
  isLast: SETTLED.includes(status),
  events: (snapshot) => {
    const observedAt = contextOf(snapshot).observedAt + 2_000;
    return [{ type: 'xstate.done.actor.readOrder', output: { record: recordOf(status), observedAt } }];
  },
  act: (portal) => portal.answer('record', portal.recorded(ORDER_STATUS_CODE[status])),
});

/** A later read returns a payment page for an order that had none. */
const pageResponse: Move = {
  ...statusResponse('pending'),
  name: 'the record has a payment page',
  events: (snapshot) => {
    const { payment } = contextOf(snapshot).ticket;
    const isWithout = payment.kind === 'redirect' && payment.payUrl === null;
    return isWithout ? statusResponse('pending').events(snapshot) : [];
  },
  act: (portal) => {
    portal.payUrl = new URL('/cashier/1', portal.page.url()).href;
    return portal.answer('record', portal.recorded(ORDER_STATUS_CODE.pending));
  },
};

const faults = (name: string, reason: FailureReason, reply: () => object | Response): Move => ({
  name,
  events: () => [{ type: 'xstate.error.actor.readOrder', error: failure(reason, { status: 500 }) }],
  act: (portal) => portal.answer('record', reply()),
});

const timer = (name: string, state: string, left: (context: PaymentContext) => number): Move => ({
  name: `time passes: ${name}`,
  events: () => [{ type: `xstate.after.${name}.payment.${state}` }],
  act: async (portal, snapshot) => {
    await portal.pass(Math.ceil(left(contextOf(snapshot))) + 5);
    return true;
  },
});

const peer = (status: OrderStatus): Move => ({
  name: `another tab has seen ${status}`,
  isLast: SETTLED.includes(status),
  events: (snapshot) =>
    when(snapshot.children['peers'] !== undefined, {
      type: 'peer.observed',
      observation: { record: recordOf(status), observedAt: contextOf(snapshot).deadlineAt + 1_000 },
    }),
  act: async (portal, snapshot) => {
    const { deadlineAt } = contextOf(snapshot);
    const other = await portal.otherTab();
    const observation = { record: recordOf(status, portal.orderId()), observedAt: deadlineAt + 1_000 };
    await other.evaluate(
      (message) => {
        const channel = new BroadcastChannel('portal');
        channel.postMessage(message);
        channel.close();
      },
      { v: 1, scope: 'g1:u-1001', observation },
    );
    return true;
  },
});

/** Moves of the player, the server, time and the rest of the browser. */
export const paymentMoves: readonly Move[] = [
  ...ORDER_STATUSES.map(statusResponse),
  pageResponse,
  faults('the record does not know the order', 'orderNumberWrong', () => ({ code: 0, result: [], total: 0 })),
  faults('the record cannot be read', 'systemBusy', outage),
  timer('pollInterval', 'following.polling.idle.waiting', nextPollDelay),
  timer('reconnectDelay', 'following.polling.idle.reconnecting', reconnectDelay),
  timer('completedCooldown', 'following.completed.pausing', () => 2_000),
  timer('freshness', 'following', () => 10_000),
  {
    name: 'no response in ten seconds',
    events: () => [{ type: 'xstate.error.actor.readOrder', error: failure('timedOut', { status: 500 }) }],
    act: async (portal) => {
      await portal.pass(POLL_TIMEOUT_MS + 50);
      return true;
    },
  },
  timer('latePaymentCheck', 'following.phase.lapsed.watching', lateWatchLeft),
  {
    name: 'the deadline',
    events: (snapshot) => when(snapshot.children['deadline'] !== undefined, { type: 'deadline.reached' }),
    act: async (portal, snapshot) => {
      const left = contextOf(snapshot).deadlineAt - portal.time();
      if (left < 0) return false;
      await portal.pass(left + 50);
      return true;
    },
  },
  {
    name: 'Later',
    events: (snapshot) => when(contextOf(snapshot).shown, { type: 'payment.later' }),
    act: (portal) => portal.press(portal.button('Later')),
  },
  {
    name: "I've paid",
    events: (snapshot) => when(contextOf(snapshot).shown, { type: 'payment.completed' }),
    act: (portal) => portal.press(portal.button(/^(I've paid|Try again)$/)),
  },
  {
    name: 'continue the payment',
    events: (snapshot) => when(!contextOf(snapshot).shown, { type: 'payment.resume' }),
    act: (portal) => portal.press(portal.button(/^Continue to payment/)),
  },
  {
    name: 'try again with the same choices',
    events: (snapshot) => when(contextOf(snapshot).shown, { type: 'payment.resubmit' }),
    act: (portal) => portal.press(portal.button('Place order again')),
  },
  {
    name: 'start a new top-up',
    isLast: true,
    events: (snapshot) =>
      when(contextOf(snapshot).shown, { type: 'payment.dismiss' }, { type: 'xstate.done.actor.deleteOrder' }),
    act: (portal) => portal.press(portal.button(/^(Start a new top-up|Top up again)$/)),
  },
  {
    name: 'the tab wakes',
    events: () => [{ type: 'tab.woke' }],
    act: async (portal) => {
      await portal.page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return true;
    },
  },
  ...[true, false].map(
    (online): Move => ({
      name: online ? 'the network is back' : 'the network is gone',
      events: (snapshot) => when(contextOf(snapshot).online !== online, { type: 'network.changed', online }),
      act: async (portal) => {
        await portal.page.evaluate((is) => window.portalQa?.lab.device.change({ offline: !is }), online);
        return true;
      },
    }),
  ),
  {
    name: 'the payment window is closed',
    events: (snapshot) =>
      when(snapshot.children['method.redirect'] !== undefined && contextOf(snapshot).windowRef !== null, CHECK),
    act: async (portal) => {
      if (!portal.cashier || portal.cashier.isClosed()) return false;
      await portal.cashier.close();
      await portal.pass(2_100);
      return true;
    },
  },
  {
    name: 'the leading tab goes',
    events: (snapshot) => when(!contextOf(snapshot).leading, { type: 'lead.gained' }),
    act: async (portal) => {
      await portal.release();
      return true;
    },
  },
  ...(['pending', 'paid', 'refunded'] as const).map(peer),
  {
    name: 'the E Points are taken',
    events: (snapshot) => when(snapshot.children['method.points'] !== undefined, CHECK),
    act: (portal) =>
      portal.answer('points', {
        code: 0,
        result: { paymentId: portal.orderId(), basic: 79, present: 20, basic_after: 1, present_after: 0 },
      }),
  },
  {
    name: 'reload the page',
    events: (snapshot) => {
      const isStored = contextOf(snapshot).mode === 'created' && isIn(snapshot, { following: { storage: 'stored' } });
      return when(isStored, { type: 'network.changed', online: true });
    },
    begins: (snapshot) => {
      const { ticket, shown } = contextOf(snapshot);
      return { ticket, mode: 'resumed', shown, windowRef: null, record: null };
    },
    act: async (portal) => {
      await portal.reload();
      return true;
    },
  },
];

const inject = (name: string, ...events: readonly AnyEventObject[]): Move => ({
  name: `injected: ${name}`,
  isLast: events.some(({ type }) => type === 'payment.dismiss'),
  events: () => events,
  act: async (portal) => {
    await portal.inject(`${PATH}${portal.orderId()}`, ...events);
    return true;
  },
});

const defectOf = (child: string): AnyEventObject => ({
  type: `xstate.error.actor.${child}`,
  actorId: child,
  error: failure('unknownError'),
});

const defect = (child: string): Move => {
  const move = inject(`a defect of ${child}`, defectOf(child));
  return { ...move, events: (snapshot) => when(snapshot.children[child] !== undefined, defectOf(child)) };
};

/** Events that no control and no response of these walks causes: late presses, credited E Points, and defects. */
export const paymentInjected: readonly Move[] = [
  inject('payment.resume', { type: 'payment.resume' }),
  inject('payment.resubmit', { type: 'payment.resubmit' }),
  inject('payment.dismiss', { type: 'payment.dismiss' }),
  inject('payment.dismiss, and a defect while it is deleted', { type: 'payment.dismiss' }, defectOf('deleteOrder')),
  inject('points.changed', { type: 'points.changed' }),
  inject('a port that never answers', { type: 'xstate.after.requestTimeout.payment.following.polling.requesting' }),
  ...['deadline', 'peers', 'environment', 'saveDeferred', 'deleteOrder'].map(defect),
  ...METHOD_KINDS.map((kind) => defect(`method.${kind}`)),
];

/** Transitions that only injected events reach. */
export const paymentOnlyInjected: readonly RegExp[] = [
  / xstate\.error\.actor\.(?:deadline|peers|environment|saveDeferred|deleteOrder|method\.\*) /,
  / xstate\.after\.requestTimeout\./,
  / points\.changed /,
  /\.phase\.starting ── always #[123] /,
  /\.presence\.shown ── payment\.resume /,
];

export type PaymentStart = {
  readonly name: string;
  readonly begin: (portal: ControlledPortal) => Promise<void>;
};

/** Orders that are paid on a page of the provider. */
export const redirectStarts: readonly PaymentStart[] = [
  { name: 'an order of this page', begin: (portal) => createOrder(portal) },
  {
    name: 'an order whose window was blocked',
    begin: (portal) => createOrder(portal, { isBlocked: true }),
  },
  {
    name: 'an order whose payment page is not to be trusted',
    begin: async (portal) => {
      portal.payUrl = 'https://pay.evil.test/1';
      await createOrder(portal);
    },
  },
];

export const paymentStarts: readonly PaymentStart[] = [
  ...redirectStarts,
  {
    name: 'an order that another tab follows too',
    begin: async (portal) => {
      await portal.lead('portal:order:O-1');
      await createOrder(portal);
    },
  },
  { name: 'an order that takes E Points', begin: (portal) => createOrder(portal, { channel: 'points' }) },
  {
    name: 'an order for which there are too few E Points by now',
    begin: (portal) => createOrder(portal, { channel: 'points', beforePaying: () => portal.setBalance(10) }),
  },
  {
    name: 'an order found paid on its own page',
    begin: async (portal) => {
      portal.created();
      portal.always('record', portal.recorded(2));
      await portal.go('/main/recharge/detail/O-1');
      portal.always('record', null);
    },
  },
];

/** Orders that are tracked with a known status; the portal itself does that only with unpaid and paid ones. */
export const paymentInjectedStarts: readonly PaymentStart[] = ORDER_STATUSES.filter((status) => !isOpen(status)).map(
  (status) => ({
    name: `injected: an order known as ${status}`,
    begin: async (portal) => {
      portal.created();
      await portal.inject('$/signedIn', { type: 'order.tracked', record: recordOf(status) });
    },
  }),
);
