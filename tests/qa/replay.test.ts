import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyStateMachine, createMachine, StateMachine } from 'xstate';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { readFlow, writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { describeDivergence } from '../../src/qa/core/replay/divergence.ts';
import { openReplay, replayRun, stepCount } from '../../src/qa/core/replay/replay.ts';
import { portalSystem, signedInSystem } from '../../src/qa/portal/portal-system.ts';
import { openRecordedTab, recordOrder } from '../support/browser/recorded-tab.ts';
import { flowOf, keptRun } from '../support/qa/kept-flows.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

const recordedTopUp = () => recordOrder(2, 3_000);

const withPayment = (change: (chart: string) => string): AnyStateMachine => {
  const config = JSON.parse(change(JSON.stringify(paymentMachine.config)), (_, value) => value);
  const functions = (real: unknown, copy: unknown): void => {
    if (typeof real !== 'object' || real === null || typeof copy !== 'object' || copy === null) return;
    for (const [key, value] of Object.entries(real)) {
      if (typeof value === 'function') Object.assign(copy, { [key]: value });
      else functions(value, (copy as Record<string, unknown>)[key]);
    }
  };
  functions(paymentMachine.config, config);
  const changed = createMachine(config).provide(paymentMachine.implementations as never);
  const signedIn = signedInSystem.provide({ actors: { payment: changed as unknown as typeof paymentMachine } });
  return portalSystem.provide({ actors: { signedIn } });
};

test('the replay system contains every machine of the portal (INSP-04)', () => {
  const sources = readdirSync('machines', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:machine|setup)\.ts$/.test(path))
    .map((path) => readFileSync(join('machines', path), 'utf8'));
  const later = sources.flatMap((text) => [...text.matchAll(/(\w+): machineStub</g)].map(([, name = '']) => name));
  const stubsBelow = (machine: AnyStateMachine): string[] =>
    Object.entries(machine.implementations.actors).flatMap(([name, logic]) => {
      if (logic instanceof StateMachine) return stubsBelow(logic);
      return later.includes(name) ? [`${machine.id}.${name}`] : [];
    });
  expect(later).toContain('signedIn');
  expect(stubsBelow(portalSystem)).toEqual([]);
});

describe('a recording replayed (INSP-03, INSP-04)', () => {
  test('new machines repeat a whole top-up from the file', async () => {
    const { flow, run } = await recordedTopUp();
    expect(flowOf(writeFlow(flow))).toEqual(flow);
    expect(run.rows.length).toBeGreaterThan(100);
    expect(replayRun(portalSystem, run)).toBeNull();
  });

  test('step by step it reaches the same screen, and sends no request', async () => {
    const run = keptRun('happy-path');
    const replay = openReplay(portalSystem, run);
    const fetched = vi.spyOn(globalThis, 'fetch');
    replay.start();
    let steps = 0;
    while (replay.step()) steps += 1;
    expect(replay.divergence()).toBeNull();
    expect(replay.position()).toBe(run.rows.length);
    expect(steps).toBeGreaterThan(20);
    expect(steps).toBeLessThanOrEqual(stepCount(run.rows));
    const { children } = replay.root.getSnapshot().children['signedIn']?.getSnapshot() ?? { children: {} };
    const payment = Object.keys(children).find((id) => id.startsWith('payment.')) ?? '';
    expect(children[payment]?.getSnapshot().value.following.phase).toEqual({ settled: 'delivered' });
    expect(fetched).not.toHaveBeenCalled();
    replay.stop();
  });

  test('events of a listener during the start arrive in order', () => {
    const tab = openRecordedTab('/main/recharge');
    const run = tab.recorder.recorded();
    const index = run.rows.findIndex((row) => row.kind === 'event' && row.event.type === 'layout.changed');
    const rows = run.rows.map((row, at) =>
      at === index && row.kind === 'event' ? { ...row, event: { ...row.event, isMobile: true } } : row,
    );
    tab.close();
    const found = replayRun(portalSystem, { ...run, rows });
    expect(found?.got).toMatchObject({ kind: 'state', path: '$', value: { layout: 'mobile', network: 'online' } });
    expect(run.rows[found?.row ?? 0]).toMatchObject({ kind: 'state', path: '$' });
    expect(run.rows.slice(0, found?.row).filter((row) => row.kind === 'state' && row.path === '$')).toHaveLength(1);
  });

  test('a message that is missing in the recording is a divergence', async () => {
    const {
      run: { rows, ...run },
    } = await recordedTopUp();
    const outside = rows.flatMap((row, at) =>
      row.kind === 'event' && ['url.changed', 'item.pick', 'xstate.done.actor.readOrder'].includes(row.event.type)
        ? [at]
        : [],
    );
    expect(outside.length).toBeGreaterThan(8);
    for (const at of outside) {
      const found = replayRun(portalSystem, { ...run, rows: rows.filter((_, index) => index !== at) });
      expect(found, `row ${at} taken out`).not.toBeNull();
    }
  });

  test('a changed payload is shown by the path of each difference, however long the payload is (INSP-04)', async () => {
    const {
      run: { rows, ...run },
    } = await recordedTopUp();
    const at = rows.findIndex((row) => row.kind === 'event' && row.event.type === 'order.observed');
    const changed = rows.map((row, index) =>
      index === at
        ? (JSON.parse(JSON.stringify(row).replace('"status":"pending","at"', '"status":"failed","at"')) as typeof row)
        : row,
    );
    const found = replayRun(portalSystem, { ...run, rows: changed });
    expect(found?.row).toBe(at);
    expect(found && describeDivergence(found).split('\n').slice(1)).toEqual([
      '  in "order.observed" to $/signedIn',
      '  at observation.record.timeline[0].status: recorded "failed", now "pending"',
    ]);
  });

  test('a changed chart diverges at the first different row', async () => {
    const { run } = await recordedTopUp();
    expect(
      replayRun(
        withPayment((chart) => chart),
        run,
      ),
    ).toBeNull();
    const changed = withPayment((chart) =>
      chart.replace(
        '"guard":"isPaid","target":".settled.delivering"',
        '"guard":"isPaid","target":".settled.delivered"',
      ),
    );
    const found = replayRun(changed, run);
    expect(found && describeDivergence(found).split('\n')).toEqual([
      expect.stringMatching(
        /^row \d+, \d\.\d{3} s after the start, while \$\/signedIn\/payment\.O-1 handled "xstate\.done\.actor\.readOrder"$/,
      ),
      expect.stringMatching(/^ {2}recorded {2}\$\/signedIn is sent .{1,260} by \$\/signedIn\/payment\.O-1$/),
      '  now       $/signedIn/payment.O-1/deleteOrder starts',
      expect.stringMatching(/^ {2}recorded state .*"settled":"delivering"/),
      expect.stringMatching(/^ {2}state now {7}.*"settled":"delivered"/),
    ]);
  });
});

test.each([
  { text: '{"format":"portal.flow",', line: 'This is not JSON: the file is broken or was cut.' },
  { text: '{"version":1}', line: 'This is not a recording of the portal: "format" is not "portal.flow".' },
  { text: '[]', line: 'This is not a recording of the portal: "format" is not "portal.flow".' },
  { text: '{"format":"portal.flow","version":2}', line: 'This recording has version 2; this build reads version 1.' },
  { text: '{"format":"portal.flow","version":1}', line: 'The recording does not fit its schema: name: ' },
])('a file that is not a recording: $line (INSP-04)', ({ text, line }) => {
  const read = readFlow(text);
  expect(read.ok ? '' : read.line).toContain(line);
});
