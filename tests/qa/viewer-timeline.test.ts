import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { openRun, recordedWords, spanAt } from '../../src/qa/apps/viewer/open-run.ts';
import { packRows, portCalls } from '../../src/qa/apps/viewer/port-calls.ts';
import {
  barsOf,
  callText,
  durationText,
  loadLanes,
  momentsOf,
  nearestMoment,
  ticksOf,
  timeScale,
} from '../../src/qa/apps/viewer/time-lanes.ts';
import { timelineOf } from '../../src/qa/apps/viewer/timeline.ts';
import { flowOf, keptRun, keptText } from '../support/qa/kept-flows.ts';

describe('the axis of the timeline (INSP-05)', () => {
  test('a pause is drawn short, and each place leads back to its time', () => {
    const scale = timeScale([1_000, 1_500, 301_500, 302_000, 1_500]);
    expect(scale.pauses).toEqual([{ x: 500, length: 400, ms: 300_000 }]);
    expect(scale.length).toBe(1_400);
    expect([1_000, 1_250, 1_500, 301_500, 301_750, 400_000].map(scale.xOf)).toEqual([0, 250, 500, 900, 1_150, 1_400]);
    for (const at of [1_000, 1_250, 151_500, 301_750, 302_000]) expect(scale.timeAt(scale.xOf(at))).toBeCloseTo(at, 6);
    expect(scale.timeAt(-5)).toBe(1_000);
  });

  test('one moment, or none, is an axis too', () => {
    expect(timeScale([]).xOf(7)).toBe(1);
    expect(timeScale([5]).timeAt(0)).toBe(5);
    expect(ticksOf(timeScale([5]), 100)).toEqual([{ ms: 0, x: 0 }]);
  });

  test('ticks are round, apart from each other, and not in a pause', () => {
    const ticks = ticksOf(timeScale([1_000, 1_700, 9_000, 10_000]), 150);
    expect(ticks.map(({ ms }) => ms)).toEqual([0, 200, 400, 600, 8_000, 8_200, 8_400, 8_600, 8_800, 9_000]);
    for (const [at, { x }] of ticks.slice(1).entries()) expect(x - (ticks[at]?.x ?? 0)).toBeGreaterThanOrEqual(150);
  });
});

describe('the calls of ports (INSP-05)', () => {
  test.each(['order-in-doubt', 'troubled-lists', 'reload'])('each outcome of %s belongs to one call', (name) => {
    const { run, timeline } = openRun(keptRun(name));
    const machines = new Set(run.rows.flatMap((row) => (row.kind === 'actor' && row.machine ? [row.path] : [])));
    const recorded = run.rows.flatMap((row) => {
      if (row.kind !== 'event' || row.from === null || machines.has(row.from)) return [];
      const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(row.event.type) ?? [];
      return outcome ? [`${id} ${outcome === 'done' ? 'answered' : 'failed'} ${run.startedAt + row.at}`] : [];
    });
    const calls = portCalls(timeline);
    const ended = calls.filter(({ outcome }) => outcome === 'answered' || outcome === 'failed');
    expect(ended.map((call) => `${call.name} ${call.outcome} ${call.end}`).toSorted()).toEqual(recorded.toSorted());
    expect(recorded.length).toBeGreaterThan(10);
    for (const { start, end } of ended) expect(end ?? 0).toBeGreaterThanOrEqual(start);
  });

  const parent = (value: string) => ({
    type: '@xstate.snapshot',
    sessionId: 'x:0',
    snapshot: { status: 'active', value },
    event: { type: 'go' },
  });
  const machine = createMachine({
    id: 'app',
    initial: 'loading',
    invoke: { id: 'listener', src: 'listener' },
    states: { loading: { invoke: { id: 'load', src: 'load', onDone: 'idle' }, on: { go: 'idle' } }, idle: {} },
  });
  const started = [
    {
      type: '@xstate.actor',
      sessionId: 'x:0',
      name: 'app',
      definition: JSON.stringify(machine.config),
      createdAt: 100,
    },
    { type: '@xstate.actor', sessionId: 'x:1', parentId: 'x:0', name: 'listener', createdAt: 100 },
    { type: '@xstate.actor', sessionId: 'x:2', parentId: 'x:0', name: 'load', createdAt: 110 },
    { ...parent('loading'), createdAt: 120 },
  ];
  const callsOf = (messages: readonly unknown[]) =>
    portCalls(timelineOf(messages as readonly StatelyInspectionEvent[]));

  test('a call without an outcome runs, until its machine leaves the state; a listener is no call', () => {
    const running = { sessionId: 'x:2', name: 'load', start: 110, end: null, outcome: 'running', why: null, upTo: 2 };
    expect(callsOf(started)).toEqual([running]);
    const [stopped] = callsOf([...started, { ...parent('idle'), createdAt: 150 }]);
    expect(stopped).toEqual({ ...running, outcome: 'stopped', end: 150 });
    if (stopped) expect(callText(stopped)).toBe('load, stopped after 40 ms');
  });

  test('an answer that starts the next call with its name belongs to the call before it', () => {
    const answer = { type: '@xstate.event', sessionId: 'x:0', event: { type: 'xstate.done.actor.load' } };
    const calls = callsOf([
      ...started,
      { ...answer, createdAt: 150 },
      { type: '@xstate.actor', sessionId: 'x:3', parentId: 'x:0', name: 'load', createdAt: 151 },
      { ...parent('loading'), event: answer.event, createdAt: 152 },
      { ...answer, createdAt: 190 },
    ]);
    expect(calls.map(callText)).toEqual(['load, answered after 40 ms', 'load, answered after 39 ms']);
  });

  test('a failure has its reason', () => {
    const event = { type: 'xstate.error.actor.load', error: { reason: 'requestError', status: 503 } };
    const [failed] = callsOf([...started, { type: '@xstate.event', sessionId: 'x:0', event, createdAt: 1_610 }]);
    expect(failed && callText(failed)).toBe('load, failed after 1.5 s: {"reason":"requestError","status":503}');
  });

  test('calls at the same time are in different rows, as far as there are rows', () => {
    const intervals = [
      { from: 0, to: 10 },
      { from: 5, to: 8 },
      { from: 9, to: 12 },
      { from: 9, to: 30 },
      { from: 12, to: 14 },
    ];
    expect(packRows(intervals, 3)).toEqual([0, 1, 1, 2, 0]);
    expect(packRows(intervals, 2)).toEqual([0, 1, 1, 1, 0]);
  });
});

