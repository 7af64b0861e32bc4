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

/** @param {Uint8Array} bytes */
const encodingOf = ([first, second]) => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

/**
 * Reads a text file. A byte-order mark, as editors and shells of Windows write it, selects the encoding and is not part of the text.
 *
 * @type {(path: string, refuse?: (line: string) => never) => string}
 */
export const readRecording = (path, refuse = fail) => {
  try {
    const bytes = readFileSync(recordingPath(path));
    return new TextDecoder(encodingOf(bytes)).decode(bytes);
  } catch (error) {
    return refuse(`Cannot read ${path} (${error instanceof Error && 'code' in error ? error.code : error}).`);
  }
};
