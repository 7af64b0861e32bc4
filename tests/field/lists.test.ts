import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { wirePort } from '../../machines/kernel/port.ts';
import { listMachine } from '../../machines/lists/list.machine.ts';
import { selectListScreen } from '../../machines/lists/list.screens.ts';
import { orderExportMachine } from '../../machines/lists/order-export.machine.ts';
import { selectOrderExportScreen } from '../../machines/lists/order-export.screens.ts';
import { type ModelOrder, modelOrders, type RecordModel, recordApi } from '../support/api/record-api.ts';
import { createCoreHarness } from '../support/machines/core-harness.ts';
import { orderQuery } from '../support/machines/orders.ts';

const ORDERS = '/api/order/record';
const MOST_TURNS = 400;

const setUp = (model: RecordModel) => {
  const harness = createCoreHarness();
  harness.api.reply(ORDERS, recordApi(model));
  const { loadPage, loadNextPage } = harness.listPorts;
  return {
    loadPage: wirePort(loadPage),
    loadNextPage: wirePort(loadNextPage),
    requests: () => harness.api.to(ORDERS).length,
  };
};

/** Turns pages with Next until there is none, as a player does. */
const browse = async (model: RecordModel) => {
  const { loadPage, requests } = setUp(model);
  const silent = { reportMoved: () => {}, reportCorrected: () => {}, reportForbidden: () => {} };
  const list = createActor(listMachine.provide({ actors: { loadPage }, actions: silent }), {
    input: { query: orderQuery, page: 1, size: 10 },
  }).start();
  const rest = () =>
    waitFor(
      list,
      (snapshot) => snapshot.matches({ shown: 'settled' }) || snapshot.matches('empty') || snapshot.matches('failed'),
    );
  const seen = new Set<string>();
  let turns = 0;
  for (;;) {
    const screen = selectListScreen(await rest());
    if (screen.name === 'shown' && screen.content.kind === 'orders')
      for (const { paymentId } of screen.content.rows) seen.add(paymentId);
    if (screen.name === 'shown' || screen.name === 'unreadable') for (const id of screen.unread) if (id) seen.add(id);
    const hasNext = (screen.name === 'shown' || screen.name === 'unreadable') && screen.next === 'offered';
    turns += 1;
    if (!hasNext || turns > MOST_TURNS) {
      list.stop();
      return { seen, screen, turns, requests: requests() };
    }
    list.send({ type: 'page.turn', page: screen.page + 1 });
  }
};

const exportOrders = async (model: RecordModel) => {
  const { loadNextPage, requests } = setUp(model);
  const actor = createActor(orderExportMachine.provide({ actors: { loadNextPage } }), {
    input: { query: orderQuery },
  }).start();
  await waitFor(actor, (snapshot) => !snapshot.matches('loading'));
  const screen = selectOrderExportScreen(actor.getSnapshot());
  actor.stop();
  if (screen.name !== 'loaded') throw new Error(`the export ended with ${screen.name}`);
  const { records, unread, isPartial } = screen;
  return { ids: records.map(({ paymentId }) => paymentId), unread, isPartial, requests: requests() };
};

const idsOf = (orders: readonly ModelOrder[]) => orders.map(({ id }) => id);

