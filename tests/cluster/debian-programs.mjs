import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPostgres } from '../support/server/postgres-binaries.mjs';

/** The Debian packages of the programs that the cluster runs. */
const PACKAGES = {
  caddy: 'caddy',
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
};

/** The exit code of a run that a missing program prevented. */
export const NOT_RUN = 3;

/** The path of a program in PATH or /usr/sbin; null: it is not installed. @type {(name: string) => string | null} */
const find = (name) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null;

/** Where the programs are; null: not installed. */
export const findPrograms = () => ({
  caddy: find('caddy'),
  nginx: find('nginx'),
  pgbouncer: find('pgbouncer'),
  postgres: findPostgres() || null,
  /** Part of Debian's package of Prometheus. */
  promtool: find('promtool'),
});

/** Names of Debian's packages that are missing. @type {(found: ReturnType<typeof findPrograms>) => readonly string[]} */
export const missingPackages = (found) =>
  /** @type {(keyof typeof PACKAGES)[]} */ (Object.keys(PACKAGES))
    .filter((name) => found[name] === null)
    .map((name) => PACKAGES[name]);

/** Installs packages if the user is root. @type {(names: readonly string[]) => void} */
export const installPackages = (names) => {
  if (process.getuid?.() !== 0) return;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync(
      'apt-get',
      ['update', '-qq'],
      /** @type {import('node:child_process').ExecFileSyncOptions} */ (options),
    );
    execFileSync(
      'apt-get',
      ['install', '-y', '--no-install-recommends', ...names],
      /** @type {import('node:child_process').ExecFileSyncOptions} */ (options),
    );
  } catch {
    // The caller looks for the programs again and reports what is still missing.
  }
};
