import { chromium } from '@playwright/test';
import { findBrowser, NO_BROWSER } from '../tests/support/browser/browser.mjs';
import { createPortalProcess } from '../tests/support/runs/portal-process.mjs';
import { createPostgresServer, postgresServerMissing } from '../tests/support/server/postgres-cluster.ts';
import { measureBrowser } from './growth-browser.ts';
import { type Curve, HEAD, lineOf } from './growth-curve.ts';
import { createGrowthPlayers } from './growth-players.ts';
import { measureServer } from './growth-server.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

type Curves = {
  readonly browser: readonly Curve[];
  readonly paint: readonly Curve[];
  readonly server: readonly Curve[];
};

const measure = async (executablePath: string): Promise<Curves> => {
  const postgres = await createPostgresServer();
  const portal = await createPortalProcess({}, postgres.url);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const url = await portal.start();
    const players = await createGrowthPlayers(url, postgres.url);
    const server = await measureServer(url, postgres.url, players, ROUNDS);
    const { cpu, paint } = await measureBrowser(browser, url, players, ROUNDS);
    return { browser: cpu, paint, server };
  } finally {
    await browser.close();
    await portal.remove();
    await postgres.remove();
  }
};

const TITLES = {
  browser: 'browser, CPU-ms',
  paint: 'next paint, ms',
  server: 'server and PostgreSQL, CPU-ms',
} as const satisfies Record<keyof Curves, string>;

const NAMES = ['browser', 'paint', 'server'] as const;

/** Prints what lists of 10 to 10,000 rows cost. Resolves with the exit code. */
export const run = async (): Promise<number> => {
  const executablePath = findBrowser();
  const missing = executablePath ? postgresServerMissing() : NO_BROWSER;
  if (!executablePath || missing) {
    process.stdout.write(`Growth is not measured: ${missing}\n`);
    return 1;
  }
  const curves = await measure(executablePath);
  process.stdout.write(`${HEAD}\n`);
  for (const name of NAMES) {
    process.stdout.write(`${TITLES[name]}\n`);
    for (const curve of curves[name]) process.stdout.write(`${lineOf(curve)}\n`);
  }
  return NAMES.every((name) => curves[name].every(({ ratio, limit }) => ratio <= limit)) ? 0 : 1;
};
