import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goods, ledgerEntries, ledgerTransactions } from '../../server/db/schema.ts';
import { type Posting, post } from '../../server/ledger/posting.ts';
import { forceStatus } from '../../server/sandbox/force-status.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn, refusedBy } from '../support/server/test-database.ts';

type Step =
  | { readonly kind: 'gift'; readonly basic: number; readonly present: number }
  | { readonly kind: 'buy'; readonly itemId: string; readonly end: 'pay' | 'pay-twice' | 'decline' | 'leave' }
  | { readonly kind: 'spend'; readonly goodsId: string; readonly times: number }
  | { readonly kind: 'refund'; readonly which: number }
  | { readonly kind: 'wait'; readonly seconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('gift' as const), basic: fc.nat(3_000), present: fc.nat(900) }),
  fc.record({
    kind: fc.constant('buy' as const),
    itemId: fc.constantFrom('p100', 'p500', 'p1000'),
    end: fc.constantFrom('pay' as const, 'pay-twice' as const, 'decline' as const, 'leave' as const),
  }),
  fc.record({
    kind: fc.constant('spend' as const),
    goodsId: fc.constantFrom('gems', 'pass'),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('refund' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 400) }),
);

describeOn('the ledger of E Points', () => {
  const harness = sharedMoneyHarness();

  const posted = async (posting: Partial<Posting>): Promise<unknown> => {
    const userId = await harness.addUser();
    const wanted: Posting = { userId, kind: 'gift', orderId: null, entries: {}, at: new Date(), ...posting };
    return refusedBy(harness.context.db.transaction((tx) => post(tx, wanted)));
  };

  test('the database rejects entries that do not add up or overdraw the balance (S17)', async () => {
    expect(await posted({ entries: { basic: 5, given: -5 } })).toBeNull();
    expect(await posted({ entries: { basic: 5, given: -4 } })).toBe('ledger_double_entry');
    expect(await posted({ entries: { basic: 5 } })).toBe('ledger_double_entry');
    expect(await posted({ entries: { given: -5, sold: 4 } })).toBe('ledger_double_entry');
    expect(await posted({ entries: { basic: -1, given: 1 } })).toBe('ledger_not_negative');
    expect(await posted({ entries: { basic: 5, present: -1, given: -4 } })).toBe('ledger_not_negative');
    expect(await posted({ kind: 'spend', entries: { basic: 5, given: -5 } })).toBe('ledger_order');
  });

  test('a transaction with a wrong balance, and entries added later, are rejected (S17)', async () => {
    const { db } = harness.context;
    const userId = await harness.addUser(10);
    const [row] = await harness.ledgerOf(userId);
    if (!row) throw new Error('no transaction');
    const { transactionId, ...rest } = row;
    const liar = db.transaction(async (tx) => {
      await tx.insert(ledgerTransactions).values({ ...rest, basicAfter: 21 });
    });
    expect(await refusedBy(liar)).toBe('ledger_running_balance');
    const later = db.insert(ledgerEntries).values({ transactionId, account: 'present', amount: 1 });
    expect(await refusedBy(later)).toBe('ledger_double_entry');
    expect(await harness.balance(userId)).toEqual({ basic: 10, present: 0 });
  });

  test('entries of one player have the order of their times, whatever the clocks say (S17)', async () => {
    const userId = await harness.addUser();
    const { db } = harness.context;
    const gift = (at: string): Posting => ({
      userId,
      kind: 'gift',
      orderId: null,
      entries: { present: 1, given: -1 },
      at: new Date(at),
    });
    const times: (Date | undefined)[] = [];
    for (const at of ['2026-03-01T12:00:00.500Z', '2026-03-01T12:00:00.200Z', '2026-03-01T12:00:01Z'])
      times.push((await db.transaction((tx) => post(tx, gift(at)))).at);
    expect(times).toEqual(
      ['2026-03-01T12:00:00.500Z', '2026-03-01T12:00:00.500Z', '2026-03-01T12:00:01Z'].map((at) => new Date(at)),
    );
  });

  test('an order has at most one transaction of each kind (S17)', async () => {
    const userId = await harness.addUser(2_000);
    const orderId = await harness.spent(userId);
    const again = { userId, kind: 'spend', orderId, entries: { basic: -499, used: 499 } } as const;
    expect(await posted(again)).toBe('ledger_once');
    expect(await harness.balance(userId)).toEqual({ basic: 1_501, present: 0 });
  });

  test('of a hundred parallel spends as many succeed as the balance allows (S19)', async () => {
    const userId = await harness.addUser(2_000, 300);
    const { db } = harness.context;
    const selections = Array.from({ length: 100 }, (_, at) => `thing-${at}`);
    const goodsOf = (goodsId: string) => ({
      goodsId,
      gameId: 'game-1',
      name: goodsId,
      names: {},
      priceMinor: 99,
      position: 9,
    });
    await db.insert(goods).values(selections.map(goodsOf));
    const orderIds = await Promise.all(
      selections.map((goodsId) => harness.order(harness.pointsRequest(userId, goodsId))),
    );
    const responses = await Promise.all(orderIds.map((orderId) => harness.pay(userId, orderId)));
    expect(responses.filter(({ kind }) => kind === 'paid')).toHaveLength(23);
    expect(responses.filter(({ kind }) => kind === 'refused')).toHaveLength(77);
    expect(await harness.balance(userId)).toEqual({ basic: 23, present: 0 });
    const spends = (await harness.ledgerOf(userId)).filter(({ kind }) => kind === 'spend');
    expect(spends.map(({ present }) => present)).toEqual([-99, -99, -99, -3, ...Array.from({ length: 19 }, () => 0)]);
    expect((await auditMoney(db)).wrong).toEqual([]);
  });

  test('in any sequence of actions every account adds up and each order got what it was paid for (S17, S32)', {
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        const userId = await harness.addUser();
        const orders: string[] = [];
        const perform = async (one: Step): Promise<void> => {
          switch (one.kind) {
            case 'gift':
              return harness.grant(userId, one.basic, one.present);
            case 'buy': {
              const orderId = await harness.order(harness.packageRequest(userId, one.itemId));
              orders.push(orderId);
              if (one.end !== 'leave') await harness.act(orderId, one.end);
              return harness.settle();
            }
            case 'spend': {
              const orderId = await harness.order(harness.pointsRequest(userId, one.goodsId));
              orders.push(orderId);
              await Promise.all(Array.from({ length: one.times }, () => harness.pay(userId, orderId)));
              return;
            }
            case 'refund': {
              const orderId = orders[one.which % Math.max(orders.length, 1)];
              if (orderId) await forceStatus(harness.ports.services, orderId, 'refunded');
              return;
            }
            case 'wait':
              await harness.runJobsAfter(one.seconds * 1_000);
          }
        };
        for (const one of steps) {
          await perform(one);
          expect((await auditMoney(harness.context.db)).wrong).toEqual([]);
        }
        const { basic, present } = await harness.balance(userId);
        const total = (await harness.ledgerOf(userId)).reduce((sum, row) => sum + row.basic + row.present, 0);
        expect(basic + present).toBe(total);
      }),
      { numRuns: Number(process.env['LEDGER_RUNS'] ?? 12) },
    );
  });
});
