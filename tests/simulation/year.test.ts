import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { openRun } from '../../src/qa/apps/viewer/open-run.ts';
import { readFlow } from '../../src/qa/core/record/flow.file.ts';
import { replayFindings } from '../../src/qa/portal/check/replay-findings.ts';
import { replayFile } from '../../src/qa/portal/replay-file.ts';
import { emptyDataDir } from '../support/server/empty-data-dir.ts';
import { recordFailure } from './failure.ts';
import { simulate, yearOf } from './simulation.ts';

/** The year of this seed has everything that `LEAST` requires. */
const FIXED_SEED = 42;
const GIVEN_SEED = process.env['CHAOS_SEED'];
const SEED = Number(GIVEN_SEED ?? FIXED_SEED);

let dataDir: Blob;
beforeAll(async () => {
  dataDir = await emptyDataDir();
});

/** How often each kind of event must happen in the year, at least, for its invariants to be worth checking. */
const LEAST: readonly (readonly [least: number, kinds: readonly string[]])[] = [
  [8, ['orders']],
  [5, ['paid', 'delivered', 'slow', 'overtaken']],
  [3, ['request-lost', 'answer-lost', 'twice']],
  [2, ['kills']],
  [1, ['resumed', 'refunded', 'expired', 'late-captures', 'second-captures', 'refunds-after-delivery']],
  [1, ['refunds-after-72-hours', 'chargebacks', 'points-spent', 'points-bought', 'lines-sent-again', 'retried-jobs']],
  [1, ['game-outages', 'provider-outages', 'database-faults', 'lost-commits', 'offline', 'hidden', 'restored']],
  [1, ['storage-refused', 'popups-blocked', 'silent']],
];

test('a year of faults, kills, lost and repeated messages breaks no invariant (C1, C2, C18, S7, S9, S11, S17)', async () => {
  const plan = yearOf(SEED, dataDir);
  const { violation, counts, endedAt } = await simulate(plan);
  if (violation) expect.fail((await recordFailure(plan, violation)).join('\n'));
  expect(endedAt - Date.UTC(2026, 0, 5)).toBeGreaterThan(365 * 86_400_000);
  if (GIVEN_SEED !== undefined) return;
  const missing = LEAST.flatMap(([least, kinds]) => kinds.filter((kind) => (counts[kind] ?? 0) < least));
  expect(missing).toEqual([]);
}, 1_200_000);

test('the same seed gives the same days', async () => {
  const plan = { ...yearOf(3, dataDir), days: 8, visits: 3, players: 2 };
  const first = await simulate(plan);
  expect(first.violation).toBeNull();
  expect(first.counts['orders']).toBeGreaterThan(0);
  const second = await simulate(plan);
  expect({ counts: second.counts, endedAt: second.endedAt }).toEqual({ counts: first.counts, endedAt: first.endedAt });
}, 600_000);

test('a broken invariant names its seed and leaves a recording that the replay repeats and the viewer opens (INSP-04)', async () => {
  const plan = {
    ...yearOf(7, dataDir),
    days: 20,
    visits: 10,
    players: 2,
    sql: 'create rule forget_payments as on insert to order_history where new.to_status = 2 do instead nothing',
  };
  const { violation } = await simulate(plan);
  if (violation?.invariant !== 'acknowledged-is-durable') expect.fail(String(violation?.message));
  const lines = await recordFailure(plan, violation);
  expect(lines[0]).toContain(violation.message);
  expect(lines.join('\n')).toContain('CHAOS_SEED=7');
  const file = fileURLToPath(new URL('../../.cache/simulation-7.flow.json', import.meta.url));
  const text = readFileSync(file, 'utf8');
  const replay = replayFile(text);
  expect(replay.ok, replay.lines.join('\n')).toBe(true);
  const read = readFlow(text);
  if (!read.ok) expect.fail(`the viewer does not open it: ${read.line}`);
  const runs = read.flow.runs.map(openRun);
  expect(replayFindings(read.flow)).toEqual([]);
  expect(runs.flatMap(({ screens }) => screens).length).toBeGreaterThan(0);
  expect(runs.flatMap(({ sent }) => sent).length).toBeGreaterThan(100);
}, 600_000);
