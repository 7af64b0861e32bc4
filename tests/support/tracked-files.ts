import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The files of a folder, or of the project: what Git has, and what it will have. */
export const trackedFiles = (...folders: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path));
