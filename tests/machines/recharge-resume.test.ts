import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { OrderTicket } from '../../machines/order/order.types.ts';
import type { Intent, RechargeDraft } from '../../machines/recharge/recharge.types.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.types.ts';
import {
  choices,
  confirm,
  draft,
  ENTER,
  held,
  inTurn,
  intent,
  item,
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
  test('RCHG-16 each choice is saved, and a reload after any of them is at the same step', async () => {
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

  test('RCHG-16 RCHG-18 the walk needs no tap and leaves one entry in the history', async () => {
    const harness = startHarness({ draft: draft() });
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null, summary: choices() });
    expect(harness.reports.map((told) => told.type === 'step.entered' && told.replace)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('RCHG-16 RCHG-01 a cached list that holds the recipient is enough to walk on', async () => {
    const harness = startHarness({ draft: draft({ itemId: null, channelCode: null }) });
    harness.stored.cached = SERVERS;
    harness.answers.loadServers = held<typeof SERVERS>().promise;
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'ready' } });
  });

  test('RCHG-21 C28 a cached list that lacks the recipient says nothing yet; the fresh one decides', async () => {
    for (const [fresh, expected] of [
      [SERVERS, { name: 'confirm', notice: null }],
      [[server('s1', ['r2'])], { name: 'role', serverId: 's1', roleId: null, notice: { kind: 'role-gone' } }],
      [[server('s1', ['r1'], 1)], { name: 'server', serverId: 's1', notice: { kind: 'maintenance' } }],
      [[server('s2', ['r1'])], { name: 'server', serverId: null, notice: { kind: 'role-gone' } }],
    ] as const) {
      const harness = startHarness({ draft: draft() });
      harness.stored.cached = [server('s2', ['r1'])];
      const answer = held<typeof SERVERS>();
      harness.answers.loadServers = answer.promise;
      await harness.send(ENTER);
      expect(harness.screen()).toMatchObject({ name: 'server', notice: null });
      expect(harness.snapshot().value).toMatchObject({ wizard: { game: { server: 'loading' } } });
      await answer.answer([...fresh]);
      expect(harness.screen()).toMatchObject(expected);
    }
  });

  test('RCHG-21 C32 C33 the walk stops at the item or channel that no longer holds', async () => {
    const item9 = startHarness({ draft: draft({ itemId: 'i9' }) });
    await item9.send(ENTER);
    expect(item9.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' }, summary: { item: null } });
    const closed = startHarness({ draft: draft({ channelCode: 'c3' }) });
    await closed.send(ENTER);
    expect(closed.screen()).toMatchObject({ name: 'channel', notice: { kind: 'channel-closed' } });
  });

  test('RCHG-21 ERRS-06 an empty list says that the choice is gone, and is asked for again', async () => {
    const harness = startHarness({ draft: draft() });
    harness.answers.loadItems = async () => [];
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'empty' }, notice: { kind: 'item-gone' } });
    const closed = startHarness({ draft: draft() });
    closed.answers.loadChannels = async () => [];
    await closed.send(ENTER);
    expect(closed.screen()).toMatchObject({
      name: 'channel',
      channels: { state: 'empty' },
      notice: { kind: 'channel-closed' },
    });
  });

  test('RCHG-16 ERRS-06 a walk that was cut by a failing list goes on after the retry', async () => {
    const harness = startHarness({ draft: draft() });
    harness.answers.loadServers = inTurn<typeof SERVERS>(failure('offline', { status: 500 }), SERVERS);
    harness.answers.loadChannels = refuse('timedOut', { status: 500 });
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'server', servers: { state: 'failed' } });
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'failed' } });
    harness.answers.loadChannels = async () => [choices().channel];
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: choices() });
  });
});

