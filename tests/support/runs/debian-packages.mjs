import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
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
