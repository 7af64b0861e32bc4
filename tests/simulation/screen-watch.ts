import { hasLapsed, isOpen, moneyOf, type OrderStatus, statusOfCode } from '../../machines/order/order.status.ts';
import type { Invariants } from './invariants.ts';
import type { Owner, SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedTab } from './simulated-tab.ts';

/** Longer than the pause between two reads of an open order. */
const READ_MS = 90_000;

type Parts = { readonly clock: SimulatedClock; readonly database: SimulatedDatabase; readonly invariants: Invariants };

/** `at`, `openedAt`: epoch ms. */
type LastLook = {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly openedAt: number;
  readonly at: number;
};

/** Compares the orders that tabs show with the database and with the records that the tabs have received. */
export const createScreenWatch = ({ clock, database, invariants }: Parts) => {
  /** Status and time of the read that a page showed last, by tab and order. */
  const looked = new Map<string, string>();
  const paid = new WeakMap<Owner, Set<string>>();
  /** Epoch ms of the last request whose response a tab has received, by order. */
  const readAt = new WeakMap<Owner, Map<string, number>>();
  const lastLooks: LastLook[] = [];

  const see = (tab: SimulatedTab, page: string, orderId: string, status: OrderStatus): void => {
    if (hasLapsed(status) && paid.get(tab.owner)?.has(orderId))
      invariants.reportViolation('paid-never-failed', `a ${page} that has read paid shows ${status}`, orderId);
  };

  const checkPayments = async (tab: SimulatedTab): Promise<void> => {
    for (const { ticket } of tab.tracked()) {
      const payment = tab.payment(ticket.orderId);
      const status = payment?.screen.record?.status;
      if (!payment || !status || payment.screen.name === 'unknown') continue;
      see(tab, 'payment', ticket.orderId, status);
      // A device whose clock is wrong may have read the record before it knew the time of the server.
      const observedAt = tab.owner.aheadMs ? readAt.get(tab.owner)?.get(ticket.orderId) : payment.observedAt;
      const seen = `${status} ${observedAt}`;
      if (looked.get(payment.key) === seen) continue;
      looked.set(payment.key, seen);
      invariants.shown(ticket.orderId, status);
      if (observedAt) await invariants.checkNotPaid(ticket.orderId, status, observedAt);
    }
  };

  const checkDetail = (tab: SimulatedTab): void => {
    const detail = tab.detail();
    if (detail?.name !== 'shown') return;
    see(tab, 'page', detail.orderId, detail.record.status);
    invariants.shown(detail.orderId, detail.record.status);
  };

  const checkLastLooks = async (): Promise<void> => {
    for (const { orderId, status, openedAt, at } of lastLooks.splice(0)) {
      const [row] = await database.read<{ status: number; moved_at: Date | null }>(
        'select status, moved_at from orders where order_id = $1',
        [orderId],
      );
      const now = row && statusOfCode(row.status);
      const movedAt = row?.moved_at?.getTime() ?? 0;
      if (!now || now === status) continue;
      const detail = `a player left order ${orderId} as ${status}, but it has been ${now} since ${new Date(movedAt).toISOString()}`;
      if (isOpen(status) && movedAt < at - READ_MS) invariants.reportViolation('intent-resolvable', detail, orderId);
      if (hasLapsed(status) && moneyOf(now) !== 'none' && movedAt < openedAt)
        invariants.reportViolation('paid-never-failed', detail, orderId);
    }
  };

  return {
    /** A tab has received the record of an order that it requested at `sentAt` (epoch ms). */
    received: (owner: Owner, orderId: string, status: OrderStatus, sentAt: number): void => {
      const times = readAt.get(owner) ?? new Map<string, number>();
      readAt.set(owner, times.set(orderId, Math.max(sentAt, times.get(orderId) ?? 0)));
      if (moneyOf(status) === 'none') return;
      const orders = paid.get(owner) ?? new Set();
      paid.set(owner, orders.add(orderId));
    },
    /** While there are no faults, a player closes a tab and relies on what it shows. */
    leaves: (tab: SimulatedTab): void => {
      for (const { ticket } of tab.tracked()) {
        const status = tab.payment(ticket.orderId)?.screen.record?.status;
        if (status) lastLooks.push({ orderId: ticket.orderId, status, openedAt: tab.openedAt, at: clock.now() });
      }
    },
    /** Runs after each step. */
    check: async (tabs: readonly SimulatedTab[]): Promise<void> => {
      for (const tab of tabs) {
        for (const key of tab.forgotten())
          invariants.reportViolation('intent-resolvable', `a tab has stopped looking for the order of intent ${key}`);
        await checkPayments(tab);
        checkDetail(tab);
      }
      await checkLastLooks();
    },
  };
};

export type ScreenWatch = ReturnType<typeof createScreenWatch>;
