import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPortalProcess, type PortalProcess } from '../support/runs/portal-process.mjs';

/** The first operations of a start create the PID file, and are always among the tested ones. */
const FIRST_OPERATIONS = 4;
/** A start after a crash has more operations than this. */
const LAST_OPERATION = 300;
const POINTS = Number(process.env['KILL_POINTS'] ?? FIRST_OPERATIONS);
const SEED = Number(process.env['CHAOS_SEED'] ?? 0);
/** Two starts take two seconds on an idle computer. */
const POINT_TIMEOUT_MS = 60_000;

/** The first operations, then equal steps up to the last one, shifted by the seed. */
const points = (): readonly number[] => {
  const others = Math.max(0, POINTS - FIRST_OPERATIONS);
  const step = Math.max(1, Math.floor((LAST_OPERATION - FIRST_OPERATIONS) / Math.max(1, others)));
  return [
    ...Array.from({ length: FIRST_OPERATIONS }, (_, at) => at + 1),
    ...Array.from({ length: others }, (_, at) => FIRST_OPERATIONS + 1 + at * step + (SEED % step)),
  ];
};

/** Resolves with the error of a start that failed, or 'ready'. */
const startAndKill = async (portal: PortalProcess, environment: Readonly<Record<string, string>>): Promise<string> => {
  try {
    await portal.start(environment);
    return 'ready';
  } catch (error) {
    return String(error);
  } finally {
    await portal.kill();
  }
};

test(`kill -9 before any of ${POINTS} file operations of a start after a crash does not prevent the next start (S10)`, {
  timeout: (POINTS + 1) * POINT_TIMEOUT_MS,
}, async () => {
  const portal = await createPortalProcess();
  const folder = join(portal.dataDir, 'postgres');
  const crashed = join(portal.dataDir, 'crashed');
  const preload = new URL('./kill-at-operation.mjs', import.meta.url).href;
  try {
    await portal.start();
    for (let account = 0; account < 5; account += 1)
      expect((await fetch(`${portal.url}/sandbox/accounts`, { method: 'POST', body: '{}' })).status).toBe(200);
    await portal.kill();
    renameSync(folder, crashed);
    for (const operation of points()) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(crashed, folder, { recursive: true });
      const killAt = { NODE_OPTIONS: `--import=${preload}`, KILL_AT: String(operation) };
      expect(await startAndKill(portal, killAt), `operation ${operation}`).toContain('exited (SIGKILL)');
      expect(await startAndKill(portal, {}), `the start after operation ${operation}`).toBe('ready');
    }
  } finally {
    await portal.remove();
  }
});
