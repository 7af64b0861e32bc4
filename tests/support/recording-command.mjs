import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Prints one line and exits with 2: the command could not do its work.
 *
 * @type {(line: string) => never}
 */
export const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(2);
};

/** @param {string} path As the user wrote it, in the folder where npm was started. */
export const recordingPath = (path) => resolve(process.env['INIT_CWD'] ?? '', path);

/** @param {string} path */
export const readRecording = (path) => {
  try {
    return readFileSync(recordingPath(path), 'utf8');
  } catch (error) {
    return fail(`Cannot read ${path} (${error instanceof Error && 'code' in error ? error.code : error}).`);
  }
};
