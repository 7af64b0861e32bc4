import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { CREATED_AT, observed, recordOf } from '../support/machines/orders.ts';
import { startHarness, turns } from '../support/machines/payment-harness.ts';
import { DEADLINE, gaps, MINUTE, pass, passUntil, SECOND, within } from '../support/machines/payment-times.ts';

const WOKE = { type: 'tab.woke' } as const;
const COMPLETED = { type: 'payment.completed' } as const;
const offline = failure('offline', { status: 500 });

const BLOCKED = { opened: false, refused: false };
const resumed = { mode: 'resumed', windowRef: null } as const;

beforeEach(() => void vi.useFakeTimers({ now: CREATED_AT }));

describe('the deadline', () => {
  test('a final read at 300 s decides: overdue (RCHG-14)', async () => {
    const payment = startHarness(turns([DEADLINE, 'overdue']));
    expect((await payment.screenAt(DEADLINE - 1)).name).toBe('awaiting');
    expect((await payment.screenAfter(1)).name).toBe('last-check');
    expect(payment.reads.at(-1)).toBe(DEADLINE);
    expect(await payment.screenAfter(200)).toMatchObject({ name: 'overdue', watching: true });
    expect(payment.reports).toEqual([{ type: 'payment.lapsed', orderId: 'o-1', earlier: false }]);
    expect(payment.deletions).toEqual([]);
  });

  test('a final read at 300 s decides: paid (RCHG-14)', async () => {
    const payment = startHarness(turns([DEADLINE - 50, 'paid']));
    expect(await payment.screenAt(DEADLINE + 200)).toMatchObject({ name: 'paid', late: false });
  });

  test('without a response the order stays undecided, however long it takes (C15, RCHG-14)', async () => {
    let reachable = false;
    const payment = startHarness({
      answer: (after) => (after < DEADLINE - MINUTE ? 'pending' : reachable ? 'overdue' : offline),
    });
    expect(await payment.screenAt(DEADLINE + 40 * MINUTE)).toMatchObject({ name: 'last-check', failure: offline });
    expect(Math.max(...gaps(within(payment.reads, DEADLINE, 45 * MINUTE)))).toBeLessThanOrEqual(30_100);
    reachable = true;
    expect((await payment.screenAfter(31 * SECOND)).name).toBe('overdue');
  });

  test('while the server reports pending, the order keeps waiting, and a blocked window is still blocked (C5, RCHG-14)', async () => {
    const payment = await startHarness({ window: BLOCKED, ...turns([20 * MINUTE, 'paid']) }).at(DEADLINE + 200);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', blocked: true, record: recordOf('pending') });
    expect((await payment.screenAt(19 * MINUTE)).name).toBe('awaiting');
    expect(payment.reads.length).toBeLessThanOrEqual(150);
    expect((await payment.screenAt(21 * MINUTE)).name).toBe('paid');
  });

  test('an order deferred at its deadline stays deferred while the server reports pending (RCHG-14, C10)', async () => {
    const payment = await startHarness().at(10 * SECOND);
    payment.send({ type: 'payment.later' });
    expect((await payment.screenAt(DEADLINE + SECOND)).name).toBe('deferred');
  });

  test.each([10, 100, 299])('a reload after %i s keeps the deadline of the order (C3, RCHG-16)', async (after) => {
    vi.setSystemTime(CREATED_AT + after * SECOND);
    const payment = startHarness({ input: resumed, ...turns([DEADLINE, 'overdue']) });
    expect(payment.reads).toEqual([after * SECOND]);
    expect((await payment.screenAt(DEADLINE - 1)).name).toBe('awaiting');
    expect((await payment.screenAt(DEADLINE + 300)).name).toBe('overdue');
  });

  test('the page says that it is still checking only while it is (RCHG-14, C17)', async () => {
    const payment = startHarness({
      answer: (after) => (after < DEADLINE ? 'pending' : after < DEADLINE + MINUTE ? 'overdue' : offline),
    });
    await passUntil(DEADLINE + MINUTE);
    payment.tab({ type: 'network.changed', online: false });
    expect(payment.screen()).toMatchObject({ name: 'overdue', watching: false });
    payment.tab({ type: 'network.changed', online: true });
    expect(payment.screen()).toMatchObject({ name: 'overdue', watching: true });
  });

  test('closed until after the deadline: the order is read before any result is shown (C3, C15)', async () => {
    vi.setSystemTime(CREATED_AT + 2 * DEADLINE);
    const payment = startHarness({ input: resumed, ...turns([100 * SECOND, 'paid']) });
    expect((await payment.screenAfter(0)).name).toBe('last-check');
    expect(await payment.screenAfter(300)).toMatchObject({ name: 'paid', late: false });
    expect(payment.reads).toHaveLength(1);
  });

  test('a clock that jumps ahead over the deadline ends nothing: the order is read on schedule, and the server decides (C14)', async () => {
    const payment = await startHarness(turns([10 * MINUTE + 30 * SECOND, 'paid'])).at(20 * SECOND);
    const reads = payment.reads.length;
    vi.setSystemTime(CREATED_AT + 10 * MINUTE);
    await pass(3 * SECOND);
    expect(payment.reads.slice(reads)).toEqual([expect.toSatisfy((at: number) => at > 10 * MINUTE)]);
    expect(payment.screen()).toMatchObject({ name: 'awaiting', record: recordOf('pending') });
    expect(await payment.screenAfter(40 * SECOND)).toMatchObject({ name: 'paid', late: false });
  });

  test('a clock that jumps back is not a regression: the order is read on schedule, and a later status counts (C14)', async () => {
    const payment = await startHarness({ answer: (_, count) => (count > 20 ? 'paid' : 'pending') }).at(30 * SECOND);
    const reads = payment.reads.length;
    vi.setSystemTime(CREATED_AT + 5 * SECOND);
    await pass(4 * SECOND);
    const later = payment.reads.slice(reads);
    expect(later.length).toBeGreaterThan(0);
    expect(Math.max(...later)).toBeLessThan(10 * SECOND);
    expect(payment.snapshot().context).toMatchObject({
      regressions: 0,
      observedAt: CREATED_AT + (later.at(-1) ?? 0) + 100,
    });
    expect(await payment.screenAfter(60 * SECOND)).toMatchObject({ name: 'paid', late: false });
    expect(payment.snapshot().context.regressions).toBe(0);
  });

  test('paid while the tab slept past the deadline: the tab wakes to paid, never to overdue (C15, C16)', async () => {
    const payment = await startHarness(turns([100 * SECOND, 'paid'])).at(50 * SECOND);
    vi.setSystemTime(CREATED_AT + 20 * MINUTE);
    payment.tab(WOKE);
    expect(payment.reads.at(-1)).toBe(20 * MINUTE);
    expect(await payment.screenAfter(200)).toMatchObject({ name: 'paid', late: false });
  });
});

