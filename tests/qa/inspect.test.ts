import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import { describe, expect, test, vi } from 'vitest';
import { assign, createActor, createMachine } from 'xstate';
import { createInspection } from '../../src/qa/core/inspect/inspection.ts';
import {
  createInspectorConnector,
  openInspectorWindow,
  readTarget,
  storedTarget,
} from '../../src/qa/core/inspect/inspector-connection.ts';
import { plainValue } from '../../src/qa/core/redact/plain-copy.ts';
import { createRedactor } from '../../src/qa/core/redact/redactor.ts';
import { messagesOfRun } from '../../src/qa/core/replay/flow-messages.ts';
import '../../src/qa/portal/portal-system.ts';
import { createFakeStore } from '../support/browser/fake-browser.ts';
import { recordOrder } from '../support/browser/recorded-tab.ts';

const PORTAL = 'https://portal.example';
const INSPECTOR = 'https://inspector.example';

type MessageEventLike = { readonly data: unknown; readonly origin: string; readonly source: unknown };

/** Two windows that post to each other the way browsers do: a message arrives only where its target origin is. */
const createWindows = () => {
  const make = (origin: string) => {
    const listeners = new Set<(event: MessageEventLike) => void>();
    const own = {
      origin,
      location: { href: `${origin}/`, origin },
      posted: [] as { readonly data: unknown; readonly to: string }[],
      addEventListener: (_: string, listen: (event: MessageEventLike) => void) => listeners.add(listen),
      removeEventListener: (_: string, listen: (event: MessageEventLike) => void) => listeners.delete(listen),
      receive: (event: MessageEventLike) => {
        for (const listen of listeners) listen(event);
      },
      removeListeners: () => listeners.clear(),
    };
    return own;
  };
  const portal = make(PORTAL);
  const inspector = make(INSPECTOR);
  let blocked = false;
  /** The portal's handle of the inspector's window. */
  const handle = {
    closed: false,
    postMessage: (data: unknown, to: string) => {
      inspector.posted.push({ data, to });
      if (to === '*' || to === INSPECTOR) inspector.receive({ data, origin: PORTAL, source: portal });
    },
  };
  const mail: MessageEventLike[] = [];
  const opener = {
    postMessage: (data: unknown, to: string) => {
      if (to === '*' || to === PORTAL) mail.push({ data, origin: INSPECTOR, source: handle });
    },
  };
  const seen: StatelyInspectionEvent[] = [];
  /** The inspector's page (re)loads: the package's own receiver says hello. */
  const load = () => {
    inspector.removeListeners();
    seen.length = 0;
    const page = { ...inspector, opener };
    createBrowserReceiver({ window: Object.assign(page, { self: page, top: page }) as unknown as Window }).subscribe(
      (message) => seen.push(message),
    );
    for (const event of mail.splice(0)) portal.receive(event);
  };
  const browser = {
    ...portal,
    open: () => (blocked ? null : handle),
  } as unknown as Window;
  return {
    browser,
    portal,
    inspector,
    handle,
    seen,
    load,
    block: () => {
      blocked = true;
    },
  };
};

const message = (at: number) =>
  ({ type: '@xstate.event', sessionId: `x:${at}`, _version: '0.7.2' }) as unknown as StatelyInspectionEvent;

