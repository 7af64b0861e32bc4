import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPortalProcess, type PortalProcess } from '../support/portal-process.mjs';

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

const folderOf = ({ dataDir }: PortalProcess): string => join(dataDir, 'postgres');

type Start = { readonly portal: PortalProcess; readonly failure: string | null };

/** Starts a server on the database that `place` puts into its folder. `failure` is the error of a start that failed. */
const startOn = async (
  place: (folder: string) => void,
  environment: Readonly<Record<string, string>>,
): Promise<Start> => {
  const portal = await createPortalProcess(environment);
  rmSync(folderOf(portal), { recursive: true, force: true });
  place(folderOf(portal));
  try {
    await portal.start();
    return { portal, failure: null };
  } catch (error) {
    return { portal, failure: String(error) };
  } finally {
    await portal.kill();
  }
};

test(`S10 · kill -9 before any of ${POINTS} file operations of a start after a crash does not prevent the next start`, {
  timeout: (POINTS + 1) * POINT_TIMEOUT_MS,
}, async () => {
  const crashed = await createPortalProcess();
  try {
    await crashed.start();
    for (let account = 0; account < 5; account += 1)
      expect((await fetch(`${crashed.url}/sandbox/accounts`, { method: 'POST', body: '{}' })).status).toBe(200);
    await crashed.kill();
    const preload = new URL('./kill-at-operation.mjs', import.meta.url).href;
    for (const operation of points()) {
      const killed = await startOn((folder) => cpSync(folderOf(crashed), folder, { recursive: true }), {
        NODE_OPTIONS: `--import=${preload}`,
        KILL_AT: String(operation),
      });
      const next = await startOn((folder) => renameSync(folderOf(killed.portal), folder), {});
      await killed.portal.remove();
      await next.portal.remove();
      expect(killed.failure, `operation ${operation}`).toContain('(SIGKILL)');
      expect(next.failure, `the start after operation ${operation}`).toBeNull();
    }
  } finally {
    await crashed.remove();
  }
});