describe('late payments', () => {
  test.each([302, 900])('paid after %i s: paid late, without an offer to order again (C36, ORDR-02)', async (at) => {
    const payment = await startHarness(turns([DEADLINE, 'overdue'], [at * SECOND, 'paid'])).at(DEADLINE + SECOND);
    expect(payment.can({ type: 'payment.resubmit' })).toBe(true);
    expect(await payment.screenAt(at * SECOND + 31 * SECOND)).toMatchObject({ name: 'paid', late: true });
    expect(payment.can({ type: 'payment.resubmit' })).toBe(false);
    expect(payment.reports.at(-1)).toEqual({ type: 'payment.settled', orderId: 'o-1', late: true, delivered: false });
  });

  test('an overdue order whose window was open is polled every 10 to 30 s for 15 min (RCHG-14, C8)', async () => {
    const payment = await startHarness(turns([DEADLINE, 'overdue'])).at(DEADLINE + 14 * MINUTE);
    const watch = gaps(within(payment.reads, DEADLINE + SECOND, DEADLINE + 14 * MINUTE));
    expect(Math.min(...watch)).toBeGreaterThanOrEqual(8_000);
    expect(Math.max(...watch)).toBeLessThanOrEqual(36_100);
    expect(watch.length).toBeGreaterThan(25);
    expect(payment.deletions).toEqual([]);
    expect(await payment.screenAt(DEADLINE + 16 * MINUTE)).toMatchObject({ name: 'overdue', watching: false });
    expect(payment.deletions).toHaveLength(1);
    const reads = payment.reads.length;
    await pass(60 * MINUTE);
    expect(payment.reads.length).toBe(reads);
  });

  test('polling ends with a final read (C36)', async () => {
    const payment = startHarness(turns([DEADLINE, 'overdue'], [DEADLINE + 15 * MINUTE - 10, 'paid']));
    expect(await payment.screenAt(DEADLINE + 15 * MINUTE + SECOND)).toMatchObject({ name: 'paid', late: true });
  });

  test('paid an hour late, found when the tab wakes, then read until it is delivered (C36)', async () => {
    const payment = startHarness(turns([DEADLINE, 'overdue'], [60 * MINUTE, 'paid'], [61.3 * MINUTE, 'delivered']));
    expect((await payment.screenAt(61 * MINUTE)).name).toBe('overdue');
    payment.tab(WOKE);
    expect(await payment.screenAfter(200)).toMatchObject({ name: 'paid', late: true });
    expect(await payment.screenAt(61.5 * MINUTE)).toMatchObject({ name: 'delivered', late: true });
  });

  test('an order with a blocked window is polled too, because its link or code may have been used (RCHG-14, C5)', async () => {
    const payment = startHarness({ window: BLOCKED, ...turns([DEADLINE, 'overdue'], [400 * SECOND, 'paid']) });
    expect(await payment.screenAt(DEADLINE + SECOND)).toMatchObject({ name: 'overdue', watching: true });
    expect(await payment.screenAt(440 * SECOND)).toMatchObject({ name: 'paid', late: true });
  });

  test('an order that could not be paid is not polled, and is deleted immediately (RCHG-14, C39)', async () => {
    const payment = startHarness({ window: { opened: false, refused: true }, ...turns([DEADLINE, 'overdue']) });
    expect(await payment.screenAt(DEADLINE + SECOND)).toMatchObject({ name: 'overdue', watching: false });
    expect(payment.deletions).toHaveLength(1);
  });
});

