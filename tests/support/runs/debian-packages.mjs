import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} path */
export const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The paths that a program may have. @type {(name: string) => readonly string[]} */
export const pathsOf = (name) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name));

/** @type {(name: string) => string | null} */
export const findProgram = (name) => pathsOf(name).find(isExecutable) ?? null;

/** @type {(command: string, args: readonly string[]) => import('node:child_process').SpawnSyncReturns<string>} */
export const runQuietly = (command, args) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

let isUpdated = false;
/**
 * Installs Debian packages; false without root or apt-get.
 *
 * @type {(what: string, packages: readonly string[]) => boolean}
 */
export const installPackages = (what, packages) => {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false;
  process.stdout.write(`Installing ${what}…\n`);
  if (!isUpdated) runQuietly('apt-get', ['update']);
  isUpdated = true;
  return (
    runQuietly('apt-get', ['-o', 'DPkg::Lock::Timeout=60', 'install', '-y', '--no-install-recommends', ...packages])
      .status === 0
  );
};

const DEBIAN = '/usr/lib/postgresql';

/** The folder with initdb and postgres; '' if TEST_DATABASE_URL names a server; null if there is neither. */
export const findPostgres = () => {
  if (process.env['TEST_DATABASE_URL']) return '';
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null;
};

const PACKAGES = {
  caddy: 'caddy',
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
};

/** The exit code of a run that a missing program prevented. */
export const NOT_RUN = 3;

/** Where the programs are; null: not installed. */
export const findPrograms = () => ({
  caddy: findProgram('caddy'),
  nginx: findProgram('nginx'),
  pgbouncer: findProgram('pgbouncer'),
  postgres: findPostgres() || null,
  /** Part of Debian's package of Prometheus. */
  promtool: findProgram('promtool'),
});

/** Names of Debian's packages that are missing. @type {(found: ReturnType<typeof findPrograms>) => readonly string[]} */
export const missingPackages = (found) =>
  /** @type {(keyof typeof PACKAGES)[]} */ (Object.keys(PACKAGES))
    .filter((name) => found[name] === null)
    .map((name) => PACKAGES[name]);