test('the screens of a recording follow each other without a gap, from its start to its end (INSP-05)', () => {
  const { screens, timeline } = openRun(keptRun('happy-path'));
  const labels = screens.map(({ label }) => label);
  expect(labels.at(-1)).toBe('payment: delivered');
  expect(labels).toEqual(
    expect.arrayContaining(['session: login by account', 'recharge: confirm', 'redirect-payment: awaiting']),
  );
  for (const [at, { from, label }] of screens.slice(1).entries()) {
    expect(screens[at]?.to).toBe(from);
    expect(screens[at]?.label).not.toBe(label);
  }
  expect(screens.at(-1)?.to).toBe(timeline.times.at(-1));
  for (const { upTo } of screens) expect(upTo).toBeLessThan(timeline.times.length);
  for (const screen of screens) {
    expect(spanAt(screens, screen.since)).toBe(screen);
    expect(spanAt(screens, screen.upTo)).toBe(screen);
  }
  expect(spanAt([], 3)).toBe(null);
});

test('the words of the recorded page are those of the last screen before a message; other recordings have none (INSP-05)', () => {
  const run = keptRun('happy-path');
  const page = (at: number, ...words: string[]): NonNullable<typeof run.pages>[number] => ({
    at,
    row: 0,
    unchanged: [0, 0],
    words,
  });
  const replayed = openRun(run);
  const half = (run.rows.at(-1)?.at ?? 0) / 2;
  const withWords = { ...replayed, run: { ...run, pages: [page(0, 'Log in'), page(half, 'Delivered', '1,000 Gems')] } };
  expect(recordedWords(withWords, 0)).toEqual(['Log in']);
  expect(recordedWords(withWords, replayed.sent.length - 1)).toEqual(['Delivered', '1,000 Gems']);
  expect(recordedWords({ ...replayed, run: { ...run, pages: [] } }, 5)).toEqual([]);
});

describe('the lanes of all page loads (INSP-05)', () => {
  const lanes = flowOf(keptText('reload')).runs.map((run, number) => {
    const opened = openRun(run);
    return loadLanes(opened, number, opened.timeline.steps);
  });
  const scale = timeScale(momentsOf(lanes));

  test('everything lies on the axis, and a page load begins after the one before', () => {
    for (const lane of lanes)
      for (const { x, length } of barsOf(lane, scale, 0, 4)) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + length).toBeLessThanOrEqual(scale.length);
      }
    const [first, second] = lanes;
    expect(scale.xOf(second?.start ?? 0)).toBeGreaterThan(scale.xOf(first?.end ?? 0));
  });

  test('a place leads to the nearest message of its page load', () => {
    const second = lanes[1]?.moments[0];
    expect(nearestMoment(lanes, second?.at ?? 0)).toMatchObject({ load: 1, upTo: second?.upTo });
    expect(nearestMoment(lanes, 0)).toMatchObject({ load: 0, upTo: lanes[0]?.moments[0]?.upTo });
    expect(nearestMoment([], 0)).toBe(null);
  });

  test('durations', () => {
    expect([0.4, 112, 1_540, 291_400].map(durationText)).toEqual(['0 ms', '112 ms', '1.5 s', '4 min 51 s']);
  });
});
