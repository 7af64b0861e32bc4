import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { moneyOf, ORDER_STATUSES, type OrderStatus } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import {
  fastPollsAfter,
  isFast,
  nextPollDelay,
  reconnectDelay,
  stableRandom,
} from '../../machines/payment/payment.polling.ts';
import { CREATED_AT, observed, recordOf, ticket } from '../support/machines/orders.ts';
import { type Answer, type HarnessEvent, startHarness } from '../support/machines/payment-harness.ts';
import { DEADLINE, MINUTE, SECOND } from '../support/machines/payment-times.ts';

const FLOWS = Number(process.env['SIMULATED_FLOWS'] ?? 100);
/** Ends a run that hangs. A busy computer needs up to 100 ms per flow. */
const DEADLINE_MS = Math.max(600_000, FLOWS * 600);

beforeEach(() => void vi.useFakeTimers({ now: CREATED_AT }));

describe('the poll delay', () => {
  const base = {
    observedAt: CREATED_AT,
    movedAt: 0,
    deadlineAt: CREATED_AT + DEADLINE,
    shown: true,
    fastPolls: 0,
    record: recordOf('pending'),
    polls: 0,
    faults: 0,
    failure: null,
    ticket,
  };
  const orders = fc.record({ orderId: fc.string(), polls: fc.nat(200) });

  test('Completed speeds up ten reads, until there have been 150 (RCHG-13, C9)', () => {
    expect([0, 149, 150].map((polls) => fastPollsAfter({ polls }))).toEqual([10, 10, 0]);
    const pressed = { record: null, fastPolls: 1, faults: 0 };
    expect([pressed, { ...pressed, record: recordOf('pending') }].map(isFast)).toEqual([true, true]);
    for (const change of [
      { fastPolls: 0 },
      { faults: 1 },
      { record: recordOf('paid') },
      { record: recordOf('overdue') },
    ])
      expect(isFast({ ...pressed, ...change })).toBe(false);
  });

  test('after n failures the delay is at most 2, 4, 8, 16, 30 s, spread over the whole range (C20)', () => {
    const caps = [2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * SECOND);
    for (const [index, cap] of caps.entries()) {
      const waits = Array.from({ length: 500 }, (_, polls) => nextPollDelay({ ...base, faults: index + 1, polls }));
      expect(waits.every((wait) => wait >= 0 && wait < cap)).toBe(true);
      expect(Math.min(...waits)).toBeLessThan(cap * 0.05);
      expect(Math.max(...waits)).toBeGreaterThan(cap * 0.95);
    }
  });

  test('the delay is never below Retry-After and never above the maximum of a timer (C20)', () => {
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: 1, max: 60 }),
        fc.nat(2 ** 40),
        ({ orderId, polls }, faults, retryAfterMs) => {
          const busy = failure('systemBusy', { retryAfterMs });
          const wait = nextPollDelay({ ...base, ticket: { ...ticket, orderId }, polls, faults, failure: busy });
          expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfterMs, 2 ** 31 - 1));
          expect(wait).toBeLessThanOrEqual(2 ** 31 - 1);
        },
      ),
    );
  });

  test.each([
    { what: 'first minute', status: 'pending', at: 59_999, wait: 2 },
    { what: 'up to the deadline', status: 'pending', at: 60_000, wait: 5 },
    { what: 'just before the deadline', status: 'pending', at: DEADLINE - 1, wait: 5 },
    { what: 'overtime', status: 'pending', at: DEADLINE, wait: 5 },
    { what: 'long overtime', status: 'pending', at: DEADLINE + 100 * SECOND, wait: 10 },
    { what: 'very long overtime', status: 'pending', at: DEADLINE + 60 * MINUTE, wait: 30 },
    { what: 'delivery, first minute', status: 'paid', at: 59_999, wait: 2 },
    { what: 'delivery, after a minute', status: 'paid', at: 60_000, wait: 6 },
    { what: 'delivery, later', status: 'paid', at: 200 * SECOND, wait: 20 },
    { what: 'delivery, long', status: 'paid', at: 60 * MINUTE, wait: 30 },
    { what: 'late payment, at first', status: 'overdue', at: 0, wait: 10 },
    { what: 'late payment, later', status: 'failed', at: 200 * SECOND, wait: 20 },
    { what: 'late payment, long', status: 'overdue', at: 10 * MINUTE, wait: 30 },
  ] as const)('$what: $wait s, within 20 percent (RCHG-13)', ({ status, at, wait }) => {
    const observedAt = CREATED_AT + at;
    fc.assert(
      fc.property(orders, ({ orderId, polls }) => {
        const context = { ...base, ticket: { ...ticket, orderId }, polls, record: recordOf(status), observedAt };
        const given = nextPollDelay({ ...context, movedAt: status === 'pending' ? 0 : CREATED_AT });
        expect(given).toBeGreaterThanOrEqual(wait * 800 - 1);
        expect(given).toBeLessThanOrEqual(wait * 1_200 + 1);
      }),
    );
  });

  test('a deferred order is read at most every 10 s, and every 2 s after Completed (RCHG-13, C10)', () => {
    const later = { ...base, observedAt: CREATED_AT + 100 * SECOND };
    expect(nextPollDelay({ ...later, shown: false })).toBeGreaterThanOrEqual(8_000);
    expect(nextPollDelay({ ...later, shown: false, fastPolls: 1 })).toBeLessThanOrEqual(2_400);
  });

  test('after going online an order is read within a second, and two orders at different times (C17)', () => {
    const waits = Array.from({ length: 300 }, (_, n) =>
      reconnectDelay({ ticket: { ...ticket, orderId: `o-${n}` }, polls: 7 }),
    );
    expect(waits.every((wait) => wait >= 0 && wait < SECOND)).toBe(true);
    expect(new Set(waits).size).toBe(300);
    expect(stableRandom('o-1', 1)).toBe(stableRandom('o-1', 1));
  });
});

