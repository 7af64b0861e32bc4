import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { faultRequest } from '../../server/sandbox/fault.types.ts';
import { createLabDevice, REAL_DEVICE } from '../../src/qa/portal/lab/lab.device.ts';
import { createLabSandbox } from '../../src/qa/portal/lab/lab.sandbox.ts';
import { type LabTrigger, SCENARIOS, scenarioLink, scenarioNamed } from '../../src/qa/portal/lab/lab.scenarios.ts';
import { createLab, hasTriggered } from '../../src/qa/portal/lab/lab.ts';

const CLIENT = 'browser-1';

const sandboxOver = (answer: () => Promise<Response>) => {
  const fetched = vi.fn(async (_: string, __?: RequestInit) => answer());
  return { fetched, sandbox: createLabSandbox({ fetch: fetched as unknown as typeof fetch, clientId: () => CLIENT }) };
};

const page = (onLine = true) => {
  const eventTypes: string[] = [];
  class OwnDate extends Date {}
  OwnDate.now = () => 1_000;
  const host = {
    open: vi.fn(() => null),
    fetch: vi.fn(async () => new Response('{}')),
    dispatchEvent: (event: Event) => eventTypes.push(event.type) > 0,
    navigator: Object.create({ onLine }) as Navigator,
    Date: OwnDate as unknown as DateConstructor,
  };
  return { host, eventTypes };
};

type Given = {
  readonly answer?: () => Promise<Response>;
  readonly hasTriggered?: (trigger: LabTrigger) => boolean;
};

/** A lab over a page and a sandbox that gives this answer. `passed`: the jumps of the clock of the page, in ms. */
const createTestLab = ({
  answer = async () => Response.json({ code: 0, result: {} }),
  hasTriggered = () => true,
}: Given = {}) => {
  const { fetched, sandbox } = sandboxOver(answer);
  const passed: number[] = [];
  const clock = { passedMs: () => 0, pass: (ms: number) => void passed.push(ms), reset: () => undefined };
  const device = createLabDevice(page().host);
  const lab = createLab({ sandbox, device, clock, orders: () => [], userId: () => null, hasTriggered });
  return { fetched, passed, lab };
};

describe('scenarios (INSP-06)', () => {
  test.each(Object.entries(SCENARIOS))('%s: the sandbox accepts each of its faults', (_, { faults }) => {
    for (const rule of faults)
      expect(v.safeParse(faultRequest, { clientId: CLIENT, ...rule }).issues ?? []).toEqual([]);
  });

  test('an unknown name, even the name of an inherited property, is not a scenario', () => {
    expect([null, '', 'constructor', '__proto__', 'nope'].map(scenarioNamed)).toEqual([null, null, null, null, null]);
  });

  test('a scenario affects this browser only, device and responses together', async () => {
    const { fetched, lab } = createTestLab();
    expect(await lab.play('pop-up-blocked')).toBeNull();
    expect(lab.device.now().popUpsBlocked).toBe(true);
    expect(fetched).not.toHaveBeenCalled();
    expect(await lab.play('order-uncertain')).toBeNull();
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({
      clientId: CLIENT,
      path: '/api/order/webCreate',
      fault: { kind: 'stall', at: 'headers' },
      times: 1,
    });
    await expect(lab.play('nope')).rejects.toThrow('Unknown scenario "nope".');
    expect(scenarioLink('offline', 'https://p.example/main/recharge?step=item')).toBe(
      'https://p.example/main/recharge?step=item&scenario=offline',
    );
  });

  test('a server without a sandbox and a missing server are reported, and nothing throws', async () => {
    const of = (answer: () => Promise<Response>) => createTestLab({ answer }).lab;
    expect(await of(async () => new Response('not found', { status: 404 })).play('maintenance')).toBe(
      '404 is this server a sandbox?',
    );
    expect(await of(async () => Promise.reject(new TypeError('x'))).play('maintenance')).toBe('no response');
  });
});

test('offline, calls fail, the page gets one event, and the calls of the lab succeed (INSP-06)', async () => {
  const { host, eventTypes } = page();
  const device = createLabDevice(host);
  device.change({ offline: true });
  device.change({ offline: true });
  expect(host.navigator.onLine).toBe(false);
  await expect(host.fetch()).rejects.toThrow(TypeError);
  expect((await device.fetch('/sandbox/faults')).status).toBe(200);
  device.change({ offline: false });
  expect(eventTypes).toEqual(['offline', 'online']);
  expect(host.navigator.onLine).toBe(true);
  expect((await host.fetch()).status).toBe(200);
});

