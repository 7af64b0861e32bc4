import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CashierAction } from '../../server/sandbox/sandbox.types.ts';
import { signed } from '../../server/sandbox/sandbox-signature.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';

const harness = sharedMoneyHarness();

const NOTICES = 1_000;
const ORDERS = 40;
const RUNS = Number(process.env['CHAOS_RUNS'] ?? 2);

const action = fc.constantFrom<CashierAction>('pay', 'decline', 'close', 'pay-late', 'pay-twice', 'never');
const plan = fc.record({
  actions: fc.array(action, { maxLength: 4 }),
  /** The order has expired before anything happens at the cashier. */
  isLate: fc.boolean(),
});
const posting = fc.record({
  /** The index of a sent notification; one may be replayed often. */
  pick: fc.nat(),
  forged: fc.constantFrom('no', 'no', 'no', 'body', 'secret', 'stale'),
  worksAfter: fc.boolean(),
  waitMs: fc.constantFrom(0, 0, 0, 1_000, 40_000, 400_000),
});

type Sent = Uint8Array<ArrayBuffer>;

const buyAll = async (plans: readonly { actions: CashierAction[]; isLate: boolean }[]): Promise<string[]> => {
  const bought: string[] = [];
  const act = async (isLate: boolean): Promise<void> => {
    for (const [at, { actions, isLate: late }] of plans.entries())
      for (const one of late === isLate ? actions : []) await harness.act(bought[at] ?? '', one);
  };
  for (const _ of plans) bought.push(await harness.bought());
  await act(false);
  harness.advance(300_000);
  await act(true);
  return bought;
};

/** Notifications that the provider would have sent, recorded instead. */
const collect = async (): Promise<Sent[]> => {
  const sent: Sent[] = [];
  await harness.runJobs({
    post: async (body) => {
      sent.push(body.slice());
      return 200;
    },
  });
  return sent;
};

const post = async (body: Sent, forged: string): Promise<number> => {
  const { config, clock } = harness.context;
  const now = clock.now().getTime() - (forged === 'stale' ? 301_000 : 0);
  const headers = signed(forged === 'secret' ? 'guessed, not known' : config.webhookSecret, body, now);
  const sent =
    forged === 'body' ? new TextEncoder().encode(new TextDecoder().decode(body).replace('499', '498')) : body;
  return (await harness.app.request('/webhooks/sandbox', { method: 'POST', body: sent.slice(), headers })).status;
};

test('1,000 shuffled, repeated, late and forged notifications: one delivery per paid order, every cent explained (S6, S7, S9, S11, S20)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: ORDERS, maxLength: ORDERS }),
      fc.array(posting, { minLength: NOTICES, maxLength: NOTICES }),
      async (plans, postings) => {
        const orderIds = await buyAll(plans);
        const sent = await collect();
        for (const { pick, forged, worksAfter, waitMs } of sent.length ? postings : []) {
          const body = sent[pick % sent.length] ?? new Uint8Array();
          const isForged = forged === 'body' || forged === 'secret' || forged === 'stale';
          expect(await post(body, forged)).toBe(isForged ? 401 : 200);
          harness.advance(waitMs);
          if (worksAfter && pick % 8 === 0) await harness.runJobs();
        }
        for (const body of sent) expect(await post(body, 'no')).toBe(200);
        for (let round = 0; round < 3; round += 1) {
          await harness.settle();
          harness.advance(400_000);
        }
        for (const [at, orderId] of orderIds.entries()) {
          const books = await harness.booksOf(orderId);
          const { status } = await harness.orderOf(orderId);
          const arrived = await harness.deliveriesOf(orderId);
          expect([at, status === 'delivered', arrived.length]).toEqual([
            at,
            Boolean(books?.captures),
            books?.captures ? 3 : 0,
          ]);
        }
        const audit = await auditMoney(harness.context.db);
        expect(audit.wrong).toEqual([]);
        expect(audit.captured).toBe(audit.delivered + audit.refunded + audit.inProgress);
        expect(audit.inProgress).toBe(0);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 600_000);
