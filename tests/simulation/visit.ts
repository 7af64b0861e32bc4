import { takesPoints } from '../../machines/order/order.methods.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import type { CashierAction } from '../../server/sandbox/sandbox.types.ts';
import type { Random } from './seeded-random.ts';
import type { SimulatedTab } from './simulated-tab.ts';

const createOrderPages = (tab: SimulatedTab) => {
  const seen = new Set<string>();
  const next = (): string | null =>
    tab.tracked().find(({ ticket }) => !seen.has(ticket.orderId))?.ticket.orderId ?? null;

  return {
    isDone: (): boolean => next() === null,
    act: (): void => {
      const screen = tab.detail();
      if (screen?.name === 'shown' && !screen.refreshing) seen.add(screen.orderId);
      const orderId = next();
      if (orderId === null || screen?.name === 'failed') tab.go('/main/recharge');
      else if (screen?.orderId !== orderId) tab.go(`/main/recharge/detail/${orderId}`);
    },
  };
};

/**
 * What the player wants: to top up, to buy E Points, to see what became of the orders, or only whether the last one exists. `watch`: to see in
 * a second tab whether the payment has arrived.
 */
export type Goal = 'game' | 'epoint' | 'look' | 'return' | 'watch';

export const isBuyer = (goal: Goal): boolean => goal === 'game' || goal === 'epoint';

