import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, sep } from 'node:path';

/**
 * Preloaded into a server with `node --import`. Ends it with kill -9 before the KILL_AT-th operation that changes a file of its embedded
 * database: the creation of a file, a write, a rename, a truncation or a deletion.
 */
const KILL_AT = Number(process.env['KILL_AT']);
const FOLDER = join(String(process.env['DATA_DIR']), 'postgres');
const CREATES = fs.constants.O_CREAT | fs.constants.O_TRUNC;

const { openSync, writeSync } = fs;
/** The file descriptors of the database. */
const descriptors = new Set();
let operations = 0;

/** @type {(path: unknown) => boolean} */
const isInFolder = (path) => String(path).startsWith(`${FOLDER}${sep}`);

const count = () => {
  operations += 1;
  if (operations !== KILL_AT) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment, and the operation must not run.
  for (;;);
};

fs.openSync = (path, flags, mode) => {
  const isOwn = isInFolder(path);
  if (isOwn && typeof flags === 'number' && flags & CREATES) count();
  const descriptor = openSync(path, flags, mode);
  if (isOwn) descriptors.add(descriptor);
  else descriptors.delete(descriptor);
  return descriptor;
};

fs.writeSync = /** @type {typeof fs.writeSync} */ (
  /** @type {(descriptor: number, ...rest: readonly unknown[]) => number} */
  (descriptor, ...rest) => {
    if (descriptors.has(descriptor)) count();
    return Reflect.apply(writeSync, fs, [descriptor, ...rest]);
  }
);

// PGlite creates each file with `writeFileSync` before it opens it.
const BY_PATH = /** @type {const} */ ([
  'writeFileSync',
  'renameSync',
  'unlinkSync',
  'mkdirSync',
  'rmdirSync',
  'truncateSync',
]);
for (const name of BY_PATH) {
  const original = fs[name];
  Object.assign(fs, {
    /** @type {(path: unknown, ...rest: readonly unknown[]) => unknown} */
    [name]: (path, ...rest) => {
      if (isInFolder(path)) count();
      return Reflect.apply(original, fs, [path, ...rest]);
    },
  });
}

const { ftruncateSync } = fs;
fs.ftruncateSync = (descriptor, length) => {
  if (descriptors.has(descriptor)) count();
  return ftruncateSync(descriptor, length);
};

syncBuiltinESMExports();
