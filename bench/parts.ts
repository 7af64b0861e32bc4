import { run as runPages } from './measurements.ts';
import { run as runSteps } from './wizard-step.ts';

const PARTS: Readonly<Record<string, () => Promise<number>>> = { pages: runPages, steps: runSteps };

/** Every part, or `only` one of them. Resolves with the exit code. */
export const run = async (only?: string): Promise<number> => {
  let exitCode = 0;
  for (const [name, part] of Object.entries(PARTS))
    if (only === undefined || only === name) exitCode = Math.max(exitCode, await part());
  return exitCode;
};