test('an order that is paid late and delivered slowly is read at most 150 times (RCHG-13, C8)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uuid(),
      fc.integer({ min: 14 * MINUTE, max: 15 * MINUTE }),
      fc.integer({ min: 50, max: 900 }),
      async (orderId, paidAfter, latencyMs) => {
        vi.setSystemTime(CREATED_AT);
        const paidAt = DEADLINE + paidAfter;
        const payment = startHarness({
          input: { ticket: { ...ticket, orderId } },
          latencyMs,
          answer: (after) => (after < DEADLINE ? 'pending' : after < paidAt ? 'overdue' : 'paid'),
        });
        await vi.advanceTimersByTimeAsync(paidAt + 40 * SECOND);
        expect(payment.screen()).toMatchObject({ name: 'paid', late: true });
        await vi.advanceTimersByTimeAsync(60 * MINUTE);
        expect(payment.reads.length).toBeLessThanOrEqual(150);
        payment.stop();
      },
    ),
    { numRuns: 20 },
  );
}, 60_000);

/** A valid history: it follows the chart, and a payment after the deadline is overdue first. */
const histories = fc
  .record({
    moves: fc.array(fc.constantFrom(...ORDER_STATUSES.filter((status) => status !== 'pending')), { maxLength: 8 }),
    waits: fc.array(fc.integer({ min: 1, max: 250 * SECOND }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ moves, waits }) => {
    const history: { readonly at: number; readonly status: OrderStatus }[] = [{ at: 0, status: 'pending' }];
    for (const [index, status] of moves.entries()) {
      const last = history.at(-1);
      if (!last || !isAllowedMove(last.status, status)) continue;
      const at = last.at + (waits[index] ?? 0);
      history.push({ at: status === 'overdue' ? Math.max(at, DEADLINE) : at, status });
    }
    return history;
  });

const actions: fc.Arbitrary<HarnessEvent | 'window.closed'> = fc.constantFrom<HarnessEvent | 'window.closed'>(
  { type: 'payment.later' },
  { type: 'payment.completed' },
  { type: 'payment.resume' },
  { type: 'page.reopen', windowRef: null },
  { type: 'page.reopen', windowRef: 'w2' },
  { type: 'payment.resubmit' },
  { type: 'tab.woke' },
  { type: 'network.changed', online: false },
  { type: 'network.changed', online: true },
  'window.closed',
  { type: 'leader.elected' },
);

const flows = fc.record({
  history: histories,
  /** Response to the n-th read: the current status, an older one, or a failure. */
  faults: fc.array(fc.constantFrom('truth', 'truth', 'truth', 'past', 'offline', 'busy', 'missing', 'silence'), {
    maxLength: 40,
  }),
  script: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 * SECOND }), actions), { maxLength: 25 }),
  latencyMs: fc.integer({ min: 1, max: 9 * SECOND }),
  leads: fc.boolean(),
  mode: fc.constantFrom('created' as const, 'resumed' as const),
  window: fc.constantFrom(
    { opened: true, refused: false },
    { opened: false, refused: false },
    { opened: false, refused: true },
  ),
});

const screensOf = (status: OrderStatus): readonly string[] =>
  status === 'pending' ? ['awaiting', 'deferred'] : [status];
