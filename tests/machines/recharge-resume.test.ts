import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import type { Intent, RechargeDraft } from '../../machines/recharge/recharge.types.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.types.ts';
import {
  choices,
  confirm,
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
  refuse,
  SERVERS,
  server,
  settle,
  startHarness,
  ticket,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('a draft', () => {
  test('each choice is saved, and a reload after any of them restores the same step (RCHG-16)', async () => {
    const moves = [PICK_SERVER, PICK_ROLE, PICK_ITEM, PICK_CHANNEL];
    const seen: [RechargeDraft | null, string, string][] = [];
    for (let made = 1; made <= moves.length; made += 1) {
      const harness = startHarness();
      await harness.send(ENTER, ...moves.slice(0, made));
      const before = harness.screen();
      harness.stop();
      const reloaded = startHarness({ draft: harness.stored.draft });
      await reloaded.send(ENTER);
      expect(reloaded.screen()).toEqual(before);
      seen.push([harness.stored.draft, before.name, reloaded.screen().name]);
    }
    const none = { roleId: null, itemId: null, channelCode: null };
    expect(seen).toEqual([
      [draft(none), 'role', 'role'],
      [draft({ itemId: null, channelCode: null }), 'item', 'item'],
      [draft({ channelCode: null }), 'channel', 'channel'],
      [draft(), 'confirm', 'confirm'],
    ]);
  });

  test('a cached list without the recipient rejects nothing; the fresh one decides (RCHG-21, C28)', async () => {
    for (const [fresh, expected] of [
      [SERVERS, { name: 'confirm', notice: null }],
      [[server('s1', ['r2'])], { name: 'role', serverId: 's1', roleId: null, notice: { kind: 'role-gone' } }],
      [[server('s1', ['r1'], 1)], { name: 'server', serverId: 's1', notice: { kind: 'maintenance' } }],
      [[server('s2', ['r1'])], { name: 'server', serverId: null, notice: { kind: 'role-gone' } }],
    ] as const) {
      const harness = startHarness({ draft: draft() });
      harness.stored.cached = [server('s2', ['r1'])];
      const response = deferred<typeof SERVERS>();
      harness.responses.loadServers = response.promise;
      await harness.send(ENTER);
      expect(harness.screen()).toMatchObject({ name: 'server', notice: null });
      expect(harness.snapshot().value).toMatchObject({ wizard: { game: { server: 'loading' } } });
      await response.resolve([...fresh]);
      expect(harness.screen()).toMatchObject(expected);
    }
  });

  test('an empty list shows that the choice is gone, and has a retry (RCHG-21, ERRS-06)', async () => {
    const harness = startHarness({ draft: draft() });
    harness.responses.loadItems = async () => [];
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'empty' }, notice: { kind: 'item-gone' } });
    const closed = startHarness({ draft: draft() });
    closed.responses.loadChannels = async () => [];
    await closed.send(ENTER);
    expect(closed.screen()).toMatchObject({
      name: 'channel',
      channels: { state: 'empty' },
      notice: { kind: 'channel-closed' },
    });
  });

  test('a draft that a failed list interrupted continues after the retry (RCHG-16, ERRS-06)', async () => {
    const harness = startHarness({ draft: draft() });
    harness.responses.loadServers = inTurn<typeof SERVERS>(failure('offline', { status: 500 }), SERVERS);
    harness.responses.loadChannels = refuse('timedOut', { status: 500 });
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'server', servers: { state: 'failed' } });
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'failed' } });
    harness.responses.loadChannels = async () => [choices().channel];
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: choices() });
  });
});

