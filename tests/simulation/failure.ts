import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { type SimulationPlan, simulate } from './simulation.ts';
import { INVARIANTS, type Violation } from './violation.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Repeats a simulation that broke an invariant, this time with a recorder, and writes the recording of the tabs that were open then.
 * Returns the lines for the developer. A seed that fails once and passes with a recorder depends on something outside the simulation, for
 * example on a test that still runs in the same process.
 */
export const recordFailure = async (plan: SimulationPlan, first: Violation): Promise<readonly string[]> => {
  const { violation, flow, endedAt } = await simulate({ ...plan, isRecorded: true });
  const command = `CHAOS_SEED=${plan.seed} npx vitest run tests/simulation/year.test.ts`;
  if (!violation) return [first.message, `seed ${plan.seed} passes with a recorder; repeat with ${command}`];
  const lines = [
    `seed ${plan.seed}, ${new Date(endedAt).toISOString()}: ${violation.message}`,
    INVARIANTS[violation.invariant],
    `repeat with ${command}`,
  ];
  if (!flow?.runs.length) return lines;
  const file = `${ROOT}.cache/simulation-${plan.seed}.flow.json`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, writeFlow(flow));
  return [...lines, `watch with npm run qa ${relative(ROOT, file)}, or open it in the viewer`];
};