describe('faulty responses', () => {
  test('a status that regresses, here or in another tab, is ignored, counted and reported (D10, ORDR-02, C35)', async () => {
    const statuses = ['pending', 'paid', 'pending', 'overdue', 'paid', 'delivered'] as const;
    const payment = startHarness({ answer: (_, count) => statuses[count - 1] ?? 'delivered' });
    expect(await payment.screenAt(MINUTE)).toMatchObject({ name: 'delivered', record: recordOf('delivered') });
    payment.peer({ type: 'peer.observed', observation: observed('pending', MINUTE) });
    expect(payment.snapshot().context.regressions).toBe(3);
    const refused = { type: 'status.refused', orderId: 'o-1', kind: 'order', known: 'paid' };
    expect(payment.reports).toEqual([
      { type: 'payment.settled', orderId: 'o-1', late: false, delivered: false },
      { ...refused, received: 'pending' },
      { ...refused, received: 'overdue' },
      { type: 'payment.concluded', orderId: 'o-1', late: false, delivered: true },
      { ...refused, known: 'delivered', received: 'pending' },
    ]);
  });

  test('scheduled reads respect Retry-After, and the player can still trigger one (C20)', async () => {
    const busy = failure('systemBusy', { status: 429, retryAfterMs: 45 * SECOND });
    const payment = await startHarness({ answer: (_, count) => (count === 3 ? busy : 'pending') }).after(10 * SECOND);
    const third = payment.reads[2] ?? 0;
    await passUntil(third + 45 * SECOND);
    expect(payment.reads).toHaveLength(3);
    payment.send(COMPLETED);
    expect(payment.reads).toHaveLength(4);
    await pass(10 * SECOND);
    expect(payment.reads.length).toBeGreaterThan(5);
  });

  test('a read without a response times out, counts as a fault, and the next one starts over (C19)', async () => {
    const payment = await startHarness({ answer: (_, count) => (count === 2 ? 'silence' : 'pending') }).at(15 * SECOND);
    const second = payment.reads[1] ?? 0;
    expect(payment.reads).toHaveLength(2);
    await passUntil(second + 12 * SECOND);
    expect(payment.signals[1]?.aborted).toBe(true);
    expect(payment.screen()).toMatchObject({ failure: { reason: 'timedOut', status: 500 } });
    await pass(3 * SECOND);
    expect(payment.reads.length).toBeGreaterThan(2);
    expect(payment.mostOutstanding()).toBe(1);
  });
});

