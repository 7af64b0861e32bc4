import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../runs/portal-process.mjs';
import { findPostgres } from './postgres-binaries.mjs';
import { initCluster, postgresMissing, serverUrl, unprivilegedUser, untilResponding } from './postgres-cluster.ts';

const runner = fileURLToPath(new URL('./postgres-runner.mjs', import.meta.url));

/** `fast` ends sessions with an error first; `crash` is kill -9. */
const SIGNAL = { fast: 'SIGINT', crash: 'SIGKILL' } as const;

/** A PostgreSQL for one test, which can be stopped and restarted on the same port. */
export type PostgresServer = {
  readonly url: string;
  readonly port: number;
  readonly start: () => Promise<void>;
  readonly stop: (how: keyof typeof SIGNAL) => Promise<void>;
  readonly remove: () => Promise<void>;
};

type ClusterFolders = { readonly root: string; readonly cluster: string; readonly password: string };

/** `port`: by default a free one. `isDurable`: commits reach the disk, which most tests do not need. */
export type ServerOptions = { readonly port?: number; readonly isDurable?: boolean };

const serverOn = async (
  { root, cluster, password }: ClusterFolders,
  options: ServerOptions,
): Promise<PostgresServer> => {
  const bin = findPostgres();
  const systemUser = unprivilegedUser();
  const port = options.port ?? (await freePort());
  const url = serverUrl(password, port);
  const owner = systemUser ? [String(systemUser.uid), String(systemUser.gid)] : ['', ''];
  let running: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    running = spawn(process.execPath, [runner, bin ?? '', cluster, String(port), ...owner, String(process.pid), root], {
      stdio: 'ignore',
      env: { ...process.env, KEEP_CLUSTER: '1', ...(options.isDurable && { DURABLE: '1' }) },
    });
    await untilResponding(url);
  };
  const stop = async (how: keyof typeof SIGNAL): Promise<void> => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), SIGNAL[how]);
    await ended;
    if (how === 'crash') rmSync(join(cluster, 'postmaster.pid'), { force: true });
  };
  return {
    url,
    port,
    start,
    stop,
    remove: async () => {
      await stop('fast');
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** Starts a server with an empty cluster. `settings`: lines of postgresql.conf. */
export const createPostgresServer = async (
  settings: readonly string[] = [],
  options: ServerOptions = {},
): Promise<PostgresServer> => {
  const bin = findPostgres();
  if (!bin) throw new Error(postgresMissing() ?? 'PostgreSQL binaries are needed on this machine');
  const made = initCluster(bin);
  appendFileSync(join(made.cluster, 'postgresql.conf'), `\n${settings.join('\n')}\n`);
  const server = await serverOn(made, options);
  await server.start();
  return server;
};

/** Why tests that stop and start PostgreSQL cannot run here; null if they can. */
export const postgresServerMissing = (): string | null =>
  findPostgres() ? null : 'no PostgreSQL binaries on this machine';

export type StandbyServer = PostgresServer & { readonly promote: () => Promise<void> };

/** Starts a hot standby of `primary` with the primary's password, from a copy of its files. */
export const createStandby = async (primary: PostgresServer, options: ServerOptions = {}): Promise<StandbyServer> => {
  const systemUser = unprivilegedUser();
  const root = mkdtempSync(join(tmpdir(), 'portal-postgres-'));
  const cluster = join(root, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (systemUser) for (const path of [root, cluster]) chownSync(path, systemUser.uid, systemUser.gid);
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    await promisify(execFile)(join(findPostgres() ?? '', program), [...args], { ...systemUser, cwd: root });
  };
  await run('pg_basebackup', ['-D', cluster, '-d', primary.url, '-X', 'stream', '-c', 'fast', '-R']);
  const server = await serverOn({ root, cluster, password: new URL(primary.url).password }, options);
  await server.start();
  return { ...server, promote: () => run('pg_ctl', ['promote', '-w', '-D', cluster]) };
};
