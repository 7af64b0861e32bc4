import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORTS } from '../../server/app/ports.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { readConfig } from '../../server/runtime/config.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { seed } from '../../server/seed/seed.ts';
import { freePort } from '../../tests/support/runs/portal-process.mjs';
import { createPostgresServer } from '../../tests/support/server/postgres-cluster.ts';
import type { LoadRequest, LoadResult, Usage } from './messages.ts';
import { fillPlayers } from './players.ts';
import { type Process, postmasterOf, startProcess, treeCpuMs } from './processes.ts';
import { CALLS, type Key, KINDS, type Kind, PROCESSES, printResults, type Sample } from './server-report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const FOR_MS = Number(process.env['BENCH_MS'] ?? 1_000);
const CONNECTIONS = 32;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const seedPortal = async (url: string): Promise<void> => {
  const reading = readConfig({ ...DEMO_SERVER });
  if (!reading.ok) throw new Error(reading.line);
  const opening = await openPostgres({ url, poolSize: 2 }, () => undefined);
  if (!opening.ok) throw new Error(opening.line);
  const { db, close } = opening.database;
  await seed({
    db,
    config: reading.config,
    clock: { now: () => new Date() },
    log: createLog('silent'),
    metrics: createMetrics(),
    ports: PORTS,
  });
  await close();
};

type Server = { readonly port: number; readonly process: Process };

const startServer = async (kind: Kind, databaseUrl: string): Promise<Server> => {
  const port = await freePort();
  const env = {
    PASSWORD_KEY: 'sixteen byte key',
    RESET_PASSPHRASE: 'a passphrase of the benchmark',
    WEBHOOK_SECRET: 'a webhook secret of the benchmark',
    CODE_SECRET: 'a code secret of the benchmark',
    GAME_SERVER_URL: 'http://127.0.0.1:9',
    GAME_SERVER_SECRET: 'a secret of a game server',
    PAYMENT_PROVIDERS: 'bench',
    DATABASE_URL: databaseUrl,
    STATIC_DIR: '/nonexistent',
    RATE_LIMITS: '0',
    PORT: String(port),
  };
  return { port, process: await startProcess(kind, env) };
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const measure = async (
  load: Process,
  servers: readonly Server[],
  postmaster: number,
  { call, offset }: Pick<LoadRequest, 'call' | 'offset'>,
): Promise<Sample & { readonly used: number }> => {
  const usages = (): Promise<Usage[]> => Promise.all(servers.map(({ process }) => process.request<Usage>('usage')));
  const ports = servers.map(({ port }) => port);
  const [before, databaseBefore, loadBefore] = [
    await usages(),
    treeCpuMs(postmaster) ?? 0,
    await load.request<Usage>('usage'),
  ];
  const result = await load.request<LoadResult>({ call, ports, connections: CONNECTIONS, durationMs: FOR_MS, offset });
  const [after, databaseAfter] = [await usages(), treeCpuMs(postmaster) ?? 0];
  if (result.failed || result.done === 0)
    throw new Error(`${result.failed} of ${result.failed + result.done} calls failed:\n${result.firstFailure}`);
  const { done, elapsedMs, latenciesMs, usage } = result;
  const cpuOf = ({ userMs, systemMs }: Usage): number => userMs + systemMs;
  return {
    perSecond: (done / elapsedMs) * 1_000,
    serverMs: (sum(after.map(cpuOf)) - sum(before.map(cpuOf))) / done,
    databaseMs: (databaseAfter - databaseBefore) / done,
    loadMs: (cpuOf(usage) - cpuOf(loadBefore)) / done,
    statements: sum(after.map((usage, at) => usage.statements - (before[at]?.statements ?? 0))) / done,
    p50: quantile(latenciesMs, 0.5),
    p95: quantile(latenciesMs, 0.95),
    p99: quantile(latenciesMs, 0.99),
    rssMb: Math.max(...after.map(({ rssBytes }) => rssBytes)) / 2 ** 20,
    used: done + result.failed + CONNECTIONS,
  };
};

/** Measures floor and portal alternately and prints the tables. Resolves with the exit code. */
export const run = async (): Promise<number> => {
  const postgres = await createPostgresServer();
  const folder = mkdtempSync(join(tmpdir(), 'bench-server-'));
  try {
    await seedPortal(postgres.url);
    const playersFile = join(folder, 'players.json');
    writeFileSync(playersFile, JSON.stringify(await fillPlayers(postgres.url)));
    const postmaster = await postmasterOf(postgres.url);
    const load = await startProcess('load', { PLAYERS_FILE: playersFile });
    const servers: Record<Kind, Server[]> = { floor: [], portal: [] };
    for (const kind of KINDS) for (const _ of PROCESSES) servers[kind].push(await startServer(kind, postgres.url));
    const samples = new Map<Key, Sample[]>();
    let offset = 0;
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const call of CALLS)
        for (const count of PROCESSES)
          for (const kind of KINDS) {
            const { used, ...sample } = await measure(load, servers[kind].slice(0, count), postmaster, {
              call,
              offset,
            });
            if (call === 'create') offset += used;
            const key: Key = `${call} ${count} ${kind}`;
            // The first round is a warm-up.
            if (round > 0) samples.set(key, [...(samples.get(key) ?? []), sample]);
          }
    await Promise.all(
      [load, ...[...servers.floor, ...servers.portal].map(({ process }) => process)].map(({ end }) => end()),
    );
    return printResults(samples) ? 0 : 1;
  } finally {
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};