describe('the network', () => {
  const network = (online: boolean) => ({ type: 'network.changed', online }) as const;

  test('no reads while offline, and one within a second after going online (C17)', async () => {
    const payment = await startHarness().at(20 * SECOND + 500);
    payment.tab(network(false));
    await pass(SECOND);
    const reads = payment.reads.length;
    expect(payment.screen()).toMatchObject({ name: 'awaiting', offline: true });
    await pass(MINUTE);
    expect(payment.reads.length).toBe(reads);
    payment.tab(network(true));
    await pass(SECOND);
    expect(payment.reads.length).toBe(reads + 1);
    expect(payment.screen()).toMatchObject({ offline: false });
  });

  test('the network returns while a read hangs: the next read follows within a second (C15, C17)', async () => {
    const payment = startHarness({ answer: (_, reads) => (reads === 4 ? 'silence' : 'pending') });
    while (payment.reads.length < 4) await pass(100);
    payment.tab(network(false));
    await pass(SECOND);
    payment.tab(network(true));
    await pass(SECOND);
    expect(payment.reads).toHaveLength(5);
    expect(await payment.screenAfter(200)).toMatchObject({ checking: false, offline: false });
  });

  test('the tab wakes during a read that fails: the next read follows within a second, not after the back-off (C15, C16)', async () => {
    const readsAfter = async (wakes: boolean): Promise<number> => {
      const payment = startHarness({ answer: () => offline, latencyMs: 500 });
      while (payment.reads.length < 7) await pass(100);
      if (wakes) payment.tab(WOKE);
      await pass(500 + SECOND);
      payment.stop();
      return payment.reads.length;
    };
    expect([await readsAfter(false), await readsAfter(true)]).toEqual([7, 8]);
  });

  test('a second "offline" or "online" event has no effect (C17)', async () => {
    const payment = startHarness();
    payment.tab(network(false));
    payment.tab(network(false));
    await passUntil(100 * SECOND);
    expect(payment.reads).toEqual([]);
    for (let times = 0; times < 10; times += 1) {
      payment.tab(network(true));
      await pass(SECOND);
    }
    expect(payment.reads.length).toBeLessThanOrEqual(4);
  });
});

describe('two tabs', () => {
  test('a following tab schedules no reads, receives observations from the leader, and takes over (C11)', async () => {
    const payment = await startHarness({ leads: false }).at(20 * SECOND);
    expect(payment.reads).toEqual([]);
    payment.peer({ type: 'peer.observed', observation: observed('paid', 20 * SECOND) });
    expect(payment.screen().name).toBe('paid');
    expect(payment.reports).toEqual([{ type: 'payment.settled', orderId: 'o-1', late: false, delivered: false }]);
    expect(payment.observations).toEqual([{ type: 'order.observed', observation: observed('paid', 20 * SECOND) }]);
    payment.peer({ type: 'leader.elected' });
    await pass(10 * SECOND);
    const reads = payment.reads.length;
    expect(reads).toBeGreaterThan(2);
    payment.peer({ type: 'leader.lost' });
    await pass(20 * SECOND);
    expect(payment.reads.length).toBeLessThanOrEqual(reads + 1);
  });

  test('an observation of another tab decides from the deadline on, not before it (C11, RCHG-14)', async () => {
    const payment = await startHarness({ leads: false, answer: () => offline }).at(DEADLINE + 5 * SECOND);
    payment.peer({ type: 'peer.observed', observation: observed('pending', DEADLINE - 1) });
    expect(payment.screen().name).toBe('last-check');
    payment.peer({ type: 'peer.observed', observation: observed('pending', DEADLINE) });
    expect(payment.screen().name).toBe('awaiting');
  });

  test('a response of this tab counts, even if another tab reported a later time (C11, C14)', async () => {
    const payment = await startHarness().at(10 * SECOND);
    payment.peer({ type: 'peer.observed', observation: observed('pending', MINUTE) });
    expect(payment.snapshot().context.observedAt).toBe(CREATED_AT + MINUTE);
    payment.send(COMPLETED);
    await pass(200);
    expect(payment.snapshot().context.observedAt).toBeLessThan(CREATED_AT + 11 * SECOND);
  });

  test('an order that the other tab found is not unknown (C34, C11)', async () => {
    const payment = startHarness({ input: resumed, leads: false, answer: () => failure('orderNumberWrong') });
    await pass(11 * SECOND);
    payment.tab(WOKE);
    expect((await payment.screenAfter(200)).name).toBe('unknown');
    payment.peer({ type: 'peer.observed', observation: observed('pending', 12 * SECOND) });
    expect(payment.screen().name).toBe('awaiting');
  });
});