describe('the end of a list', () => {
  test.each<{ what: string; model: RecordModel }>([
    { what: 'a first page of 9 instead of 10: 61 orders unreachable', model: { orders: modelOrders(70), caps: [9] } },
    // Not named by the reports:
    { what: 'no order', model: { orders: [] } },
    {
      what: 'a page without a readable order',
      model: { orders: modelOrders(35), unreadable: new Set(idsOf(modelOrders(20).slice(10))) },
    },
    {
      what: 'a first page without a readable order',
      model: { orders: modelOrders(12), unreadable: new Set(idsOf(modelOrders(10))) },
    },
    { what: 'one order that cannot be read', model: { orders: modelOrders(1), unreadable: new Set(['o-1']) } },
  ])('$what (ORDR-06)', async ({ model }) => {
    const { seen, screen } = await browse(model);
    expect([...seen].sort()).toEqual(idsOf(model.orders).toSorted());
    expect(screen.name === 'empty').toBe(model.orders.length === 0);
  });

  test('an API that ignores the page number ends after its only page (ORDR-06)', async () => {
    for (const count of [3, 10, 40]) {
      const { seen, turns } = await browse({ orders: modelOrders(count), ignoresPage: true });
      expect([seen.size, turns <= 2]).toEqual([Math.min(count, 10), true]);
    }
  });

  test('each order is reachable, whatever the sizes of the pages (ORDR-06)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 5 }),
        async (count, caps, gap) => {
          const orders = modelOrders(count, gap);
          expect((await browse({ orders, caps })).seen.size).toBe(count);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the export', () => {
  const many = modelOrders(70);
  const last = new Set(idsOf(many.slice(0, 30)));
  const together = many.map(({ id }) => ({ id, second: 1_759_000_000 }));
  const pairs = many.map(({ id }, at) => ({ id, second: 1_759_000_000 - Math.floor(at / 2) * 60 }));

  test.each<{ what: string; model: RecordModel }>([
    { what: '70 orders at an API that caps pages at 20', model: { orders: many, caps: [20] } },
    // Not named by the reports:
    { what: 'two orders in the same second at the end of a page', model: { orders: pairs, caps: [7] } },
    { what: 'more orders in one second than a page holds', model: { orders: together, caps: [20] } },
    { what: 'an end that is counted out', model: { orders: pairs, caps: [20], end: 'exclusive' } },
    { what: 'an API that ignores the end', model: { orders: many, caps: [20], end: 'ignored' } },
    { what: 'an API that returns the oldest orders first', model: { orders: many, caps: [20], sort: 'oldest' } },
    { what: 'no order', model: { orders: [] } },
    {
      what: 'an order that arrives after each page',
      model: {
        orders: many,
        caps: [20],
        arrived: (n) => modelOrders(n).map(({ id }, at) => ({ id: `new ${id}`, second: 1_759_100_000 + at })),
      },
    },
  ])('$what: every order once, and nothing is missing (ORDR-06)', async ({ model }) => {
    const { ids, isPartial } = await exportOrders(model);
    expect(isPartial).toBe(false);
    expect(ids.filter((id) => !id.startsWith('new')).toSorted()).toEqual(idsOf(model.orders).toSorted());
  });

  test('rows that leave the filter during an export: 30 missing, "saved" (ORDR-06)', async () => {
    const { ids, isPartial } = await exportOrders({
      orders: many,
      caps: [20],
      gone: (request) => (request > 0 ? last : new Set()),
    });
    expect(ids.slice(-40)).toEqual(idsOf(many.slice(30)));
    expect(isPartial).toBe(false);
  });

  test('entries that cannot be read are in the file, once (READ-01)', async () => {
    const unreadable = new Set(['o-3', 'o-20', 'o-21', 'o-70']);
    const { ids, unread, isPartial } = await exportOrders({ orders: many, caps: [20], unreadable });
    expect([ids.length, unread.toSorted(), isPartial]).toEqual([66, ['o-20', 'o-21', 'o-3', 'o-70'], false]);
    const none = await exportOrders({ orders: many, caps: [20], unreadable: new Set(idsOf(many)) });
    expect([none.ids.length, none.unread.length, none.isPartial]).toEqual([0, 70, false]);
  });

  test.each<{ what: string; model: RecordModel; isPartial: boolean }>([
    {
      what: 'repeats its page forever',
      model: { orders: many, ignoresPage: true, end: 'ignored', caps: [20] },
      isPartial: false,
    },
    {
      what: 'repeats its page within a time',
      model: { orders: together, ignoresPage: true, caps: [20] },
      isPartial: false,
    },
    {
      what: 'invents new orders forever',
      model: {
        orders: [],
        arrived: (n) => modelOrders(30).map(({ id }) => ({ id: `${n} ${id}`, second: 1_759_000_000 - n })),
      },
      isPartial: true,
    },
  ])('an API that $what ends the export (ORDR-06)', async ({ model, isPartial }) => {
    const result = await exportOrders(model);
    expect(result.isPartial).toBe(isPartial);
    expect(result.requests).toBeLessThanOrEqual(500);
  });

  test('each order that exists the whole time is in the file, or the file says that orders may be missing (ORDR-06)', async () => {
    const order = fc.record({ second: fc.integer({ min: 0, max: 40 }), leavesAt: fc.integer({ min: 0, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('inclusive' as const, 'exclusive' as const, 'ignored' as const),
        fc.constantFrom('newest' as const, 'oldest' as const),
        async (made, cap, end, sort) => {
          const orders = made.map(({ second }, at) => ({ id: `o-${at}`, second: 1_759_000_000 + second * 30 }));
          const gone = (request: number) =>
            new Set(made.flatMap(({ leavesAt }, at) => (leavesAt < 15 && request >= leavesAt ? [`o-${at}`] : [])));
          const { ids, isPartial } = await exportOrders({ orders, caps: [cap], end, sort, gone });
          const lasting = orders.filter((_, at) => (made[at]?.leavesAt ?? 0) >= 15).map(({ id }) => id);
          expect(isPartial || lasting.every((id) => ids.includes(id))).toBe(true);
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});