describe('an intent without an order', () => {
  test('RCHG-16 RCHG-20 C2 it is resolved at once, also while the player is elsewhere, with the same key', async () => {
    const harness = startHarness({ intent: intent('k1') });
    await settle();
    expect(harness.order()).toEqual(['lookUpOrder', 'createOrder', 'saveMemory', 'saveDraft', 'clearIntent']);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }]);
    expect(harness.reports).toEqual([{ type: 'order.created', ticket: ticket('order-k1'), windowRef: null }]);
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k1' }, summary: choices() });
  });

  test('RCHG-20 C2 an order that was made before the reload is found, not made again', async () => {
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder: async () => ticket('o1', null) } });
    await harness.send(ENTER);
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: ticket('o1') });
  });

  test('RCHG-16 RCHG-20 C17 while nothing is reachable it stays uncertain at the confirmation and names the choices', async () => {
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder: refuse('offline', { status: 500 }) } });
    await harness.send(ENTER);
    await pass(60_000);
    expect(harness.inputs('lookUpOrder')).toHaveLength(3);
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.reports).toEqual([{ type: 'step.entered', target: 'game', step: 'confirm', replace: true }]);
    const summary = { ...choices(), serverName: 'Server s1', coinBalance: 4_200 };
    expect(harness.screen()).toEqual({ name: 'uncertain', lookingUp: false, summary });
  });

  test('RCHG-21 C32 a definite refusal walks the same choices to the confirmation once the player is there', async () => {
    const harness = startHarness({ intent: intent('k1') });
    harness.answers.createOrder = refuse('priceChanged', { code: 30_005 });
    harness.answers.loadItems = async () => [item('i1', 599)];
    await settle();
    expect(harness.inputs('clearIntent')).toEqual([{ key: 'k1' }]);
    expect(harness.inputs('loadServers')).toEqual([]);
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 },
      summary: { recipient: { roleId: 'r1' }, channel: { fieldKey: 'c1' } },
    });
    expect(harness.can(confirm('k2'))).toBe(true);
  });

  test('RCHG-21 C28 C31 C33 a refused intent asks again what the server named', async () => {
    const cases = [
      ['roleGone', { name: 'role', serverId: 's1', roleId: null, notice: { kind: 'role-gone' } }],
      ['itemGone', { name: 'item', notice: { kind: 'item-gone' } }],
      ['channelClosed', { name: 'channel', notice: { kind: 'channel-closed' } }],
      ['balanceInsufficient', { name: 'confirm', notice: { kind: 'not-created' } }],
    ] as const;
    for (const [reason, expected] of cases) {
      const harness = startHarness({
        intent: intent('k1'),
        memory: { serverId: 's1', roleId: 'r1', channelCode: 'c1' },
      });
      harness.answers.createOrder = refuse(reason, { code: 30_000 });
      await harness.send(ENTER);
      expect(harness.screen(), reason).toMatchObject(expected);
    }
  });

  test('RCHG-16 an order that was in front comes first, the intent of a newer one before it', async () => {
    const harness = startHarness({ order: ticket('o1'), draft: draft() });
    await harness.send(ENTER);
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: ticket('o1'), summary: choices() });
    expect(harness.inputs('loadItems')).toEqual([]);
    const both = startHarness({ order: ticket('o1'), intent: intent('k2') });
    await both.send(ENTER);
    expect(both.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k2' } });
  });
});

describe('killed at every point', () => {
  /** What a browser keeps over a kill, and what a server keeps: one order a key. */
  const startLife = () => {
    const kept = { intent: null as Intent | null, order: null as OrderTicket | null };
    const orders = new Map<string, OrderTicket>();
    const ports: NonNullable<Parameters<typeof startHarness>[0]>['ports'] = {
      saveIntent: async (asked) => {
        kept.intent = asked.intent as Intent;
      },
      clearIntent: async ({ key }) => {
        if (kept.intent?.key === key) kept.intent = null;
      },
      createOrder: async (asked) => {
        const made = orders.get(asked.intent.key) ?? ticket(`o${orders.size + 1}`, asked.intent.choices);
        orders.set(asked.intent.key, made);
        kept.order = made;
        return made;
      },
      lookUpOrder: async (asked) => orders.get(asked.intent.key) ?? null,
    };
    return { kept, orders, ports };
  };

  test('RCHG-10 RCHG-16 C2 a page killed before or after any call makes one order, and the next one has it', async () => {
    for (const calls of ['saveIntent', 'createOrder'] as const) {
      for (const point of ['before', 'after'] as const) {
        const life = startLife();
        const first = startHarness({ draft: draft(), ports: life.ports });
        const ask = first.answers[calls];
        const never = held<never>().promise;
        first.answers[calls] = async (asked: { readonly intent: OrderIntent }, signal: AbortSignal) => {
          if (point === 'after') await ask(asked, signal);
          return never();
        };
        await first.send(ENTER, confirm('k1'));
        first.stop();

        const wasStored = calls === 'createOrder' || point === 'after';
        expect(life.kept.intent?.key ?? null, `${point} ${calls}`).toBe(wasStored ? 'k1' : null);
        const second = startHarness({ draft: draft(), ports: life.ports, intent: life.kept.intent });
        await second.send(ENTER);
        if (!wasStored) await second.send(confirm('k2'));
        await settle();
        expect(second.screen(), `${point} ${calls}`).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
        expect([...life.orders.keys()]).toEqual([wasStored ? 'k1' : 'k2']);
        expect(life.kept.intent).toBeNull();
      }
    }
  });
});
