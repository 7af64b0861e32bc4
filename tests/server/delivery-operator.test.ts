import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { outbox, payments } from '../../server/db/schema.ts';
import { deliverOrder } from '../../server/delivery/delivery.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import type { GameServer } from '../../server/ports/game-server.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { forceStatus } from '../../server/sandbox/force-status.ts';
import { sandboxGameServer } from '../../server/sandbox/sandbox-game-server.ts';
import { recorded, sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const TRACE = 'b2'.repeat(16);
const DEADLINE_MS = 72 * 3_600_000;
const WARNING = 40;
const ERROR = 50;

/** A log line about an order with the trace of these tests. */
const logged = (level: number, orderId: string, more: object) => ({ level, orderId, traceId: TRACE, ...more });

describeOn('what an operator sees of a delivery', () => {
  const harness = sharedMoneyHarness();
  /** Like the harness context, but events, calls, durations and log lines are recorded. */
  let context: AppContext;
  let counted: readonly string[];
  let lines: Record<string, unknown>[];
  let calls: (readonly [system: string, isOk: boolean])[];
  let callSeconds: number[];
  let deliverySeconds: number[];
  beforeEach(() => {
    const { context: base, ...log } = recorded(harness.context);
    ({ counted, lines } = log);
    [calls, callSeconds, deliverySeconds] = [[], [], []];
    context = {
      ...base,
      metrics: {
        ...base.metrics,
        countCall: (system, isOk, seconds) => {
          calls.push([system, isOk]);
          callSeconds.push(seconds);
        },
        observeDelivery: (seconds) => void deliverySeconds.push(seconds),
      },
    };
  });

  const now = (): Date => harness.context.clock.now();
  const noteOf = async (orderId: string) => {
    const { doneAt, lastError } = await harness.jobOf(orderId);
    return { doneAt, lastError };
  };
  /** An order of three lines that was paid with money. */
  const paid = async (): Promise<string> =>
    harness.paid(harness.requestOf(await harness.addUser(), {}, { traceId: TRACE }));
  const refund = (orderId: string) => forceStatus(paymentServices(context), orderId, 'refunded');
  const deliver = async (orderId: string, gameServer: GameServer = sandboxGameServer(context.db)): Promise<void> =>
    deliverOrder(context, gameServer, await harness.jobOf(orderId));
  const refusing: GameServer = { deliver: async () => ({ kind: 'refused', reason: 'the role is gone' }) };
  const full: GameServer = { deliver: async () => ({ kind: 'unavailable', reason: 'full' }) };

  test('a delivery is counted and timed from the payment, and so is each call to the game (S31)', async () => {
    const orderId = await paid();
    harness.advance(7_500);
    await deliver(orderId);
    expect(counted).toEqual(['orders_delivered']);
    expect(deliverySeconds).toEqual([7.5]);
    expect(calls).toEqual(Array(3).fill(['game server', true]));
    for (const seconds of callSeconds) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(30);
    }
    expect(await noteOf(orderId)).toEqual({ doneAt: now(), lastError: null });
    expect(lines).toEqual([]);
  });

  test('a purchase of E Points is counted and timed like a delivery (S31)', async () => {
    const orderId = await harness.paid(harness.packageRequest(await harness.addUser(), 'p500'));
    harness.advance(3_000);
    await deliver(orderId);
    expect(counted).toEqual(['orders_delivered']);
    expect(deliverySeconds).toEqual([3]);
    expect(await noteOf(orderId)).toEqual({ doneAt: now(), lastError: null });
  });

  test('after the clock is set back, a delivery takes zero seconds, not a negative time (S31)', async () => {
    const orderId = await paid();
    const job = await harness.jobOf(orderId);
    const createdAt = new Date(job.createdAt.getTime() + 60_000);
    await deliverOrder(context, sandboxGameServer(context.db), { ...job, createdAt });
    expect(deliverySeconds).toEqual([0]);
  });

  test('a refusal of the game is logged, and the refund of the payment has its trace (S11, S31)', async () => {
    const orderId = await paid();
    harness.advance(1_000);
    await deliver(orderId, refusing);
    const msg = 'the game refused a line; refunding the order';
    expect(lines).toEqual([logged(WARNING, orderId, { line: 0, reason: 'the role is gone', msg })]);
    expect(await noteOf(orderId)).toEqual({ doneAt: now(), lastError: 'refused by the game: the role is gone' });
    const [capture] = await context.db.select().from(payments).where(eq(payments.orderId, orderId));
    const job = await harness.jobOf(capture?.captureId ?? '');
    expect(job).toMatchObject({ kind: 'refund', payload: { orderId }, traceId: TRACE, dueAt: now(), createdAt: now() });
    expect(calls).toEqual([['game server', true]]);
    expect(counted).toEqual([]);
  });

  test('a failed call to the game is counted, and the job fails with its reason (S11, S31)', async () => {
    const orderId = await paid();
    await expect(deliver(orderId, full)).rejects.toThrow('full');
    await expect(deliver(orderId, { deliver: () => Promise.reject(new Error('reset')) })).rejects.toThrow(
      /game server/,
    );
    await expect(deliver(orderId, { deliver: () => Promise.reject('no error object') })).rejects.toThrow(/game server/);
    expect(calls).toEqual(Array(3).fill(['game server', false]));
    expect(counted).toEqual([]);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
  });

  test('an order that is not delivered in time is logged as an error (S11, S31)', async () => {
    const orderId = await paid();
    harness.advance(DEADLINE_MS);
    await deliver(orderId, full);
    const msg = 'the order could not be delivered in time; refunding it';
    expect(lines).toEqual([logged(ERROR, orderId, { line: 0, reason: 'full', msg })]);
    expect(await noteOf(orderId)).toEqual({ doneAt: now(), lastError: 'not delivered in time' });
  });

  test('a line that arrives after the refund is logged with the trace of its order (F9, S31)', async () => {
    const orderId = await paid();
    const real = sandboxGameServer(context.db);
    await deliver(orderId, {
      deliver: async (...call) => {
        await refund(orderId);
        return real.deliver(...call);
      },
    });
    const msg = 'the game confirmed a line after its order was refunded';
    expect(lines).toContainEqual(logged(ERROR, orderId, { line: 0, msg }));
    const partly = 'the order was refunded after part of it was delivered';
    expect(lines).toContainEqual(expect.objectContaining(logged(ERROR, orderId, { msg: partly })));
    expect(counted).toContain('lines_delivered_after_refund');
    expect(await noteOf(orderId)).toEqual({
      doneAt: now(),
      lastError: 'stopped: the order is or will be refunded, or its delivery had ended',
    });
  });

  test('a job of an order that is no longer paid ends without a call (F9)', async () => {
    const orderId = await paid();
    await refund(orderId);
    await context.db.update(outbox).set({ doneAt: null }).where(eq(outbox.subject, orderId));
    harness.advance(1_000);
    calls.length = 0;
    await deliver(orderId);
    expect(calls).toEqual([]);
    expect(await noteOf(orderId)).toEqual({ doneAt: now(), lastError: 'not to be delivered' });
  });
});
