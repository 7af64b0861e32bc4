import { and, eq, gt, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { deliveryLines, orderHistory, outbox } from '../../server/db/schema.ts';
import { deliverOrder } from '../../server/delivery/delivery.ts';
import { applyReport, syncPayment } from '../../server/payments/payment-sync.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import type { DeliveryOutcome, GameServer } from '../../server/ports/game-server.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { forceStatus } from '../../server/sandbox/force-status.ts';
import { sandboxGameServer } from '../../server/sandbox/sandbox-game-server.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { recorded, sharedMoneyHarness } from '../support/server/money-harness.ts';
import { aReport } from '../support/server/payment-provider.ts';
import { describeOn } from '../support/server/test-database.ts';

type PaidWith = 'money' | 'points';
const EITHER: readonly PaidWith[] = ['money', 'points'];

describeOn('a refund during the delivery', () => {
  const harness = sharedMoneyHarness();
  let counted: readonly string[];
  let ticks = 0;
  /** Like the harness context, but no two clock readings are equal, and events are recorded. */
  let context: AppContext;
  beforeEach(() => {
    const { context: base, ...log } = recorded(harness.context);
    ({ counted } = log);
    const now = () => {
      ticks += 1;
      return new Date(harness.context.clock.now().getTime() + ticks);
    };
    context = { ...base, clock: { now } };
  });

  /** A paid order of three lines whose delivery is due. */
  const paid = async (how: PaidWith): Promise<string> => {
    const userId = await harness.addUser();
    if (how === 'points') await harness.grant(userId, 1_000);
    const orderId = how === 'points' ? await harness.spent(userId) : await harness.paid(harness.requestOf(userId));
    harness.advance(2_000);
    return orderId;
  };
  const refund = (orderId: string) => forceStatus(paymentServices(context), orderId, 'refunded');
  const rowsOf = (orderId: string) =>
    context.db.select().from(deliveryLines).where(eq(deliveryLines.orderId, orderId)).orderBy(deliveryLines.line);
  const linesOf = async (orderId: string) =>
    (await rowsOf(orderId)).map(({ line, deliveredAt }) => [line, deliveredAt !== null]);
  const refusedLines = async (orderId: string): Promise<readonly number[]> =>
    (await rowsOf(orderId)).flatMap(({ line, refusedAt }) => (refusedAt ? line : []));
  const lastReason = async (orderId: string) => (await harness.reasonsOf(orderId)).at(-1);

  /** The sandbox's game server, which calls `before` when a line arrives. */
  const gameThat = (before: (line: number) => Promise<DeliveryOutcome | undefined>): GameServer => {
    const game = sandboxGameServer(context.db);
    return { deliver: async (deliveryLine, at) => (await before(deliveryLine.line)) ?? game.deliver(deliveryLine, at) };
  };
  const gameSaying = (kind: 'refused' | 'unavailable', reason: string): GameServer => ({
    deliver: async () => ({ kind, reason }),
  });
  const refusing = gameSaying('refused', 'the role was deleted');

  test.each(EITHER)('paid with %s: an order refunded while its first line is sent gets no second (F9)', async (how) => {
    const orderId = await paid(how);
    const game = gameThat(async () => void (await refund(orderId)));
    await deliverOrder(context, game, await harness.jobOf(orderId));
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
    expect(await harness.deliveriesOf(orderId)).toHaveLength(1);
    expect(await linesOf(orderId)).toEqual([[0, true]]);
    expect(await lastReason(orderId)).toMatch(/^(?:payment )?refunded; 0 of 3 lines delivered, 1 unconfirmed$/);
    expect(counted).toContain('lines_delivered_after_refund');
    expect(counted).not.toContain('orders_delivered');
    expect((await harness.jobOf(orderId)).doneAt).not.toBeNull();
    expect((await auditMoney(context.db)).wrong).toEqual([]);
  });

  test('an order that the game refuses returns the capture that paid it, not only one in another currency (S16)', async () => {
    const orderId = await harness.bought();
    const captureIn = (currency: string) => ({ captureId: `${currency}-${orderId}`, amountMinor: 499, currency });
    const captures = [captureIn('EUR'), captureIn('USD')];
    await applyReport(paymentServices(context), aReport(orderId, { captures }), 'sandbox');
    await deliverOrder(context, gameSaying('refused', 'no'), await harness.jobOf(orderId));
    for (const { captureId } of captures) expect(await harness.jobOf(captureId)).toMatchObject({ kind: 'refund' });
  });

  test.each(EITHER)(
    'paid with %s: an order that the game refuses for a reason with characters that no database stores is refunded (S22)',
    async (how) => {
      const orderId = await paid(how);
      await harness.runJobs({ gameServer: gameSaying('refused', 'x\u0000y') });
      const lastError = 'refused by the game: xy';
      expect(await harness.jobOf(orderId)).toMatchObject({ doneAt: expect.any(Date), lastError });
      expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
      expect((await auditMoney(context.db)).wrong).toEqual([]);
    },
  );

  test('a job that fails with characters that no database stores is postponed (S22)', async () => {
    const orderId = await paid('points');
    await harness.runJobs({ gameServer: gameThat(() => Promise.reject(new Error('x\u0000y'))) });
    const postponed = { doneAt: null, leasedUntil: null };
    expect(await harness.jobOf(orderId)).toMatchObject({ ...postponed, lastError: 'the game server did not respond' });
    await harness.runJobsAfter(1_000, { gameServer: gameSaying('unavailable', 'x\u0000y') });
    expect(await harness.jobOf(orderId)).toMatchObject({ ...postponed, lastError: 'xy' });
    await harness.runJobsAfter(2_000);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
  });

  test('a refund reports delivered lines in the history, the log and the metrics (F9)', async () => {
    const orderId = await paid('money');
    let attempts = 0;
    const game = gameThat(async (line) => {
      attempts += 1;
      return line === 2 ? { kind: 'unavailable', reason: 'full' } : undefined;
    });
    await expect(deliverOrder(context, game, await harness.jobOf(orderId))).rejects.toThrow('full');
    await syncPayment(paymentServices(context), orderId);
    expect(counted).not.toContain('orders_refunded_partly_delivered');
    await refund(orderId);
    expect(await lastReason(orderId)).toBe('payment refunded; 2 of 3 lines delivered, 1 unconfirmed');
    expect(counted).toContain('orders_refunded_partly_delivered');
    await deliverOrder(context, game, await harness.jobOf(orderId));
    expect(attempts).toBe(3);
  });

  /** Refuses one line, after it has not responded to the first attempt of each line in `lost`. */
  const gameRefusing = (refused: number, lost: readonly number[] = []): GameServer => {
    const unanswered = new Set(lost);
    return gameThat(async (line) => {
      if (unanswered.delete(line)) return { kind: 'unavailable', reason: 'away' };
      return line === refused ? { kind: 'refused', reason: 'the role is gone' } : undefined;
    });
  };
  /** Replaces the refund of a refused order by another delivery, as an operator might. */
  const queueAgain = async (orderId: string): Promise<void> => {
    await context.db.delete(outbox).where(eq(sql`${outbox.payload} ->> 'orderId'`, orderId));
    await context.db.update(outbox).set({ doneAt: null }).where(eq(outbox.subject, orderId));
  };
  const refundedAfterRefusal = { money: 'payment refunded', points: 'refused by the game: the role is gone' } as const;

  test.each(
    EITHER.flatMap((how) => [
      { how, refused: 0, delivered: '' },
      { how, refused: 1, delivered: '; 1 of 3 lines delivered' },
    ]),
  )(
    'paid with $how: a refund because of line $refused reports only the lines before it (F9)',
    async ({ how, refused, delivered }) => {
      const orderId = await paid(how);
      const stoppedClock = { ...context, clock: harness.context.clock };
      await deliverOrder(stoppedClock, gameRefusing(refused), await harness.jobOf(orderId));
      await harness.settle({ services: paymentServices(context) });
      expect(await lastReason(orderId)).toBe(`${refundedAfterRefusal[how]}${delivered}`);
      expect(counted).toContain('orders_refunded');
      expect(counted.includes('orders_refunded_partly_delivered')).toBe(delivered !== '');
      expect(await refusedLines(orderId)).toEqual([refused]);
    },
  );

  test('a line without a response before the deadline of the delivery is unconfirmed (F9)', async () => {
    const orderId = await paid('points');
    const job = await harness.jobOf(orderId);
    const late = { ...job, createdAt: new Date(job.createdAt.getTime() - 72 * 3_600_000) };
    await deliverOrder(context, gameSaying('unavailable', 'away'), late);
    expect(await lastReason(orderId)).toBe('not delivered in time; 0 of 3 lines delivered, 1 unconfirmed');
    expect(counted).toContain('orders_refunded_partly_delivered');
  });

  test('a line that is refused after an attempt without a response stays unconfirmed (F9)', async () => {
    const orderId = await paid('points');
    const game = gameRefusing(0, [0]);
    await expect(deliverOrder(context, game, await harness.jobOf(orderId))).rejects.toThrow('away');
    await deliverOrder(context, game, await harness.jobOf(orderId));
    expect(await refusedLines(orderId)).toEqual([]);
    expect(await lastReason(orderId)).toBe(`${refundedAfterRefusal.points}; 0 of 3 lines delivered, 1 unconfirmed`);
    expect(counted).toContain('orders_refunded_partly_delivered');
  });

  test('a line that is refused while another worker sends it stays unconfirmed (F9)', async () => {
    const orderId = await paid('points');
    const job = await harness.jobOf(orderId);
    const game = gameThat(async () => {
      await expect(deliverOrder(context, gameSaying('unavailable', 'away'), job)).rejects.toThrow('away');
      return { kind: 'refused', reason: 'the role is gone' };
    });
    await deliverOrder(context, game, job);
    expect(await refusedLines(orderId)).toEqual([]);
    expect(await lastReason(orderId)).toBe(`${refundedAfterRefusal.points}; 0 of 3 lines delivered, 1 unconfirmed`);
  });

  test('a line that was refused before and is refused again is not unconfirmed (F9)', async () => {
    const orderId = await paid('money');
    await deliverOrder(context, gameRefusing(0), await harness.jobOf(orderId));
    await queueAgain(orderId);
    await deliverOrder(context, gameRefusing(0), await harness.jobOf(orderId));
    expect(await refusedLines(orderId)).toEqual([0]);
    await refund(orderId);
    expect(await lastReason(orderId)).toBe('payment refunded');
  });

  test('a refused line that is sent again without a response is unconfirmed (F9)', async () => {
    const orderId = await paid('money');
    await deliverOrder(context, gameRefusing(0), await harness.jobOf(orderId));
    expect(await refusedLines(orderId)).toEqual([0]);
    await queueAgain(orderId);
    await expect(deliverOrder(context, gameRefusing(0, [0]), await harness.jobOf(orderId))).rejects.toThrow('away');
    expect(await refusedLines(orderId)).toEqual([]);
    await refund(orderId);
    expect(await lastReason(orderId)).toBe('payment refunded; 0 of 3 lines delivered, 1 unconfirmed');
  });

  test('a refusal that arrives after the refund is recorded (F9)', async () => {
    const orderId = await paid('points');
    const game = gameThat(async () => {
      await refund(orderId);
      return { kind: 'refused', reason: 'the role is gone' };
    });
    await deliverOrder(context, game, await harness.jobOf(orderId));
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
    expect(await refusedLines(orderId)).toEqual([0]);
  });

  test('a refund after the delivery is not reported as one during the delivery (F9)', async () => {
    const orderId = await paid('money');
    await deliverOrder(context, sandboxGameServer(context.db), await harness.jobOf(orderId));
    await refund(orderId);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered', 'refunded']);
    expect(counted).toContain('orders_refunded');
    expect(counted).not.toContain('orders_refunded_partly_delivered');
  });

  test('after a crash between two lines the next worker sends only the unconfirmed one again (F9)', async () => {
    const orderId = await paid('points');
    const sent: number[] = [];
    const crash = gameThat(async (line) => {
      sent.push(line);
      return line === 1 ? Promise.reject(new Error('killed')) : undefined;
    });
    await expect(deliverOrder(context, crash, await harness.jobOf(orderId))).rejects.toThrow();
    expect(await linesOf(orderId)).toEqual([
      [0, true],
      [1, false],
    ]);
    const game = gameThat(async (line) => void sent.push(line));
    await deliverOrder(context, game, await harness.jobOf(orderId));
    expect(sent).toEqual([0, 1, 1, 2]);
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
    expect(await harness.deliveriesOf(orderId)).toHaveLength(3);
  });

  test.each([
    ['gems', 3],
    ['pass', 1],
  ])(
    'a line of "%s" that arrives after another worker has queued the refund is the last one and delivers no order; the refund reports it (F9)',
    async (goodsId, total) => {
      const orderId = await harness.paid(harness.requestOf(await harness.addUser(), { goodsId }));
      harness.advance(2_000);
      const job = await harness.jobOf(orderId);
      const sent: number[] = [];
      const slow = gameThat(async (line) => {
        sent.push(line);
        await deliverOrder(context, refusing, job);
        return undefined;
      });
      await deliverOrder(context, slow, job);
      expect(sent).toEqual([0]);
      expect(await linesOf(orderId)).toEqual([[0, true]]);
      expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
      await harness.settle({ services: paymentServices(context) });
      expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
      expect(await lastReason(orderId)).toBe(`payment refunded; 1 of ${total} lines delivered`);
      expect(counted).toContain('orders_refunded_partly_delivered');
    },
  );

  test('while a refund is queued, a delivery that an operator queues again sends no line (F9)', async () => {
    const orderId = await paid('money');
    await deliverOrder(context, refusing, await harness.jobOf(orderId));
    const queueAgain = () =>
      context.db
        .update(outbox)
        .set({ doneAt: null, tries: 0 })
        .where(and(eq(outbox.kind, 'deliver'), eq(outbox.subject, orderId)));
    const sent: number[] = [];
    const game = gameThat(async (line) => void sent.push(line));
    for (const refundJob of ['open', 'finished']) {
      if (refundJob === 'finished')
        await context.db.update(outbox).set({ doneAt: new Date() }).where(eq(outbox.kind, 'refund'));
      await queueAgain();
      await deliverOrder(context, game, await harness.jobOf(orderId));
      expect([refundJob, sent]).toEqual([refundJob, []]);
      expect((await harness.jobOf(orderId)).doneAt).not.toBeNull();
    }
    await context.db.update(outbox).set({ doneAt: null }).where(eq(outbox.kind, 'refund'));
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'refunded']);
    expect(await harness.deliveriesOf(orderId)).toEqual([]);
  });

  test.each(EITHER)('paid with %s: a worker that saw a refusal does not refund a delivered order (F9)', async (how) => {
    const orderId = await paid(how);
    /** Another worker sends every line and dies before it moves the order. */
    const wrong: GameServer = {
      deliver: async (deliveryLine, at) => {
        for (const line of [0, 1, 2]) {
          await sandboxGameServer(context.db).deliver({ ...deliveryLine, line }, at);
          await context.db
            .insert(deliveryLines)
            .values({ orderId, line, sentAt: at, deliveredAt: at })
            .onConflictDoUpdate({ target: [deliveryLines.orderId, deliveryLines.line], set: { deliveredAt: at } });
        }
        return { kind: 'refused', reason: 'the role is being moved' };
      },
    };
    await expect(deliverOrder(context, wrong, await harness.jobOf(orderId))).rejects.toThrow(
      'another worker has delivered every line',
    );
    expect(await harness.historyOf(orderId)).toEqual(['pending', 'paid']);
    expect(await harness.settledHistoryOf(orderId)).toEqual(['pending', 'paid', 'delivered']);
  });

  test.each(EITHER)('paid with %s: the database refuses to send a line of a refunded order (F9)', async (how) => {
    const orderId = await paid(how);
    await refund(orderId);
    await expect(
      context.db.insert(deliveryLines).values({ orderId, line: 0, sentAt: new Date() }),
    ).rejects.toMatchObject({ cause: { constraint: 'delivery_lines_paid' } });
  });

  test('in any interleaving of two workers, an unpredictable game and a refund, no line follows the refund (F9)', async () => {
    const step = fc.constantFrom('delivers', 'delivers', 'delivers', 'loses the answer', 'is away', 'refuses');
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(...EITHER),
        fc.array(step, { minLength: 3, maxLength: 6 }),
        async (scheduler, how, steps) => {
          const orderId = await paid(how);
          const job = await harness.jobOf(orderId);
          const inGame = sandboxGameServer(context.db);
          const mind = [...steps];
          const game: GameServer = {
            deliver: async (deliveryLine, at) => {
              const step = mind.shift() ?? 'delivers';
              await scheduler.schedule(Promise.resolve(), `line ${deliveryLine.line} on its way`);
              if (step === 'refuses') return { kind: 'refused', reason: 'no' };
              if (step === 'is away') return { kind: 'unavailable', reason: 'away' };
              const outcome = await inGame.deliver(deliveryLine, at);
              await scheduler.schedule(Promise.resolve(), `answer to line ${deliveryLine.line}`);
              if (step === 'loses the answer') throw new Error('the connection broke');
              return outcome;
            },
          };
          const deliver = () => deliverOrder(context, game, job).catch(() => undefined);
          const refundLater = async () => {
            await scheduler.schedule(Promise.resolve(), 'refund');
            await refund(orderId);
          };
          await scheduler.waitFor(Promise.all([deliver(), deliver(), refundLater()]));
          const late = await context.db
            .select({ line: deliveryLines.line })
            .from(deliveryLines)
            .innerJoin(orderHistory, eq(orderHistory.orderId, deliveryLines.orderId))
            .where(
              and(
                eq(deliveryLines.orderId, orderId),
                eq(orderHistory.toStatus, 'refunded'),
                gt(deliveryLines.sentAt, orderHistory.at),
              ),
            );
          expect(late).toEqual([]);
          const known = (await linesOf(orderId)).map(([line]) => line);
          for (const { line } of await harness.deliveriesOf(orderId)) expect(known).toContain(line);
          expect(['paid', 'delivered', 'refunded']).toContain((await harness.orderOf(orderId)).status);
        },
      ),
      { numRuns: Number(process.env['CHAOS_RUNS'] ?? 1) * 25, endOnFailure: true },
    );
    for (let round = 0; round < 3; round += 1) await harness.settle();
    expect((await auditMoney(context.db)).wrong).toEqual([]);
  });
});