test('a browser without a network stays offline, whatever the lab simulates', () => {
  const { host } = page(false);
  createLabDevice(host);
  expect(host.navigator.onLine).toBe(false);
});

describe('a scenario that waits for a trigger (INSP-06)', () => {
  test('it starts once, when the trigger is reached', async () => {
    const reached = new Set<string>();
    const { fetched, lab } = createTestLab({ hasTriggered: (trigger) => reached.has(trigger) });
    const playing = lab.play('price-changed');
    for (const trigger of ['order', 'paid']) {
      reached.add(trigger);
      lab.checkTriggers();
    }
    await Promise.resolve();
    expect(fetched).not.toHaveBeenCalled();
    reached.add('confirm');
    lab.checkTriggers();
    lab.checkTriggers();
    expect(await playing).toBeNull();
    expect(fetched).toHaveBeenCalledTimes(SCENARIOS['price-changed'].faults.length);
  });

  test('it is named while it waits, and forgotten when everything goes back to normal', async () => {
    const { fetched, lab } = createTestLab({ hasTriggered: () => false });
    lab.device.change({ offline: true });
    void lab.play('session-expired');
    expect(lab.waiting()).toEqual(['order']);
    expect(await lab.toNormal()).toBeNull();
    expect(lab.waiting()).toEqual([]);
    expect(lab.device.now()).toEqual(REAL_DEVICE);
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/sandbox/faults/clear']);
  });

  test('it starts immediately if the trigger is already reached', async () => {
    const { fetched, lab } = createTestLab();
    expect(await lab.play('session-expired')).toBeNull();
    expect(fetched).toHaveBeenCalledOnce();
  });

  type Order = { readonly orderId: string; readonly status: string };
  const portalWith = (recharge: unknown, orders: readonly Order[] = []): AnyActorRef => {
    const actor = (snapshot: object) => ({ getSnapshot: () => snapshot });
    const payments = orders.map(({ orderId, status }) => [
      `payment.${orderId}`,
      actor({ context: { record: { status } } }),
    ]);
    const tracked = orders.map(({ orderId }) => ({ ticket: { orderId } }));
    const children = { recharge: actor({ value: recharge }), ...Object.fromEntries(payments) };
    return actor({ children: { signedIn: actor({ context: { tracked }, children }) } }) as unknown as AnyActorRef;
  };

  test.each<[AnyActorRef | null, readonly LabTrigger[]]>([
    [null, []],
    [portalWith({ page: 'active', wizard: { game: { items: 'choosing' } } }), []],
    [portalWith({ page: 'active', wizard: { game: { confirming: 'ready' } } }), ['confirm']],
    [portalWith({ page: 'active', wizard: 'paying' }, [{ orderId: 'a', status: 'pending' }]), ['order']],
    [
      portalWith('signedOut', [
        { orderId: 'a', status: 'pending' },
        { orderId: 'b', status: 'paid' },
      ]),
      ['order', 'paid'],
    ],
  ])('the state of the portal decides which triggers are reached (%#)', (root, expected) => {
    const triggers: readonly LabTrigger[] = ['confirm', 'order', 'paid'];
    expect(triggers.filter((trigger) => hasTriggered(root, trigger))).toEqual(expected);
  });
});

describe('time (INSP-06)', () => {
  test('it passes on the server first, then by the same amount in the page', async () => {
    const answer = async () => Response.json({ code: 0, result: { seconds: 217 } });
    const { fetched, passed, lab } = createTestLab({ answer });
    expect(await lab.letPass({ orderId: 'o1', secondsLeft: 10 })).toBeNull();
    expect(fetched.mock.calls[0]?.[0]).toBe('/sandbox/clock');
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({
      clientId: CLIENT,
      orderId: 'o1',
      secondsLeft: 10,
    });
    expect(passed).toEqual([217_000]);
  });

  test.each([
    [404, 'no such order', 'This order was placed in another browser; only that one can change its time.'],
    [409, 'its deadline is in 4 s', '409 its deadline is in 4 s'],
  ])('if the server refuses with %s, no time passes in the page, and the lab says why', async (status, msg, said) => {
    const { passed, lab } = createTestLab({ answer: async () => Response.json({ code: 1, msg }, { status }) });
    expect(await lab.letPass({ orderId: 'o1', secondsLeft: 10 })).toBe(said);
    expect(passed).toEqual([]);
  });
});
