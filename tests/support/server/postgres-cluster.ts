import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { openPostgres } from '../../../server/db/postgres.ts';
import { findPostgres } from '../runs/debian-packages.mjs';
import { createPortalProcess, freePort, type PortalProcess } from '../runs/portal-process.mjs';

/** The process of the test run, whose children and grandchildren share one PostgreSQL; by default the parent process. */
const RUN = Number(process.env['TEST_RUN'] ?? process.ppid);
const TEMPLATE = 'portal_template';
const START_DEADLINE_MS = 60_000;

const folder = fileURLToPath(new URL('../../../.cache/postgres/', import.meta.url));
const note = join(folder, `${RUN}.url`);
const claim = join(folder, `${RUN}.claim`);
const runner = fileURLToPath(new URL('./postgres-runner.mjs', import.meta.url));

export type SystemUser = { readonly uid: number; readonly gid: number };

/** PostgreSQL refuses to run as root, so it runs as the user nobody. */
export const unprivilegedUser = (): SystemUser | null => {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = (line ?? '').split(':');
  if (!uid || !gid) throw new Error('no user "nobody" to run PostgreSQL as');
  return { uid: Number(uid), gid: Number(gid) };
};

const isResponding = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const serverUrl = (password: string, port: number): string =>
  `postgres://tester:${password}@127.0.0.1:${port}/postgres`;

const untilResponding = async (url: string): Promise<void> => {
  const end = performance.now() + START_DEADLINE_MS;
  while (!(await isResponding(url))) {
    if (performance.now() > end) throw new Error('PostgreSQL did not start');
    await pause(20);
  }
};

const withAddress = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

/** Runs statements on a connection of their own. Resolves with the rows of the last one. */
export const runSql = async (
  url: string,
  ...statements: readonly string[]
): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
};

type Cluster = {
  readonly root: string;
  readonly cluster: string;
  readonly systemUser: SystemUser | null;
  readonly password: string;
};

/** Creates a cluster in a new folder, without a server. */
const initCluster = (bin: string): Cluster => {
  const root = mkdtempSync(join(tmpdir(), 'portal-postgres-'));
  const cluster = join(root, 'cluster');
  const systemUser = unprivilegedUser();
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(root, 'password');
  writeFileSync(passwordFile, password);
  mkdirSync(cluster, { mode: 0o700 });
  if (systemUser) for (const path of [root, passwordFile, cluster]) chownSync(path, systemUser.uid, systemUser.gid);
  const options = '-U tester -E UTF8 --locale=C -A scram-sha-256 -N'.split(' ');
  const args = ['-D', cluster, ...options, `--pwfile=${passwordFile}`];
  execFileSync(join(bin, 'initdb'), args, { ...systemUser, cwd: root, stdio: 'pipe' });
  rmSync(passwordFile);
  return { root, cluster, systemUser, password };
};

const startCluster = async (bin: string): Promise<string> => {
  const { root, cluster, systemUser, password } = initCluster(bin);
  const port = await freePort();
  const owner = systemUser ? [String(systemUser.uid), String(systemUser.gid)] : ['', ''];
  spawn(process.execPath, [runner, bin, cluster, String(port), ...owner, String(RUN), root, note, claim], {
    detached: true,
    stdio: 'ignore',
  }).unref();
  const url = serverUrl(password, port);
  await untilResponding(url);
  return url;
};

/** Creates the database with the current schema from which each test database is copied. */
const prepareTemplate = async (url: string): Promise<void> => {
  await runSql(url, `CREATE DATABASE ${TEMPLATE}`);
  const opening = await openPostgres({ url: withAddress(url, TEMPLATE), poolSize: 2 }, () => undefined);
  if (!opening.ok) throw new Error(opening.line);
  await opening.database.close();
};

const isClaimed = (): boolean => {
  mkdirSync(folder, { recursive: true });
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
};

/** The first test file that needs the cluster starts it; the others wait. */
const sharedCluster = async (bin: string): Promise<string> => {
  if (isClaimed()) {
    try {
      const url = await startCluster(bin);
      await prepareTemplate(url);
      writeFileSync(`${note}.part`, url);
      renameSync(`${note}.part`, note);
      return url;
    } catch (error) {
      rmSync(claim, { recursive: true, force: true });
      throw error;
    }
  }
  const end = performance.now() + START_DEADLINE_MS;
  while (!existsSync(note)) {
    if (performance.now() > end || !existsSync(claim))
      throw new Error('PostgreSQL was not started by another test file');
    await pause(50);
  }
  const url = readFileSync(note, 'utf8');
  if (await isResponding(url)) return url;
  for (const path of [note, claim]) rmSync(path, { recursive: true, force: true });
  return sharedCluster(bin);
};

export type TestPostgres = { readonly url: string; readonly drop: () => Promise<void> };

/** Null if PostgreSQL is available, through TEST_DATABASE_URL or local binaries; else the reason. */
export const postgresMissing = (): string | null =>
  findPostgres() === null ? 'neither PostgreSQL on this machine nor TEST_DATABASE_URL' : null;

/**
 * An empty database with the current schema on a server that all files of the run share. `icuLocale`: its collation; without it, texts are
 * compared by their bytes. A database with a collation has no schema yet.
 */
export const createTestPostgres = async (icuLocale?: string): Promise<TestPostgres> => {
  const bin = findPostgres();
  if (bin === null) throw new Error(postgresMissing() ?? '');
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ?? (await sharedCluster(bin));
  const name = `portal_test_${randomBytes(6).toString('hex')}`;
  const collation = `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${icuLocale}'`;
  const origin = icuLocale ? collation : given ? '' : `TEMPLATE ${TEMPLATE}`;
  await runSql(server, `CREATE DATABASE ${name} ${origin}`);
  return {
    url: withAddress(server, name),
    drop: async () => void (await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
};

/** `databaseUrl` is null if the server has an embedded database. */
export type TestPortal = PortalProcess & { readonly databaseUrl: string | null };

/** The built server: on PostgreSQL where it is installed, else on PGlite, which takes several times the CPU. */
export const createTestPortal = async (environment: Readonly<Record<string, string>> = {}): Promise<TestPortal> => {
  if (postgresMissing() !== null) return { ...(await createPortalProcess(environment)), databaseUrl: null };
  const database = await createTestPostgres();
  const portal = await createPortalProcess(environment, database.url);
  const remove = async (): Promise<void> => {
    await portal.remove();
    await database.drop();
  };
  return { ...portal, databaseUrl: database.url, remove };
};

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
