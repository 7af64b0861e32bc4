import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../tests/support/browser.mjs';
import { createPortalProcess } from '../tests/support/portal-process.mjs';
import { createPostgresServer, postgresServerMissing } from '../tests/support/postgres-server.ts';
import { measureBrowser } from './growth-browser.ts';
import { createGrowthPlayers } from './growth-players.ts';
import { COUNTS, type Curve, plotOf, tableOf } from './growth-plot.ts';
import { measureServer } from './growth-server.ts';
import { type Figure, print } from './report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const PLOTS = fileURLToPath(new URL('../docs/growth/', import.meta.url));
const SECTION = /(<!-- growth -->\n)[\s\S]*?(<!-- end of growth -->)/;

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
  browser: 'Browser, CPU-ms',
  paint: 'Interaction to next paint, ms',
  server: 'Server and PostgreSQL, CPU-ms',
} as const satisfies Record<keyof Curves, string>;

const draw = (curves: Curves): void => {
  mkdirSync(PLOTS, { recursive: true });
  const part = (name: keyof Curves, isDrawn: boolean): string => {
    if (isDrawn) writeFileSync(`${PLOTS}${name}.svg`, plotOf(TITLES[name], curves[name]));
    const picture = isDrawn ? `![${TITLES[name]}, by number of rows](growth/${name}.svg)\n\n` : '';
    return `${picture}${tableOf(TITLES[name], curves[name])}`;
  };
  const text = [part('browser', true), part('paint', false), part('server', true)].join('\n\n');
  const page = readFileSync(PAGE, 'utf8');
  if (!SECTION.test(page)) throw new Error(`${PAGE} has no place for the plots`);
  writeFileSync(
    PAGE,
    page.replace(SECTION, (_, start, end) => `${start}\n${text}\n\n${end}`),
  );
};

const figureOf = ({ name, values, ratio, limit }: Curve): Figure => {
  const at = (count: (typeof COUNTS)[number]): string => (values[COUNTS.indexOf(count)] ?? 0).toFixed(1);
  return { what: name, measured: ratio, limit, unit: '×', from: `${at(10_000)} : ${at(100)} ms` };
};

/** Measures the cost by number of rows and writes the results to docs/performance.md. Resolves with the exit code. */
export const run = async (): Promise<number> => {
  const executablePath = await findBrowser();
  const missing = executablePath ? postgresServerMissing() : 'no browser found';
  if (!executablePath || missing) {
    process.stdout.write(`Growth is not measured: ${missing}.\n`);
    return 1;
  }
  const curves = await measure(executablePath);
  draw(curves);
  const fits = (['browser', 'paint', 'server'] as const).map((name) =>
    print(`${TITLES[name]}: 10,000 rows against 100`, curves[name].map(figureOf)),
  );
  return fits.every(Boolean) ? 0 : 1;
};