describe('an intent without an order', () => {
  test('the order is looked up immediately with the same key, even while the player is on another page (RCHG-16, RCHG-20, C2)', async () => {
    const harness = startHarness({ intent: intent('k1') });
    await settle();
    expect(harness.order()).toEqual(['lookUpOrder', 'createOrder', 'saveMemory', 'saveDraft', 'deleteIntent']);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }]);
    expect(harness.reports).toEqual([{ type: 'order.created', ticket: ticket('order-k1'), windowRef: null }]);
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k1' }, summary: choices() });
  });

  test('an order that was created before the reload is found, not created again (RCHG-20, C2)', async () => {
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder: async () => ticket('o1', null) } });
    await harness.send(ENTER);
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: ticket('o1') });
  });

  test('an API that does not know the order at the lookup leaves the outcome uncertain (RCHG-16, RCHG-20)', async () => {
    const lookUpOrder = refuse('orderNumberWrong', { code: 30_020 });
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder } });
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', summary: choices() });
    expect(harness.inputs('deleteIntent')).toEqual([]);
  });

  test('without a connection the outcome stays uncertain at the confirmation, with the choices (RCHG-16, RCHG-20, C17)', async () => {
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder: refuse('offline', { status: 500 }) } });
    await harness.send(ENTER);
    await pass(3_000 + 9_000);
    expect(harness.inputs('lookUpOrder')).toHaveLength(3);
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.reports).toEqual([{ type: 'step.entered', target: 'game', step: 'confirm', replace: true }]);
    const summary = { ...choices(), serverName: 'Server s1', coinBalance: 4_200 };
    expect(harness.screen()).toEqual({
      name: 'uncertain',
      lookingUp: false,
      failure: failure('offline', { status: 500 }),
      summary,
    });
  });

  test('a refused intent repeats the step that the server named (RCHG-21, C28, C31, C33)', async () => {
    const cases = [
      ['roleGone', { name: 'role', serverId: 's1', roleId: null, notice: { kind: 'role-gone' } }],
      ['itemGone', { name: 'item', notice: { kind: 'item-gone' } }],
      ['channelClosed', { name: 'channel', notice: { kind: 'channel-closed' } }],
      ['balanceInsufficient', { name: 'confirm', notice: { kind: 'not-created' } }],
    ] as const;
    for (const [reason, expected] of cases) {
      const harness = startHarness({
        intent: intent('k1'),
        memory: { serverId: 's1', roleId: 'r1', channelCode: 'c1', itemId: null },
      });
      harness.responses.createOrder = refuse(reason, { code: 30_000 });
      await harness.send(ENTER);
      expect(harness.screen(), reason).toMatchObject(expected);
    }
  });

  test('after a refusal the lists are loaded before a step shows them (RCHG-16, RCHG-21)', async () => {
    const created = deferred<OrderTicket>();
    const harness = startHarness({ intent: intent('k1'), ports: { createOrder: created.promise } });
    await harness.send(ENTER);
    await created.reject(failure('channelClosed', { code: 30_004 }));
    await harness.send({ type: 'step.back' });
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: ITEMS } });
  });
});

describe('a page that closes at every point', () => {
  /** What a browser stores across page loads, and a server with one order per key. */
  const startBrowser = () => {
    const stored = { intent: null as Intent | null, order: null as OrderTicket | null };
    const orders = new Map<string, OrderTicket>();
    const ports: NonNullable<Parameters<typeof startHarness>[0]>['ports'] = {
      saveIntent: async ({ intent: confirmed }) => {
        stored.intent = confirmed as Intent;
      },
      deleteIntent: async ({ key }) => {
        if (stored.intent?.key === key) stored.intent = null;
      },
      createOrder: async ({ intent: { key, choices: ordered } }) => {
        const created = orders.get(key) ?? ticket(`o${orders.size + 1}`, ordered);
        orders.set(key, created);
        stored.order = created;
        return created;
      },
      lookUpOrder: async ({ intent: { key } }) => orders.get(key) ?? null,
    };
    return { stored, orders, ports };
  };

  test('a page that closes before or after any call creates one order, and the next page finds it (RCHG-10, RCHG-16, C2)', async () => {
    for (const calls of ['saveIntent', 'createOrder'] as const) {
      for (const point of ['before', 'after'] as const) {
        const browser = startBrowser();
        const first = startHarness({ draft: draft(), ports: browser.ports });
        const respond = first.responses[calls];
        const never = deferred<never>().promise;
        first.responses[calls] = async (input: { readonly intent: OrderIntent }, signal: AbortSignal) => {
          if (point === 'after') await respond(input, signal);
          return never();
        };
        await first.send(ENTER, confirm('k1'));
        first.stop();

        const wasStored = calls === 'createOrder' || point === 'after';
        expect(browser.stored.intent?.key ?? null, `${point} ${calls}`).toBe(wasStored ? 'k1' : null);
        const second = startHarness({ draft: draft(), ports: browser.ports, intent: browser.stored.intent });
        await second.send(ENTER);
        if (!wasStored) await second.send(confirm('k2'));
        await settle();
        expect(second.screen(), `${point} ${calls}`).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
        expect([...browser.orders.keys()]).toEqual([wasStored ? 'k1' : 'k2']);
        expect(browser.stored.intent).toBeNull();
      }
    }
  });
});
