import { afterEach, describe, expect, test, vi } from 'vitest';
import { assign, createActor, createMachine, fromTransition } from 'xstate';
import { chartOf } from '../../src/qa/chart/definition.chart.ts';
import { plainValue } from '../../src/qa/inspect/plain-value.ts';
import { lastTransitions } from '../../src/qa/viewer/last-transitions.ts';
import { type Message, readMessage } from '../../src/qa/viewer/message.schema.ts';
import { snapshotAt, timelineOf } from '../../src/qa/viewer/timeline.ts';
import { connectViewer } from '../../src/qa/viewer-package/connect-viewer.ts';
import { packageJson } from '../../vite/viewer-package.mjs';

const ORIGIN = 'https://app.example';

/** A browser whose window for the viewer says hello with `load`. */
const openBrowser = () => {
  const posted: { readonly data: unknown; readonly to: string }[] = [];
  const listeners = new Set<(event: unknown) => void>();
  const viewer = { postMessage: (data: unknown, to: string) => void posted.push({ data, to }) };
  let isBlocked = false;
  vi.stubGlobal('window', {
    location: { href: `${ORIGIN}/shop`, origin: ORIGIN },
    open: () => (isBlocked ? null : viewer),
    addEventListener: (_: string, listen: (event: unknown) => void) => listeners.add(listen),
    removeEventListener: (_: string, listen: (event: unknown) => void) => listeners.delete(listen),
  });
  return {
    posted,
    viewer,
    block: () => {
      isBlocked = true;
    },
    load: () => {
      for (const listen of listeners)
        listen({ data: { type: '@statelyai.connected' }, origin: ORIGIN, source: viewer });
    },
    received: (): readonly Message[] => posted.flatMap(({ data }) => readMessage(structuredClone(data)) ?? []),
  };
};

afterEach(() => vi.unstubAllGlobals());

const counter = createMachine({
  id: 'counter',
  context: { hits: 0n, self: {} as { self?: unknown } },
  entry: assign(({ context }) => {
    context.self.self = context.self;
    return {};
  }),
  initial: 'low',
  states: {
    low: {
      on: {
        'hit.counted': [
          { guard: ({ context }) => context.hits > 0n, target: 'high' },
          { actions: assign({ hits: ({ context }) => context.hits + 1n }) },
        ],
      },
    },
    high: {},
  },
});

