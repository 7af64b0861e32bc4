import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 120_000;
const EVERY_MS = 20;

/** Resolves when `check` returns true; rejects with `what` after two minutes. */
export const waitFor = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + LIMIT_MS;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`timeout: ${what}`);
    await pause(EVERY_MS);
  }
};
