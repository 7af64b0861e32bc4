import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../server/prepare.mjs';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { checkBooks } from '../cluster/books.ts';
import { startLoad } from '../cluster/load.ts';
import { failureProblems } from '../cluster/report.ts';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { startPassiveProxy } from '../support/server/passive-proxy.ts';
import { createTestPostgres, postgresMissing } from '../support/server/postgres-cluster.ts';

const isBuilt = existsSync(join(ROOT, 'dist', 'server', 'main.js'));
const missing = isBuilt ? postgresMissing() : 'dist/server is not built';
const PLAYERS = 4;
const READERS = 24;

/** Repeats a short call without a pause. `stop` resolves with the failures. */
const startReaders = (url: string) => {
  const failures: string[] = [];
  let isOver = false;
  const read = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`${url}${settingTime.path}`, { method: 'POST', body: '{}' });
      const text = await response.text();
      if (response.status !== 200) failures.push(`HTTP ${response.status} ${text}`);
    }
  };
  const running = Promise.all(Array.from({ length: READERS }, read));
  return {
    stop: async (): Promise<readonly string[]> => {
      isOver = true;
      await running;
      return failures;
    },
  };
};

test.skipIf(missing)(
  `one of two servers restarts under load behind a proxy without health checks: no request fails, no order is lost${missing ? ` (skipped: ${missing})` : ''} (F18, S27)`,
  { timeout: 600_000 },
  async () => {
    const { url: databaseUrl, drop } = await createTestPostgres();
    const restarted = await createPortalProcess({ DRAIN_DELAY: '1' }, databaseUrl);
    const other = await createPortalProcess({}, databaseUrl);
    const proxy = await startPassiveProxy([restarted.port, other.port]);
    try {
      await Promise.all([restarted.start(), other.start()]);
      const load = await startLoad(proxy.url, PLAYERS);
      const more = async (): Promise<void> => {
        const before = load.acknowledged.size;
        await expect.poll(() => load.acknowledged.size, { timeout: 120_000 }).toBeGreaterThanOrEqual(before + PLAYERS);
      };
      await more();
      const readers = startReaders(proxy.url);
      await restarted.stop();
      expect((await readers.stop()).join('\n')).toBe('');
      await restarted.start();
      await more();
      await load.stop();
      expect(failureProblems(load.samples)).toEqual([]);
      expect((await checkBooks(databaseUrl, load.acknowledged)).problems).toEqual([]);
    } finally {
      proxy.close();
      await Promise.all([restarted.remove(), other.remove()]);
      await drop();
    }
  },
);