const SETTLED = ORDER_STATUSES.filter((status) => moneyOf(status) !== 'none');

test(
  'any responses and clicks: no stuck state, no lost payment, no status that the server did not report (RCHG-13, RCHG-14, C13, C17, C20, C35)',
  async () => {
    await fc.assert(
      fc.asyncProperty(flows, async ({ history, faults, script, latencyMs, leads, mode, window }) => {
        vi.setSystemTime(CREATED_AT);
        let works = false;
        const reported = new Set<OrderStatus>(['pending']);
        const truthAt = (after: number): OrderStatus => history.findLast(({ at }) => after >= at)?.status ?? 'pending';
        const report = (status: OrderStatus): OrderStatus => {
          reported.add(status);
          return status;
        };
        const answer = (after: number, count: number): Answer => {
          const fault = works ? 'truth' : (faults[count - 1] ?? 'truth');
          if (fault === 'offline') return failure('offline');
          if (fault === 'busy') return failure('systemBusy', { status: 429, retryAfterMs: 3 * SECOND });
          if (fault === 'missing') return failure('orderNumberWrong');
          if (fault === 'silence') return 'silence';
          return report(truthAt(fault === 'past' ? Math.max(0, after - 2 * MINUTE) : after));
        };
        const windowRef = mode === 'created' ? 'w1' : null;
        const payment = startHarness({ input: { mode, windowRef }, answer, latencyMs, leads, window });
        let wasSettled = false;
        const check = () => {
          const screen = payment.screen();
          const { name } = screen;
          expect(payment.crashes).toEqual([]);
          expect(payment.mostOutstanding()).toBeLessThanOrEqual(1);
          const isSettled = SETTLED.some((status) => status === name);
          expect(wasSettled && !isSettled).toBe(false);
          wasSettled = isSettled;
          if (name === 'overdue') expect(reported.has('overdue')).toBe(true);
          if (name === 'failed') expect(reported.has('failed')).toBe(true);
          if (isSettled) expect(SETTLED.some((status) => reported.has(status))).toBe(true);
          if (window.refused && 'host' in screen) expect(screen.host).toBe(null);
        };
        check();
        for (const [wait, event] of script) {
          await vi.advanceTimersByTimeAsync(wait);
          check();
          if (event === 'window.closed') payment.closeWindow();
          else payment.send(event);
          check();
        }
        await vi.advanceTimersByTimeAsync(0);
        const nudges = script.length + faults.length + 2;
        expect(payment.reads.length).toBeLessThanOrEqual(150 + 10 * nudges);

        // From here on everything works: the device is online, the server responds, and this tab leads and is awake.
        const last = history.at(-1);
        const rest = Math.max(0, (last?.at ?? 0) - payment.now());
        await vi.advanceTimersByTimeAsync(rest + 15 * SECOND);
        check();
        works = true;
        payment.send({ type: 'network.changed', online: true });
        payment.send({ type: 'leader.elected' });
        await vi.advanceTimersByTimeAsync(30 * SECOND);
        payment.send({ type: 'tab.woke' });
        await vi.advanceTimersByTimeAsync(DEADLINE);
        payment.send({ type: 'tab.woke' });
        await vi.advanceTimersByTimeAsync(30 * SECOND);
        check();
        // A delivered order is not read again, so only the order page shows a later refund.
        const final = truthAt(payment.now());
        const status = final === 'refunded' && payment.screen().name === 'delivered' ? 'delivered' : final;
        expect(screensOf(status)).toContain(payment.screen().name);
        expect(payment.snapshot().context.record).toEqual(recordOf(status));
        payment.stop();
        expect(vi.getTimerCount()).toBe(0);
      }),
      { numRuns: FLOWS },
    );
  },
  DEADLINE_MS,
);

test('observations from another tab, in any order, lead to the same status as reads (C11, C35)', async () => {
  await fc.assert(
    fc.asyncProperty(
      histories.chain((history) =>
        fc.shuffledSubarray(history, { minLength: history.length }).map((seen) => ({ history, seen })),
      ),
      async ({ history, seen }) => {
        vi.setSystemTime(CREATED_AT);
        const payment = startHarness({ leads: false });
        for (const { at, status } of seen) payment.peer({ type: 'peer.observed', observation: observed(status, at) });
        const final = history.at(-1)?.status ?? 'pending';
        expect(payment.snapshot().context.record?.status).toBe(final);
        await vi.advanceTimersByTimeAsync(0);
        expect(screensOf(final)).toContain(payment.screen().name);
        payment.stop();
      },
    ),
    { numRuns: 200 },
  );
});
