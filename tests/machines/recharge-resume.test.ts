import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import {
  BACK,
  choices,
  deferred,
  draft,
  ENTER,
  ITEMS,
  inTurn,
  intent,
  PICK_CHANNEL,
  PICK_ITEM,
  PICK_ROLE,
  PICK_SERVER,
  RETRY,
  refuse,
  SERVERS,
  server,
  settle,
  startHarness,
  ticket,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());

describe('a draft', () => {
  test.each([
    [[PICK_SERVER], 'role s1/-: - - -', { roleId: null, itemId: null, channelCode: null }],
    [[PICK_SERVER, PICK_ROLE], 'item: s1.r1 - -', { itemId: null, channelCode: null }],
    [[PICK_SERVER, PICK_ROLE, PICK_ITEM], 'channel: s1.r1 i1 -', { channelCode: null }],
    [[PICK_SERVER, PICK_ROLE, PICK_ITEM, PICK_CHANNEL], 'confirm: s1.r1 i1 c1', {}],
  ] as const)('of %j is saved, and a reload restores the same step: %s (RCHG-16)', async (moves, seen, open) => {
    const harness = await startHarness().after(ENTER, ...moves);
    expect([harness.stored.draft, harness.seen()]).toEqual([draft(open), seen]);
    const reloaded = startHarness({ draft: harness.stored.draft });
    await reloaded.send(ENTER);
    expect(reloaded.screen()).toEqual(harness.screen());
  });

  test.each([
    { fresh: SERVERS, seen: 'confirm: s1.r1 i1 c1' },
    { fresh: [server('s1', ['r2'])], seen: 'role s1/-: - - -, role-gone' },
    { fresh: [server('s1', ['r1'], 1)], seen: 'server s1/r1: s1.r1 - -, maintenance' },
    { fresh: [server('s2', ['r1'])], seen: 'server -/-: - - -, role-gone' },
  ])('is not refused by a cache without its recipient; the fresh list decides: $seen (RCHG-21, C28)', async (row) => {
    const harness = startHarness({ draft: draft() });
    harness.stored.cached = [server('s2', ['r1'])];
    const response = deferred<typeof SERVERS>();
    harness.responses.loadServers = response.promise;
    expect(await harness.screenAfter(ENTER)).toMatchObject({ name: 'server', notice: null });
    await response.resolve([...row.fresh]);
    expect(harness.seen()).toBe(row.seen);
  });

  test('of an empty list is gone, and the list has a retry (RCHG-21, ERRS-06)', async () => {
    const harness = await startHarness({ draft: draft(), ports: { loadItems: async () => [] } }).after(ENTER);
    expect([harness.seen(), harness.can(RETRY)]).toEqual(['item: s1.r1 - -, item-gone', true]);
    const closed = startHarness({ draft: draft(), ports: { loadChannels: async () => [] } });
    await closed.send(ENTER);
    expect([closed.seen(), closed.can(RETRY)]).toEqual(['channel: s1.r1 i1 -, channel-closed', true]);
  });

  test('that a failed list interrupted continues after the retry (RCHG-16, ERRS-06)', async () => {
    const lost = failure('offline', { status: 500 });
    const loadServers = inTurn<typeof SERVERS>(lost, SERVERS);
    const loadChannels = inTurn<readonly ReturnType<typeof choices>['channel'][]>(lost, [choices().channel]);
    const harness = startHarness({ draft: draft(), ports: { loadServers, loadChannels } });
    expect(await harness.screenAfter(ENTER)).toMatchObject({ name: 'server', servers: { state: 'failed' } });
    expect(await harness.screenAfter(RETRY)).toMatchObject({ name: 'channel', channels: { state: 'failed' } });
    expect(await harness.send(RETRY)).toBe('confirm: s1.r1 i1 c1');
  });
});

describe('an intent without an order', () => {
  test('the order is looked up immediately with the same key, even while the player is on another page (RCHG-16, RCHG-20, C2)', async () => {
    const harness = startHarness({ intent: intent('k1') });
    await settle();
    expect(harness.order()).toEqual(['lookUpOrder', 'createOrder', 'saveMemory', 'saveDraft', 'deleteIntent']);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }]);
    expect(harness.reports).toEqual([{ type: 'order.created', ticket: ticket('order-k1'), windowRef: null }]);
  });

  test('an order that was created before the reload is found, not created again (RCHG-20, C2)', async () => {
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder: async () => ticket('o1', null) } });
    await harness.send(ENTER);
    expect([harness.seen(), harness.inputs('createOrder')]).toEqual(['payment o1: s1.r1 i1 c1', []]);
  });

  test('an API that does not know the order at the lookup leaves the outcome uncertain (RCHG-16, RCHG-20)', async () => {
    const lookUpOrder = refuse('orderNumberWrong', { code: 30_020 });
    const harness = await startHarness({ intent: intent('k1'), ports: { lookUpOrder } }).after(ENTER);
    expect([harness.seen(), harness.inputs('deleteIntent')]).toEqual(['uncertain busy: s1.r1 i1 c1', []]);
  });

  test('without a connection the outcome stays uncertain at the confirmation, with the choices (RCHG-16, RCHG-20, C17)', async () => {
    const offline = failure('offline', { status: 500 });
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder: async () => Promise.reject(offline) } });
    await harness.send(ENTER);
    await vi.advanceTimersByTimeAsync(3_000 + 9_000);
    expect([harness.inputs('lookUpOrder').length, harness.inputs('createOrder')]).toEqual([3, []]);
    expect(harness.reports).toEqual([{ type: 'step.entered', target: 'game', step: 'confirm', replace: true }]);
    const summary = { ...choices(), serverName: 'Server s1', coinBalance: 4_200 };
    expect(harness.screen()).toEqual({ name: 'uncertain', lookingUp: false, failure: offline, summary });
  });

  test.each([
    ['roleGone', 'role s1/-: - i1 c1, role-gone'],
    ['itemGone', 'item: s1.r1 - c1, item-gone'],
    ['channelClosed', 'channel: s1.r1 i1 -, channel-closed'],
    ['balanceInsufficient', 'confirm: s1.r1 i1 c1, not-created balanceInsufficient'],
  ] as const)('a refusal with %s repeats its step: %s (RCHG-21, C28, C31, C33)', async (reason, seen) => {
    const memory = { serverId: 's1', roleId: 'r1', channelCode: 'c1', itemId: null };
    const createOrder = refuse(reason, { code: 30_000 });
    const harness = startHarness({ intent: intent('k1'), memory, ports: { createOrder } });
    expect(await harness.send(ENTER)).toBe(seen);
  });

  test('after a refusal the lists are loaded before a step shows them (RCHG-16, RCHG-21)', async () => {
    const created = deferred<OrderTicket>();
    const harness = await startHarness({ intent: intent('k1'), ports: { createOrder: created.promise } }).after(ENTER);
    await created.reject(failure('channelClosed', { code: 30_004 }));
    expect(await harness.screenAfter(BACK)).toMatchObject({ name: 'item', items: { state: 'ready', rows: ITEMS } });
  });
});
