import type { StatelyInspectionEvent } from '@statelyai/inspect';
import ELK from 'elkjs/lib/elk.bundled.js';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { assign, createActor, createMachine, fromPromise, sendParent, setup } from 'xstate';
import { chartOf } from '../../src/qa/core/chart/definition.chart.ts';
import { drawChart } from '../../src/qa/core/chart/layout.chart.ts';
import { refusalSentence } from '../../src/qa/core/chart/words.chart.ts';
import { createInspection } from '../../src/qa/core/inspect/inspection.ts';
import { linkHash, readLink } from '../../src/qa/core/record/recording-link.ts';
import { plainValue } from '../../src/qa/core/redact/plain-copy.ts';
import { messagesOfRun } from '../../src/qa/core/replay/flow-messages.ts';
import '../../src/qa/portal/portal-system.ts';
import { ChartDrawing } from '../../src/qa/apps/viewer/chart-drawing.view.tsx';
import { screenScale } from '../../src/qa/apps/viewer/preview-frame.view.tsx';
import { lanesAround } from '../../src/qa/apps/viewer/sequence.view.tsx';
import { lastTransitions, refusedTransitions } from '../../src/qa/apps/viewer/shown-machine.ts';
import {
  messageFilter,
  positionAt,
  shownSteps,
  snapshotAt,
  stepOfSnapshot,
  type Track,
  timelineOf,
} from '../../src/qa/apps/viewer/timeline.ts';
import { pageKey } from '../../src/qa/apps/viewer/use-keys.ts';
import { recordOrder } from '../support/browser/recorded-tab.ts';
import { until } from '../support/machines/until.ts';
import { flowOf, KEPT_NAMES, keptRun, keptText } from '../support/qa/kept-flows.ts';

const isMachine = ({ definition }: Track): boolean => definition?.includes('"states"') === true;

const childMachine = setup({}).createMachine({
  id: 'child',
  initial: 'quiet',
  states: { quiet: { on: { poke: { target: 'loud', actions: sendParent({ type: 'child.reported' }) } } }, loud: {} },
});

const parentMachine = setup({
  types: { context: {} as { hits: number; last: { by: string | null } } },
  actors: { child: childMachine, load: fromPromise(async () => 42) },
  actions: { count: assign(({ context }) => ({ hits: context.hits + 1, last: { by: 'child' } })) },
  guards: { isSecond: ({ context }) => context.hits > 1 },
}).createMachine({
  id: 'parent',
  context: { hits: 0, last: { by: null } },
  initial: 'loading',
  invoke: { id: 'child', src: 'child' },
  states: {
    loading: { invoke: { id: 'load', src: 'load', onDone: 'listening', onError: 'listening' } },
    listening: {
      on: { 'child.reported': { actions: 'count', target: 'judging' } },
    },
    judging: { always: [{ guard: 'isSecond', target: 'over' }, { target: 'listening' }] },
    over: { type: 'final' },
  },
});

const guarded = createMachine({
  id: 'door',
  initial: 'shut',
  states: {
    shut: { on: { push: [{ guard: 'isLocked' }, { guard: 'isHeavy' }, { target: 'open' }], ring: {} } },
    open: {},
  },
});

const timeline = async () => {
  const sent: StatelyInspectionEvent[] = [];
  const send = (message: StatelyInspectionEvent) => void sent.push(JSON.parse(JSON.stringify(message)));
  const inspection = createInspection(
    () => ({ send, close: () => undefined, blocked: false, isUnanswered: () => false, isClosed: () => false }),
    plainValue,
  );
  inspection.open('viewer');
  const actor = createActor(parentMachine, { inspect: inspection.see }).start();
  await until(() => expect(actor.getSnapshot().value).toBe('listening'));
  actor.getSnapshot().children.child?.send({ type: 'poke' });
  await until(() => expect(JSON.stringify(sent)).toContain('"hits":1'));
  return timelineOf(sent);
};