describe('the inspector in a window (INSP-01)', () => {
  test('a receiver that connects late gets every message', () => {
    const { browser, seen, load } = createWindows();
    const line = openInspectorWindow(browser, `${INSPECTOR}/inspect`, null);
    for (let at = 0; at < 1_000; at += 1) line.send(message(at));
    expect(seen).toHaveLength(0);
    load();
    expect(seen.map(({ sessionId }) => sessionId)).toEqual(Array.from({ length: 1_000 }, (_, at) => `x:${at}`));
    line.send(message(1_000));
    expect(seen).toHaveLength(1_001);
  });

  test("messages go to the inspector's origin only (INSP-02)", () => {
    const { browser, inspector, load } = createWindows();
    const line = openInspectorWindow(browser, `${INSPECTOR}/inspect`, null);
    load();
    line.send(message(1));
    line.close();
    expect(inspector.posted.length).toBeGreaterThan(1);
    expect(inspector.posted.map(({ to }) => to).filter((to) => to !== INSPECTOR)).toEqual([]);
  });

  test('a connection from another origin or window is ignored (INSP-02)', () => {
    const { browser, portal, inspector, handle } = createWindows();
    const line = openInspectorWindow(browser, `${INSPECTOR}/inspect`, null);
    line.send(message(1));
    const hello = { type: '@statelyai.connected' };
    portal.receive({ data: hello, origin: 'https://evil.example', source: handle });
    portal.receive({ data: hello, origin: INSPECTOR, source: {} });
    expect(inspector.posted).toEqual([]);
    portal.receive({ data: hello, origin: INSPECTOR, source: handle });
    expect(inspector.posted).toHaveLength(1);
  });

  test('a receiver that says nothing for five seconds, and a window that is closed, are reported', () => {
    vi.useFakeTimers();
    const { browser, handle, load } = createWindows();
    const line = openInspectorWindow(browser, `${INSPECTOR}/inspect`, null);
    vi.advanceTimersByTime(5_000);
    expect([line.isUnanswered(), line.isClosed()]).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect(line.isUnanswered()).toBe(true);
    load();
    expect(line.isUnanswered()).toBe(false);
    handle.closed = true;
    expect(line.isClosed()).toBe(true);
  });

  test('a blocked window is reported; the next attempt sends everything', () => {
    const { browser, block } = createWindows();
    block();
    const inspection = createInspection(createInspectorConnector(browser), createRedactor().redact);
    inspection.open({ kind: 'window', url: INSPECTOR });
    expect(inspection.state()).toEqual({
      target: { kind: 'window', url: INSPECTOR },
      blocked: true,
      isUnanswered: false,
      isClosed: false,
    });
  });
});

test('an inspector that opens late gets everything; beyond the limit no actor is missing (INSP-01)', () => {
  const { browser, seen, load } = createWindows();
  const inspection = createInspection(createInspectorConnector(browser), createRedactor().redact, 20);
  const system = createActor(createMachine({ id: 'busy', on: { tick: {} } }), { inspect: inspection.see }).start();
  for (let at = 0; at < 100; at += 1) system.send({ type: 'tick' });
  inspection.open({ kind: 'window', url: `${INSPECTOR}/inspect` });
  load();
  expect(seen).toHaveLength(20);
  expect(seen[0]).toMatchObject({ type: '@xstate.actor', sessionId: system.sessionId });
  system.send({ type: 'tick' });
  expect(seen).toHaveLength(22);
});

describe('the target in the URL (INSP-01)', () => {
  test.each([
    ['?inspect=window', { kind: 'window', url: 'https://stately.ai/inspect' }],
    ['?inspect=frame&inspector=http://127.0.0.1:9/x', { kind: 'frame', url: 'http://127.0.0.1:9/x' }],
    ['?inspect=window&inspector=/own', { kind: 'window', url: `${PORTAL}/own` }],
    ['?inspect=window&inspector=javascript:alert(1)', { kind: 'window', url: 'https://stately.ai/inspect' }],
    ['?inspect=ws://127.0.0.1:8080', { kind: 'socket', url: 'ws://127.0.0.1:8080' }],
    ['?inspect=off', null],
    ['?inspect=ws://', null],
    ['?step=item', null],
  ])('%s', (search, target) => {
    expect(readTarget(search, PORTAL)).toEqual(target);
  });

  test('only its own parameters are stored (INSP-02)', () => {
    const sessionStorage = createFakeStore();
    const search = '?token=canary&inspect=frame&inspector=/own&password=canary';
    storedTarget({ location: { search, origin: PORTAL }, sessionStorage } as unknown as Window);
    expect(sessionStorage.dump()).toEqual({ 'qa.inspect': '?inspect=frame&inspector=%2Fown' });
  });

  test('it survives a change of the URL, and ends when it is switched off', () => {
    const sessionStorage = createFakeStore();
    const tab = (search: string) => ({ location: { search, origin: PORTAL }, sessionStorage }) as unknown as Window;
    expect(storedTarget(tab('?inspect=frame&inspector=/own'))?.kind).toBe('frame');
    expect(storedTarget(tab('?step=item'))).toEqual({ kind: 'frame', url: `${PORTAL}/own` });
    expect(storedTarget(tab(''), 'window')).toEqual({ kind: 'window', url: `${PORTAL}/own` });
    expect(storedTarget(tab(''), 'off')).toBeNull();
    expect(storedTarget(tab(''))).toBeNull();
  });
});

