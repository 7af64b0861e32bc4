import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { replayFile } from '../../src/qa/replay/replay-file.ts';
import { emptyDataDir } from '../support/empty-data-dir.ts';
import { recordFailure } from './failure.ts';
import { simulate } from './simulation.ts';
import { yearOf } from './year.ts';

const SEED = Number(process.env['CHAOS_SEED'] ?? 12);

let dataDir: Blob;
beforeAll(async () => {
  dataDir = await emptyDataDir();
});

test('C1 C2 C18 C20 S6 S9 S10 S11 S12 S17 · a year of faults, kills, lost and repeated messages breaks no invariant', async () => {
  const plan = yearOf(SEED, dataDir);
  const { violation, counts, endedAt } = await simulate(plan);
  if (violation) expect.fail((await recordFailure(plan, violation)).join('\n'));
  expect(endedAt - Date.UTC(2026, 0, 5)).toBeGreaterThan(365 * 86_400_000);
  // The year is relevant: orders were acknowledged, and faults did happen.
  for (const [name, least] of Object.entries({
    orders: 8,
    kills: 2,
    'answer-lost': 3,
    'request-lost': 3,
    twice: 3,
    slow: 5,
    overtaken: 5,
  }))
    expect([name, (counts[name] ?? 0) >= least]).toEqual([name, true]);
}, 600_000);

test('INSP-04 · a broken invariant names its seed and leaves a recording that the replay repeats', async () => {
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
  const replay = replayFile(readFileSync(file, 'utf8'));
  expect(replay.ok, replay.lines.join('\n')).toBe(true);
}, 600_000);