describe('the viewer reads what an inspection sends (INSP-05)', () => {
  test('each step shows the snapshot of an actor and the one before', async () => {
    const line = await timeline();
    const steps = shownSteps(line, false);
    const root = line.tracks[0]?.sessionId ?? '';
    const values = steps.map(({ upTo }) => snapshotAt(line, root, upTo)?.now.value);
    expect(values.at(2)).toBe('listening');
    const last = snapshotAt(line, root, steps.at(-1)?.upTo ?? 0);
    expect(last?.before?.context).toEqual({ hits: 0, last: { by: null } });
    expect(last?.now.context).toEqual({ hits: 1, last: { by: 'child' } });
  });

  test('a message goes from its sender to its receiver, a promise uses the lane of its parent', async () => {
    const line = await timeline();
    const steps = shownSteps(line, false);
    const { lanes, rows } = lanesAround(line, steps, 0, 10);
    expect(lanes.map(({ name }) => name)).toEqual(['parent', 'child']);
    expect(rows.map(({ from, to, by, step }) => [step.event.type, from, to, by])).toContainEqual([
      'xstate.done.actor.load',
      0,
      0,
      'load',
    ]);
    expect(rows.map(({ from, to, step }) => [step.event.type, from, to])).toContainEqual(['child.reported', 1, 0]);
    expect(lanesAround(line, steps, 4, 1).rows.map(({ position }) => position)).toEqual([2, 3, 4]);
  });

  test('each step shows its receiver after the message, also for messages queued during its start', () => {
    for (const run of KEPT_NAMES.flatMap((name) => flowOf(keptText(name)).runs)) {
      const line = timelineOf(messagesOfRun(run).messages);
      const machines = new Set(line.tracks.flatMap((one) => (isMachine(one) ? one.sessionId : [])));
      const delivered = line.steps.filter(({ to }) => machines.has(to));
      const shown = delivered.map(({ to, upTo }) => snapshotAt(line, to, upTo)?.now.event.type);
      expect(shown).toEqual(delivered.map(({ event }) => event.type));
    }
  });

  test('reported transitions are highlighted, also those of raised events and the right one of several', async () => {
    vi.useFakeTimers({ now: 1_760_000_000_250 });
    const { run } = await recordOrder(6, 10_000);
    vi.useRealTimers();
    const line = timelineOf(messagesOfRun(run).messages);
    const payment = line.tracks.find(({ name }) => name.startsWith('payment.'));
    const chart = chartOf(payment?.definition);
    const lapse = (line.snapshots.get(payment?.sessionId ?? '') ?? []).find(({ value }) =>
      JSON.stringify(value ?? null).includes('lapsed'),
    );
    if (!lapse) throw new Error('the order does not lapse');
    const lit = lastTransitions(chart, lapse);
    const named = chart.moves
      .filter(({ id }) => lit.has(id))
      .map(({ source, guard, targets }) => [source, guard, ...targets]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['payment.following.phase', 'hasLapsed', 'payment.following.phase.lapsed'],
        ['payment.following.phase.lapsed.deciding', 'isLatePaymentPossible', 'payment.following.phase.lapsed.watching'],
      ]),
    );
    expect(named.filter(([source]) => source === 'payment.following.polling.deciding').length).toBe(1);
  });

  test('at a divergence the last message has the transitions of the current machines', () => {
    const run = keptRun('happy-path');
    const child = run.rows.findIndex((row) => row.kind === 'actor' && row.machine === 'submitOrder');
    const cause = run.rows.slice(0, child).findLast((row) => row.kind === 'event');
    const { messages, divergence } = messagesOfRun({ ...run, rows: run.rows.toSpliced(child, 1) });
    expect(divergence?.row).toBe(child);
    const line = timelineOf(messages);
    const step = line.steps.findLast(
      ({ to }) => line.tracks.find(({ sessionId }) => sessionId === to)?.name === 'recharge',
    );
    const at = snapshotAt(line, step?.to ?? '', line.times.length);
    expect(step?.event.type).toBe(cause?.kind === 'event' && cause.event.type);
    expect(at?.now.taken?.length).toBeGreaterThan(0);
    expect(stepOfSnapshot(line, step?.to ?? '', at?.now.index ?? -1)).toBe(step);
  });

  test('a snapshot belongs to the message that led to it, not to a later one of another actor', async () => {
    const line = await timeline();
    const steps = shownSteps(line, false);
    const [parent = '', child = ''] = line.tracks.map(({ sessionId }) => sessionId);
    const last = steps.at(-1);
    expect(last?.to).toBe(parent);
    const causeAt = (upTo: number) =>
      stepOfSnapshot(line, child, snapshotAt(line, child, upTo)?.now.index ?? -1)?.event.type;
    expect(causeAt(last?.upTo ?? 0)).toBe('xstate.init');
    expect(causeAt(line.times.length)).toBe('poke');
  });

  test('lanes with the same name also have the name of the actor above', () => {
    const actor = (sessionId: string, name: string, parentId: string | null) => {
      const definition = JSON.stringify({ id: name, states: {} });
      return { type: '@xstate.actor', sessionId, name, parentId, definition, createdAt: '1' } as const;
    };
    const messages = [actor('x:0', 'app', null), actor('x:1', 'shop', 'x:0'), actor('x:2', 'shop', 'x:1')];
    const line = timelineOf(messages as unknown as readonly StatelyInspectionEvent[]);
    expect(lanesAround(line, line.steps, 0, 10).lanes.map(({ name }) => name)).toEqual([
      'app',
      'app / shop',
      'shop / shop',
    ]);
  });

  test('a transition that stays in its state is marked inside the state', async () => {
    const chart = chartOf(guarded.config);
    const ids = chart.moves.filter(({ targets }) => targets.length === 0).map(({ id }) => id);
    const drawing = await drawChart(chart, new ELK());
    const marks = (lit: readonly string[]) => {
      const view = { chart, drawing, active: new Set(['door.shut']), lit: new Set(lit), isEarlier: false, scale: 1 };
      const markup = renderToStaticMarkup(createElement(ChartDrawing, view));
      return [...markup.matchAll(/data-stays="true"[^>]*>([^<]*)</g)].map(([, line]) => line);
    };
    expect(marks([])).toEqual([]);
    expect(marks(ids.slice(0, 1))).toEqual(['1. push [isLocked]']);
  });

  test('a message without a transition is explained by the guarded candidates', () => {
    const chart = chartOf(guarded.config);
    const snapshot = { taken: [], status: 'active', value: 'shut', context: null, event: { type: 'push' } };
    expect(refusedTransitions(chart, snapshot).map((move) => refusalSentence(chart, move))).toEqual([
      'shut · push · not isLocked',
      'shut · push · not isHeavy',
    ]);
    expect(refusedTransitions(chart, { ...snapshot, value: 'open' })).toEqual([]);
    expect(refusedTransitions(chart, { ...snapshot, event: { type: 'ring' } })).toEqual([]);
    const told = [{ source: ['shut'], event: 'push', rank: 2 }];
    expect(refusedTransitions(chart, { ...snapshot, taken: told })).toEqual([]);
  });
});