describe('INSP-05 · an app that connects to the viewer', () => {
  test('the viewer receives what happened before it was open, then each message, at its own origin only', () => {
    const { load, posted, received } = openBrowser();
    const viewer = connectViewer({ url: '/viewer/' });
    const actor = createActor(counter, { inspect: viewer.inspect }).start();
    actor.send({ type: 'hit.counted' });
    load();
    expect(posted).toEqual([]);
    expect(viewer.open()).toBe(true);
    load();
    actor.send({ type: 'hit.counted' });
    const { steps } = timelineOf(received());
    expect(steps.map(({ event }) => event.type)).toEqual(['xstate.init', 'hit.counted', 'hit.counted']);
    viewer.close();
    const sent = posted.length;
    actor.send({ type: 'hit.counted' });
    expect(posted.slice(sent)).toEqual([]);
    expect(posted.map(({ to }) => to).filter((to) => to !== ORIGIN)).toEqual([]);
  });

  test('each snapshot names its transition, also one of two with the same event and state', () => {
    const { load, received } = openBrowser();
    const viewer = connectViewer({ url: '/viewer/' });
    const actor = createActor(counter, { inspect: viewer.inspect }).start();
    actor.send({ type: 'hit.counted' });
    viewer.open();
    load();
    const timeline = timelineOf(received());
    const [track] = timeline.tracks;
    const chart = chartOf(track?.definition ?? '');
    const state = snapshotAt(timeline, actor.sessionId, timeline.messages.length);
    if (!state) throw new Error('the actor has no snapshot');
    const taken = lastTransitions(chart, state.now, state.before);
    expect(chart.moves.filter(({ id }) => taken.has(id)).map(({ guard, targets }) => [guard, targets])).toEqual([
      [null, []],
    ]);
  });

  test('a frame of the app shows the viewer from the start', () => {
    const { load, received, viewer: contentWindow } = openBrowser();
    const setAttribute = vi.fn();
    const viewer = connectViewer({ url: '/viewer/', frame: { contentWindow, setAttribute } as never });
    expect(setAttribute).toHaveBeenCalledWith('src', '/viewer/');
    createActor(counter, { inspect: viewer.inspect }).start();
    load();
    expect(timelineOf(received()).tracks.map(({ name }) => name)).toEqual(['counter']);
  });

  test('a blocked window is reported', () => {
    const { block } = openBrowser();
    block();
    expect(connectViewer({ url: '/viewer/' }).open()).toBe(false);
  });

  test('the mask sees all data before it is sent; a mask that throws hides its data and keeps the message', () => {
    const { load, posted, received } = openBrowser();
    const viewer = connectViewer({
      url: '/viewer/',
      mask: (data) => {
        if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'card.entered')
          throw new Error('no');
        return JSON.parse(JSON.stringify(data).replaceAll('card-4111', '•••'));
      },
    });
    const machine = createMachine({
      id: 'pay',
      types: {} as { input: { card: string } },
      context: ({ input }) => ({ card: input.card }),
      on: { 'card.entered': {}, 'card.read': {} },
    });
    const actor = createActor(machine, { inspect: viewer.inspect, input: { card: 'card-4111' } }).start();
    viewer.open();
    load();
    actor.send({ type: 'card.entered', number: 'card-4111' } as never);
    actor.send({ type: 'card.read', number: 'card-4111' } as never);
    const { steps, snapshots } = timelineOf(received());
    expect(steps.slice(1).map(({ event }) => event)).toEqual([
      { type: 'card.entered', mask: 'failed' },
      { type: 'card.read', number: '•••' },
    ]);
    expect(snapshots.get(actor.sessionId)?.at(-1)?.context).toEqual({ card: '•••' });
    expect(JSON.stringify(posted)).not.toContain('card-4111');
  });

  test('an actor whose snapshot cannot be read does not stop the app', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    openBrowser();
    const viewer = connectViewer({ url: '/viewer/' });
    viewer.open();
    const logic = fromTransition((state: { readonly tags: unknown }) => state, { tags: 1 });
    const odd = {
      ...logic,
      getInitialSnapshot: (...given: Parameters<typeof logic.getInitialSnapshot>) => ({
        ...logic.getInitialSnapshot(...given),
        tags: 1,
      }),
    };
    const actor = createActor(odd, { inspect: viewer.inspect }).start();
    expect(() => actor.send({ type: 'any' })).not.toThrow();
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('INSP-05 · any value becomes plain data', () => {
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
    [
      'a getter that throws',
      Object.defineProperty({ a: 1 }, 'b', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
      { a: 1, b: '[unreadable]' },
    ],
    ['nothing', undefined, null],
  ])('%s', (_, value, plain) => {
    expect(plainValue(value)).toEqual(plain);
    expect(() => JSON.stringify(plainValue(value))).not.toThrow();
  });

  test('a huge or deep value is cut', () => {
    const long = Array.from({ length: 1_000 }, (_, at) => at);
    expect(plainValue({ long, after: 1 }, 100)).toEqual({ long: long.slice(0, 98) });
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    expect(JSON.stringify(plainValue(deep))).toContain('[Object]');
  });
});

test('INSP-05 · the package is private until its owner chose both name and license', () => {
  const chosen = (owner: Parameters<typeof packageJson>[0]) => {
    const { name, license, private: isPrivate } = packageJson(owner);
    return { name, license, isPrivate };
  };
  expect(chosen({})).toEqual({ name: 'machine-viewer', license: 'UNLICENSED', isPrivate: true });
  expect(chosen({ name: '@acme/viewer' }).isPrivate).toBe(true);
  expect(chosen({ license: 'MIT' }).isPrivate).toBe(true);
  expect(chosen({ name: '@acme/viewer', license: 'MIT' })).toEqual({
    name: '@acme/viewer',
    license: 'MIT',
    isPrivate: undefined,
  });
});