test('a recording sends the inspector what it would have received, with the times of the recording (INSP-03)', async () => {
  vi.useFakeTimers({ now: 1_760_000_000_250 });
  const { run } = await recordOrder(2, 3_000);
  const { messages, divergence } = messagesOfRun(run);
  expect(divergence).toBeNull();
  const names = messages.flatMap((one) => (one.type === '@xstate.actor' ? [one.name] : []));
  expect(names).toEqual(expect.arrayContaining(['session', 'recharge', 'payment.O-1', 'readOrder']));
  const states = messages.flatMap((one) => (one.type === '@xstate.snapshot' ? [JSON.stringify(one.snapshot)] : []));
  expect(states.some((text) => text.includes('"settled":"delivering"'))).toBe(true);
  const times = messages.map(({ createdAt }) => Number(createdAt));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times[0]).toBe(run.startedAt);
  expect(times.at(-1)).toBeGreaterThanOrEqual(run.startedAt + 2_000);
});

describe('any value becomes plain data (INSP-01)', () => {
  const circle: Record<string, unknown> = { name: 'a' };
  circle['self'] = circle;
  const shared = { id: 1 };
  test.each([
    ['a circle', circle, { name: 'a', self: '[Object]' }],
    ['the same object twice', [shared, shared], [{ id: 1 }, { id: 1 }]],
    ['numbers', [1n, Number.NaN, 2], ['1', 'NaN', 2]],
    ['functions and symbols', { add: function add() {}, key: Symbol('k') }, { add: { type: 'add' }, key: 'Symbol(k)' }],
    ['actions of XState', { entry: assign({}) }, { entry: { type: 'xstate.assign' } }],
    ['collections', { set: new Set([1]), map: new Map([['a', 1]]) }, { set: [1], map: [['a', 1]] }],
    [
      'what JSON knows',
      { at: new Date(0), none: undefined, list: [undefined] },
      { at: '1970-01-01T00:00:00.000Z', list: [null] },
    ],
    ['an error', new TypeError('no'), { name: 'TypeError', message: 'no' }],
    ['a node of a page and bytes', [new EventTarget(), new Uint8Array(9)], ['[EventTarget]', '[Uint8Array]']],
    ['nothing', undefined, null],
  ])('%s', (_, value, plain) => {
    expect(plainValue(value)).toEqual(plain);
    expect(() => JSON.stringify(plainValue(value))).not.toThrow();
  });

  const refuse = (): never => {
    throw new Error('no');
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true, value: 1 });
  const endless = (): object => new Proxy({}, { get: endless, ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor });
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = { value };
    return value;
  };
  const shared22 = Array.from({ length: 22 }).reduce<unknown>((value) => [value, value], 'leaf');

  test.each([
    ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: refuse })],
    ['a toJSON that throws', { toJSON: refuse }],
    ['a proxy that was revoked', revoked.proxy],
    ['a proxy whose traps throw', new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse, has: refuse })],
    ['a proxy without an end', endless()],
    ['22 levels of shared references', shared22],
    ['20,000 levels', nested(20_000)],
    ['an array of 10 MB', Array.from({ length: 1_300_000 }, (_, at) => at)],
    ['an array with a billion holes', Array(1_000_000_000)],
    ['bytes', new Uint8Array(10_000_000)],
    ['a text of 10 MB', 'a'.repeat(10_000_000)],
    ['a map of a million entries', new Map(Array.from({ length: 1_000_000 }, (_, at) => [at, { at }]))],
    ['a node of a page', Object.assign(new EventTarget(), { props: Array(1_000_000).fill({}) })],
    ['a bigint of a million digits', 1n << 4_000_000n],
    ['the global object', globalThis],
  ])('%s does not throw, stays small, and does not hold the portal for 50 ms (INSP-02)', (_, value) => {
    for (const copy of [plainValue, createRedactor().redact]) {
      expect((JSON.stringify(copy(value)) ?? '').length).toBeLessThan(1_000_000);
      const took = Array.from({ length: 10 }, () => {
        const [start, used] = [performance.now(), process.cpuUsage()];
        copy(value);
        const { user, system } = process.cpuUsage(used);
        return Math.min(performance.now() - start, (user + system) / 1_000);
      });
      // The smallest, and of processor time if that is less, because other processes take time from this one.
      expect(Math.min(...took)).toBeLessThan(50);
    }
  });

  test('a deep value is cut', () => {
    expect(JSON.stringify(plainValue(nested(100)))).toContain('[Object]');
  });
});
