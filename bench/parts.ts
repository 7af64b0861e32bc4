import { run as runGrowth } from './growth.ts';
import { run as runPages } from './measurements.ts';
import { run as runSteps } from './wizard-step.ts';

const PARTS: Readonly<Record<string, () => Promise<number>>> = { pages: runPages, steps: runSteps };

/** Takes minutes, so it runs only on request. */
const ON_REQUEST: typeof PARTS = { growth: runGrowth };

/** Every part, or `only` one of them. Resolves with the exit code. */
export const run = async (only?: string): Promise<number> => {
  const requested = only === undefined ? undefined : ON_REQUEST[only];
  if (requested) return requested();
  let exitCode = 0;
  for (const [name, part] of Object.entries(PARTS))
    if (only === undefined || only === name) exitCode = Math.max(exitCode, await part());
  return exitCode;
};