describe('the page of the viewer (INSP-05)', () => {
  test('a screen is drawn as a whole, as wide as its pane, or at half its size', () => {
    expect(screenScale({ width: 1_280, height: 422 }, 1_280)).toBe(0.5);
    expect(screenScale({ width: 2_000, height: 2_000 }, 390)).toBe(1);
    expect(screenScale({ width: 320, height: 200 }, 1_280)).toBe(0.25);
    expect(screenScale({ width: 320, height: 200 }, 390)).toBe(0.5);
  });

  test('a key belongs to the page, unless the browser, a field or a control that uses arrows has it', () => {
    const none = { ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, target: null };
    const inside = (...parts: readonly string[]) => ({
      closest: (selector: string) => parts.some((part) => selector.includes(part)),
    });
    expect(pageKey({ ...none, key: 'j' })).toBe('j');
    for (const part of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
      expect(pageKey({ ...none, key: 'j', [part]: true })).toBe(null);
    for (const field of ['textarea', 'select', 'dialog'])
      expect(pageKey({ ...none, key: 'j', target: inside(field) })).toBe(null);
    expect(pageKey({ ...none, key: 'ArrowRight', target: inside('[tabindex="0"]') })).toBe(null);
    expect(pageKey({ ...none, key: 'j', target: inside('[tabindex="0"]') })).toBe('j');
  });
});

describe('the query over messages (INSP-05)', () => {
  const names = new Map([
    ['x:1', 'payment.260314-ABCD'],
    ['x:2', 'session'],
  ]);
  const nameOf = (id: string | null): string | null => names.get(id ?? '') ?? null;
  const steps = [
    { index: 1, upTo: 1, at: 0, from: null, to: 'x:1', event: { type: 'order.moved' } },
    { index: 4, upTo: 4, at: 5, from: 'x:1', to: 'x:2', event: { type: 'token.ended' } },
    { index: 9, upTo: 9, at: 9, from: 'x:2', to: 'x:1', event: { type: 'payment.later' } },
  ];
  const found = (query: string) => {
    const filter = messageFilter(query, nameOf);
    return filter && steps.filter(filter).map(({ event }) => event.type);
  };

  test.each([
    ['order.m', ['order.moved']],
    ['SESSION ended', ['token.ended']],
    ['later', ['payment.later']],
    ['payment', ['order.moved', 'token.ended', 'payment.later']],
    ['later moved', []],
    ['(', []],
  ])('%s', (query, types) => {
    expect(found(query)).toEqual(types);
  });

  test('an empty query is no filter', () => {
    expect(found('  ')).toBeNull();
  });

  test('another list shows the same moment', () => {
    expect([0, 1, 4, 8, 100].map((upTo) => positionAt(steps, upTo))).toEqual([0, 0, 1, 1, 2]);
    const [first, second, third] = steps.map((step, at) => ({ ...step, upTo: [7, 3, 5][at] ?? 0 }));
    const nested = [first, second, third].filter((step) => step !== undefined);
    expect([2, 3, 6, 7].map((upTo) => positionAt(nested, upTo))).toEqual([0, 1, 2, 0]);
  });
});

test.each([
  ['#flow=happy-path&load=2&step=14', { load: 2, place: { kind: 'step', step: 14 } }],
  ['#flow=happy-path&load=1&outside=0', { place: { kind: 'outside', count: 0 } }],
  [
    '#flow=happy-path&load=1&step=1&promises=true&find=order.moved+x%26y',
    { everything: true, query: 'order.moved x&y' },
  ],
])('a link of the viewer is read as it was written: %s (INSP-05)', (hash, expected) => {
  const link = readLink(hash);
  expect(link).toMatchObject({ flow: 'happy-path', ...expected });
  expect(link && linkHash(link)).toBe(hash);
});

test('a link with wrong numbers leads to the start, and one without a recording nowhere (INSP-05)', () => {
  expect(readLink('#flow=a&load=zero&step=-4')).toMatchObject({ load: 1, place: { kind: 'step', step: 1 } });
  expect(readLink('#step=4')).toBeNull();
  expect(readLink('')).toBeNull();
});