/** What the player does on the page of the provider. Null: nothing. */
const CASHIER: readonly (CashierAction | null)[] = [
  ...(['pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'pay-twice', 'decline', 'close', 'pay-late', 'never'] as const),
  null,
];

type VisitParts = {
  readonly tab: SimulatedTab;
  readonly random: Random;
  readonly goal: Goal;
  /** The package that the player wants to buy; null: any package. */
  readonly itemId: string | null;
  /** Acts on the page of the provider some time later. */
  readonly atCashier: (orderId: string, action: CashierAction) => void;
  /** The player leaves the page of the provider, although the bank has accepted the payment. */
  readonly onHeldByBank: (orderId: string, itemId: string | null) => void;
  /** The player has pressed Pay; `key`: the key of the intent. */
  readonly onIntent: (key: string) => void;
};

const urlOf = (goal: Goal): string => (goal === 'epoint' ? '/main/recharge?target=epoint' : '/main/recharge');

/** A player in front of one tab: looks at the screen and does the next sensible thing. */
export const createVisit = ({ tab, random, goal, itemId, atCashier, onHeldByBank, onIntent }: VisitParts) => {
  const visited = new Set<string>();
  /** Orders that the player pays when they have almost expired, and watches until the money has arrived. */
  const paidLate = new Set<string>();
  const pages = createOrderPages(tab);
  let orders = 0;
  let isDone = false;

  const confirm = (target: 'game' | 'epoint'): void => {
    if (!isBuyer(goal)) {
      isDone = true;
      return;
    }
    if (!tab.canConfirm(target)) return;
    const { newKey, openPaymentWindow, serverNow } = tab.harness.browserActions;
    // A double click sends two events, each with its own key.
    for (let click = 0; click < (random.chance(0.15) ? 2 : 1); click += 1) {
      const event = { type: 'order.confirm', key: newKey(), windowRef: openPaymentWindow(), at: serverNow() } as const;
      onIntent(event.key);
      if (target === 'game') tab.sendToRecharge(event);
      else tab.sendToShop(event);
    }
    orders += 1;
  };

  const payOnPage = ({ orderId, payment, choices }: OrderTicket): void => {
    const hasPage = payment.kind === 'redirect' && payment.payUrl !== null;
    if (!hasPage || visited.has(orderId)) return;
    visited.add(orderId);
    if (goal === 'epoint' && !itemId && random.chance(0.25)) {
      onHeldByBank(orderId, choices?.item.itemId ?? null);
      isDone = true;
      return;
    }
    const action = random.pick(CASHIER);
    if (action) atCashier(orderId, action);
    if (action === 'pay-late') paidLate.add(orderId);
    if (action && random.chance(0.2)) atCashier(orderId, 'pay');
  };

  const follow = (ticket: OrderTicket): void => {
    const payment = tab.payment(ticket.orderId);
    if (!payment) return;
    const { screen, points, send } = payment;
    switch (screen.name) {
      case 'unpaid':
        if (points) {
          const { name } = points.screen;
          if (name === 'payable' || name === 'uncertain' || name === 'refused') points.send({ type: 'points.pay' });
          if (name === 'insufficient') {
            send({ type: 'payment.later' });
            isDone = true;
          }
          return;
        }
        payOnPage(screen.ticket);
        if (random.chance(0.15)) send({ type: 'payment.completed' });
        else if (!paidLate.has(ticket.orderId) && random.chance(0.04)) send({ type: 'payment.later' });
        return;
      case 'deferred':
        if (random.chance(0.5)) send({ type: 'payment.resume' });
        else isDone = random.chance(0.3);
        return;
      case 'last-check':
      case 'paid':
        return;
      case 'overdue':
      case 'failed':
        if (random.chance(paidLate.has(ticket.orderId) ? 0.01 : 0.05) && orders < 3) send({ type: 'payment.resubmit' });
        else isDone = random.chance(paidLate.has(ticket.orderId) ? 0.02 : 0.1);
        return;
      case 'delivered':
      case 'refunded':
      case 'unknown':
        isDone = true;
        if (random.chance(0.5)) send({ type: 'payment.dismiss' });
        return;
    }
  };

  const inGame = (): void => {
    const screen = tab.recharge();
    switch (screen?.name) {
      case undefined:
      case 'inactive':
        tab.go(urlOf('game'));
        return;
      case 'server': {
        if (screen.servers.state === 'failed') tab.sendToRecharge({ type: 'load.retry' });
        if (screen.servers.state !== 'ready') return;
        const open = screen.servers.rows.filter(({ roles, status }) => roles.length > 0 && status === 0);
        if (open.length) tab.sendToRecharge({ type: 'server.pick', serverId: random.pick(open).serverId });
        return;
      }
      case 'role': {
        if (screen.roles.state === 'failed') tab.sendToRecharge({ type: 'load.retry' });
        if (screen.roles.state !== 'ready') return;
        const { roleId } = random.pick(screen.roles.rows);
        tab.sendToRecharge({ type: 'role.pick', serverId: screen.serverId, roleId });
        return;
      }
      case 'item':
        if (screen.items.state === 'failed') tab.sendToRecharge({ type: 'load.retry' });
        if (screen.items.state !== 'ready') return;
        // Few items, so that a player often buys the same one again.
        tab.sendToRecharge({ type: 'item.pick', itemId: random.pick(screen.items.rows.slice(0, 3)).itemId });
        return;
      case 'channel': {
        if (screen.channels.state === 'failed') tab.sendToRecharge({ type: 'load.retry' });
        if (screen.channels.state !== 'ready') return;
        const channels = screen.channels.rows.filter(({ isOpen }) => isOpen);
        const withPoints = channels.filter(takesPoints);
        const open = withPoints.length && random.chance(0.25) ? withPoints : channels;
        if (open.length) tab.sendToRecharge({ type: 'channel.pick', channelCode: random.pick(open).fieldKey });
        return;
      }
      case 'confirm':
        if (!screen.busy) confirm('game');
        return;
      case 'creating':
        return;
      case 'uncertain':
        if (!screen.lookingUp) tab.sendToRecharge({ type: 'order.retry' });
        return;
      case 'payment':
        if (isDone) tab.sendToRecharge({ type: 'recharge.restart', orderId: screen.ticket.orderId });
        else follow(screen.ticket);
        return;
    }
  };

  const inShop = (): void => {
    const screen = tab.shop();
    switch (screen?.name) {
      case undefined:
      case 'inactive':
        tab.go(urlOf('epoint'));
        return;
      case 'failed':
        tab.sendToShop({ type: 'load.retry' });
        return;
      case 'item':
        tab.sendToShop({ type: 'item.pick', itemId: itemId ?? random.pick(screen.packages.slice(0, 3)).itemId });
        return;
      case 'channel': {
        const open = screen.channels.filter(({ isOpen }) => isOpen);
        if (open.length) tab.sendToShop({ type: 'channel.pick', channelCode: random.pick(open).fieldKey });
        return;
      }
      case 'confirm':
        confirm('epoint');
        return;
      case 'uncertain':
        if (!screen.lookingUp) tab.sendToShop({ type: 'order.retry' });
        return;
      case 'payment':
        if (isDone) tab.sendToShop({ type: 'recharge.restart', orderId: screen.ticket.orderId });
        else follow(screen.ticket);
        return;
      case 'loading':
      case 'empty':
      case 'creating':
        return;
    }
  };

  const isResolved = (): boolean => {
    const open = ['creating', 'uncertain'];
    if (open.includes(tab.recharge()?.name ?? '') || open.includes(tab.shop()?.name ?? '')) return false;
    if (tab.screen().name !== 'recharge') return false;
    if (goal === 'return') return true;
    return tab.tracked().every(({ ticket }) => {
      const name = tab.payment(ticket.orderId)?.screen.name;
      return name !== 'last-check' && name !== 'paid' && name !== 'unknown' && name !== undefined;
    });
  };

  return {
    /** Returns false if the session has ended, so that the player must log in again. */
    act: (): boolean => {
      const screen = tab.screen();
      const { name } = screen;
      if (name === 'login' || (name === 'logout' && screen.done)) return false;
      if (name === 'logout') return true;
      if (name === 'starting') return true;
      if (name === 'boot-failed' || name === 'load-failed') return random.chance(0.8);
      if (goal === 'look' && (name === 'payment_detail' || (isResolved() && !pages.isDone()))) {
        pages.act();
        return true;
      }
      if (name !== 'recharge') {
        tab.go(urlOf(goal));
        return true;
      }
      if (goal === 'epoint') inShop();
      else inGame();
      return true;
    },
    isDone: () => isDone,
    /** Whether the player waits for a payment that arrives after the deadline of its order. */
    isWaiting: (): boolean =>
      [...paidLate].some((orderId) => {
        const name = tab.payment(orderId)?.screen.name;
        return name === 'unpaid' || name === 'last-check' || name === 'overdue';
      }),
    /** Whether the portal is looking for the outcome of an order. */
    isSearching: (): boolean =>
      [tab.recharge(), tab.shop()].some(
        (screen) => screen?.name === 'creating' || (screen?.name === 'uncertain' && screen.lookingUp),
      ),
    isResolved: (): boolean => isResolved() && (goal !== 'look' || pages.isDone()),
  };
};

export type Visit = ReturnType<typeof createVisit>;
